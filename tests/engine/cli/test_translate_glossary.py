import json
from pathlib import Path

from tests.support.commands import Run


def glossary(folder: Path, text: str) -> Path:
    path = folder / "terms.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_glossary_is_followed_in_text_and_files(run: Run, folder: Path, document: Path) -> None:
    terms = glossary(folder, "dog,犬\nmen,\n")
    assert "犬" in run("translate", "--glossary", terms, "A dog is here.").out
    written = run("translate", "--glossary", terms, "--input", document).out
    assert written.count("犬") == 6
    assert written.count("men") == 6
    (line,) = run("translate", "--glossary", terms, "--json", "A dog is here.").out.splitlines()
    (term,) = json.loads(line)["terms"]
    assert term["source"] == ["dog", 2, 5]
    assert term["target"][0] == "犬"


def test_lines_that_are_left_out_are_named(run: Run, folder: Path) -> None:
    terms = glossary(folder, "dog,犬\n" + ",x\n" * 12)
    done = run("translate", "--glossary", terms, "A dog.")
    assert done.status == 0
    assert "terms.csv, line 2: there is no term to translate" in done.err
    assert "terms.csv: 2 more lines are left out" in done.err


def test_a_glossary_that_cannot_be_used_is_refused_before_anything_is_translated(
    run: Run, folder: Path, requests: list[str]
) -> None:
    for path in (folder / "none.csv", folder, glossary(folder, "fr,it\na,b\n")):
        done = run("translate", "--glossary", path, "A dog.")
        assert done.status == 2
        assert "Invalid value" in done.err
    assert not requests
