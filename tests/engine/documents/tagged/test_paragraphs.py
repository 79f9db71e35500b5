"""Paragraphs with formatting: all of it is in the translation, round the words it was round."""

import re
from collections import Counter
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.part_translation import translate_parts
from engine.documents.tagged import marked_text
from engine.documents.tagged.dialects import DRAWING, HTML, OPEN_DOCUMENT, WORD, Dialect
from engine.documents.tagged.paragraphs import read_elements, read_flow
from engine.documents.tagged.tokens import End, Start, html_tokens, xml_tokens
from engine.markup.extraction import Block
from engine.translation import TranslationRequest
from tests.support.packages import OFFICE, SLIDE, word_part
from tests.support.text_translators import (
    Change,
    FakeTranslator,
    Link,
    in_order,
    reversed_order,
    same,
    shouted,
    turned,
)

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def translated(text: str, dialect: Dialect, change: Change = same, link: Link = in_order) -> str:
    parts: list[str | Block]
    if dialect is HTML:
        parts = list(read_flow(html_tokens(text, is_xml=False), dialect, "en"))
    else:
        parts = list(read_elements(xml_tokens(text), dialect, "en"))
    steps = translate_parts(FakeTranslator(change, link), parts, TranslationRequest(""))
    return "".join(step.text for step in steps)


# --- Word ---

FORMATS = ["", "<w:b/>", "<w:i/>", '<w:color w:val="red"/>']
TEXTS = st.sampled_from(
    ["A dog ", " runs ", " ", "fast ", ". ", "cat & <b> ", "It is 5. ", "  ", "\U000f0000 "]
)
"""No word goes on in the next run."""
ODD = st.sampled_from(
    [
        "<w:r><w:br/></w:r>",
        "<w:r><w:tab/></w:r>",
        '<w:r><w:footnoteReference w:id="2"/></w:r>',
        '<w:bookmarkStart w:id="0"/><w:bookmarkEnd w:id="0"/>',
        "<w:proofErr/>",
        "<w:r><w:drawing><w:txbxContent><w:p><w:r><w:t>Inside it</w:t></w:r></w:p>"
        "</w:txbxContent></w:drawing></w:r>",
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
        "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>",
        "<w:hyperlink><w:r><w:rPr><w:u/></w:rPr><w:t> a link </w:t></w:r></w:hyperlink>",
        "<w:ins><w:r><w:t> new </w:t></w:r></w:ins>",
        "\n  ",
        "<!-- c -->",
    ]
)


def run(text: str, properties: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escaped}</w:t></w:r>'


RUNS = st.builds(run, TEXTS, st.sampled_from(FORMATS))
PARAGRAPHS = st.lists(RUNS | ODD, max_size=12).map(
    lambda runs: word_part(f"<w:body><w:p><w:pPr/>{''.join(runs)}</w:p></w:body>")
)


def letters(root: Element) -> list[tuple[str, tuple[str, ...]]]:
    """Return all letters of a part in one case, each with the format of its run."""
    found = []
    for each in root.iter(f"{W}r"):
        properties = each.find(f"{W}rPr")
        tags = tuple(child.tag for child in properties) if properties is not None else ()
        for text in each.findall(f"{W}t"):
            found += [(c.lower(), tags) for c in text.text or "" if not c.isspace()]
    return found


@given(PARAGRAPHS)
def test_a_paragraph_that_is_not_changed_is_written_as_it_was(text: str) -> None:
    assert translated(text, WORD) == text


@given(PARAGRAPHS)
def test_each_letter_keeps_its_format_where_words_keep_their_order(text: str) -> None:
    found = fromstring(translated(text, WORD, shouted))
    assert Counter(letters(found)) == Counter(letters(fromstring(text)))


KEPT = ("br", "tab", "footnoteReference", "bookmarkStart", "drawing", "fldChar", "del", "hyperlink")


@given(PARAGRAPHS)
def test_nothing_is_lost_where_words_change_their_order(text: str) -> None:
    before = fromstring(text)
    after = fromstring(translated(text, WORD, turned, reversed_order))
    for name in KEPT:
        assert len(list(after.iter(W + name))) == len(list(before.iter(W + name)))
    assert Counter(c for c, _ in letters(after)) == Counter(c for c, _ in letters(before))
    formats = {tags for c, tags in letters(before) if c.isalnum()}
    assert {tags for c, tags in letters(after) if c.isalnum()} == formats
    for paragraph in after.iter(f"{W}p"):  # words stand in runs only
        assert not (paragraph.text or "").strip()


