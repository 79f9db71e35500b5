"""The scripts of languages, to find columns in another language."""

from engine.languages.lookup import scripts_of
from engine.languages.scripts import script_of


def is_in_wrong_script(text: str, language: str) -> bool:
    """Return whether most letters of a text are in a script its language does not use.

    A language whose script is not known here is never wrong.
    """
    expected = scripts_of(language)
    if not expected:
        return False
    scripts = [script_of(character) for character in text if character.isalpha()]
    return 2 * sum(script not in expected for script in scripts) > len(scripts)


def is_latin(language: str) -> bool:
    """Return whether a language is written in Latin letters only."""
    return scripts_of(language) == {"LATIN"}
