"""What models that come with the program say of themselves, in the language of the interface."""

from PySide6.QtCore import QCoreApplication

from engine.translatable import translatable

TITLES = (
    translatable("ModelTitle", "General"),
    translatable("ModelTitle", "Photo captions"),
)
"""The titles beside the shipped models, in `ORDER_FILE`; lupdate looks for them here."""

STATEMENTS = (
    translatable(
        "ModelStatement",
        "News, talks, messages, encyclopedias, manuals, captions; not for legal, medical or "
        "literary text.",
    ),
    translatable(
        "ModelStatement",
        "Captions of everyday photographs; other text is far from what it has seen.",
    ),
    translatable(
        "ModelStatement",
        "146 origins of news, talks, chats, encyclopedias, software, help, games and books, image "
        "captions, and text that a model translated back; some are for research or non-commercial "
        "use only, and so is this model",
    ),
    translatable("ModelStatement", "sentences written for this program; CC0 1.0"),
    translatable(
        "ModelStatement",
        "another 70 origins of software and its manuals, courses, parliament, subtitles and talks; "
        "some are for research or non-commercial use only",
    ),
    translatable(
        "ModelStatement",
        "entries of free dictionaries: GPL, CC BY-SA, CC BY, Unicode, ISC; "
        "resources/dictionary/SOURCES.tsv",
    ),
    translatable(
        "ModelStatement",
        "Multi30k (Elliott et al. 2016), captions of Flickr30k and their translations; provided "
        "for research and education",
    ),
)
"""What the manifests of the shipped models say of their use and of their training text."""

FINE_TUNED = translatable(
    "ModelStatement",
    "Fine-tuned for text like its own sentence pairs; other text may be translated worse.",
)
"""What a model says that the recipe `fine-tune` made."""


def shown_name(name: str, title: str) -> str:
    """Return what to call a model: its title in the interface's language, or else its name."""
    return QCoreApplication.translate("ModelTitle", title) if title else name


def shown_statement(statement: str) -> str:
    """Return what a model says of itself; other models than ours say it in their own language."""
    return QCoreApplication.translate("ModelStatement", statement) if statement else ""
