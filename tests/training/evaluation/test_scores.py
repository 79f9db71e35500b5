import logging
import math
from typing import Any

import pytest
import sacrebleu
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from engine.nn.transformer import Transformer
from engine.search.beam_search import SearchSettings
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.tokenizers.vocabulary import Vocabulary
from engine.tokenizers.word import SPECIAL_TOKENS, WordTokenizer
from engine.translation import Cancelled
from tests.support.models import tiny_transformer
from tests.support.searching import decoder_of
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.scores import (
    ForcedScores,
    as_papers_tokenise,
    corpus_scores,
    evaluate,
    forced_batches,
    teacher_forced_scores,
    translate_all,
)
from training.examples.batches import Batching
from training.examples.examples import encode_pairs

WORDS = ("one", "two", "three", "four", "five", "six", "seven")
GREEDY = SearchSettings(beam_size=1, max_length=12)
TEXTS = ["one two", "seven", "three four five six", "two two two", "six one five", "four nine"]
PAIRS = [SentencePair(text, " ".join(reversed(text.split()))) for text in TEXTS]


def word_tokenizers(*, source_bos: bool = False, source_eos: bool = True) -> TokenizerPair:
    source = WordTokenizer("blank", Vocabulary((*SPECIAL_TOKENS, *WORDS)), lowercase=False)
    target = WordTokenizer("blank", Vocabulary((*SPECIAL_TOKENS, *WORDS)), lowercase=False)
    return TokenizerPair(source, target, source_bos=source_bos, source_eos=source_eos)


def word_model(**changes: Any) -> Transformer:
    special = WordTokenizer.special
    sizes = {"src_vocab_size": 11, "tgt_vocab_size": 11}
    ids = {"pad_id": special.pad, "bos_id": special.bos, "eos_id": special.eos}
    return tiny_transformer(3, **{**sizes, **ids, **changes})


# --- free-running translations ---


def test_perfect_translations_score_100_whatever_they_are() -> None:
    texts = ["Ein Hund läuft über das grüne Gras.", "Zwei Männer sitzen auf einer Bank."]
    scores = corpus_scores(texts, texts, "de")
    assert scores.bleu == pytest.approx(100)
    assert scores.bleu_tok_lc == pytest.approx(100)
    assert scores.chrf == pytest.approx(100)


def test_scores_are_those_of_sacrebleu_and_say_how_they_were_computed() -> None:
    hypotheses = ["A dog runs over the green grass .", "Two men sit on the bench."]
    references = ["A dog is running over green grass.", "Two men are sitting on a bench."]
    scores = corpus_scores(hypotheses, references, "en")
    assert scores.bleu == sacrebleu.corpus_bleu(hypotheses, [references], force=True).score
    assert scores.chrf == sacrebleu.corpus_chrf(hypotheses, [references]).score
    version = sacrebleu.__version__
    assert scores.bleu_signature == (
        f"nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:{version}"
    )
    assert scores.chrf_signature == (
        f"nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:{version}"
    )
    assert scores.bleu_tok_lc_signature == (
        f"nrefs:1|case:lc|eff:no|tok:moses-en|smooth:none|version:{version}"
    )


def test_papers_figure_does_not_see_case() -> None:
    references = ["Ein Hund läuft über das grüne Gras.", "Zwei Männer sitzen auf einer Bank."]
    scores = corpus_scores([text.lower() for text in references], references, "de")
    assert scores.bleu_tok_lc == pytest.approx(100)
    assert scores.bleu < 90


def test_text_that_looks_tokenised_raises_no_warning(caplog: pytest.LogCaptureFixture) -> None:
    texts = ["a b c d ."] * 200
    with caplog.at_level(logging.DEBUG):
        corpus_scores(texts, texts, "en")
    assert not caplog.records


def test_what_cannot_be_scored_is_refused() -> None:
    with pytest.raises(ValueError, match="2 translations but 1 references"):
        corpus_scores(["a", "b"], ["a"], "en")
    with pytest.raises(ValueError, match="there are no sentence pairs to score"):
        corpus_scores([], [], "en")


