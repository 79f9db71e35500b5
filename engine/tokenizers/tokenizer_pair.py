"""The two tokenizers of a model, and the special tokens that frame what they give it.

A source is `bos tags ids eos`, where bos and eos stand only if the model was trained with them, and
tags are what asks it for something: the target language, or a form of address. A target is
`bos ids eos`: the decoder reads it without eos (`tgt_in`) and predicts it without bos (`tgt_out`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tokenizers.subword import FORMAL_TAG, INFORMAL_TAG, SubwordTokenizer
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import Formality

Ids = tuple[int, ...]

_FORMALITY_TAGS = {Formality.FORMAL: FORMAL_TAG, Formality.INFORMAL: INFORMAL_TAG}


@dataclass(frozen=True, slots=True)
class TokenizerPair:
    """The tokenizers of a direction; the same object twice when the vocabulary is joint."""

    source: Tokenizer
    target: Tokenizer
    source_bos: bool
    """Whether sources begin with bos."""
    source_eos: bool
    """Whether sources end with eos."""
    target_token: str = ""
    """The tag that asks a model of several target languages for one; empty if it has one."""

    @property
    def is_joint(self) -> bool:
        """Whether both languages share one vocabulary."""
        return self.source is self.target

    @property
    def has_formality(self) -> bool:
        """Whether there are tags that choose the form of address."""
        tags = self.source.tags if isinstance(self.source, SubwordTokenizer) else ()
        return {*_FORMALITY_TAGS.values()} <= {*tags}

    def formality_tags(self, formality: Formality) -> tuple[str, ...]:
        """Return the tags that ask for a form of address; none where there is no choice."""
        if formality is Formality.AUTOMATIC or not self.has_formality:
            return ()
        return (_FORMALITY_TAGS[formality],)

    def source_prefix(self, tags: Sequence[str] = ()) -> Ids:
        """Return what stands before the ids of a source.

        Raises:
            KeyError: If the vocabulary has no such tag.
        """
        bos = (self.source.special.bos,) if self.source_bos else ()
        target = (self.target_token,) if self.target_token else ()
        return (*bos, *map(self.source.tag_id, (*target, *tags)))

    @property
    def source_suffix(self) -> Ids:
        """What stands after the ids of a source."""
        return (self.source.special.eos,) if self.source_eos else ()

    def frame_source(self, ids: Sequence[int], tags: Sequence[str] = ()) -> Ids:
        """Return a source as the encoder reads it."""
        return (*self.source_prefix(tags), *ids, *self.source_suffix)

    def frame_target(self, ids: Sequence[int]) -> Ids:
        """Return a target with both its bos and its eos."""
        return (self.target.special.bos, *ids, self.target.special.eos)

    def tgt_in(self, ids: Sequence[int]) -> Ids:
        """Return a target as the decoder reads it."""
        return (self.target.special.bos, *ids)

    def until_eos(self, ids: Sequence[int]) -> Ids:
        """Return what a decoder predicted without the first eos and whatever follows it."""
        eos = self.target.special.eos
        return tuple(ids[: ids.index(eos)] if eos in ids else ids)

    def tgt_out(self, ids: Sequence[int]) -> Ids:
        """Return a target as the decoder predicts it."""
        return (*ids, self.target.special.eos)
