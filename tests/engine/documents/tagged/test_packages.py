"""Files of office programs, and books: their text is translated, all else stays as it was."""

from pathlib import Path

import pytest

from engine.documents.document import read_document
from engine.documents.file_translation import FileRequest, translate_file
from engine.documents.tagged.language_tags import Languages
from engine.errors import DocumentError
from tests.support.packages import (
    Parts,
    book_parts,
    office_parts,
    packed,
    slide_part,
    slide_parts,
    slide_text,
    unpacked,
    word_part,
    word_parts,
    workbook_parts,
)
from tests.support.text_translators import Change, FakeTranslator, eight_at_once, same, shouted

PARAGRAPH = '<w:p><w:pPr><w:b/></w:pPr><w:r><w:t xml:space="preserve">{}</w:t></w:r></w:p>'

SLIDE_PARAGRAPH = (
    '<a:p><a:pPr lvl="1"/><a:r><a:rPr lang="de-DE" b="1" dirty="0"/><a:t>{}</a:t></a:r>'
    '<a:endParaRPr lang="de-DE"/></a:p>'
)


def translated(folder: Path, name: str, parts: Parts, change: Change) -> dict[str, bytes]:
    source = folder / name
    source.write_bytes(packed(parts))
    for _ in translate_file(FakeTranslator(change), FileRequest(source)):
        pass
    return unpacked((folder / f"{source.stem}.de{source.suffix}").read_bytes())


def as_bytes(parts: Parts) -> dict[str, bytes]:
    return {name: part.encode() if isinstance(part, str) else part for name, part in parts.items()}


