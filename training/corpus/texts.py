"""The texts of a corpus as found: one, or each of those that a recipe combines."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Self

from engine.translatable import Phrase, translatable
from training.corpus.layouts import read_splits
from training.corpus.origins import Source, read_sources
from training.corpus.splits import Splits
from training.corpus_formats.packed_pairs import PackedPairs, join, pack
from training.corpus_formats.sentence_pair import Direction
from training.corpus_formats.text_files import OnEncoding, without_packing
from training.errors import CorpusError
from training.text_settings import CorpusSettings

LICENCES = {
    "multi30k": "Multi30k (Elliott et al. 2016), captions of Flickr30k and their translations; "
    "provided for research and education",
    "iwslt14": "TED talks, CC BY-NC-ND, TED Conferences LLC",
    "everyday": "built in; written for this project, CC0 1.0",
    "toy": "none needed",
    "reverse": "not needed; made up by the program",
}
"""The licences of known texts, by the kind of corpus."""


@dataclass(frozen=True, slots=True)
class Text:
    """One of the texts of a corpus."""

    name: str
    splits: Splits
    sources: dict[str, Source]
    """The facts about its origins."""
    times: int = 1

    @property
    def train(self) -> PackedPairs:
        """The training pairs."""
        return pack(self.splits.train)

    @property
    def held_out(self) -> PackedPairs:
        """The validation and test pairs, which must not be learned."""
        return join([pack(self.splits.validation), pack(self.splits.test)])

    def with_train(self, train: PackedPairs) -> Self:
        """Return the text with other training pairs."""
        return replace(self, splits=self.splits._replace(train=train))


def read_texts(
    settings: CorpusSettings, direction: Direction, paths: Sequence[Path], on_encoding: OnEncoding
) -> list[Text]:
    """Read the single text of a corpus, or each text that a recipe repeats."""
    is_turned = settings.first_column == direction[1]
    columns = direction[::-1] if is_turned else direction

    def read_one(name: str, paths: Sequence[Path], times: int = 1) -> Text:
        sources = read_sources(paths[0], on_encoding) if settings.kind == "pairs" and paths else {}
        has_origins = bool(sources or settings.weights)
        splits = read_splits(
            settings.kind, columns, paths, on_encoding, third_is_origin=has_origins
        )
        parts = [pack(pairs) for pairs in splits]
        parts = [part.swapped() if is_turned else part for part in parts]
        parts[0] = parts[0].with_origin(name)
        sources.setdefault(name, Source(LICENCES.get(name, "")))
        return Text(name, Splits(*parts), sources, times)

    if not settings.repeats:
        name = ", ".join(map(_name_of, paths)) if settings.kind == "pairs" else settings.kind
        return [read_one(name, paths)]
    if len(paths) != len(settings.repeats):
        raise CorpusError(
            paths[0] if paths else Path(),
            None,
            Phrase.of(
                translatable(
                    "Phrase",
                    "the recipe combines {wanted} texts (corpus.repeats), but {given} were "
                    "given; give each with --data, in the recipe's order",
                ),
                wanted=len(settings.repeats),
                given=len(paths),
            ),
        )
    names = _different(map(_name_of, paths))
    return [
        read_one(name, (path,), times)
        for name, path, times in zip(names, paths, settings.repeats, strict=True)
    ]


def _name_of(path: Path) -> str:
    """Return `web` for the folder web and for web.tsv.xz."""
    path = path.resolve()
    return path.name if path.is_dir() else Path(without_packing(path.name)).stem


def _different(names: Iterable[str]) -> list[str]:
    """Return the names, with repeated ones numbered."""
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return made


def unknown_origins(
    settings: CorpusSettings, texts: Sequence[Text], where: Path
) -> tuple[str, ...]:
    """Return origins that the recipe weighs but no pair has; a wrong name is refused.

    Raises:
        CorpusError: If the text names its origins, but not this one.
    """
    there = {name for text in texts for name in text.train.origin_names} - {""}
    unknown = tuple(name for name in settings.weights if name not in there)
    own = there - {text.name for text in texts}
    if not (unknown and own):
        return unknown
    near = {name: get_close_matches(name, there, n=1) for name in unknown}
    listed = "; ".join(f"{name} ({names[0]}?)" if names else name for name, names in near.items())
    raise CorpusError(
        where,
        None,
        Phrase.of(
            translatable(
                "Phrase",
                "the recipe weights origins that the text does not have (corpus.weights): {listed}",
            ),
            listed=listed,
        ),
    )
