"""What stands between translated sentences: blanks where the language writes them."""

import pytest

from engine.text.blanks import gap_between, kept_between, seam
from engine.text.segmenter import split

STOPS = {"en": ".", "de": ".", "zh-Hant": "。", "ja": "。", "th": "", "hi": "।"}


def put_together(text: str, source: str, target: str) -> str:
    """Translate each sentence of a text to "x" with the stop of the target language."""
    found, last = "", ""
    for segment in split(text, source):
        if segment.is_sentence:
            found += gap_between(last, segment.text, target) if last else ""
            found += f"x{STOPS[target]}"
        else:
            found += kept_between(segment.text, found, target)
        last = segment.text if segment.is_sentence else ""
    return found


@pytest.mark.parametrize(
    ("text", "source", "target", "expected"),
    [
        ("你好。我很好！你呢？", "zh", "en", "x. x. x."),
        ("你好。我很好！你呢？", "zh", "ja", "x。x。x。"),
        ("真的吗?我不知道。", "zh", "de", "x. x."),
        ("वह गया।मैं आया।", "hi", "en", "x. x."),
        ("Hello. I am fine.", "en", "zh-Hant", "x。x。"),
        ("Hello. I am fine.", "en", "hi", "x। x।"),
        ("Hello. I am fine.", "en", "th", "x x"),
        ("Hello.\nI am fine.\n\n  - Good. ", "en", "ja", "x。\nx。\n\n  - x。"),
        ("One    two\tthree", "en", "ja", "x。    x。\tx。"),
        ("Hi. 😀 I am fine.", "en", "ja", "x。 😀 x。"),
        ("中" * 500, "zh", "en", "x. x."),
        ("(a)" * 150, "en", "de", "x.x."),
    ],
)
def test_between_sentences_stands_what_the_language_writes(
    text: str, source: str, target: str, expected: str
) -> None:
    assert put_together(text, source, target) == expected


def test_a_blank_stays_where_the_model_wrote_no_wide_stop() -> None:
    assert kept_between(" ", "你好.", "zh") == " "
    assert kept_between(" ", "", "zh") == " "


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ("We go", "home", "We go home"),
        ("昨日、", "東京で", "昨日、東京で"),
        ("ประเทศ", "ไทย", "ประเทศไทย"),
        ("使用 Wi-Fi", "密码", "使用 Wi-Fi 密码"),
        ("كيف", "حالك؟", "كيف حالك؟"),
        ("서울", "에서", "서울 에서"),
    ],
)
def test_lines_are_joined_as_their_script_writes_words(
    before: str, after: str, joined: str
) -> None:
    assert before + seam(before, after) + after == joined
