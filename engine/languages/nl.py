"""Dutch."""

from engine.languages.base import LanguageRules, NameWords, words

RULES = LanguageRules(
    name="Dutch",
    scripts=frozenset({"LATIN"}),
    has_decimal_point=False,
    quotation_marks=(("“", "”"), ("‘", "’")),
    blanks_before=(("%", ""),),
    name_words=NameWords(particles=words("van de der den")),
    name_particles=words("de den der van"),
    title_words=words("de den der en in van"),
)
