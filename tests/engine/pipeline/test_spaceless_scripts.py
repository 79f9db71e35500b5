"""Scripts without blanks: words are the model's tokens, from the alignment to other words."""

from itertools import pairwise

import pytest
import torch

from engine.attention.views import make_view
from engine.pipeline.translator import Translator
from engine.translation import Translation, Word
from tests.support.translators import (
    make_likelier,
    save_subword_model,
    torch_translator,
    translate,
)
from training.examples.subwords import learn_bpe

SENTENCES = [
    "東京は大きいです。",
    "昨日、東京で友達に会いました。",
    "コンピューターを買いました。",
    "友達は東京に行きました。",
    "ประเทศไทยอยู่ในทวีปเอเชีย",
    "我们昨天去北京。我们很好！",
]
TEXT = "昨日、東京で友達に会いました。コンピューターは大きいです。友達は東京に行きました。"


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    folder = tmp_path_factory.mktemp("models") / "toy"
    save_subword_model(
        folder,
        tokenizer=learn_bpe(SENTENCES * 4, 330),
        source_language="ja",
        target_language="zh",
    )
    made = torch_translator(folder, torch.float32)
    target = made.tokenizers.target
    make_likelier(made, -100, [*filter(target.is_byte, range(target.vocab_size))])
    make_likelier(made, -3)
    return made


@pytest.fixture(scope="module")
def translation(translator: Translator) -> Translation:
    return translate(translator, TEXT, beam_size=1)


def assert_cover(words: tuple[Word, ...], text: str) -> None:
    places = [place for word in words for place in range(word.start, word.end)]
    assert len(set(places)) == len(places)
    assert all(text[place].isspace() for place in set(range(len(text))) - set(places))


def test_each_sentence_is_one_and_each_word_short(translation: Translation) -> None:
    assert [s.source for s in translation.sentences] == TEXT.replace("。", "。\n").split()
    for sentence in translation.sentences:
        assert len(sentence.source_words) > 2
        words = tuple(
            Word(word.text, word.start - sentence.source_start, word.end - sentence.source_start)
            for word in sentence.source_words
        )
        assert_cover(words, sentence.source)


def test_no_token_of_letters_is_in_two_words(translation: Translation) -> None:
    for sentence in translation.sentences:
        for token in sentence.tokens:
            if token.text.isalnum():
                touched = [
                    word
                    for word in sentence.target_words
                    if word.start < token.end and word.end > token.start
                ]
                assert len(touched) == 1


def test_between_sentences_there_is_no_blank(translation: Translation) -> None:
    for one, other in pairwise(translation.sentences):
        assert one.target_start + len(one.target) == other.target_start


def test_every_word_has_a_row_and_others_in_its_place(
    translator: Translator, translation: Translation
) -> None:
    asked = 0
    for sentence in translation.sentences:
        ids = sentence.hypotheses[0].ids
        attention = translator.inspector.attention(sentence.source, ids)
        view = make_view(attention, "cross", unit="words")
        labels = [item.label for item in view.rows]
        assert labels[: len(sentence.target_words)] == [word.text for word in sentence.target_words]
        for place, word in enumerate(sentence.target_words):
            others = translator.inspector.alternatives(sentence.source, ids, place, count=3)
            assert word.text in [other.word for other in others]
            asked += 1
    assert asked > 5


def test_a_long_text_is_translated_whole(translator: Translator) -> None:
    text = "東京は大きいです。" * 200
    found = translate(translator, text, beam_size=1)
    assert len(found.sentences) == 200
    assert all(s.source == "東京は大きいです。" for s in found.sentences)
