"""A workbook: its texts are translated, and what finds a cell by its text still finds it."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.document import read_document
from engine.documents.part_translation import translate_parts
from engine.documents.tagged.language_tags import Languages
from engine.translation import TranslationRequest
from tests.support.packages import (
    Parts,
    packed,
    sheet_part,
    slide_part,
    unpacked,
    workbook_parts,
)
from tests.support.text_translators import (
    Change,
    FakeTranslator,
    Link,
    in_order,
    reversed_order,
    shouted,
    turned,
)

X = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def translated(
    source: Path, parts: Parts, change: Change = shouted, link: Link = in_order
) -> dict[str, str]:
    source.write_bytes(packed(parts))
    document = read_document(source, Languages("en", "de"))
    steps = translate_parts(FakeTranslator(change, link), document.parts, TranslationRequest(""))
    found = unpacked(document.encoding.encode("".join(step.text for step in steps)))
    return {name: part.decode() for name, part in found.items() if not name.endswith(".png")}


def cells(*texts: str) -> str:
    return "".join(f"<si><t>{text}</t></si>" for text in texts)


def shared(found: dict[str, str]) -> list[str]:
    """Return the texts of the cells."""
    return ["".join(each.itertext()) for each in fromstring(found["xl/sharedStrings.xml"])]


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("<t>A dog</t>", '<t xml:space="preserve">A DOG</t>'),
        ("<t>A dog.\nA &amp; b</t>", '<t xml:space="preserve">A DOG.\nA &amp; B</t>'),
        ("<t>one_x000D_\ntwo</t>", '<t xml:space="preserve">ONE_x000D_\nTWO</t>'),
        ("<t/>", "<t/>"),
        ("<t>dog</t><rPh><t>x</t></rPh>", '<t xml:space="preserve">DOG</t>'),
        (
            "<r><t>A </t></r><r><rPr><b/></rPr><t>red</t></r><r><t> dog\nruns</t></r>",
            '<r><t xml:space="preserve">A </t></r><r><rPr><b/></rPr><t xml:space="preserve">RED</t>'
            '</r><r><t xml:space="preserve"> DOG</t></r><r><t xml:space="preserve">\n</t></r>'
            '<r><t xml:space="preserve">RUNS</t></r>',
        ),
    ],
)
def test_the_text_of_a_cell_keeps_its_lines_and_formats(
    tmp_path: Path, text: str, becomes: str
) -> None:
    found = translated(tmp_path / "a.xlsx", workbook_parts(f"<si>{text}</si>"))
    assert found["xl/sharedStrings.xml"] == sheet_part(f"<si>{becomes}</si>", "sst")


def test_figures_in_a_text_are_kept(tmp_path: Path) -> None:
    figures = ("2,50", "2026-05-01", "$ 12.50 %", "٣")
    found = translated(tmp_path / "a.xlsx", workbook_parts(cells(*figures)), lambda _: "x")
    assert shared(found) == list(figures)


def test_a_text_that_stands_in_a_sheet_is_translated_and_nothing_else_of_it(
    tmp_path: Path,
) -> None:
    sheet = (
        '<row><c r="A1" t="inlineStr"><is><t>{}</t></is></c><c r="B1"><v>7</v></c>'
        '<c r="C1" t="str"><f>A1&amp;" x"</f><v>A dog x</v></c></row>'
        "<oddHeader>&amp;CA dog</oddHeader>"
    )
    parts = workbook_parts("", sheet.format("A dog"))
    found = translated(tmp_path / "a.xlsx", parts)["xl/worksheets/sheet1.xml"]
    assert found.replace(' xml:space="preserve"', "") == sheet_part(sheet.format("A DOG"))


def test_charts_and_shapes_of_a_workbook_are_translated(tmp_path: Path) -> None:
    more = {
        "xl/charts/chart1.xml": slide_part("<a:p><a:r><a:t>A dog</a:t></a:r></a:p><c:v>It</c:v>"),
        "xl/drawings/drawing1.xml": slide_part("<a:p><a:r><a:t>A cat</a:t></a:r></a:p>"),
    }
    found = translated(tmp_path / "a.xlsx", workbook_parts("", more=more))
    assert "<a:t>A DOG<" in found["xl/charts/chart1.xml"]
    assert "<c:v>IT<" in found["xl/charts/chart1.xml"]
    assert "<a:t>A CAT<" in found["xl/drawings/drawing1.xml"]


FORMULA = "<c><f>{}</f></c>"


@pytest.mark.parametrize(
    "naming",
    [
        FORMULA.format('IF(A1="name",1,0)'),
        FORMULA.format('COUNTIF(\'a "b\'!A:A,"&lt;&gt;NAME")'),
        FORMULA.format('"it says ""no""" &amp; "name"'),
        '<dataValidation type="list"><formula1>"other,name"</formula1></dataValidation>',
        '<cfRule type="containsText" text="name"><formula>1</formula></cfRule>',
        '<filterColumn><filters><filter val="Name"/></filters></filterColumn>',
        '<x:ext xmlns:x="x"><m:f xmlns:m="http://schemas.microsoft.com/office/excel/2006/main">'
        '"name"</m:f></x:ext>',
    ],
)
def test_a_text_that_a_sheet_names_is_kept(tmp_path: Path, naming: str) -> None:
    found = translated(tmp_path / "a.xlsx", workbook_parts(cells("Name", "a name", "dogs"), naming))
    assert shared(found) == ["Name", "A NAME", "dogs"]  # a sheet is called dogs


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("xl/tables/table1.xml", '<tableColumn name="Name"/>'),
        ("xl/tables/table1.xml", '<tableColumn name="_x004e_ame"/>'),
        ("xl/tables/table1.xml", '<tableColumn name="x" totalsRowLabel="Name"/>'),
        ("xl/pivotCache/pivotCacheDefinition1.xml", '<cacheField name="Name"/>'),
        ("xl/workbook.xml", '<definedName name="name">Dogs!A1</definedName>'),
        ("xl/workbook.xml", '<definedName name="x">"Name"</definedName>'),
    ],
)
def test_a_text_that_a_table_or_a_workbook_names_is_kept(
    tmp_path: Path, part: str, content: str
) -> None:
    parts = workbook_parts(cells("Name", "A dog"), more={part: sheet_part(content, "x")})
    found = translated(tmp_path / "a.xlsx", parts)
    assert shared(found) == ["Name", "A DOG"]
    assert found[part] == parts[part]


