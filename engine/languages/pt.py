"""Portuguese."""

from engine.languages.base import LanguageRules, words

RULES = LanguageRules(
    name="Portuguese",
    scripts=frozenset({"LATIN"}),
    name_particles=words("da das de do dos"),
    title_words=words("a da das de do dos e"),
)
