"""Languages as people call them."""

from collections.abc import Collection, Iterable

from PySide6.QtCore import QCoreApplication, QLocale

from engine.models.manifest import Manifest

_LISTED = 3
"""The most languages that are named in a line; more are counted."""

translate = QCoreApplication.translate


def language_name(code: str) -> str:
    """Return the name of a language in the language of the interface; its code where it has none.

    Qt knows the names in English; those of frequent languages are translated with the program.
    """
    names = {
        "ar": translate("LanguageName", "Arabic"),
        "bg": translate("LanguageName", "Bulgarian"),
        "ca": translate("LanguageName", "Catalan"),
        "cs": translate("LanguageName", "Czech"),
        "da": translate("LanguageName", "Danish"),
        "de": translate("LanguageName", "German"),
        "el": translate("LanguageName", "Greek"),
        "en": translate("LanguageName", "English"),
        "es": translate("LanguageName", "Spanish"),
        "et": translate("LanguageName", "Estonian"),
        "fa": translate("LanguageName", "Persian"),
        "fi": translate("LanguageName", "Finnish"),
        "fr": translate("LanguageName", "French"),
        "he": translate("LanguageName", "Hebrew"),
        "hi": translate("LanguageName", "Hindi"),
        "hr": translate("LanguageName", "Croatian"),
        "hu": translate("LanguageName", "Hungarian"),
        "id": translate("LanguageName", "Indonesian"),
        "it": translate("LanguageName", "Italian"),
        "ja": translate("LanguageName", "Japanese"),
        "ko": translate("LanguageName", "Korean"),
        "lt": translate("LanguageName", "Lithuanian"),
        "lv": translate("LanguageName", "Latvian"),
        "nl": translate("LanguageName", "Dutch"),
        "no": translate("LanguageName", "Norwegian"),
        "pl": translate("LanguageName", "Polish"),
        "pt": translate("LanguageName", "Portuguese"),
        "ro": translate("LanguageName", "Romanian"),
        "ru": translate("LanguageName", "Russian"),
        "sk": translate("LanguageName", "Slovak"),
        "sl": translate("LanguageName", "Slovenian"),
        "sq": translate("LanguageName", "Albanian"),
        "sr": translate("LanguageName", "Serbian"),
        "sv": translate("LanguageName", "Swedish"),
        "th": translate("LanguageName", "Thai"),
        "tr": translate("LanguageName", "Turkish"),
        "uk": translate("LanguageName", "Ukrainian"),
        "vi": translate("LanguageName", "Vietnamese"),
        "zh": translate("LanguageName", "Chinese"),
    }
    if code in names:
        return names[code]
    language = QLocale.codeToLanguage(code)
    if language in (QLocale.Language.AnyLanguage, QLocale.Language.C):
        return code
    return QLocale.languageToString(language)


def direction_name(manifest: Manifest) -> str:
    """Return what a model translates, in a line: “English → German”, “English → 14 languages”."""
    source = _side_name(manifest.source_languages or (manifest.source_language,))
    target = _side_name(manifest.target_tokens or (manifest.target_language,))
    return f"{source} → {target}"


def language_list(codes: Iterable[str]) -> str:
    """Return the names of languages, by name."""
    return ", ".join(sorted(map(language_name, codes), key=str.casefold))


def _side_name(codes: Collection[str]) -> str:
    """Return the languages of one side of a model in few words."""
    if len(codes) <= _LISTED:
        return language_list(codes)
    return translate("LanguageName", "{count} languages").format(count=len(codes))
