"""Links between two texts and marks in them: found in any text, kept while the source is edited."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.values.word_links import (
    DOUBTFUL,
    STRONG,
    UNSURE,
    HintMark,
    Links,
    confidence_marks,
    has_letters,
    hint_marks,
    unknown_marks,
    word_probabilities,
)
from engine.pipeline.translator import Translator
from engine.translation import (
    AlignedWords,
    LookedUpWord,
    Notice,
    NoticeKind,
    ScoredText,
    SentenceTranslation,
    TargetToken,
    TermUse,
    Translation,
    Word,
)
from tests.support.translators import TEXT, tiny_translator, translate, word_translator


def words_of(text: str, start: int) -> tuple[Word, ...]:
    """Return the words of a text that stands at `start`, between blanks, a final stop apart."""
    found, place = [], start
    for part in text.replace(".", " .").split():
        place = start + text.index(part, place - start)
        found.append(Word(part, place, place + len(part)))
        place += len(part)
    return tuple(found)


def translation_of(
    *pairs: tuple[str, str],
    alignment: tuple[tuple[int, int, float], ...] | None = None,
    probabilities: tuple[float, ...] = (),
    between: str = " ",
    notices: tuple[Notice, ...] = (),
) -> Translation:
    """Return the translation of some sentences, a token a word, each with the blank before it.

    Args:
        pairs: Source and target of each sentence.
        alignment: Target word, source word and weight; None aligns words of equal places.
        probabilities: Of the words of each sentence; the others are sure.
        between: What stands between the sentences.
        notices: Of each sentence.
    """
    sentences: list[SentenceTranslation] = []
    source = target = ""
    for source_sentence, target_sentence in pairs:
        source_words = words_of(source_sentence, len(source))
        target_words = words_of(target_sentence, len(target))
        equal = [(i, i, 1.0) for i in range(min(len(source_words), len(target_words)))]
        starts = [len(target), *(word.end for word in target_words)]
        tokens = [
            TargetToken(word.text, (*probabilities, *[1.0] * 99)[place], starts[place], word.end)
            for place, word in enumerate(target_words)
        ]
        sentences.append(
            SentenceTranslation(
                source=source_sentence,
                source_start=len(source),
                target=target_sentence,
                target_start=len(target),
                hypotheses=(ScoredText(target_sentence, 0.0, ()),),
                tokens=tuple(tokens),
                source_words=source_words,
                target_words=target_words,
                alignment=tuple(
                    AlignedWords(*link) for link in (equal if alignment is None else alignment)
                ),
                notices=notices,
            )
        )
        source += source_sentence + between
        target += target_sentence + between
    return Translation(source, target, tuple(sentences), notices, "toy", "cpu", 0.0)


CAPTION = translation_of(
    ("A man runs.", "Ein Mann läuft."), ("A dog sits.", "Ein Hund sitzt."), between="\n\n"
)


@pytest.fixture(scope="module", params=["subwords", "words"])
def translator(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Translator:
    make = {"subwords": tiny_translator, "words": word_translator}[request.param]
    return make(tmp_path_factory.mktemp("models") / "toy")


# --- Links


def test_a_word_is_linked_wherever_it_is_touched() -> None:
    """Its last place is behind its last character: there a caret stands after typing it."""
    links = Links(CAPTION)
    start = CAPTION.source.index("dog")
    for offset in range(start, start + 4):
        link = links.at_source(offset)
        assert link is not None
        assert (link.sentence, link.source_words, link.target_words) == (1, (1,), (1,))
        assert [CAPTION.source[a:b] for a, b in link.source_spans] == ["dog"]
        assert [CAPTION.target[a:b] for a, b in link.target_spans] == ["Hund"]
        assert links.at_target(link.target_spans[0][0]) == link


def test_between_two_words_that_touch_it_is_the_next_one() -> None:
    links = Links(CAPTION)
    link = links.at_source(CAPTION.source.index("."))
    assert link is not None
    assert [CAPTION.source[a:b] for a, b in link.source_spans] == ["."]
    target = links.at_target(CAPTION.target.index("."))
    assert target is not None
    assert target.target_words == (3,)


def test_where_no_word_is_there_is_no_link() -> None:
    links = Links(CAPTION)
    for text, at in ((CAPTION.source, links.at_source), (CAPTION.target, links.at_target)):
        for offset in (-1, text.index("\n") + 1, len(text), len(text) + 5):
            assert at(offset) is None
    nothing = Links(translation_of())
    assert nothing.at_source(0) is nothing.at_target(0) is None


def test_a_word_without_a_partner_is_linked_to_nothing() -> None:
    links = Links(translation_of(("A man", "Mann"), alignment=((0, 1, 0.9),)))
    link = links.at_source(0)
    assert link is not None
    assert (link.source_words, link.target_words, link.target_spans) == ((0,), (), ())


def test_partners_are_those_that_matter_to_either_word() -> None:
    """Nothing looks at "is" more than "klettert" does, though that looks at "climbing" more."""
    assert STRONG == 0.5
    links = Links(
        translation_of(
            ("is climbing up", "klettert auf"),
            alignment=((0, 0, 0.18), (0, 1, 0.69), (0, 2, 0.12), (1, 1, 0.2), (1, 2, 0.6)),
        )
    )
    climbs, up = links.at_target(0), links.at_target(9)
    assert climbs is not None
    assert climbs.source_words == (0, 1)
    assert up is not None
    assert up.source_words == (2,)


def test_links_are_the_same_from_both_sides(translator: Translator) -> None:
    translation = translate(translator, TEXT + "w5 w6 w7 w8.")
    links = Links(translation)
    for index, sentence in enumerate(translation.sentences):
        forward, backward = set(), set()
        for number, word in enumerate(sentence.source_words):
            link = links.at_source(word.start)
            if word.start < word.end and link is not None:
                assert (link.sentence, link.source_words) == (index, (number,))
                assert link.source_spans == ((word.start, word.end),)
                forward |= {(number, target) for target in link.target_words}
        for number, word in enumerate(sentence.target_words):
            link = links.at_target(word.start)
            assert link is not None
            assert (link.sentence, link.target_words) == (index, (number,))
            assert [translation.target[a:b] for a, b in link.target_spans] == [word.text]
            backward |= {(source, number) for source in link.source_words}
        assert forward == backward
        # Whoever is aligned at all has a partner: the one with the largest weight.
        assert {source for source, _ in forward} == {link.source for link in sentence.alignment}
        assert {target for _, target in forward} == {link.target for link in sentence.alignment}


def test_any_words_can_be_joined() -> None:
    link = Links(CAPTION).of_words(1, (0, 2), (3,))
    assert (link.sentence, link.source_words, link.target_words) == (1, (0, 2), (3,))
    assert [CAPTION.source[a:b] for a, b in link.source_spans] == ["A", "sits"]
    assert [CAPTION.target[a:b] for a, b in link.target_spans] == ["."]


# --- While the source is edited


@given(
    st.integers(0, len(CAPTION.source)),
    st.integers(0, len(CAPTION.source)),
    st.text(alphabet="xyz \n👩é", max_size=6),
)
def test_links_survive_around_any_edit(one: int, other: int, typed: str) -> None:
    start, end = sorted((one, other))
    text = CAPTION.source[:start] + typed + CAPTION.source[end:]
    links = Links(CAPTION)
    for sentence in CAPTION.sentences:
        for number, word in enumerate(sentence.source_words):
            if word.end <= start or word.start >= end:
                moved = 0 if word.end <= start else len(text) - len(CAPTION.source)
                link = links.at_source(word.start + moved, text)
                assert link is not None
                assert link.source_words == (number,)
                assert link.source_spans == ((word.start + moved, word.end + moved),)
                assert link.target_words == (number,)
                target = sentence.target_words[number]
                assert links.at_target(target.start, text) == link
    for offset in range(-1, len(text) + 2):
        link = links.at_source(offset, text)
        if link is not None:
            words = CAPTION.sentences[link.sentence].source_words
            assert [text[a:b] for a, b in link.source_spans] == [
                words[word].text for word in link.source_words
            ]
            assert all(a <= offset <= b for a, b in link.source_spans)


def test_what_was_typed_and_what_it_changed_has_no_link() -> None:
    links = Links(CAPTION)
    text = CAPTION.source.replace("man", "big maxn")
    for offset in range(text.index("big"), text.index(" runs")):
        assert links.at_source(offset + 1, text) is None
    changed = links.at_target(CAPTION.target.index("Mann"), text)
    assert changed is not None
    assert (changed.source_words, changed.source_spans) == ((1,), ())
    assert links.of_words(0, (0, 1, 2), (), text).source_spans == (
        (0, 1),
        (text.index("runs"), text.index("runs") + 4),
    )


def test_another_text_has_no_links() -> None:
    links = Links(CAPTION)
    for text in ("", "?", "Zebra"):
        assert all(links.at_source(offset, text) is None for offset in range(-1, len(text) + 2))


# --- Confidence


def test_words_are_marked_by_how_probable_they_were() -> None:
    translation = translation_of(
        ("a b c d e .", "sicher knapp unsicher halb zweifelhaft ."),
        probabilities=(0.9, UNSURE, UNSURE - 0.01, DOUBTFUL, DOUBTFUL - 0.01, 0.01),
    )
    marks = confidence_marks(translation.sentences)
    assert [(translation.target[mark.start : mark.end], mark.level) for mark in marks] == [
        ("unsicher", "unsure"),
        ("halb", "unsure"),
        ("zweifelhaft", "doubtful"),
    ]
    assert [mark.probability for mark in marks] == pytest.approx([0.49, 0.2, 0.19])


def test_nothing_of_a_set_phrase_is_marked() -> None:
    (sentence,) = translation_of(("ab", "cd"), probabilities=(0.1,)).sentences
    assert confidence_marks([sentence])
    assert not confidence_marks([replace(sentence, is_phrase=True)])


def test_a_word_is_as_probable_as_its_tokens_together() -> None:
    (sentence,) = translation_of(("a b", "Holzhaus da")).sentences
    tokens = (
        TargetToken("Holz", 0.5, 0, 4),
        TargetToken("haus", 0.4, 4, 8),
        TargetToken(" da", 0.9, 8, 11),
    )
    assert word_probabilities(replace(sentence, tokens=tokens)) == pytest.approx((0.2, 0.9))
    assert word_probabilities(replace(sentence, tokens=tokens[:2]))[1] is None


def test_marks_of_a_model_are_words_with_letters(translator: Translator) -> None:
    translation = translate(translator, TEXT)
    marks = confidence_marks(translation.sentences)
    assert marks  # of random weights
    words = {
        (word.start, word.end): (word.text, probability)
        for sentence in translation.sentences
        for word, probability in zip(
            sentence.target_words, word_probabilities(sentence), strict=True
        )
    }
    for mark in marks:
        text, probability = words[mark.start, mark.end]
        assert has_letters(text)
        assert mark.probability == probability
        assert 0 <= mark.probability < UNSURE
        assert (mark.level == "doubtful") == (mark.probability < DOUBTFUL)


# --- Glossary and dictionary


def test_words_of_the_glossary_and_the_dictionary_are_marked_where_they_stand() -> None:
    translation = translation_of(("Spargel Kohl Mohn", "asparagus kale snow"))
    (sentence,) = translation.sentences
    (first, second, third), (green, kale, _) = sentence.source_words, sentence.target_words
    sentence = replace(
        sentence,
        terms=(TermUse(second, kale),),
        looked_up=(LookedUpWord(first, "Asparagus", green), LookedUpWord(third, "poppy", None)),
    )
    in_source, in_target = hint_marks(replace(translation, sentences=(sentence,)))
    assert in_source == [
        HintMark(8, 12, "Kohl", "kale", "glossary"),
        HintMark(0, 7, "Spargel", "Asparagus", "dictionary"),
        HintMark(13, 17, "Mohn", "poppy", "unused"),
    ]
    assert in_target == [
        HintMark(10, 14, "Kohl", "kale", "glossary"),
        HintMark(0, 9, "Spargel", "Asparagus", "dictionary"),
    ]


# --- Unknown words


def test_unknown_words_are_marked_wherever_they_stand() -> None:
    source = "a ,, zorb and , a zorb"
    notice = Notice(NoticeKind.UNKNOWN_WORDS, 0, len(source), (",,", "zorb", ","))
    translation = translation_of((source, "?"), notices=(notice,))
    marked = [translation.source[start:end] for start, end in unknown_marks(translation.sentences)]
    assert marked == [",,", "zorb", ",", "zorb"]


def test_words_outside_a_notice_are_not_marked() -> None:
    (zorb,) = unknown = ("zorb",)
    translation = translation_of(
        (f"{zorb} a {zorb}", "?"), notices=(Notice(NoticeKind.UNKNOWN_WORDS, 0, 4, unknown),)
    )
    assert unknown_marks(translation.sentences) == ((0, 4),)
    other = translation_of((zorb, "?"), notices=(Notice(NoticeKind.UNFAMILIAR, 0, 4, unknown),))
    assert unknown_marks(other.sentences) == ()


def test_a_model_with_words_does_not_know_others(tmp_path: Path) -> None:
    translation = translate(word_translator(tmp_path / "words"), "w5 zebra w6.\nw7 yak w8.")
    marked = [translation.source[a:b] for a, b in unknown_marks(translation.sentences)]
    assert {"zebra", "yak"} <= set(marked)
    assert not {"w5", "w6", "w7", "w8"} & set(marked)
