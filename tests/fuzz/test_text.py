"""Any text through the whole pipeline: one translation for each sentence, and every place right."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.glossary.glossary import Glossary
from engine.glossary_files.checking import EntryCheck
from engine.pipeline.translator import Translator
from engine.translation import SearchOptions, Translation, TranslationRequest
from tests.support.translators import assert_words, fresh, tiny_translator

LONGEST = 300

PIECES = (
    "A dog runs. ", "Zwei Hunde!", "the", ".", "…", "?!", "\n", "\r\n", "\r", "\t", "\u2028",
    "\x85", "\xa0", "\u200b", "\u200d", "\ufeff", "\xad", "\u202e", "\u2066", "\0", "\x1b[2J",
    "😀", "👩‍🚒", "🇩🇪🇩", "é", "e\u0301", "ﬁ", "İ", "ß", "ẞ", "ｄｏｇ", "日本語。",
    "مرحبا", "₀", "½", "①", "٣", "1,234.5", "12:30", "2.5 mg", "20 °C", "€5",
    "https://x.y/?a=b&c", "a@b.c", "#x", "@y", "{0}", "%s", "<b>", "&amp;", "C:\\a.txt", "“",
    "'", "▁", "<unk>", "</s>", "<s>", "\ue000", "\U0010ffff", "𝕬", "͏", "ͣ" * 20, "a" * 200,
    "- ", "• ", "1. ", "(", "]", "Dr. ", "z.B. ",
)  # fmt: skip

TEXTS = (
    st.text(max_size=LONGEST)
    | st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
    | st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=30).map(" ".join)
)

TERMS = st.sampled_from(
    ["dog", "A dog", "the", "é", "日本", "2.5 mg", "😀", "Hund|Hunde", "a b c", ""]
)


@pytest.fixture(scope="module")
def translator(room: Path) -> Translator:
    return tiny_translator(room / "model")


def check(text: str, found: Translation) -> None:
    """Fail unless each sentence lies where it says, with what was between them unchanged."""
    assert found.source == text
    source_end = target_end = 0
    for one in found.sentences:
        assert found.source[one.source_start :].startswith(one.source)
        assert found.target[one.target_start :].startswith(one.target)
        between = text[source_end : one.source_start]
        # German parts sentences by a blank where another script does not.
        assert found.target[target_end : one.target_start] in (between, between or " ")
        source_end = one.source_start + len(one.source)
        target_end = one.target_start + len(one.target)
        assert_words(one.source_words, text, one.source, one.source_start)
        assert_words(one.target_words, found.target, one.target, one.target_start)
        for link in one.alignment:
            assert 0 <= link.source < len(one.source_words)
            assert 0 <= link.target < len(one.target_words)
        for token in one.tokens:
            assert found.target[token.start : token.end] == token.text
    assert found.target[target_end:] == text[source_end:]
    for notice in found.notices:
        assert 0 <= notice.start <= notice.end <= len(text)


@given(TEXTS)
@example("")
def test_every_sentence_is_translated_where_it_stands(translator: Translator, text: str) -> None:
    check(text, fresh(translator).translate(TranslationRequest(text, SearchOptions(beam_size=2))))


@given(TEXTS, st.integers(1, 4))
def test_what_was_translated_before_is_the_same(
    translator: Translator, text: str, n_best: int
) -> None:
    request = TranslationRequest(text, SearchOptions(beam_size=4), n_best=n_best)
    try:
        once, again = translator.translate(request), translator.translate(request)
    except EngineError:
        return
    assert once.target == again.target
    assert once.sentences == again.sentences


@given(TEXTS, st.lists(st.tuples(TERMS, TERMS), max_size=4))
def test_a_glossary_changes_no_place(
    translator: Translator, text: str, terms: list[tuple[str, str]]
) -> None:
    entries = EntryCheck()
    for line, (source, target) in enumerate(terms):
        entries.add(line, source, target)
    glossary = Glossary(entries.result().entries)
    request = TranslationRequest(text, SearchOptions(beam_size=2, glossary=glossary))
    check(text, fresh(translator).translate(request))
