"""A model that is ready to translate: computed by the kernel where it can, by PyTorch elsewhere.

PyTorch is imported only where it computes.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from engine.device import choose_device
from engine.edition import need_torch
from engine.models.known_words import KnownWords
from engine.models.manifest import Manifest
from engine.models.stored_model import StoredModel, read_stored, weights_by_name
from engine.native.transformer import NativeTransformer, has_kernel
from engine.search.decoder import TranslationModel
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import translatable

if TYPE_CHECKING:
    from engine.models.folder import TorchModel

_TOGETHER = translatable("Phrase", "Translating with several models together")
_WITHOUT_KERNEL = translatable("Phrase", "Translating on this processor")


@dataclass(frozen=True, slots=True, eq=False)
class LoadedModel:
    """Everything needed to translate."""

    manifest: Manifest
    model: TranslationModel
    tokenizers: TokenizerPair
    known_words: KnownWords | None = None

    @classmethod
    def open(
        cls,
        folder: Path,
        *others: Path,
        device: str = "auto",
        threads: int | None = None,
        direction: tuple[str, str] | None = None,
    ) -> Self:
        """Load the model of a folder.

        The kernel multiplies in 8 bits where the weights are stored so; models that are not lose
        by it (docs/models.md).

        Args:
            folder: A model folder.
            others: Those of models of its vocabulary that search together with it, by PyTorch.
            device: auto, cpu or cuda.
            threads: Processor threads to compute with; None: one a core.
            direction: In which of its directions the model translates; None: its own.

        Raises:
            ModelFolderError: If the folder cannot be used.
            DeviceUnavailableError: If the wished device is not there.
            FullEditionNeededError: If only PyTorch can compute it, and is not installed.
            MemoryError: If there is no room for the weights.
            ValueError: If the model has no such direction.
        """
        chosen = choose_device(device)
        if chosen == "cpu" and has_kernel() and not others:
            return cls._native(read_stored(folder, direction), threads)
        need_torch(_TOGETHER if others else _WITHOUT_KERNEL)
        from engine.models.folder import read_model

        if threads is not None:
            import torch

            torch.set_num_threads(threads)
        models = (read_model(one, chosen, direction) for one in (folder, *others))
        return cls.computed_by_torch(*models)

    @classmethod
    def _native(cls, stored: StoredModel, threads: int | None) -> Self:
        manifest = stored.manifest
        model = NativeTransformer(
            manifest.config,
            weights_by_name(stored.weights, manifest.config),
            precision="int8" if manifest.weights_dtype == "int8" else "float32",
            threads=threads,
        )
        return cls(manifest, model, stored.tokenizers, stored.known_words)

    @classmethod
    def computed_by_torch(cls, *models: "TorchModel") -> Self:
        """Return what translates with a model in PyTorch, or with several that search together.

        Args:
            models: The first says everything but the weights; the others have its vocabulary.
        """
        from engine.nn.torch_decoder import TorchDecoder

        first = models[0]
        decoder = TorchDecoder(*(one.model for one in models))
        return cls(first.manifest, decoder, first.tokenizers, first.known_words)
