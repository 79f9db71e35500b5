"""Choose the final weights of a run: the best validated, or an average of nearby epochs."""

from collections.abc import Callable, Mapping, Sequence

from torch import Tensor

from engine.nn.transformer import Transformer
from engine.translatable import translatable
from training.loop.validator import Validation
from training.loop.weights import KeptWeights, put_weights
from training.model_settings import Metric
from training.progress import Event, Message


def put_final_weights(
    model: Transformer,
    best: Mapping[str, Tensor],
    kept: KeptWeights,
    epochs: Sequence[int],
    validate: Callable[[Transformer], Validation],
    metric: Metric,
    emit: Callable[[Event], None],
) -> None:
    """Put the best weights into a model, or an average of epochs if validation finds it better.

    Args:
        model: The model of the run.
        best: The best single weights.
        kept: The saved weights of the run.
        epochs: Those around the best one; fewer than two are not averaged.
        validate: Scores the model as it is.
        metric: The metric that decides.
        emit: Called with the decision.

    Raises:
        CheckpointError: If the kept weights cannot be read.
    """
    put_weights(model, best)
    if len(epochs) < 2:
        return
    single = validate(model)
    put_weights(model, kept.load_average(epochs))
    averaged = validate(model)
    is_kept = averaged.is_better(metric, single.figure(metric))
    if not is_kept:
        put_weights(model, best)
    emit(
        Message.of(
            translatable(
                "Message",
                "Validation {metric}: {single:.4g} with the best single weights, {averaged:.4g} "
                "with the average of {epochs} epochs; the average is used.",
            )
            if is_kept
            else translatable(
                "Message",
                "Validation {metric}: {single:.4g} with the best single weights, {averaged:.4g} "
                "with the average of {epochs} epochs; the best single weights are used.",
            ),
            metric=metric,
            single=single.figure(metric),
            averaged=averaged.figure(metric),
            epochs=len(epochs),
        )
    )
