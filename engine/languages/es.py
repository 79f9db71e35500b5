"""Spanish."""

from engine.languages.base import LanguageRules, NameWords, words

RULES = LanguageRules(
    name="Spanish",
    scripts=frozenset({"LATIN"}),
    has_decimal_point=False,
    quotation_marks=(("«", "»"), ("“", "”")),
    blanks_before=(("%", "\u00a0"),),
    name_words=NameWords(particles=words("de la")),
    name_particles=words("de del el la los san y"),
    title_words=words("a al de del e el en la las los san y"),
)
