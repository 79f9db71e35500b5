"""Score a model: its translations against references, and the references under the model.

Two kinds of scores that must not be confused. Free-running: the model translates alone, and
sacreBLEU compares. Teacher-forced: the model is fed the reference and asked for each next token;
this gives loss and perplexity, and a "BLEU" that some descriptions report though no translation
was made.

Shapes: B sentences, S source length, T target length, N target tokens, D d_model, V vocabulary.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import sacrebleu
import torch
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from torch import Tensor
from torch.nn import functional

from engine.languages.lookup import primary_subtag
from engine.nn.decoding import padded
from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer
from engine.search.beam_search import Hypothesis, SearchSettings, search
from engine.search.decoder import Decoder
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.perplexity import perplexity
from training.examples.batches import Batch, Batching, collate_rows
from training.examples.examples import Example, Examples, encode_pairs, fit_length

TOKENS_PER_BATCH = 4096
"""Source tokens that a processor searches at once, each hypothesis counted: a model that
does not know yet where to end keeps the keys and values of its longest translation for all."""

_NOTHING = "there are no sentence pairs to score"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextScores:
    """Translations against references; all from 0 to 100, each with sacreBLEU's signature."""

    bleu: float
    """Cased, on text as people read it: the figure to compare models by."""
    bleu_signature: str
    bleu_tok_lc: float
    """Of tokenised, lower-cased text, as papers on Multi30k report it; see `as_papers_tokenise`."""
    bleu_tok_lc_signature: str
    chrf: float
    chrf_signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedScores:
    """Scores of the references under the model, teacher-forced."""

    loss: float
    """Mean negative log-likelihood of a token, eos counted."""
    teacher_forced_bleu: float
    """Unsmoothed BLEU-4 from 0 to 1 of the likeliest token at each position. No translation score:
    the model saw the reference up to there. An unknown word of the reference counts as found
    where the model too says unknown, as in the source."""
    of_pairs: tuple[tuple[float, int], ...] = ()
    """The negative log-likelihood and the tokens of each pair, in the order of the batches."""

    @property
    def perplexity(self) -> float:
        """Perplexity of a token."""
        return perplexity(self.loss)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """All figures of a model on one corpus."""

    text: TextScores
    forced: ForcedScores
    sentences_per_second: float
    translations: tuple[str, ...]
    """The translations that were scored, in the order of the corpus."""

    @property
    def metrics(self) -> dict[str, float]:
        """The figures by name."""
        return {
            "bleu": self.text.bleu,
            "bleu_tok_lc": self.text.bleu_tok_lc,
            "chrf": self.text.chrf,
            "loss": self.forced.loss,
            "perplexity": self.forced.perplexity,
            "teacher_forced_bleu": self.forced.teacher_forced_bleu,
            "sentences_per_second": self.sentences_per_second,
        }

    @property
    def signatures(self) -> dict[str, str]:
        """How the figures that depend on conventions were computed, by name."""
        return {
            "bleu": self.text.bleu_signature,
            "bleu_tok_lc": self.text.bleu_tok_lc_signature,
            "chrf": self.text.chrf_signature,
        }


