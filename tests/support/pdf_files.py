"""PDF files of lines at places on pages."""

Shown = tuple[int, int, int, str]
"""Left, bottom, size and text of a line."""


def make_pdf(*pages: list[Shown]) -> bytes:
    """Return a file with these lines on its pages."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", ""]
    objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
    numbers = []
    for page in pages:
        text = "".join(
            f"BT /F {size} Tf {left} {bottom} Td ({words}) Tj ET\n"
            for left, bottom, size, words in page
        )
        objects.append(f"<</Length {len(text)}>>stream\n{text}\nendstream")
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {len(objects)} 0 R"
            "/Resources<</Font<</F 3 0 R>>>>>>"
        )
        numbers.append(f"{len(objects)} 0 R")
    objects[1] = f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(numbers)}]>>"
    written = "%PDF-1.4\n"
    places = []
    for number, each in enumerate(objects, start=1):
        places.append(f"{len(written):010} 00000 n \n")
        written += f"{number} 0 obj\n{each}\nendobj\n"
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{''.join(places)}"
    trailer = f"trailer<</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{len(written)}\n%%EOF\n"
    return f"{written}{table}{trailer}".encode("cp1252")