def test_a_format_follows_its_words() -> None:
    body = run("The ", "") + run("red", "<w:b/>") + run(" dog runs.", "")
    text = word_part(f"<w:body><w:p>{body}</w:p></w:body>")
    found = fromstring(translated(text, WORD, turned, reversed_order))
    bold = [c for c, tags in letters(found) if tags]
    assert "".join(bold) == "red"


def test_runs_that_differ_only_for_the_spelling_checker_are_one() -> None:
    pieces = ["A do", "g runs ", "fast."]
    marks = ['<w:lang w:val="en-GB"/>', "<w:noProof/>", ""]
    runs = "".join(run(piece, mark) for piece, mark in zip(pieces, marks, strict=True))
    text = word_part(f"<w:body><w:p>{runs}</w:p></w:body>")
    assert translated(text, WORD, shouted) == word_part(
        '<w:body><w:p><w:r><w:t xml:space="preserve">A DOG RUNS FAST.</w:t></w:r></w:p></w:body>'
    )


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ([("D", "<w:b/>"), ("og runs", "")], [("DOG RUNS", "")]),
        ([("the big do", ""), ("g", "<w:b/>"), (" runs", "")], [("THE BIG DOG RUNS", "")]),
        (
            [("re", ""), ("ally", "<w:b/>"), (" fast dogs", "")],
            [("REALLY", "b"), (" FAST DOGS", "")],
        ),
    ],
)
def test_a_word_has_one_format(runs: list[tuple[str, str]], words: list[tuple[str, str]]) -> None:
    body = "".join(run(text, properties) for text, properties in runs)
    found = fromstring(translated(word_part(f"<w:p>{body}</w:p>"), WORD, shouted))
    shown = [
        ("".join(each.itertext()), "b" if each.find(f"{W}rPr/{W}b") is not None else "")
        for each in found.iter(f"{W}r")
    ]
    assert shown == words


def test_what_is_raised_stays_where_it_was() -> None:
    raised = run("2", '<w:vertAlign w:val="superscript"/>')
    text = word_part(f"<w:p>{run('It has 5 m', '')}{raised}{run(' of grass.', '')}</w:p>")
    found = translated(text, WORD, turned, reversed_order)
    assert f" 5 m</w:t></w:r>{raised}" in found


def test_ranges_that_overlap_are_all_kept_and_begin_before_they_end() -> None:
    def marked(kind: str, number: int) -> str:
        return f'<w:bookmark{kind} w:id="{number}"/>'

    pieces = [run("The big ", ""), run("red dog ", ""), run("runs.", "")]
    starts, ends = [marked("Start", 1), marked("Start", 2)], [marked("End", 1), marked("End", 2)]
    body = starts[0] + pieces[0] + starts[1] + pieces[1] + ends[0] + pieces[2] + ends[1]
    found = translated(word_part(f"<w:p>{body}</w:p>"), WORD, turned, reversed_order)
    for start, end in zip(starts, ends, strict=True):
        assert 0 < found.index(start) < found.index(end)


def test_a_field_stays_whole_where_a_bookmark_begins_in_it() -> None:
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:bookmarkStart w:id="1"/>'
        f'{run("Table 3", "<w:b/>")}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    body = run("The red dog sees ", "") + field + run(" today.", "") + '<w:bookmarkEnd w:id="1"/>'
    assert field in translated(word_part(f"<w:p>{body}</w:p>"), WORD, turned, reversed_order)


def test_the_text_of_a_link_field_is_translated_and_its_code_is_not() -> None:
    def field(code: str, result: str) -> str:
        return (
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
            f"<w:r><w:instrText> {code} </w:instrText></w:r>"
            f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run(result, "")}'
            '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )

    body = run("See ", "") + field('HYPERLINK "u"', "the page") + field("REF x", "Table 3")
    found = translated(word_part(f"<w:p>{body}</w:p>"), WORD, shouted)
    assert ">THE PAGE<" in found
    assert ">Table 3<" in found
    assert ' HYPERLINK "u" ' in found


