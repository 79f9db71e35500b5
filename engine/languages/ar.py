"""Arabic."""

from engine.languages.base import LanguageRules, words

RULES = LanguageRules(
    name="Arabic",
    scripts=frozenset({"ARABIC"}),
    encodings=("cp1256",),
    name_particles=words("ibn"),
)
