import math

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from training.loop.loss import SmoothingKind, label_smoothed_cross_entropy, r_drop_loss

PAD = 3
KINDS: tuple[SmoothingKind, ...] = ("uniform", "others")


def some_logits(positions: int = 12, vocab_size: int = 9) -> Tensor:
    torch.manual_seed(1)
    return (3 * torch.randn(positions, vocab_size, dtype=torch.float64)).requires_grad_()


def some_targets(positions: int = 12, vocab_size: int = 9) -> Tensor:
    targets = torch.arange(positions) % vocab_size
    assert (targets == PAD).any()
    return targets


def explicit_loss(logits: Tensor, targets: Tensor, smoothing: float, kind: SmoothingKind) -> Tensor:
    """The definition, a distribution written out entry by entry."""
    positions, vocab_size = logits.shape
    rest = smoothing / (vocab_size if kind == "uniform" else vocab_size - 2)
    q = torch.full((positions, vocab_size), rest, dtype=logits.dtype)
    if kind == "others":
        q[:, PAD] = 0.0
        q.scatter_(1, targets[:, None], 0.0)
    q[torch.arange(positions), targets] += 1.0 - smoothing
    kept = targets != PAD
    assert q[kept].sum(dim=1).allclose(torch.ones(int(kept.sum()), dtype=q.dtype))
    return -(q * logits.log_softmax(dim=1))[kept].sum()


def gradient_of(loss: Tensor, logits: Tensor) -> Tensor:
    (gradient,) = torch.autograd.grad(loss, logits)
    return gradient


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.6])
def test_uniform_smoothing_is_that_of_pytorch(smoothing: float) -> None:
    logits, targets = some_logits(), some_targets()
    expected = functional.cross_entropy(
        logits, targets, ignore_index=PAD, label_smoothing=smoothing, reduction="sum"
    )
    sums = label_smoothed_cross_entropy(
        logits, targets, pad_id=PAD, smoothing=smoothing, kind="uniform"
    )
    assert sums.loss.allclose(expected)
    assert gradient_of(3 * sums.loss, logits).allclose(gradient_of(3 * expected, logits))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.6])
def test_loss_and_gradient_are_those_of_the_definition(
    kind: SmoothingKind, smoothing: float
) -> None:
    logits, targets = some_logits(), some_targets()
    expected = explicit_loss(logits, targets, smoothing, kind)
    sums = label_smoothed_cross_entropy(logits, targets, pad_id=PAD, smoothing=smoothing, kind=kind)
    assert sums.loss.allclose(expected)
    assert gradient_of(sums.loss / 7, logits).allclose(gradient_of(expected / 7, logits))


@pytest.mark.parametrize("kind", KINDS)
def test_gradient_is_that_of_finite_differences(kind: SmoothingKind) -> None:
    logits, targets = some_logits(), some_targets()

    def loss_at(values: Tensor) -> Tensor:
        return label_smoothed_cross_entropy(
            values, targets, pad_id=PAD, smoothing=0.2, kind=kind
        ).loss

    gradient = gradient_of(loss_at(logits), logits)
    values = logits.detach()
    for row, column in ((0, 0), (1, PAD), (2, 2), (PAD, 5), (8, 1)):
        nudge = torch.zeros_like(values)
        nudge[row, column] = 1e-5
        slope = (loss_at(values + nudge) - loss_at(values - nudge)) / 2e-5
        assert slope.item() == pytest.approx(gradient[row, column].item(), abs=1e-8)


@pytest.mark.parametrize("kind", KINDS)
def test_each_token_pulls_with_no_net_force(kind: SmoothingKind) -> None:
    """Softmax does not see a shift of all logits, so each row of the gradient sums to zero."""
    logits, targets = some_logits(), some_targets()
    loss = label_smoothed_cross_entropy(logits, targets, pad_id=PAD, smoothing=0.1, kind=kind).loss
    gradient = gradient_of(loss, logits)
    assert gradient.sum(dim=1).abs().max() < 1e-12


def test_padding_counts_for_nothing() -> None:
    logits, targets = some_logits(), some_targets()
    kept = targets != PAD
    for kind in KINDS:
        whole = label_smoothed_cross_entropy(logits, targets, pad_id=PAD, smoothing=0.1, kind=kind)
        alone = label_smoothed_cross_entropy(
            logits[kept], targets[kept], pad_id=PAD, smoothing=0.1, kind=kind
        )
        assert whole.loss.allclose(alone.loss)
        assert whole.nll.allclose(alone.nll)
        assert not gradient_of(whole.loss, logits)[~kept].any()


