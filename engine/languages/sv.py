"""Swedish."""

from engine.languages.base import LanguageRules, words

RULES = LanguageRules(
    name="Swedish",
    scripts=frozenset({"LATIN"}),
    has_decimal_point=False,
    title_words=words("på"),
)
