"""File names, paths and codes are told by their shape; ordinary text has none."""

import pytest
from hypothesis import given

from engine.text.names.codes import codes_in
from tests.support.tokenizers import any_text


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Open report_final.docx now.", ["report_final.docx"]),
        ("Lösche LIZENZ.txt, bitte.", ["LIZENZ.txt"]),
        (r"It is in C:\Program Files\Editor\a.exe.", [r"C:\Program Files\Editor\a.exe"]),
        (r"Look under \\server\share\team today.", [r"\\server\share\team"]),
        ("Edit /etc/hosts and ~/.ssh/id_rsa.", ["/etc/hosts", "~/.ssh/id_rsa"]),
        ("Change config/app.yaml.", ["config/app.yaml"]),
        ("Run `git status` first.", ["`git status`"]),
        ("Use --no-cache here.", ["--no-cache"]),
        ("user_name, newValue and HttpClient", ["user_name", "newValue", "HttpClient"]),
        ("Call getUserName() before.", ["getUserName()"]),
        ("Order AB-1234/X, flight LH456.", ["AB-1234/X", "LH456"]),
        ("Pay to DE89 3704 0044 0532 0130 00.", ["DE89 3704 0044 0532 0130 00"]),
        ("ISBN 978-3-16-148410-0", ["978-3-16-148410-0"]),
        ("See doi:10.1000/182.", ["doi:10.1000/182"]),
        ("The car B-MW 1234 is red.", ["B-MW 1234"]),
        ("H2O and v2.3.1 and 10.4.2-beta", ["H2O", "v2.3.1", "10.4.2-beta"]),
        ("192.168.0.17, 00:1A:2B:3C:4D:5E", ["192.168.0.17", "00:1A:2B:3C:4D:5E"]),
        ("Visit wikipedia.org.", ["wikipedia.org"]),
    ],
)
def test_a_code_is_found_whole(text: str, codes: list[str]) -> None:
    assert [text[start:end] for start, end in codes_in(text)] == codes


@pytest.mark.parametrize(
    "text",
    [
        "He/she and/or they came in 2020/21, e.g. by car.",
        "Die Lehrerinnen und LehrerInnen der GmbH zahlen MwSt., z.B. 19 %.",
        "We walked 10KM at 5PM, weighed 80KG and paid 1.250,50 € on 12.05.2024 at 15:30.",
        "A 10-year-old took the 2nd place in the 1990s -- again.",
        "Yes.No. It is so, de facto.",
        "Well-known words, half-hearted: an e-mail.",
    ],
)
def test_ordinary_text_has_no_codes(text: str) -> None:
    assert [*codes_in(text)] == []


@given(any_text)
def test_codes_are_places_in_any_text(text: str) -> None:
    done = 0
    for start, end in codes_in(text):
        assert done <= start < end <= len(text)
        done = end