@pytest.mark.parametrize(
    ("language", "text", "tokenised"),
    [
        ("de", "Ein Mann, der „Hallo“ ruft.", 'ein mann , der " hallo " ruft .'),
        ("de", "saftig-grünes Gras um 5.30 Uhr", "saftig-grünes gras um 5.30 uhr"),
        ("de", "McDonald's-Menü", "mcdonald ' s-menü"),
        ("en", "A young boy's shoulder isn't hurt.", "a young boy 's shoulder isn 't hurt ."),
        ("en", "the kids’ “food basket”", 'the kids \' " food basket "'),
        ("fr", "L’herbe d'une maison.", "l' herbe d' une maison ."),
        ("it", "l'uomo", "l' uomo"),
        ("en", "", ""),
    ],
)
def test_papers_tokenise_like_moses(language: str, text: str, tokenised: str) -> None:
    assert as_papers_tokenise(text, language) == tokenised


@pytest.mark.parametrize(
    ("language", "text", "tokenised"),
    [
        (
            "de",
            "Der Basketballspieler im weißen Trikot deckt den Spieler mit der Nummer 10.",
            "der basketballspieler im weißen trikot deckt den spieler mit der nummer 10.",
        ),
        (
            "en",
            "A man is walking past a large sign that says E.S.E. Electronics.",
            "a man is walking past a large sign that says e.s.e. electronics .",
        ),
        (
            "en",
            'A kid crosscountry skis wearing the number "93".',
            'a kid crosscountry skis wearing the number " 93 . "',
        ),
        (
            "de",
            'Eine Frau auf einem Boot namens "El Corazon" lässt schwarze Gewichte fallen.',
            'eine frau auf einem boot namens " el corazon " lässt schwarze gewichte fallen .',
        ),
    ],
)
def test_captions_are_tokenised_as_multi30k_publishes_them(
    language: str, text: str, tokenised: str
) -> None:
    assert as_papers_tokenise(text, language) == tokenised


@given(text=st.text(alphabet="aAeéß019.,;!?-'\"() "), language=st.sampled_from(["en", "fr", "de"]))
def test_papers_tokens_keep_every_letter_and_digit(text: str, language: str) -> None:
    tokenised = as_papers_tokenise(text, language)
    assert list(filter(str.isalnum, tokenised)) == list(filter(str.isalnum, text.lower()))
    assert "  " not in tokenised


# --- translating many ---


@pytest.mark.parametrize("beam_size", [1, 3])
def test_translations_are_those_of_each_sentence_alone_in_order(beam_size: int) -> None:
    model, tokenizers = word_model(), word_tokenizers()
    settings = SearchSettings(beam_size=beam_size, max_length=12)
    alone = [translate_all(decoder_of(model), tokenizers, [text], settings)[0] for text in TEXTS]
    assert len(set(alone)) > 1
    for tokens_per_batch in (1, 8, 1000):
        together = translate_all(
            decoder_of(model), tokenizers, TEXTS, settings, tokens_per_batch=tokens_per_batch
        )
        assert together == alone


def test_source_is_framed_as_the_model_was_trained() -> None:
    model = decoder_of(word_model())
    found = {
        tuple(
            translate_all(
                decoder_of(model), word_tokenizers(source_bos=bos, source_eos=eos), TEXTS, GREEDY
            )
        )
        for bos in (False, True)
        for eos in (False, True)
    }
    assert len(found) == 4


def test_white_space_stays_as_it_is() -> None:
    model, tokenizers = word_model(), word_tokenizers()
    texts = ["", "one two", " \t", "\n"]
    found = translate_all(decoder_of(model), tokenizers, texts, GREEDY)
    assert found[0] == ""
    assert found[1] == translate_all(decoder_of(model), tokenizers, ["one two"], GREEDY)[0]
    assert found[2:] == [" \t", "\n"]
    assert translate_all(decoder_of(model), tokenizers, [], GREEDY) == []


def test_source_longer_than_the_model_is_cut_and_keeps_its_eos() -> None:
    model, tokenizers = decoder_of(word_model(max_positions=4)), word_tokenizers()
    texts = ["one two three four five", "one two three"]
    found = translate_all(model, tokenizers, texts, GREEDY)
    assert found[0] == found[1]


