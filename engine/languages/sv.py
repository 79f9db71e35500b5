"""Swedish."""

from engine.languages.base import LanguageRules, words

RULES = LanguageRules(
    name="Swedish",
    scripts=frozenset({"LATIN"}),
    has_decimal_point=False,
    quotation_marks=(("”", "”"), ("’", "’")),
    blanks_before=(("%", "\u00a0"),),
    title_words=words("på"),
)
