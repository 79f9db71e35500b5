"""Languages as people call them."""

from PySide6.QtCore import QCoreApplication, QLocale

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