# --- slides ---

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
SLIDE_ODD = st.sampled_from(
    [
        '<a:br><a:rPr lang="en"/></a:br>',
        "<a:r><a:t>\t_x000B_</a:t></a:r>",
        '<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>7</a:t></a:fld>',
        "<x:y xmlns:x='x'>A formula</x:y>",
    ]
)
SLIDE_FORMATS = ["", 'lang="en" dirty="0"', 'b="1"', 'lang="en" sz="9" err="1"']


def slide_run(text: str, properties: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return f"<a:r><a:rPr {properties}/><a:t>{text}</a:t></a:r>"


SLIDES = st.lists(
    st.builds(slide_run, TEXTS, st.sampled_from(SLIDE_FORMATS)) | SLIDE_ODD, max_size=8
).map(lambda found: f"<x {SLIDE}><a:p><a:pPr/>{''.join(found)}<a:endParaRPr lang='en'/></a:p></x>")


@given(SLIDES)
def test_a_slide_that_is_not_changed_is_written_as_it_was(text: str) -> None:
    assert translated(text, DRAWING) == text


@given(SLIDES)
def test_a_slide_keeps_all_but_the_order_of_its_words(text: str) -> None:
    before = fromstring(text)
    after = fromstring(translated(text, DRAWING, turned, reversed_order))

    def letters_of(root: Element) -> Counter[str]:
        return Counter("".join("".join(root.itertext()).split()))

    assert letters_of(after) == letters_of(before)
    for name in ("br", "fld"):
        assert len(list(after.iter(A + name))) == len(list(before.iter(A + name)))
    assert "".join(after.itertext()).count("\t") == "".join(before.itertext()).count("\t")
    (paragraph,) = after.iter(f"{A}p")  # as the standard orders them
    assert [paragraph[0].tag, paragraph[-1].tag] == [f"{A}pPr", f"{A}endParaRPr"]
    assert all(not each.attrib for each in after.iter(f"{A}t"))


def test_the_runs_of_a_slide_keep_their_formats() -> None:
    runs = slide_run("The ", 'lang="en" dirty="0"') + slide_run("red", 'b="1" err="1"')
    text = f"<a:p {SLIDE}>{runs}{slide_run(' dog runs.', '')}</a:p>"
    assert translated(text, DRAWING, turned, reversed_order) == (
        f"<a:p {SLIDE}><a:r><a:t>. runs dog </a:t></a:r>"
        '<a:r><a:rPr b="1"/><a:t>red</a:t></a:r><a:r><a:t> The</a:t></a:r></a:p>'
    )


# --- OpenDocument ---


def test_spans_of_an_open_document_are_carried() -> None:
    text = f"<text:p {OFFICE}>The <text:span>red</text:span> dog<text:line-break/>runs.</text:p>"
    assert translated(text, OPEN_DOCUMENT) == text
    assert translated(text, OPEN_DOCUMENT, turned, reversed_order) == (
        f"<text:p {OFFICE}>dog <text:span>red</text:span> The<text:line-break/>. runs</text:p>"
    )


# --- HTML ---

TAGS = (
    "<b> </b> <i> </i> <p> </p> <br> <br/> <code>x</code> <pre> </pre> <script>a<b</script> <div> "
    "</div> <!--<b>--> <title> </title> <img/> <b/> < & &amp; &lt;b&gt; &nbsp;"
)
WORDS = st.sampled_from(
    [
        *("A dog", " runs. ", "\n", " ", "fast", "\U000f0001"),
        *("<a href='x>y' translate=no>a link</a>", '<img alt="The red dog &amp; I">'),
        *("<b title='The red dog'>", "<p aria-label='It sits. \U000f0001'>", "<i title=bed>"),
    ]
)
PAGES = st.lists(st.sampled_from(TAGS.split()) | WORDS, max_size=15).map("".join)


@given(PAGES | st.text())
def test_a_page_that_is_not_changed_is_written_as_it_was(text: str) -> None:
    assert translated(text, HTML) == text


@given(PAGES)
def test_a_page_keeps_its_tags(text: str) -> None:
    found = translated(text, HTML, turned, reversed_order)

    def tags(page: str) -> Counter[str]:
        tokens = html_tokens(page, is_xml=False)
        found = (token.raw for token in tokens if isinstance(token, Start | End))
        return Counter(re.sub(r"""(alt|title)=(["']).*?\2""", r"\1", tag) for tag in found)

    assert tags(found) == tags(text)


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("<p>A <b>big</b> dog &amp; I</p>", "<p>A <b>BIG</b> DOG &amp; I</p>"),
        ("<li>one<li>two", "<li>ONE<li>TWO"),
        ("<p>one\n   two <b> three </b></p>", "<p>ONE TWO <b>THREE</b> </p>"),
        ("<pre>a <b>dog</b></pre> cat", "<pre>a <b>dog</b></pre> CAT"),
        ("<p>Call <code>f(x)</code> now</p>", "<p>CALL <code>f(x)</code> NOW</p>"),
        ("<p translate='no'>a <i>dog</i></p>cat", "<p translate='no'>a <i>dog</i></p>CAT"),
        ("<a href=x><div>dog</div></a>", "<a href=x><div>DOG</div></a>"),
        ("a &lt;b&gt; c", "A &lt;B&gt; C"),
        ("<script>if (a<b) dog()</script>dog", "<script>if (a<b) dog()</script>DOG"),
        ("<style>p{}</style><title>dog</title>", "<style>p{}</style><title>DOG</title>"),
        ("<!-- a dog --><p id='a dog'>dog", "<!-- a dog --><p id='a dog'>DOG"),
        ("<p title='a dog'>dog", "<p title='A DOG'>DOG"),
        ("a <img src=x alt=dog> b", 'A <img src=x alt="DOG"> B'),
        ("<img ALT = 'a dog'/><img alt=''>", "<img ALT='A DOG'/><img alt=''>"),
        (
            "an <a title='a dog' href='a b'>old</a> cat",
            "AN <a title='A DOG' href='a b'>OLD</a> CAT",
        ),
        ("<input placeholder='a dog' value='a cat'>", "<input placeholder='A DOG' value='a cat'>"),
        (
            "<textarea placeholder='a dog'>cat</textarea>",
            "<textarea placeholder='A DOG'>cat</textarea>",
        ),
        ("<nav aria-label='a dog'><li>cat</nav>", "<nav aria-label='A DOG'><li>CAT</nav>"),
        ("<b title='a dog'>", "<b title='A DOG'>"),
        ("<picture><img alt='a dog'></picture>", "<picture><img alt='A DOG'></picture>"),
        ("<p translate=no title='a dog'>cat</p>", "<p translate=no title='a dog'>cat</p>"),
        ("<b translate=no><img alt=dog></b> cat", "<b translate=no><img alt=dog></b> CAT"),
        ("<meta name=Description content='a dog'>", "<meta name=Description content='A DOG'>"),
        (
            "<meta name=viewport content='a dog' title=dog>",
            "<meta name=viewport content='a dog' title=dog>",
        ),
        ("<link title='a dog'>cat", "<link title='a dog'>CAT"),
    ],
)
def test_the_words_of_a_page_are_translated(text: str, becomes: str) -> None:
    assert re.sub(r"\s+", " ", translated(text, HTML, shouted)) == becomes


def test_a_text_in_an_attribute_stays_in_its_quotes() -> None:
    text = """<p title='a'><img alt="b"><img alt=c></p>"""
    found = translated(text, HTML, lambda word: f"""{word} 'x' "y" <b> &amp;""")
    double = "'x' &#34;y&#34; &lt;b&gt; &amp;amp;"
    assert found == (
        f"""<p title='a &#39;x&#39; "y" &lt;b&gt; &amp;amp;'>"""
        f"""<img alt="b {double}"><img alt="c {double}"></p>"""
    )


def test_a_paragraph_with_more_tags_than_marks_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(marked_text, "_LAST_MARK", marked_text._FIRST_MARK + 3)
    many = "<p>A <b>dog</b> runs <i>fast</i> and <u>far</u></p>"
    assert translated(f"{many}<p>a <b>cat</b></p>", HTML, shouted) == f"{many}<p>A <b>CAT</b></p>"
