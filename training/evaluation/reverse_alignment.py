"""Find the cross-attention map that aligns words best, with a model of the opposite direction.

Both models are fed the same validation pairs, and each map of either links every word of its target
to the word it attends to most. The map whose links agree most with those of some map of the other
model is chosen: what is chance or habit in one direction is not in the other. Every layer, head and
mean of heads takes part, at the position that produces a token and at the one that reads it.

Shapes: B pairs, L layers, H heads, M maps, N tokens, S source tokens, W words.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from engine.attention.alignment import groups_of_words, merge_words, produced, shifted
from engine.errors import ModelFolderError
from engine.models.manifest import AlignmentHead, Manifest
from engine.models.manifest_file import read_manifest
from engine.text.spans import words_of_tokens
from engine.tokenizers.encoding import Encoding, find_words
from engine.translation import raise_if
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.trained_model import TrainedModel
from training.examples.batches import Batching, collate
from training.examples.examples import encode_pairs

MAX_PAIRS = 500
"""The number of validation pairs compared: more change nothing, but take longer."""

MAX_REVERSES = 3
"""The most reverse models compared; the one that agrees best decides."""

LONGEST = 128
"""Pairs with more tokens on a side are skipped: maps grow with the square."""

MIN_AGREEMENT = 0.3
"""Below this, the two models do not link the same words, and the best match is chance.

