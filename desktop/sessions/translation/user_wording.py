"""Keep what the user wants in place of the model's translations: choices and edits. No Qt."""

from collections.abc import Iterable, Mapping

from desktop.values.edited_translation import with_edit, with_edits
from engine.translation import Chosen, SentenceTranslation, Translation


class UserWording:
    """Sentences, what was chosen for them, and what was written in place of their translation."""

    def __init__(self) -> None:
        self._choices: list[tuple[str, Chosen]] = []
        """The last one last."""
        self._edits: dict[str, str] = {}

    @property
    def chosen(self) -> dict[str, Chosen]:
        """The last choice for each sentence."""
        return dict(self._choices)

    def choose(self, source: str, chosen: Chosen) -> None:
        """Use what was chosen for a sentence."""
        self._choices.append((source, chosen))

    def last_choice(self, shown: Translation | None, text: str) -> int | None:
        """Return the last choice for a shown sentence that is still in the text, if any."""
        if not self._choices:
            return None  # as usual: a long text has many sentences to look at
        sentences = () if shown is None else shown.sentences
        sources = {
            step.sentence.source
            for sentence in sentences
            if sentence.source in text
            for step in sentence.parts
        }
        places = [place for place, (source, _) in enumerate(self._choices) if source in sources]
        return places[-1] if places else None

    def undo(self, choice: int) -> None:
        """Undo a choice that `last_choice` returned."""
        del self._choices[choice]

    def forget_choices(self) -> None:
        """Drop all choices: another model translates."""
        self._choices = []

    def write_over(self, edits: Mapping[str, str], shown: Translation | None) -> None:
        """Take edits, but for those that say what the model says."""
        self._edits |= edits
        for sentence in () if shown is None else shown.sentences:
            if self._edits.get(sentence.source) == sentence.target:
                del self._edits[sentence.source]

    def revert(self, sources: Iterable[str]) -> None:
        """Drop the edits of sentences."""
        for source in sources:
            self._edits.pop(source, None)

    def forget_edits(self) -> None:
        """Drop all edits: they are in another language."""
        self._edits = {}

    def in_sentence(self, sentence: SentenceTranslation) -> SentenceTranslation:
        """Return a sentence as it was edited."""
        return with_edit(sentence, self._edits)

    def in_translation(self, translation: Translation) -> Translation:
        """Return a translation as it was edited."""
        return with_edits(translation, self._edits)
