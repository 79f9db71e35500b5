"""Write the weights of an unfinished run as model folders: to try, and to watch it learn.

A snapshot never ends the run: if one cannot be written, because the disk is full or the weights are
not finite, a message says so and the run continues.
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.nn.transformer import Transformer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import translatable
from training.corpus.corpus import Corpus
from training.evaluation.sample_attention import choose_map
from training.loop.initialisation import count_parameters, transformer_config
from training.progress import Event, Lent, Message, Snapshotted
from training.runs.export import Measured, write_model
from training.runs.run_folder import Run, command_of

EPOCHS = "epochs"
NUM_ALIGNED = 5
"""Validation pairs by which the map that links words is chosen."""
ALIGNMENT_RULE = (
    "it is the sharpest and most spread on a few validation pairs; the run was not finished"
)
MOST_KEPT = 24
MOST_BYTES = 10**9
"""Of all kept epochs together: large models keep fewer."""


class Snapshots:
    """Writes the model folders of one run, and reports them."""

    def __init__(
        self, run: Run, corpus: Corpus, tokenizers: TokenizerPair, tell: Callable[[Event], None]
    ) -> None:
        self._run = run
        self._corpus = corpus
        self._tokenizers = tokenizers
        self._tell = tell
        self._has_failed = False
        self._parent = None
        if run.first_model is not None:
            self._parent = run.first_model.read_manifest(run.folder)

    def keep_epoch(self, model: Transformer, epoch: int, step: int) -> None:
        """Keep the weights after an epoch, and thin out earlier epochs.

        If they cannot be written, a message says so once.
        """
        folder = self._run.folder / EPOCHS / f"epoch-{epoch:04d}"
        try:
            self._write(model, folder)
            self._thin_out(folder)
        except (OSError, ValueError) as error:
            if not self._has_failed:
                self._tell(
                    Message.of(
                        translatable(
                            "Message",
                            "The weights after epoch {epoch} could not be saved for later "
                            "viewing: {reason}.",
                        ),
                        epoch=epoch,
                        reason=str(error),
                    )
                )
            self._has_failed = True
        else:
            self._tell(Snapshotted(epoch=epoch, step=step, path=str(folder)))

    def write_trial(self, model: Transformer, step: int) -> None:
        """Write the weights for the user to try, replacing earlier ones.

        If they cannot be written, a message says so.
        """
        recipe = self._run.recipe
        folder = self._run.folder / "now" / f"{recipe.source_language}-{recipe.target_language}"
        try:
            self._write(model, folder)
        except (OSError, ValueError) as error:
            self._tell(
                Message.of(
                    translatable("Message", "The model cannot be tried now: {reason}."),
                    reason=str(error),
                )
            )
        else:
            self._tell(Lent(step=step, path=str(folder)))

    def _thin_out(self, folder: Path) -> None:
        kept = sorted(folder.parent.glob("epoch-*"))
        size = sum(file.stat().st_size for file in folder.iterdir())
        most = max(2, min(MOST_KEPT, MOST_BYTES // size))
        for name in superfluous([_epoch_of(path) for path in kept], most):
            shutil.rmtree(folder.with_name(f"epoch-{name:04d}"), ignore_errors=True)

    def _write(self, model: Transformer, folder: Path) -> None:
        is_training = model.training
        model.eval()
        alignment = choose_map(model, self._tokenizers, self._corpus.validation[:NUM_ALIGNED])
        model.train(is_training)
        write_model(
            folder,
            self._run.recipe,
            self._corpus,
            self._tokenizers,
            model,
            transformer_config(self._run.recipe, self._tokenizers),
            Measured(
                parameters=count_parameters(model),
                device=model.device.type,
                command=command_of(self._run),
                alignment=alignment,
                alignment_rule=ALIGNMENT_RULE,
            ),
            dtype="float16",
            parent=self._parent,
        )


def superfluous(epochs: Sequence[int], most: int) -> list[int]:
    """Return which epochs to delete so that the others are spread evenly.

    The first and the last stay.
    """
    kept, deleted = list(epochs), []
    while len(kept) > max(2, most):
        # The epoch whose neighbours are nearest each other is missed least.
        _, at = min((kept[i + 1] - kept[i - 1], i) for i in range(1, len(kept) - 1))
        deleted.append(kept.pop(at))
    return deleted


def _epoch_of(folder: Path) -> int:
    return int(folder.name.removeprefix("epoch-"))