def test_the_header_of_a_column_is_kept_however_it_is_written(tmp_path: Path) -> None:
    header = "<si><r><t>Long\n</t></r><r><rPr/><t>name</t></r><rPh><t>x</t></rPh></si>"
    table = sheet_part('<tableColumn name="Long_x000a_name"/>', "table")
    parts = workbook_parts(header, more={"xl/tables/table1.xml": table})
    assert (
        translated(tmp_path / "a.xlsx", parts)["xl/sharedStrings.xml"]
        == (parts["xl/sharedStrings.xml"])
    )


TEXTS = st.sampled_from(["A dog ", "runs.", "\n", "fast &amp; far", " ", "\t", "_x000D_\n", "7"])
RUNS = st.builds(
    "<r>{}<t>{}</t></r>".format,
    st.sampled_from(["", "<rPr><b/></rPr>", "<rPr><i/></rPr>"]),
    TEXTS,
)
CELLS = st.lists(TEXTS, max_size=4).map(lambda found: f"<t>{''.join(found)}</t>") | st.lists(
    RUNS, max_size=5
).map("".join)


@given(CELLS)
def test_a_cell_stays_what_the_standard_says_it_is(
    tmp_path_factory: pytest.TempPathFactory, cell: str
) -> None:
    source = tmp_path_factory.getbasetemp() / "a.xlsx"
    parts = workbook_parts(f"<si>{cell}</si>")
    assert translated(source, parts, change=str) == {
        name: part for name, part in parts.items() if not name.endswith(".png")
    }
    before = fromstring(str(parts["xl/sharedStrings.xml"]))
    after = fromstring(translated(source, parts, turned, reversed_order)["xl/sharedStrings.xml"])
    texts = ["".join(root.itertext()) for root in (before, after)]
    assert len({tuple(sorted("".join(text.split()))) for text in texts}) == 1
    assert (
        len({text.count("\n") for text in texts}) == len({text.count("\t") for text in texts}) == 1
    )
    tags = [each.tag for each in after[0]]
    assert tags == [f"{X}t"] or set(tags) <= {f"{X}r"}
    assert all(each[-1].tag == f"{X}t" for each in after.iter(f"{X}r"))