A model of image captions reached 0.60 with its reverse, and 0.10 with one of random weights."""

Links = npt.NDArray[np.int64]
"""(..., W): for each map, the word each target word attends to most, -1 for none."""


class ReverseChoice(NamedTuple):
    """The map that agrees best with a reverse model, and how far."""

    head: AlignmentHead
    agreement: float
    """Twice the common links over all links of both: from 0 to 1."""


def find_reverses(
    folders: Iterable[Path], source_language: str, target_language: str, corpus: str
) -> list[Path]:
    """Find models of the opposite direction; those trained on the same text come first.

    Args:
        folders: Folders that hold model folders; not each need exist.
        source_language: Of the model to align.
        target_language: Likewise.
        corpus: The name of the text it learned.

    Returns:
        Their folders, the newer first; at most `MAX_REVERSES`.
    """
    found: list[tuple[bool, float, Path]] = []
    for models in dict.fromkeys(folders):
        for folder in sorted(models.iterdir()) if models.is_dir() else ():
            manifest = _manifest(folder)
            if manifest is None or folder.name.startswith("."):
                continue
            if (manifest.source_language, manifest.target_language) == (
                target_language, source_language
            ):  # fmt: skip
                is_akin = corpus in (text.name for text in manifest.corpora)
                found.append((is_akin, manifest.created.timestamp(), folder))
    return [folder for *_, folder in sorted(found, reverse=True)[:MAX_REVERSES]]


def choose_by_reverse(
    forward: TrainedModel,
    reverse: TrainedModel,
    pairs: Sequence[SentencePair],
    should_stop: Callable[[], bool] | None = None,
) -> ReverseChoice | None:
    """Find the map whose links agree most with a map of the reverse model.

    Args:
        forward: The model to choose a map for.
        reverse: A model of the opposite direction; its tokens may differ.
        pairs: Validation pairs in the direction of the model.
        should_stop: Asked before every batch.

    Returns:
        None if the two agree too little to tell, or no pair is short enough.

    Raises:
        Cancelled: If should_stop said so.
    """
    compared = pairs[:MAX_PAIRS]
    turned = [SentencePair(pair.target, pair.source) for pair in compared]
    ours = links_of_maps(forward, compared, should_stop)
    theirs = links_of_maps(reverse, turned, should_stop)
    shared = sizes = np.zeros((), dtype=np.int64)
    for row in ours.keys() & theirs.keys():
        there, back = ours[row].reshape(-1, ours[row].shape[-1]), theirs[row]
        back = back.reshape(-1, back.shape[-1])
        shared = shared + agreeing(there, back)
        sizes = sizes + (there >= 0).sum(axis=1)[:, None] + (back >= 0).sum(axis=1)
    agreement = 2 * shared / np.maximum(sizes, 1)
    if agreement.max() < MIN_AGREEMENT:
        return None
    grid = next(iter(ours.values())).shape[:-1]
    is_read, layer, head = np.unravel_index(int(agreement.max(axis=1).argmax()), grid)
    is_mean = int(head) == grid[-1] - 1
    chosen = AlignmentHead(
        layer=int(layer), head=None if is_mean else int(head), shifted=bool(is_read)
    )
    return ReverseChoice(chosen, float(agreement.max()))


def agreeing(there: Links, back: Links) -> npt.NDArray[np.int64]:
    """Count the links that each map has in common with each of the other direction: (M, M').

    A link is common if the linked word links back.

    Args:
        there: Of the one direction, (M, W).
        back: Of the other, (M', W').
    """
    looks_back = back[:, there] == np.arange(there.shape[1])  # (M', M, W)
    counts: npt.NDArray[np.int64] = (looks_back & (there >= 0)).sum(axis=-1).T
    return counts


def links_of_maps(
    trained: TrainedModel,
    pairs: Sequence[SentencePair],
    should_stop: Callable[[], bool] | None = None,
) -> dict[int, Links]:
    """Return what each map links, (2, L, H + 1, W), by the number of the pair.

    First come the maps at the position that writes a token, then those at the one that reads it;
    the last head is the mean of all.
    """
    sides = (trained.tokenizers.source, trained.tokenizers.target)
    read = [[side.encode(pair[at]) for pair in pairs] for at, side in enumerate(sides)]
    examples = encode_pairs(
        pairs,
        trained.tokenizers,
        src_tokens=[encoding.ids for encoding in read[0]],
        tgt_tokens=[encoding.ids for encoding in read[1]],
    )
    longest = min(LONGEST, trained.model.max_positions)
    fitting = [row for row in range(len(pairs)) if max(map(len, examples[row])) <= longest]
    first = len(trained.tokenizers.source_prefix())
    links: dict[int, Links] = {}
    for places in Batching("tokens", 16 * LONGEST).in_order([examples[row] for row in fitting]):
        raise_if(should_stop)
        rows = [fitting[place] for place in places]
        batch = collate(
            [examples[row] for row in rows],
            src_pad=sides[0].special.pad,
            tgt_pad=sides[1].special.pad,
        ).to(trained.model.device)
        with torch.inference_mode():
            cross = trained.model.cross_weights(batch.src, batch.tgt_in)
        of_heads = cross.float().cpu()  # (L, B, H, T, S)
        maps = torch.cat([of_heads, of_heads.mean(dim=2, keepdim=True)], dim=2).numpy()
        for place, row in enumerate(rows):
            of_pair = maps[:, place, :, : len(examples[row].tgt) - 1]  # (L, H + 1, N + 1, S)
            both = np.stack([produced(of_pair), shifted(of_pair)])
            src_groups = _tokens_of_words(read[0][row], pairs[row].source, first)
            tgt_groups = _tokens_of_words(read[1][row], pairs[row].target)
            if src_groups and tgt_groups:
                merged = merge_words(both, tgt_groups, src_groups)  # (2, L, H + 1, W, W')
                links[row] = np.where(merged.max(axis=-1) > 0, merged.argmax(axis=-1), -1)
    return links


def _tokens_of_words(encoding: Encoding, text: str, first: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the tokens of each visible word, whatever the tokenizer calls a word."""
    words = find_words(text)
    return groups_of_words(words_of_tokens(encoding.spans, words), len(words), first=first)


def _manifest(folder: Path) -> Manifest | None:
    try:
        return read_manifest(folder)
    except ModelFolderError:  # no model, or one that cannot be used
        return None
