"""A model with everything needed to translate with it, for measuring and comparing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import torch

from engine.models.folder import read_model
from engine.models.registry import title_of
from engine.native.acceleration import accelerated
from engine.nn.transformer import Transformer
from engine.search.beam_search import SearchSettings
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.scores import Scores, evaluate


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedModel:
    """A model in eval mode, with everything needed to translate with it."""

    name: str
    model: Transformer
    tokenizers: TokenizerPair
    target_language: str
    search: SearchSettings
    """Its own search settings."""
    title: str = ""
    """Its display name in English, if it came with the program."""
    is_rounded: bool = False
    """Whether its weights are stored in 8 bits."""

    @classmethod
    def of_folder(
        cls,
        folder: Path,
        device: torch.device | str = "cpu",
        direction: tuple[str, str] | None = None,
    ) -> Self:
        """Read a model folder, in one of its directions; None: its own.

        Raises:
            ModelFolderError: If it cannot be used.
        """
        loaded = read_model(folder, device, direction)
        manifest = loaded.manifest
        return cls(
            name=folder.name,
            model=loaded.model,
            tokenizers=loaded.tokenizers,
            target_language=manifest.target_language,
            title=title_of(folder),
            is_rounded=manifest.weights_dtype == "int8",
            search=SearchSettings(
                beam_size=manifest.decoding.beam_size,
                length_penalty=manifest.decoding.length_penalty,
                penalty_kind=manifest.decoding.penalty_kind,
                is_narrowing=manifest.decoding.is_narrowing,
                max_length=manifest.decoding.max_length,
            ),
        )

    def measure(
        self,
        pairs: Sequence[SentencePair],
        beam_size: int,
        should_stop: Callable[[], bool] | None = None,
    ) -> Scores:
        """Measure it on sentence pairs, as `evaluate` does, with a beam of this size.

        Its translations are those of the program: they are searched in the same arithmetic.
        """
        return evaluate(
            self.model,
            self.tokenizers,
            pairs,
            replace(self.search, beam_size=beam_size),
            target_language=self.target_language,
            searched=accelerated(self.model, is_rounded=self.is_rounded),
            should_stop=should_stop,
        )
