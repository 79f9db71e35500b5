"""Italian."""

from engine.languages.base import LanguageRules, NameWords, PrintRules, words

RULES = LanguageRules(
    name="Italian",
    scripts=frozenset({"LATIN"}),
    has_decimal_point=False,
    quotation_marks=(("«", "»"), ("“", "”")),
    blanks_before=(("%", ""),),
    printing=PrintRules(has_elision=True),
    name_words=NameWords(particles=words("da di della")),
    name_particles=words("da dei del della di la le san"),
    title_words=words("al d da dal dei del della di e ed i il in l la le lo san"),
)