DOCUMENTS = {
    "a.docx": word_parts(
        PARAGRAPH.format("A dog runs."),
        {"word/header1.xml": word_part(PARAGRAPH.format("A head"), "hdr")},
    ),
    "a.pptx": slide_parts(
        slide_text(SLIDE_PARAGRAPH.format("A dog runs.")),
        {"ppt/notesSlides/notesSlide1.xml": slide_part(SLIDE_PARAGRAPH.format("A note"))},
    ),
    "a.xlsx": workbook_parts("<si><t>A dog runs. </t></si>", '<c t="s"><v>0</v></c>'),
    "a.odt": office_parts("<text:p>A <text:span>dog</text:span> runs.</text:p>"),
    "a.epub": book_parts("<html><body><p>A <b>dog</b> runs.&nbsp;<br/></p></body></html>"),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_that_is_not_changed_keeps_every_byte_of_its_text(
    tmp_path: Path, name: str
) -> None:
    found = translated(tmp_path, name, DOCUMENTS[name], same)
    before = as_bytes(DOCUMENTS[name])
    labels = {"styles.xml": (b'"en" fo:country="GB"', b'"de" fo:country="DE"')}
    labels["OEBPS/a.opf"] = (b">en<", b">de<")
    labels["ppt/presentation.xml"] = (b'"en-GB"', b'"de-DE"')
    for part, (source, target) in labels.items():
        if part in before:
            before[part] = before[part].replace(source, target)
    assert found == before
    assert list(found) == list(before)


def test_all_text_of_a_word_file_is_translated(tmp_path: Path) -> None:
    names = {"header1": "hdr", "footer1": "ftr", "footnotes": "footnotes", "endnotes": "endnotes"}
    more = {
        f"word/{name}.xml": word_part(PARAGRAPH.format(f"This is {name}."), root)
        for name, root in names.items()
    }
    row = "<w:tbl><w:tr><w:tc>{0}</w:tc><w:tc>{0}</w:tc></w:tr></w:tbl>"
    parts = word_parts(row.format(PARAGRAPH.format("A cell")), more)
    found = translated(tmp_path, "a.docx", parts, shouted)
    assert found["word/document.xml"].count(b">A CELL<") == 2
    for name in names:
        assert f">THIS IS {name.upper()}.<".encode() in found[f"word/{name}.xml"]


def test_all_text_of_a_presentation_is_translated_and_no_number(tmp_path: Path) -> None:
    text = SLIDE_PARAGRAPH.format
    table = f"<a:tbl><a:tr><a:tc><a:txBody>{text('A cell')}</a:txBody></a:tc></a:tr></a:tbl>"
    group = f"<p:grpSp><p:grpSp>{slide_text(text('A group'))}</p:grpSp></p:grpSp>"
    cache = "<c:{0}Cache><c:pt><c:v>{1}</c:v></c:pt></c:{0}Cache>".format
    chart = text("A chart") + cache("str", "Big &amp; red") + cache("num", "A 7")
    more = {
        "ppt/notesSlides/notesSlide1.xml": slide_part(text("A note"), "p:notes"),
        "ppt/charts/chart1.xml": slide_part(chart, "c:chartSpace"),
        "ppt/diagrams/diagramData1.xml": slide_part(text("A diagram"), "x"),
        "ppt/slideLayouts/slideLayout1.xml": slide_part(
            f"<p:sp><p:nvPr><p:ph/></p:nvPr>{text('A prompt')}</p:sp>"
            f"<p:sp>{text('A layout')}</p:sp>"
        ),
        "ppt/slideMasters/slideMaster1.xml": slide_part(text("A master")),
        "ppt/tags/tag1.xml": slide_part(text("A tag")),
    }
    found = translated(tmp_path, "a.pptx", slide_parts(table + group, more), shouted)
    shown = b"".join(found.values())
    for words in ("CELL", "GROUP", "NOTE", "CHART", "DIAGRAM", "LAYOUT", "MASTER"):
        assert f'<a:rPr b="1"/><a:t>A {words}</a:t></a:r><a:endParaRPr'.encode() in shown
    assert b"<a:t>A prompt<" in found["ppt/slideLayouts/slideLayout1.xml"]
    assert cache("str", "BIG &amp; RED").encode() in shown
    assert cache("num", "A 7").encode() in shown
    assert found["ppt/tags/tag1.xml"].decode() == more["ppt/tags/tag1.xml"]


def test_a_book_has_its_title_and_contents_translated(tmp_path: Path) -> None:
    page = '<html xml:lang="en"><head><title>The dog</title></head><p>A <i>dog</i> &amp; me</p>'
    found = translated(tmp_path, "a.epub", book_parts(page), shouted)
    assert b">THE DOG</dc:title>" in found["OEBPS/a.opf"]
    assert b"<dc:language>de<" in found["OEBPS/a.opf"]
    assert b"<text>THE DOG</text>" in found["OEBPS/toc.ncx"]
    assert found["OEBPS/text/one a.xhtml"].decode() == (
        '<html xml:lang="de"><head><title>THE DOG</title></head><p>A <i>DOG</i> &amp; ME</p>'
    )


def test_notes_and_what_was_deleted_in_an_open_document(tmp_path: Path) -> None:
    note = (
        "<text:note><text:note-citation>1</text:note-citation><text:p>A note</text:p></text:note>"
    )
    body = (
        "<text:tracked-changes><text:p>Gone</text:p></text:tracked-changes>"
        f"<text:h>One<text:tab/>two</text:h><text:p>The dog{note} runs<text:s/>fast.</text:p>"
    )
    found = translated(tmp_path, "a.odt", office_parts(body), shouted)["content.xml"].decode()
    assert "<text:p>Gone</text:p>" in found
    assert "<text:h>ONE<text:tab/>TWO</text:h>" in found
    assert "<text:p>THE DOG<text:note>" in found
    assert "<text:p>A NOTE</text:p></text:note> RUNS" in found


def test_spans_that_only_tell_when_they_were_typed_part_no_words(tmp_path: Path) -> None:
    styles = (
        '<style:style style:name="T1"><style:text-properties officeooo:rsid="1"/></style:style>'
        '<style:style style:name="T2"><style:text-properties officeooo:rsid="1" fo:color="red"/>'
        "</style:style>"
    )
    body = (
        '<text:p>The gar<text:span text:style-name="T1">den is </text:span>'
        '<text:span text:style-name="T2">big</text:span>.</text:p>'
    )
    found = translated(tmp_path, "a.odt", office_parts(styles + body), shouted)
    kept = '<text:span text:style-name="T2">BIG</text:span>'
    assert f"{styles}<text:p>THE GARDEN IS {kept}.</text:p>" in found["content.xml"].decode()


def test_a_stopped_document_is_whole_with_the_rest_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    eight_at_once(monkeypatch)
    texts = [f"Dog number {number} runs." for number in range(40)]
    source = tmp_path / "a.docx"
    source.write_bytes(packed(word_parts("".join(map(PARAGRAPH.format, texts)))))
    request = FileRequest(source)
    for progress in translate_file(FakeTranslator(shouted), request):
        if progress.done:
            request.cancelled.set()
    found = unpacked((tmp_path / "a.de.docx").read_bytes())["word/document.xml"].decode()
    assert PARAGRAPH.format(texts[0].upper()) in found
    assert found.endswith(f"{PARAGRAPH.format(texts[-1])}</w:body></w:document>")


# --- what is refused ---


def without(parts: Parts, name: str) -> dict[str, str | bytes]:
    return {each: part for each, part in parts.items() if each != name}


WORDS = DOCUMENTS["a.docx"]
BOOMS = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + word_part("&b;")
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + word_part("&x;")
LOCKED = (
    '<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#">'
    '<e:CipherReference URI="OEBPS/text/one%20a.xhtml"/></e:EncryptedData>'
)
DAMAGED = "is damaged, or not the file type its name says; save it again"


@pytest.mark.parametrize(
    ("name", "parts", "says"),
    [
        ("a.docx", {**WORDS, "word/document.xml": BOOMS}, DAMAGED),
        ("a.docx", {**WORDS, "word/document.xml": OUTSIDE}, DAMAGED),
        ("a.docx", {**WORDS, "word/document.xml": "<w:document>"}, DAMAGED),
        ("a.docx", {**WORDS, "word/document.xml": b"\xff\xfe\x00"}, DAMAGED),
        ("a.docx", word_parts("<w:p>" + "<w:x>" * 200 + "</w:x>" * 200 + "</w:p>"), DAMAGED),
        ("a.docx", without(WORDS, "word/document.xml"), DAMAGED),
        ("a.docx", without(WORDS, "[Content_Types].xml"), DAMAGED),
        ("a.docx", {**WORDS, "word/vbaProject.bin": b"x"}, "contains macros; save it without them"),
        ("a.docx", {**WORDS, "../../evil.txt": b"x"}, DAMAGED),
        ("a.docx", {**WORDS, "C:/evil.txt": b"x"}, DAMAGED),
        ("a.docx", {**WORDS, "x.bin": bytes(30_000_000)}, "unpacks to too much data; split it"),
        ("a.docx", {str(number): b"" for number in range(10_001)}, "unpacks to too much data"),
        ("a.docx", DOCUMENTS["a.odt"], DAMAGED),
        ("a.docx", DOCUMENTS["a.pptx"], DAMAGED),
        ("a.pptx", DOCUMENTS["a.docx"], DAMAGED),
        ("a.xlsx", DOCUMENTS["a.pptx"], DAMAGED),
        ("a.xlsx", without(DOCUMENTS["a.xlsx"], "xl/sharedStrings.xml"), DAMAGED),
        ("a.xlsx", {**DOCUMENTS["a.xlsx"], "xl/sharedStrings.xml": "<sst>"}, DAMAGED),
        ("a.xlsx", {**DOCUMENTS["a.xlsx"], "xl/worksheets/sheet1.xml": BOOMS}, DAMAGED),
        ("a.xlsx", {**DOCUMENTS["a.xlsx"], "xl/vbaProject.bin": b"x"}, "contains macros"),
        ("a.pptx", without(DOCUMENTS["a.pptx"], "ppt/slides/slide1.xml"), DAMAGED),
        ("a.pptx", {**DOCUMENTS["a.pptx"], "ppt/slides/slide1.xml": "<p:sld>"}, DAMAGED),
        ("a.pptx", {**DOCUMENTS["a.pptx"], "ppt/slides/slide1.xml": BOOMS}, DAMAGED),
        ("a.pptx", {**DOCUMENTS["a.pptx"], "ppt/vbaProject.bin": b"x"}, "contains macros"),
        ("a.odt", DOCUMENTS["a.docx"], DAMAGED),
        ("a.epub", DOCUMENTS["a.odt"], DAMAGED),
        (
            "a.odt",
            {
                **DOCUMENTS["a.odt"],
                "META-INF/manifest.xml": '<m:x xmlns:m="urn:oasis:names:tc:opendocument:xmlns:'
                'manifest:1.0"><m:encryption-data/></m:x>',
            },
            "is protected by a password; save it without one",
        ),
        (
            "a.epub",
            {**DOCUMENTS["a.epub"], "META-INF/encryption.xml": LOCKED},
            "is locked by copy protection",
        ),
    ],
)
def test_a_hostile_or_broken_document_is_refused(
    tmp_path: Path, name: str, parts: Parts, says: str
) -> None:
    source = tmp_path / name
    source.write_bytes(packed(parts))
    with pytest.raises(DocumentError, match=says):
        read_document(source, Languages("en", "de"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"no zip file", DAMAGED),
        (b"", DAMAGED),
        (packed(WORDS)[:-40], DAMAGED),
        (packed(WORDS).replace(b"IHDR", b"XXXX").replace(b"\x89PNG", b"\x89PNX"), DAMAGED),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on",
            "is protected by a password, or was written by Office before 2007; save it as .docx",
        ),
    ],
)
def test_what_is_no_whole_zip_file_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    source = tmp_path / "a.docx"
    source.write_bytes(content)
    with pytest.raises(DocumentError, match=says):
        read_document(source, Languages("en", "de"))


@pytest.mark.parametrize(
    "level", ["<text:span>b {} c</text:span>", "<x:y><text:p>b {}</text:p></x:y>"]
)
def test_paragraphs_may_be_nested_as_deeply_as_is_allowed(tmp_path: Path, level: str) -> None:
    depth = 45
    body = "dog"
    for _ in range(depth):
        body = level.format(body)
    body = f'<text:p xmlns:x="x">A {body} runs.</text:p>'
    found = translated(tmp_path, "a.odt", office_parts(body), shouted)["content.xml"].decode()
    assert "DOG" in found
    for tag in ("<text:span>", "</text:span>", "<text:p>", "</text:p>", "<x:y>", "</x:y>"):
        assert found.count(tag) == body.count(tag)
