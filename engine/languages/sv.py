"""Swedish."""

from engine.languages.base import LanguageRules, words

RULES = LanguageRules(
    name="Swedish",
    scripts=frozenset({"LATIN"}),
    title_words=words("på"),
)