def evaluate(
    model: Transformer,
    tokenizers: TokenizerPair,
    pairs: Sequence[SentencePair],
    settings: SearchSettings,
    *,
    target_language: str,
    searched: Decoder | None = None,
    tokens_per_batch: int | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Scores:
    """Measure a model on sentence pairs: translate the sources, then force the references.

    Pairs longer than the model's positions are cut.

    Args:
        model: In eval mode.
        tokenizers: Its own.
        pairs: Sources and references.
        settings: How to search; a beam of 1 is greedy.
        target_language: Whose rules `bleu_tok_lc` follows.
        searched: What computes the search; None for the model itself, by PyTorch.
        tokens_per_batch: Source tokens that are searched at once, padding and hypotheses counted;
            None: as many as suit the device.
        should_stop: Asked before every token of the search.

    Raises:
        Cancelled: If should_stop said so.
        ValueError: If there are no pairs, or the model is in training mode.
    """
    if not pairs:
        raise ValueError(_NOTHING)
    started = time.monotonic()
    translations = translate_all(
        searched or TorchDecoder(model),
        tokenizers,
        [pair.source for pair in pairs],
        settings,
        tokens_per_batch=tokens_per_batch,
        should_stop=should_stop,
    )
    seconds = time.monotonic() - started
    examples = encode_pairs(pairs, tokenizers)
    batches = forced_batches(
        fit_length(examples, model.max_positions, "cut"),
        Batching("tokens", tokens_per_batch or TOKENS_PER_BATCH),
        tokenizers,
    )
    return Scores(
        text=corpus_scores(translations, [pair.target for pair in pairs], target_language),
        forced=teacher_forced_scores(model, batches, tokenizers),
        sentences_per_second=len(pairs) / max(seconds, 1e-9),
        translations=tuple(translations),
    )


def translate_all(
    model: Decoder,
    tokenizers: TokenizerPair,
    texts: Sequence[str],
    settings: SearchSettings,
    *,
    tokens_per_batch: int | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> list[str]:
    """Translate sentences, grouped by length, and return them in their original order.

    A text of white space stays as it is. A source longer than the model's positions is cut: what
    is missing shows in the score.

    Args:
        model: What searches.
        tokenizers: Its own.
        texts: One sentence each.
        settings: How to search.
        tokens_per_batch: Source tokens that are searched at once, padding and hypotheses counted;
            None: as many as suit the device.
        should_stop: Asked before every token of the search.

    Raises:
        Cancelled: If should_stop said so.
    """
    translations = list(texts)
    for index, best in find_best(
        model,
        tokenizers,
        texts,
        settings,
        tokens_per_batch=tokens_per_batch,
        should_stop=should_stop,
    ):
        translations[index] = tokenizers.target.decode(best.ids).text
    return translations


def find_best(
    model: Decoder,
    tokenizers: TokenizerPair,
    texts: Sequence[str],
    settings: SearchSettings,
    *,
    tokens_per_batch: int | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Iterator[tuple[int, Hypothesis]]:
    """Return the best hypothesis of each text and the text's index, like lengths together.

    A text of white space has none. The arguments are those of `translate_all`.

    Raises:
        Cancelled: If should_stop said so.
    """
    worded = [index for index, text in enumerate(texts) if text and not text.isspace()]
    examples = encode_pairs([SentencePair(texts[index], "") for index in worded], tokenizers)
    examples = fit_length(examples, model.max_positions, "cut")
    at_once = (tokens_per_batch or TOKENS_PER_BATCH) // settings.beam_size
    if tokens_per_batch is None:
        at_once = model.tokens_at_once(settings.beam_size, on_processor=at_once)
    batching = Batching("tokens", at_once)
    # The longest come first: if the device has too little memory, it shows at once.
    for rows in reversed(batching.in_order(examples)):
        sources = [examples[row].src for row in rows]
        src_ids = padded(sources, tokenizers.source.special.pad)
        found = search(model, src_ids, settings, should_stop=should_stop)
        for row, hypotheses in zip(rows, found, strict=True):
            yield worded[row], hypotheses[0]


def forced_batches(
    examples: Sequence[Example], batching: Batching, tokenizers: TokenizerPair
) -> Iterator[Batch]:
    """Return the examples as `teacher_forced_scores` reads them, by length."""
    packed = examples if isinstance(examples, Examples) else Examples.of(examples)
    for rows in batching.in_order(packed):
        yield collate_rows(
            packed,
            rows,
            src_pad=tokenizers.source.special.pad,
            tgt_pad=tokenizers.target.special.pad,
        )


def teacher_forced_scores(
    model: Transformer, batches: Iterable[Batch], tokenizers: TokenizerPair
) -> ForcedScores:
    """Feed the references and compare them with the model's prediction at each position.

    Args:
        model: In eval mode.
        batches: Sentence pairs; no figure depends on how they are cut.
        tokenizers: The model's own.

    Raises:
        ValueError: If there are no batches, or the model is in training mode.
    """
    if model.training:
        raise ValueError("the model is in training mode; call model.eval() before evaluating")
    pad_id = tokenizers.target.special.pad
    total, tokens = 0.0, 0
    of_pairs: list[tuple[float, int]] = []
    predicted: list[str] = []
    right: list[str] = []
    for batch in batches:
        labels = batch.tgt_out.to(model.device)  # (B, T)
        is_label = labels != pad_id
        losses, guesses = _forced_pass(model, batch, labels[is_label], is_label)
        total += float(losses.sum())
        tokens += int(is_label.sum())
        rows = is_label.sum(dim=1).tolist()
        begins = np.cumsum([0, *rows[:-1]])  # each row has a label, its eos at least
        sums = np.add.reduceat(losses.cpu().numpy().astype(np.float64), begins)
        of_pairs += zip(sums.tolist(), rows, strict=True)
        predicted += _texts(guesses.tolist(), rows, tokenizers)
        right += _texts(labels[is_label].tolist(), rows, tokenizers)
    if not tokens:
        raise ValueError(_NOTHING)
    tokenize = "none" if tokenizers.target.kind == "word" else "13a"
    plain_bleu = BLEU(tokenize=tokenize, smooth_method="none", force=True)
    return ForcedScores(
        loss=total / tokens,
        teacher_forced_bleu=plain_bleu.corpus_score(predicted, [right]).score / 100,
        of_pairs=tuple(of_pairs),
    )


def _forced_pass(
    model: Transformer, batch: Batch, labels: Tensor, is_label: Tensor
) -> tuple[Tensor, Tensor]:
    """Return the losses of the labels (N,), and the likeliest token at each, (N,)."""
    with torch.inference_mode():
        memory = model.encode(batch.src.to(model.device))
        states = model.decode_states(batch.tgt_in.to(model.device), memory)  # (B, T, D)
        logits = model.output(states[is_label]).float()  # (N, V)
        losses = functional.cross_entropy(logits, labels, reduction="none")
        return losses, logits.argmax(dim=-1)


def _texts(ids: list[int], lengths: Iterable[int], tokenizers: TokenizerPair) -> list[str]:
    """Return rows of these lengths, each up to its first eos, as spaced words or as text."""
    texts = []
    tokens, tokenizer = iter(ids), tokenizers.target
    for length in lengths:
        row = tokenizers.until_eos(list(islice(tokens, length)))
        if tokenizer.kind == "word":
            texts.append(" ".join(map(tokenizer.token, row)))
        else:
            texts.append(tokenizer.decode(row).text)
    return texts


def corpus_scores(
    hypotheses: Sequence[str], references: Sequence[str], target_language: str
) -> TextScores:
    """Score translations by sacreBLEU's BLEU and chrF, and by the BLEU that papers print.

    Args:
        hypotheses: Translations as people read them.
        references: One per translation.
        target_language: Whose rules `bleu_tok_lc` follows.

    Raises:
        ValueError: If there is nothing to score, or the numbers differ.
    """
    if len(hypotheses) != len(references):
        raise ValueError(f"{len(hypotheses)} translations but {len(references)} references")
    if not hypotheses:
        raise ValueError(_NOTHING)
    bleu, chrf = BLEU(force=True), CHRF()  # force: no warning about blanks before full stops
    papers = BLEU(tokenize="none", smooth_method="none", force=True)
    figures = [
        bleu.corpus_score(hypotheses, [references]).score,
        chrf.corpus_score(hypotheses, [references]).score,
        papers.corpus_score(
            [as_papers_tokenise(text, target_language) for text in hypotheses],
            [[as_papers_tokenise(text, target_language) for text in references]],
        ).score,
    ]
    return TextScores(
        bleu=figures[0],
        bleu_signature=str(bleu.get_signature()),
        bleu_tok_lc=figures[2],
        bleu_tok_lc_signature=(
            f"nrefs:1|case:lc|eff:no|tok:moses-{target_language}|smooth:none"
            f"|version:{sacrebleu.__version__}"
        ),
        chrf=figures[1],
        chrf_signature=str(chrf.get_signature()),
    )


def as_papers_tokenise(text: str, language: str) -> str:
    """Lower-case a text, make its marks those of a typewriter and split it, all as Moses does.

    This is what papers score; but the marks stay themselves, where Moses writes "&quot;".
    """
    normalizer, tokenizer = _moses(primary_subtag(language))
    plain = normalizer.normalize(text.strip().lower())
    tokenised: str = tokenizer.tokenize(plain, return_str=True, escape=False)
    return tokenised


@cache
def _moses(language: str) -> tuple[Any, Any]:
    """Return the normaliser and the tokeniser of a language."""
    from sacremoses import (  # a second to load, for this figure alone
        MosesPunctNormalizer,
        MosesTokenizer,
    )

    return MosesPunctNormalizer(language), MosesTokenizer(language)
