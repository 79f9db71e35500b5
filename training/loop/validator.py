"""Validate a model during training: loss, perplexity and BLEU on the validation pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer
from engine.search.beam_search import SearchSettings
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.sample_attention import map_words
from training.evaluation.scores import (
    ForcedScores,
    corpus_scores,
    forced_batches,
    teacher_forced_scores,
    translate_all,
)
from training.examples.batches import Batching
from training.examples.examples import encode_pairs, fit_length
from training.model_settings import Metric
from training.progress import Sampled
from training.recipe import Recipe

NUM_SAMPLES = 5
"""Validation sentences whose translations are shown."""


@dataclass(frozen=True, slots=True)
class Validation:
    """The figures of one validation."""

    loss: float
    bleu: float | None = None
    teacher_forced_bleu: float | None = None
    samples: tuple[Sampled, ...] = ()
    losses: Mapping[str, float] = field(default_factory=dict)
    """The loss of each text by its name, where there are several."""

    def is_better(self, metric: Metric, best: float | None) -> bool:
        """Return whether this validation beats the best figure so far."""
        figure = self.figure(metric)
        if best is None:
            return True
        return figure < best if metric == "loss" else figure > best

    def figure(self, metric: Metric) -> float:
        """Return the figure that decides which weights are best."""
        match metric:
            case "loss":
                return self.loss
            case "bleu":
                figure = self.bleu
            case "teacher_forced_bleu":
                figure = self.teacher_forced_bleu
        if figure is None:
            raise ValueError(f"the validation has no {metric}")
        return figure


class Validator:
    """Scores a model on the validation pairs, with greedy search if BLEU is needed."""

    def __init__(
        self,
        recipe: Recipe,
        tokenizers: TokenizerPair,
        pairs: Sequence[SentencePair],
        parts: Sequence[tuple[str, int, int]] = (),
    ) -> None:
        self.recipe = recipe
        self.tokenizers = tokenizers
        self.pairs = pairs
        self.examples = fit_length(
            encode_pairs(pairs, tokenizers), recipe.model.max_positions, "cut"
        )
        batching = Batching(recipe.training.batch_kind, recipe.training.batch_size)
        self.parts = parts if len(parts) > 1 else ()
        self.order = [row for rows in batching.in_order(self.examples) for row in rows]
        self.batches = list(forced_batches(self.examples, batching, tokenizers))
        self.search = search_settings(recipe, beam_size=1)
        self.shown = pairs[:NUM_SAMPLES]

    def __call__(self, model: Transformer) -> Validation:
        """Score the model; translations are made of all pairs, or of the samples alone."""
        model.eval()
        forced = teacher_forced_scores(model, self.batches, self.tokenizers)
        is_scored = self.recipe.training.best_metric == "bleu"
        pairs = self.pairs if is_scored else self.shown
        translated = translate_all(
            TorchDecoder(model), self.tokenizers, [pair.source for pair in pairs], self.search
        )
        bleu = None
        if is_scored:
            references = [pair.target for pair in pairs]
            bleu = corpus_scores(translated, references, self.recipe.target_language).bleu
        return Validation(
            loss=forced.loss,
            bleu=bleu,
            teacher_forced_bleu=forced.teacher_forced_bleu,
            losses=self._losses(forced),
            samples=tuple(
                self._sample(model, pair, target)
                for pair, target in zip(self.shown, translated, strict=False)
            ),
        )

    def _losses(self, forced: ForcedScores) -> dict[str, float]:
        """Return the loss of a token in each text, by the name of the text."""
        of_rows = dict(zip(self.order, forced.of_pairs, strict=True))
        sums = {
            name: [
                sum(figures)
                for figures in zip(*map(of_rows.__getitem__, range(start, stop)), strict=True)
            ]
            for name, start, stop in self.parts
            if stop > start
        }
        return {name: nll / tokens for name, (nll, tokens) in sums.items()}

    def _sample(self, model: Transformer, pair: SentencePair, target: str) -> Sampled:
        """Return a translation with its attention."""
        shown = map_words(model, self.tokenizers, pair.source, target)
        return Sampled(source=pair.source, target=target, reference=pair.target, **shown._asdict())


def search_settings(recipe: Recipe, beam_size: int) -> SearchSettings:
    """Return the recipe's search settings with this beam."""
    return SearchSettings(
        beam_size=beam_size,
        length_penalty=recipe.decoding.length_penalty,
        penalty_kind=recipe.decoding.penalty_kind,
        max_length=recipe.decoding.max_length,
    )
