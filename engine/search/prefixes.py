"""How targets must begin: the tokens that every hypothesis of a sentence shares.

Shapes: B sentences, P tokens of the longest prefix.
"""

from collections.abc import Sequence

from engine.nn.decoding import Ints, padded
from engine.search.decoder import Decoder

FREE = -1
"""In a table of forced ids: nothing is forced here."""


def forced_ids(
    model: Decoder,
    prefixes: Sequence[Sequence[int]] | None,
    batch: int,
    max_length: int,
) -> Ints:
    """Return the prefixes of B sentences as a table (B, P), `FREE` where they have ended."""
    if prefixes is None:
        prefixes = [()] * batch
    if len(prefixes) != batch:
        raise ValueError(f"{len(prefixes)} prefixes for {batch} sentences")
    vocab_size = model.tgt_vocab_size
    for index, prefix in enumerate(prefixes):
        if len(prefix) >= max_length:
            raise ValueError(
                f"prefix {index} has {len(prefix)} tokens; with its eos it is longer than "
                f"max_length {max_length}"
            )
        for token_id in prefix:
            if token_id in (model.pad_id, model.bos_id, model.eos_id):
                raise ValueError(f"prefix {index} holds {token_id}, which is pad, bos or eos")
            if not 0 <= token_id < vocab_size:
                raise ValueError(
                    f"prefix {index} holds {token_id}, outside the vocabulary of {vocab_size}"
                )
    return padded(prefixes, FREE)
