"""Files of office programs, and books, made of a few lines, as their programs write them."""

import io
import zipfile
from collections.abc import Mapping

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
OFFICE = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:officeooo="http://openoffice.org/2009/office" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
)
SHEET = (
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
SLIDE = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_TYPES = "application/vnd.openxmlformats-officedocument"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))

Parts = Mapping[str, str | bytes]


def packed(parts: Parts) -> bytes:
    """Return a zip file of some parts; `mimetype` is not compressed."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as target:
        for name, part in parts.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            target.writestr(name, part, kind)
    return content.getvalue()


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return the parts of a zip file, in order."""
    with zipfile.ZipFile(io.BytesIO(content)) as source:
        return {name: source.read(name) for name in source.namelist()}


def word_part(body: str, root: str = "document") -> str:
    """Return a part of a Word file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<w:{root} {WORD}>{body}</w:{root}>'


def word_parts(body: str, more: Parts | None = None) -> dict[str, str | bytes]:
    """Return the parts of a Word file with this body; others are headers, footnotes and the like.

    Args:
        body: The content of w:body.
        more: Further parts; "word/header1.xml" is declared as a header, and so on.
    """
    kinds = {"word/document.xml": "document.main"}
    kinds |= {name: name.removeprefix("word/").rstrip(".xml0123456789") for name in more or {}}
    return {
        **_declared({name: f"wordprocessingml.{kind}" for name, kind in kinds.items()}),
        "word/document.xml": word_part(f"<w:body>{body}</w:body>"),
        "word/media/image1.png": PICTURE,
        **(more or {}),
    }


def _declared(kinds: Mapping[str, str]) -> dict[str, str]:
    """Return the part that says what the other parts are."""
    declared = "".join(
        f'<Override PartName="/{name}" ContentType="{_TYPES}.{kind}+xml"/>'
        for name, kind in kinds.items()
        if name.endswith(".xml")
    )
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
        f'content-types"><Default Extension="png" ContentType="image/png"/>{declared}</Types>'
    }


def slide_part(body: str, root: str = "p:sld") -> str:
    """Return a part of a presentation."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {SLIDE}>{body}</{root}>'


def slide_text(paragraphs: str) -> str:
    """Return a shape of a slide with some paragraphs."""
    return f"<p:sp><p:txBody><a:bodyPr/><a:lstStyle/>{paragraphs}</p:txBody></p:sp>"


def slide_parts(body: str, more: Parts | None = None) -> dict[str, str | bytes]:
    """Return the parts of a presentation with one slide; others are notes, charts and the like.

    Args:
        body: The content of the shapes of the slide.
        more: Further parts; "ppt/notesSlides/notesSlide1.xml" is declared as notes, and so on.
    """
    kinds = {"ppt/presentation.xml": "presentationml.presentation.main"}
    for name in ("ppt/slides/slide1.xml", *(more or {})):
        kind = name.rpartition("/")[2].rstrip(".xml0123456789")
        is_drawing = kind in ("chart", "diagramData")
        kinds[name] = f"{'drawingml' if is_drawing else 'presentationml'}.{kind}"
    return {
        **_declared(kinds),
        "ppt/presentation.xml": slide_part(
            '<a:defRPr lang="en-GB"/><p:notesSz cx="1"/>', "p:presentation"
        ),
        "ppt/slides/slide1.xml": slide_part(f"<p:cSld><p:spTree>{body}</p:spTree></p:cSld>"),
        "ppt/media/image1.png": PICTURE,
        **(more or {}),
    }


def sheet_part(body: str, root: str = "worksheet") -> str:
    """Return a part of a workbook."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {SHEET}>{body}</{root}>'


def workbook_parts(strings: str, sheet: str = "", more: Parts | None = None) -> Parts:
    """Return the parts of a workbook with one sheet; others are tables, charts and the like.

    Args:
        strings: The texts of its cells.
        sheet: The content of the sheet.
        more: Further parts; "xl/tables/table1.xml" is declared as a table, and so on.
    """
    kinds = {
        "xl/workbook.xml": "spreadsheetml.sheet.main",
        "xl/sharedStrings.xml": "spreadsheetml.sharedStrings",
        "xl/worksheets/sheet1.xml": "spreadsheetml.worksheet",
    }
    for name in more or {}:
        kind = name.rpartition("/")[2].rstrip(".xml0123456789")
        group = {"chart": "drawingml.", "drawing": ""}.get(kind, "spreadsheetml.")
        kinds.setdefault(name, group + kind)
    return {
        **_declared(kinds),
        "xl/workbook.xml": sheet_part(
            '<sheets><sheet name="Dogs" sheetId="1" r:id="rId1"/></sheets>', "workbook"
        ),
        "xl/sharedStrings.xml": sheet_part(strings, "sst"),
        "xl/worksheets/sheet1.xml": sheet_part(sheet),
        "xl/media/image1.png": PICTURE,
        **(more or {}),
    }


def office_parts(body: str) -> dict[str, str | bytes]:
    """Return the parts of an OpenDocument text with this body."""
    manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    return {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content {OFFICE}><office:body><office:text>{body}"
        "</office:text></office:body></office:document-content>",
        "styles.xml": f'<office:styles {OFFICE}><x fo:language="en" fo:country="GB"/>'
        "<text:p>A page of mine</text:p></office:styles>",
        "Pictures/1.png": PICTURE,
        "META-INF/manifest.xml": f'<m:manifest xmlns:m="{manifest}"/>',
    }


def book_parts(page: str) -> dict[str, str | bytes]:
    """Return the parts of an EPUB with one page."""
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
        'container"><rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
        "OEBPS/a.opf": '<package xmlns="http://www.idpf.org/2007/opf" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The dog</dc:title>'
        '<dc:language>en</dc:language></metadata><manifest><item href="text/one%20a.xhtml" '
        'media-type="application/xhtml+xml"/><item href="toc.ncx" '
        'media-type="application/x-dtbncx+xml"/><item href="x.css" media-type="text/css"/>'
        "</manifest></package>",
        "OEBPS/toc.ncx": '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><text>The dog</text>'
        "</ncx>",
        "OEBPS/text/one a.xhtml": page,
        "OEBPS/x.css": "p {color: red}",
    }