def test_nll_is_the_loss_without_smoothing_and_has_no_gradient() -> None:
    logits, targets = some_logits(), some_targets()
    plain = label_smoothed_cross_entropy(logits, targets, pad_id=PAD, smoothing=0.0, kind="uniform")
    for kind in KINDS:
        sums = label_smoothed_cross_entropy(logits, targets, pad_id=PAD, smoothing=0.3, kind=kind)
        assert sums.nll.allclose(plain.loss)
        assert sums.loss > sums.nll * 0.5
        assert not sums.nll.requires_grad


def test_likeliest_logits_are_the_smoothed_distribution() -> None:
    """No logits do better than log q, where the loss is the entropy of q."""
    smoothing, vocab_size = 0.1, 9
    q = torch.full((1, vocab_size), smoothing / vocab_size, dtype=torch.float64)
    q[0, 5] += 1.0 - smoothing
    best = q.log().requires_grad_()
    sums = label_smoothed_cross_entropy(
        best, torch.tensor([5]), pad_id=PAD, smoothing=smoothing, kind="uniform"
    )
    assert sums.loss.item() == pytest.approx(-(q * q.log()).sum().item())
    assert gradient_of(sums.loss, best).abs().max() < 1e-12


def test_bf16_logits_are_summed_in_float32() -> None:
    torch.manual_seed(1)
    logits = torch.randn(64, 500).bfloat16().requires_grad_()
    targets = torch.arange(64)
    sums = label_smoothed_cross_entropy(logits, targets, pad_id=PAD, smoothing=0.1, kind="uniform")
    expected = functional.cross_entropy(
        logits.float(), targets, ignore_index=PAD, label_smoothing=0.1, reduction="sum"
    )
    assert sums.loss.dtype == torch.float32
    assert sums.loss.allclose(expected)
    gradient = gradient_of(sums.loss, logits)
    assert gradient.dtype == torch.bfloat16
    assert gradient.allclose(gradient_of(expected, logits), rtol=1e-2)


def test_validation_needs_no_gradient() -> None:
    targets = some_targets()
    with torch.no_grad():
        sums = label_smoothed_cross_entropy(
            some_logits(), targets, pad_id=PAD, smoothing=0.1, kind="others"
        )
    assert not sums.loss.requires_grad
    assert math.isfinite(sums.loss.item())


def test_second_backward_through_one_graph_is_refused() -> None:
    logits = some_logits()
    loss = label_smoothed_cross_entropy(
        logits, some_targets(), pad_id=PAD, smoothing=0.1, kind="uniform"
    ).loss
    torch.autograd.grad(loss, logits, retain_graph=True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        torch.autograd.grad(loss, logits)


def explicit_r_drop(logits_a: Tensor, logits_b: Tensor, mask: Tensor) -> Tensor:
    log_a, log_b = logits_a.log_softmax(dim=1), logits_b.log_softmax(dim=1)
    one_way = functional.kl_div(log_b, log_a, reduction="none", log_target=True)
    other_way = functional.kl_div(log_a, log_b, reduction="none", log_target=True)
    return (one_way + other_way)[mask].sum() / 2


def test_r_drop_is_half_of_both_divergences() -> None:
    logits_a = some_logits()
    logits_b = (logits_a.detach().flip(0) / 2).requires_grad_()
    mask = some_targets() != PAD
    expected = explicit_r_drop(logits_a, logits_b, mask)
    loss = r_drop_loss(logits_a, logits_b, mask)
    assert loss.allclose(expected)
    gradients = torch.autograd.grad(5 * loss, (logits_a, logits_b))
    for gradient, right in zip(
        gradients, torch.autograd.grad(5 * expected, (logits_a, logits_b)), strict=True
    ):
        assert gradient.allclose(right)


def test_r_drop_is_symmetric_and_zero_only_where_both_agree() -> None:
    logits = some_logits().detach()
    mask = some_targets() != PAD
    flipped = logits.flip(1)
    assert r_drop_loss(logits, flipped, mask).allclose(r_drop_loss(flipped, logits, mask))
    assert r_drop_loss(logits, logits + 4.0, mask).abs() < 1e-12
    assert r_drop_loss(logits, flipped, mask) > 0
    assert r_drop_loss(logits, flipped, torch.zeros_like(mask)) == 0


def test_r_drop_of_bf16_logits_gives_bf16_gradients() -> None:
    torch.manual_seed(1)
    logits_a = torch.randn(8, 50).bfloat16().requires_grad_()
    logits_b = torch.randn(8, 50).bfloat16().requires_grad_()
    mask = torch.ones(8, dtype=torch.bool)
    loss = r_drop_loss(logits_a, logits_b, mask)
    expected = explicit_r_drop(logits_a.float(), logits_b.float(), mask)
    assert loss.allclose(expected)
    (gradient,) = torch.autograd.grad(loss, logits_a)
    (right,) = torch.autograd.grad(expected, logits_a)
    assert gradient.dtype == torch.bfloat16
    assert gradient.allclose(right, atol=1e-2)
