"""Portuguese."""

from engine.languages.base import LanguageRules, NameWords, words

RULES = LanguageRules(
    name="Portuguese",
    scripts=frozenset({"LATIN"}),
    has_decimal_point=False,
    quotation_marks=(("“", "”"), ("‘", "’")),
    blanks_before=(("%", ""),),
    name_words=NameWords(particles=words("da do dos")),
    name_particles=words("da das de do dos"),
    title_words=words("a da das de do dos e"),
)
