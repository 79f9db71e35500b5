"""Languages as people call them."""

from collections.abc import Collection, Iterable

from PySide6.QtCore import QCoreApplication

from desktop.platform.interface_language import language_in_force
from engine.languages.names import name_in
from engine.models.manifest import Manifest

_LISTED = 3
"""The most languages that are named in a line; more are counted."""

translate = QCoreApplication.translate


def language_name(code: str) -> str:
    """Return the name of a language in the language of the interface; its code where it has none.

    A script or region is added: “Chinese (Traditional)”, “Portuguese (Brazil)”.
    """
    return name_in(language_in_force(), code)


def direction_name(
    sources: Collection[str], targets: Collection[str], wanted: Collection[str] = ()
) -> str:
    """Return what a model translates, in a line: “English → German”, “English → 14 languages”.

    Of many languages, those that are wanted are named: “English → Swahili and 13 more”.
    """
    return f"{_side_name(sources, wanted)} → {_side_name(targets, wanted)}"


def model_direction(manifest: Manifest) -> str:
    """Return what an installed model translates, in a line."""
    return direction_name(
        manifest.source_languages or (manifest.source_language,),
        manifest.target_tokens or (manifest.target_language,),
    )


def language_list(codes: Iterable[str]) -> str:
    """Return the names of languages, by name."""
    return ", ".join(sorted(map(language_name, codes), key=str.casefold))


def _side_name(codes: Collection[str], wanted: Collection[str] = ()) -> str:
    """Return the languages of one side of a model in few words."""
    if len(codes) <= _LISTED:
        return language_list(codes)
    named = [code for code in codes if code in wanted]
    if 0 < len(named) <= _LISTED:
        text = translate("LanguageName", "{languages} and {count} more")
        return text.format(languages=language_list(named), count=len(codes) - len(named))
    return translate("LanguageName", "{count} languages").format(count=len(codes))
