"""Languages by their English names, for what is printed in English."""

from engine.languages.lookup import all_rules

LANGUAGES = frozenset(code for code, rules in all_rules().items() if rules.name)
"""Codes of languages that people are likely to type, whatever the models read."""


def english_name(code: str) -> str:
    """Return the name of a language; its code where it is not listed."""
    return all_rules()[code].name if code in LANGUAGES else code