def test_translating_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        translate_all(
            decoder_of(word_model()), word_tokenizers(), TEXTS, GREEDY, should_stop=lambda: True
        )


# --- teacher forcing ---


def forced(model: Transformer, size: int) -> ForcedScores:
    tokenizers = word_tokenizers()
    examples = encode_pairs(PAIRS, tokenizers)
    batches = forced_batches(examples, Batching("sentences", size), tokenizers)
    return teacher_forced_scores(model, batches, tokenizers)


def test_forced_scores_are_those_of_each_pair_alone() -> None:
    model, tokenizers = word_model(), word_tokenizers()
    target = tokenizers.target
    losses: list[float] = []
    guesses, references = [], []
    for src, tgt in encode_pairs(PAIRS, tokenizers):
        with torch.no_grad():
            logits = model(torch.tensor([src]), torch.tensor([tgt[:-1]]))[0]
        losses += functional.cross_entropy(logits, torch.tensor(tgt[1:]), reduction="none").tolist()
        row = [*logits.argmax(dim=-1).tolist(), target.special.eos]
        guesses.append(" ".join(map(target.token, row[: row.index(target.special.eos)])))
        references.append(" ".join(map(target.token, tgt[1:-1])))
    bleu = sacrebleu.corpus_bleu(
        guesses, [references], tokenize="none", smooth_method="none", force=True
    )
    for size in (1, 2, 100):
        scores = forced(model, size)
        assert scores.loss == pytest.approx(sum(losses) / len(losses))
        assert scores.perplexity == pytest.approx(math.exp(sum(losses) / len(losses)))
        assert scores.teacher_forced_bleu == pytest.approx(bleu.score / 100)


class KnowsTheReferences(torch.nn.Module):
    """An output layer that gives the label each position is about to be compared with."""

    def __init__(self, labels: list[int], vocab_size: int) -> None:
        super().__init__()
        self.labels = labels
        self.vocab_size = vocab_size
        self.weight = torch.zeros(1)

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        now, self.labels = self.labels[: len(states)], self.labels[len(states) :]
        return 50.0 * functional.one_hot(torch.tensor(now), self.vocab_size).double()


def test_right_guesses_give_a_forced_bleu_of_one_even_of_unknown_words() -> None:
    model, tokenizers = word_model(), word_tokenizers()
    examples = encode_pairs([SentencePair("one", "one two nine four")] * 3, tokenizers)
    batches = list(forced_batches(examples, Batching("sentences", 2), tokenizers))
    labels = [int(token) for example in examples for token in example.tgt[1:]]
    assert tokenizers.target.special.unk in labels
    model.output = KnowsTheReferences(labels, 11)  # type: ignore[assignment]  # stands in for it
    scores = teacher_forced_scores(model, batches, tokenizers)
    assert scores.teacher_forced_bleu == pytest.approx(1)
    assert scores.perplexity == pytest.approx(1)


def test_forcing_refuses_a_model_in_training_and_no_pairs() -> None:
    tokenizers = word_tokenizers()
    with pytest.raises(ValueError, match=r"training mode; call model\.eval\(\) before evaluating"):
        teacher_forced_scores(word_model().train(), [], tokenizers)
    with pytest.raises(ValueError, match="there are no sentence pairs to score"):
        teacher_forced_scores(word_model(), [], tokenizers)


# --- all together ---


@pytest.mark.parametrize("beam_size", [1, 3])
def test_evaluation_holds_both_families_of_figures(beam_size: int) -> None:
    model, tokenizers = word_model(), word_tokenizers()
    settings = SearchSettings(beam_size=beam_size, max_length=12)
    scores = evaluate(model, tokenizers, PAIRS, settings, target_language="en")
    translations = translate_all(decoder_of(model), tokenizers, TEXTS, settings)
    assert scores.text == corpus_scores(translations, [pair.target for pair in PAIRS], "en")
    assert scores.forced.loss == pytest.approx(forced(model, 100).loss)
    assert scores.sentences_per_second > 0
    assert set(scores.signatures) < set(scores.metrics)
    assert scores.metrics["perplexity"] == scores.forced.perplexity
