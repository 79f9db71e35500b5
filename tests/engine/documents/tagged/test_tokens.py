"""Tokens joined are the text again, and nobody waits for them."""

from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.tagged.tokens import (
    Characters,
    MarkupError,
    Start,
    html_tokens,
    xml_elements,
    xml_tokens,
)

TAGS = (
    "< > </ /> <a <b|c=' d= ' = ! -- <!-- --> <![CDATA[ ]]> <? ?> <script </script> title> &amp; &#"
)
PIECES = st.lists(st.sampled_from(TAGS.split()) | st.sampled_from(' "\né')).map("".join)


@given(text=PIECES | st.text(), is_xml=st.booleans())
def test_html_is_parted_without_loss(text: str, is_xml: bool) -> None:
    assert "".join(token.raw for token in html_tokens(text, is_xml=is_xml)) == text


PIECES = st.sampled_from(
    ["é", "&amp;", "&#65;", "<!-- c -->", "<?p i?>", "<![CDATA[<&]]>", "<e/>", "\n"]
)
TREES = st.recursive(
    PIECES,
    lambda inner: st.lists(inner, max_size=4).map(lambda found: f"<a b='1'>{''.join(found)}</a>"),
)


@given(TREES)
def test_xml_is_parted_without_loss_and_read_as_others_read_it(tree: str) -> None:
    text = f'<?xml version="1.0"?><!DOCTYPE x SYSTEM "y">\n<x>{tree}</x>\n'
    tokens = list(xml_tokens(text))
    assert "".join(token.raw for token in tokens) == text
    words = "".join(token.text for token in tokens if isinstance(token, Characters))
    assert words == "".join(fromstring(text).itertext())


@given(st.lists(st.tuples(st.sampled_from("abc"), st.lists(PIECES, max_size=4).map("".join))))
def test_elements_of_some_names_are_found_with_all_their_characters(
    elements: list[tuple[str, str]],
) -> None:
    text = "".join(f"<{name} d='&lt;'>{tree}<e/></{name}>" for name, tree in elements)
    assert list(xml_elements(f"<x>{text}</x>", "ab")) == [
        (name, {"d": "<"}, "".join(fromstring(f"<x>{tree}</x>").itertext()))
        for name, tree in elements
        if name in "ab"
    ]


def test_elements_have_the_same_names_whatever_a_file_calls_their_namespace() -> None:
    text = '<q:p xmlns:q="http://schemas.openxmlformats.org/wordprocessingml/2006/main" q:id="1"/>'
    token = next(xml_tokens(text))
    assert isinstance(token, Start)
    assert (token.name, token.attributes) == ("w:p", {"w:id": "1"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<a>",
        "<a></b>",
        "<a>\0</a>",
        '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
        '<!DOCTYPE a [<!ENTITY % b SYSTEM "c"> %b;]><a/>',
    ],
)
def test_what_is_no_xml_or_declares_entities_is_refused(text: str) -> None:
    with pytest.raises(MarkupError):
        list(xml_tokens(text))
    with pytest.raises(MarkupError):
        list(xml_elements(text, ("a",)))


@pytest.mark.parametrize(
    "piece",
    ["<!", "<!--", "<a ", '<a b="', "<a b='c\"", "</", "</a", "<?", "<![CDATA[", "<title></"],
)
def test_what_never_ends_is_read_to_its_end(piece: str) -> None:
    text = piece * 200_000  # a scanner that looks ahead from each of them would take minutes
    assert "".join(token.raw for token in html_tokens(text, is_xml=False)) == text
