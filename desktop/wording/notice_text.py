"""What deserves a second look, in the words of the user's language: a translation, a name."""

from PySide6.QtCore import QCoreApplication

from desktop.text.text_direction import isolated
from desktop.wording.language_names import language_name
from engine.markup.extraction import Place
from engine.models.names import NAME_LENGTH_LIMIT, NameProblem
from engine.translation import Notice, NoticeKind

translate = QCoreApplication.translate


def describe_notice(notice: Notice) -> str:
    """Tell why a translation deserves a second look."""
    listed = isolated(notice.listed(translate("ErrorText", "{details} and {count} more")))
    match notice.kind:
        case NoticeKind.TRUNCATED:
            return translate(
                "ErrorText",
                "The end of this translation is missing: the sentence is too long for the "
                "model. Try shorter sentences.",
            )
        case NoticeKind.REPEATED:
            return translate("ErrorText", "The translation repeats itself: “{words}”.").format(
                words=listed
            )
        case NoticeKind.COPIED:
            return translate(
                "ErrorText",
                "The translation is almost the same as your text. Check it before using it.",
            )
        case NoticeKind.UNKNOWN_WORDS:
            one = translate("ErrorText", "Unknown word: {words}. Check its spelling.")
            many = translate("ErrorText", "Unknown words: {words}. Check their spelling.")
            return (one if len(notice.details) == 1 else many).format(words=listed)
        case NoticeKind.NUMBERS:
            return translate(
                "ErrorText", "Missing from the translation, or different there: {numbers}."
            ).format(numbers=listed)
        case NoticeKind.ADDED_NUMBERS:
            return translate(
                "ErrorText", "Only in the translation, not in your text: {numbers}."
            ).format(numbers=listed)
        case NoticeKind.NAMES:
            return translate(
                "ErrorText", "Names or codes changed by the translation: {names}."
            ).format(names=listed)
        case NoticeKind.MISSING_WORDS:
            count = len(notice.details)
            one = translate("ErrorText", "1 word may be missing from the translation: {words}.")
            many = translate(
                "ErrorText", "{number} words may be missing from the translation: {words}."
            )
            return (one if count == 1 else many).format(number=count, words=listed)
        case NoticeKind.ADDED_WORDS:
            count = len(notice.details)
            one = translate("ErrorText", "1 word may be only in the translation: {words}.")
            many = translate("ErrorText", "{number} words may be only in the translation: {words}.")
            return (one if count == 1 else many).format(number=count, words=listed)
        case NoticeKind.CORRECTED:
            return translate("ErrorText", "Corrected a number: {numbers}.").format(numbers=listed)
        case NoticeKind.UNFAMILIAR:
            return translate(
                "ErrorText",
                "Outside what this model knows. Check it before using it.",
            )
        case NoticeKind.GLOSSARY:
            return translate(
                "ErrorText", "The translation does not follow the glossary: {terms}."
            ).format(terms=listed)
        case NoticeKind.PIVOT:
            return translate(
                "ErrorText",
                "Translated through {language}, because no installed model translates directly. "
                "Mistakes of both steps add up.",
            ).format(language=language_name(notice.details[0]))
        case NoticeKind.PLAIN_TEXT:
            return translate(
                "ErrorText", "Only the text was read: layout, pictures and tables are lost."
            )
        case NoticeKind.RUN_TOGETHER:
            return translate(
                "ErrorText",
                "Spaces between words are missing from this file. Check the translation before "
                "using it.",
            )
        case NoticeKind.LONG_WORD:
            return translate(
                "ErrorText", "Too long for a word, so it was not translated: {words}."
            ).format(words=listed)
        case NoticeKind.LANGUAGE:
            found, read = map(language_name, notice.details)
            return translate(
                "ErrorText", "This looks like {language}, but the model translates from {source}."
            ).format(language=found, source=read)
        case NoticeKind.KEPT:
            return translate(
                "ErrorText", "This is in {language}, so it was not translated."
            ).format(language=language_name(notice.details[0]))


def kind_name(kind: NoticeKind) -> str:
    """Name a kind of notice in two or three words."""
    match kind:
        case NoticeKind.TRUNCATED:
            return translate("ErrorText", "End is missing")
        case NoticeKind.REPEATED:
            return translate("ErrorText", "Repeats itself")
        case NoticeKind.COPIED:
            return translate("ErrorText", "Hardly translated")
        case NoticeKind.UNKNOWN_WORDS:
            return translate("ErrorText", "Unknown words")
        case NoticeKind.NUMBERS:
            return translate("ErrorText", "Numbers differ")
        case NoticeKind.ADDED_NUMBERS:
            return translate("ErrorText", "Added numbers")
        case NoticeKind.NAMES:
            return translate("ErrorText", "Names changed")
        case NoticeKind.MISSING_WORDS:
            return translate("ErrorText", "Missing words")
        case NoticeKind.ADDED_WORDS:
            return translate("ErrorText", "Added words")
        case NoticeKind.CORRECTED:
            return translate("ErrorText", "Corrected number")
        case NoticeKind.UNFAMILIAR:
            return translate("ErrorText", "Unfamiliar text")
        case NoticeKind.LANGUAGE:
            return translate("ErrorText", "Another language")
        case NoticeKind.KEPT:
            return translate("ErrorText", "Not translated")
        case NoticeKind.GLOSSARY:
            return translate("ErrorText", "Glossary not followed")
        case NoticeKind.PIVOT:
            return translate("ErrorText", "Two steps")
        case NoticeKind.PLAIN_TEXT:
            return translate("ErrorText", "Plain text only")
        case NoticeKind.RUN_TOGETHER:
            return translate("ErrorText", "Spaces missing")
        case NoticeKind.LONG_WORD:
            return translate("ErrorText", "Not translated")


def place_text(place: Place) -> str:
    """Tell where in a file a sentence is."""
    match place.kind:
        case "line":
            return translate("ErrorText", "line {number}").format(number=place.value)
        case "paragraph":
            return translate("ErrorText", "paragraph {number}").format(number=place.value)
        case "time":
            return place.value


def describe_name_problem(problem: NameProblem) -> str:
    """Tell why a model or a run cannot have this name."""
    match problem:
        case NameProblem.LENGTH:
            return translate("ErrorText", "A name has 1 to {limit} characters.").format(
                limit=NAME_LENGTH_LIMIT
            )
        case NameProblem.SIZE:
            return translate(
                "ErrorText", "The name is too long: emoji count as several characters."
            )
        case NameProblem.EDGES:
            return translate(
                "ErrorText",
                "A name cannot start with a hyphen, or start or end with a space or a full stop.",
            )
        case NameProblem.CHARACTERS:
            return translate(
                "ErrorText",
                'A name cannot contain / \\ : * ? " < > | or invisible characters.',
            )
        case NameProblem.RESERVED:
            return translate("ErrorText", "Windows reserves this name. Choose another.")
