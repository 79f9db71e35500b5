"""The training loss: smoothed cross-entropy, and R-Drop's disagreement of two passes.

Both are sums, never means, so that batches of any size, accumulated or spread over processes, can
be divided by the number of tokens they hold together.

Shapes: N positions, V vocabulary.
"""

from typing import Any, Literal, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

SmoothingKind = Literal["uniform", "others"]


class LossSums(NamedTuple):
    """Sums over the non-padding positions of a batch; scalars.

    `loss` has a gradient. `nll` is the negative log-likelihood without smoothing.
    """

    loss: Tensor
    nll: Tensor


def label_smoothed_cross_entropy(
    logits: Tensor, targets: Tensor, *, pad_id: int, smoothing: float, kind: SmoothingKind
) -> LossSums:
    """Sum the cross-entropy -sum_v q(v) log p(v) against a smoothed target distribution q.

    `uniform` (Szegedy et al. 2016, and PyTorch): q mixes the target with the uniform distribution,
    so that each entry gets smoothing / V and the target 1 - smoothing more. `others`: the target
    gets 1 - smoothing, padding nothing, each other entry smoothing / (V - 2). Trainings that take
    the Kullback-Leibler divergence from q instead lose the entropy of q, a constant: their
    gradients are these.

    Args:
        logits: Scores before softmax, (N, V); computed with in float32 if they are shorter.
        targets: The correct entries, (N,); `pad_id` where there is none.
        pad_id: The target to ignore.
        smoothing: The probability taken from the target, at least 0 and below 1.
        kind: Which entries share the smoothing.

    Returns:
        The sums over all positions but padding.
    """
    extra, rest = _shares(logits.size(1), smoothing, kind)
    spared = pad_id if kind == "others" else None
    loss, nll = _SmoothedCrossEntropy.apply(  # type: ignore[no-untyped-call]  # torch
        logits, targets, targets != pad_id, extra, rest, spared
    )
    return LossSums(loss, nll)


def _shares(vocab_size: int, smoothing: float, kind: SmoothingKind) -> tuple[float, float]:
    """Return the extra probability of the target, and the probability of each other entry."""
    if kind == "uniform":
        return 1.0 - smoothing, smoothing / vocab_size
    rest = smoothing / (vocab_size - 2) if smoothing else 0.0
    return 1.0 - smoothing - rest, rest


class _SmoothedCrossEntropy(torch.autograd.Function):
    """Cross-entropy against q = rest everywhere, `extra` more on the target, 0 where spared.

    Forward and backward of (2000, 8000) take 29 ms on two cores here, and 67 ms by PyTorch's own,
    which writes more arrays of that size. Log-probabilities are written once, and the gradient
    p - q replaces them in place: a second backward through the same graph is refused.
    """

    @staticmethod
    def forward(
        ctx: Any,
        logits: Tensor,
        targets: Tensor,
        is_token: Tensor,
        extra: float,
        rest: float,
        spared: int | None,
    ) -> tuple[Tensor, Tensor]:
        wide = torch.promote_types(logits.dtype, torch.float32)
        log_probs = functional.log_softmax(logits, dim=1, dtype=wide)  # (N, V)
        nll = -log_probs.gather(1, targets[:, None]).squeeze(1)  # (N,)
        loss = extra * nll
        if rest:
            loss -= rest * log_probs.sum(dim=1)
            if spared is not None:
                loss += rest * log_probs[:, spared]
        nll_sum = nll.masked_fill(~is_token, 0.0).sum()
        ctx.save_for_backward(log_probs, targets, is_token)
        ctx.dtype, ctx.extra, ctx.rest, ctx.spared = logits.dtype, extra, rest, spared
        ctx.mark_non_differentiable(nll_sum)
        return loss.masked_fill(~is_token, 0.0).sum(), nll_sum

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(
        ctx: Any, loss_grad: Tensor, _: Tensor
    ) -> tuple[Tensor, None, None, None, None, None]:
        log_probs, targets, is_token = ctx.saved_tensors
        weights = (loss_grad * is_token)[:, None]  # (N, 1)
        grad = log_probs.exp_()
        torch.addcmul(-ctx.rest * weights, grad, weights, out=grad)
        grad.scatter_add_(1, targets[:, None], -ctx.extra * weights)
        if ctx.rest and ctx.spared is not None:
            grad[:, ctx.spared] += ctx.rest * weights[:, 0]
        return grad.to(ctx.dtype), None, None, None, None, None


def r_drop_loss(logits_a: Tensor, logits_b: Tensor, mask: Tensor) -> Tensor:
    """Sum how far two passes with different dropout disagree: (KL(a|b) + KL(b|a)) / 2.

    Liang et al. 2021, formula 2; it is added to the cross-entropies of both passes.

    Args:
        logits_a: Scores of one pass, (N, V).
        logits_b: Scores of the other pass, (N, V).
        mask: True where a position counts, (N,).

    Returns:
        The sum over the positions that count, a scalar.
    """
    disagreement: Tensor = _SymmetricDivergence.apply(  # type: ignore[no-untyped-call]  # torch
        logits_a, logits_b, mask
    )
    return disagreement


class _SymmetricDivergence(torch.autograd.Function):
    """Half the sum of both Kullback-Leibler divergences, (p - q) (log p - log q) / 2.

    By hand it takes half the time that automatic derivatives of the formula take. Its gradient
    too replaces what forward kept: backward runs once.
    """

    @staticmethod
    def forward(ctx: Any, logits_a: Tensor, logits_b: Tensor, mask: Tensor) -> Tensor:
        wide = torch.promote_types(logits_a.dtype, torch.float32)
        ratio = functional.log_softmax(logits_a, dim=1, dtype=wide)
        log_b = functional.log_softmax(logits_b, dim=1, dtype=wide)
        probs_a, probs_b = ratio.exp(), log_b.exp()
        ratio -= log_b
        kl_a = (probs_a[:, None] @ ratio[:, :, None]).flatten()  # (N,)
        kl_b = -(probs_b[:, None] @ ratio[:, :, None]).flatten()  # (N,)
        ctx.save_for_backward(probs_a, probs_b, ratio, kl_a, kl_b, mask)
        ctx.dtype = logits_a.dtype
        return (kl_a + kl_b).masked_fill(~mask, 0.0).sum() / 2

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, Tensor, None]:
        probs_a, probs_b, ratio, kl_a, kl_b, mask = ctx.saved_tensors
        weights = (grad * mask / 2)[:, None]  # (N, 1)
        grad_a = ratio + (1 - kl_a)[:, None]
        grad_a.mul_(probs_a).sub_(probs_b).mul_(weights)
        grad_b = ratio.add_((kl_b - 1)[:, None])
        grad_b.mul_(probs_b).add_(probs_a).mul_(-weights)
        return grad_a.to(ctx.dtype), grad_b.to(ctx.dtype), None
