"""`translucent translate` at its edges: odd line ends, many hypotheses, files half done."""

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from desktop import command
from engine.cli.text_lines import CHARACTERS_AT_ONCE, LINES_AT_ONCE
from engine.errors import EngineError
from engine.pipeline.translator import Translator
from engine.tokenizers.subword import FORMAL_TAG, INFORMAL_TAG
from engine.translation import Formality, SearchOptions, Translation, TranslationRequest
from tests.support.commands import Run
from tests.support.model_folders import tree
from tests.support.text_translators import eight_at_once
from tests.support.translators import save_subword_model
from tests.support.virus_scanner import VirusScanner

MODEL = ("--model", "toy")


class Terminal(io.StringIO):
    """Lines that a person types."""

    def isatty(self) -> bool:
        return True


# --- lines ---


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A dog.",
        "\n",
        "A dog.\rTwo men.\r",
        "A dog.\r\nTwo men.\n\rWhy?",
        "A dog.\x0cTwo men.\u2028Why?\x85A dog.\n",
        "\ufffd\n👩‍🚒\n",
    ],
)
def test_a_file_and_standard_input_give_the_same(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "text"
    file.write_bytes(text.encode())
    for options in ((), ("--json",), ("--n-best", "2")):
        piped = run("translate", *MODEL, *options, stdin=text)
        assert piped.status == 0
        assert run("translate", *MODEL, *options, "--input", file).out == piped.out


def test_line_ends_pass_a_console_that_would_change_them(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = run("translate", *MODEL, stdin="A dog.\r\n\nWhy?\n").out
    raw = io.BytesIO()
    lines = io.BytesIO(b"A dog.\r\n\nWhy?\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines, encoding="utf-8"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8", newline="\r\n"))
    assert command.main(["translate", *MODEL]) == 0
    assert raw.getvalue().decode() == expected


def test_text_in_another_encoding_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], run: Run, tmp_path: Path
) -> None:
    assert run is not None  # it has set a home
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"F\x81r mich"), "cp850"))
    output = tmp_path / "translated.txt"
    assert command.main(["translate", *MODEL, "--output", str(output)]) == 2
    assert "Standard input is not UTF-8 text" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.txt"))


def test_a_byte_order_mark_is_no_part_of_the_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"\xef\xbb\xbfA dog.\n")
    ended = run("translate", *MODEL, "--json", "--input", file)
    assert json.loads(ended.out)["source"] == "A dog."


def test_files_go_by_the_block_and_typed_lines_one_by_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path, requests: list[str]
) -> None:
    assert run is not None
    monkeypatch.setattr(sys, "stdin", Terminal("A dog.\nWhy?\n"))
    (folder / "in.txt").rename(folder / "in")  # some text, not a document
    assert command.main(["translate", *MODEL, "--input", str(folder / "in")]) == 0
    assert [text.count("\n") for text in requests] == [LINES_AT_ONCE, 5]
    requests.clear()
    assert command.main(["translate", *MODEL]) == 0
    assert requests == ["A dog.", "Why?"]


def test_progress_is_shown_to_people_and_kept_out_of_the_text(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = run("translate", *MODEL, "--input", folder / "in.txt")
    assert "Translating" not in plain.err
    monkeypatch.setenv("FORCE_COLOR", "1")  # as if there were a terminal
    shown = run("translate", *MODEL, "--input", folder / "in.txt")
    assert "Translating" in shown.err
    assert shown.out == plain.out
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)  # the text itself shows how far it is
    assert command.main(["translate", *MODEL, "--input", str(folder / "in.txt")]) == 0
    assert screen.getvalue() == plain.out
    assert "Translating" not in capsys.readouterr().err


# --- hypotheses ---


def test_the_n_best_keep_what_stands_around_sentences(run: Run) -> None:
    text = "  - A dog is here. Two men.\n\nSeveral men?\n"
    plain = run("translate", *MODEL, "--beam", "4", stdin=text).out
    listed = run("translate", *MODEL, "--beam", "4", "--n-best", "4", stdin=text).out
    first, second = (block.splitlines() for block in listed.split("\n\n"))
    blocks = [[line.split("\t", 1) for line in block] for block in (first, second)]
    assert [len(block) for block in blocks] == [4, 4]
    assert all(found.startswith("  - ") for _, found in blocks[0])
    assert [block[0][1] for block in blocks] == plain.replace("\n\n", "\n").splitlines()


def test_a_line_without_a_sentence_is_its_own_only_hypothesis(run: Run) -> None:
    text = "A dog.\n\n  ***\n😀\n"
    lines = run("translate", *MODEL, "--n-best", "2", stdin=text).out.splitlines()
    assert lines[2:] == ["", "0.0000\t  ***", "0.0000\t😀"]


def test_long_lines_go_in_smaller_blocks(run: Run, folder: Path, requests: list[str]) -> None:
    line = "A dog.\n" + "a " * (CHARACTERS_AT_ONCE // 2) + "\n"
    (folder / "in").write_text(line * 3, encoding="utf-8")
    assert run("translate", *MODEL, "--input", folder / "in").status == 0
    assert "".join(requests) == line * 3
    assert [text.count("\n") for text in requests] == [2, 2, 2]


def test_a_notice_names_its_line_however_lines_end(run: Run, folder: Path) -> None:
    (folder / "in").write_bytes(b"A dog.\rA dog.\r\nA dog.\nA qqq.\r")
    said = run("translate", *MODEL, "--input", folder / "in").err
    assert said
    assert all(line.startswith("line 4: ") for line in said.splitlines() if "qqq" in line)


def test_more_hypotheses_than_the_model_searches_for_are_found(run: Run) -> None:
    ended = run("translate", *MODEL, "--n-best", "5", "A dog.")  # its own beam is 2
    assert len(ended.out.splitlines()) == 5


def test_the_n_best_are_those_of_the_search_in_its_order(run: Run, tmp_path: Path) -> None:
    translator = Translator.open(tmp_path / "home" / "data" / "models" / "toy", device="cpu")
    request = TranslationRequest("A dog is here.", n_best=4)
    (sentence,) = translator.translate(request).sentences
    found = json.loads(run("translate", *MODEL, "--json", "--n-best", "4", request.text).out)
    assert found["hypotheses"] == [
        {"text": best.text, "score": round(best.score, 4)} for best in sentence.hypotheses
    ]
    plain = run("translate", *MODEL, "--n-best", "4", request.text).out
    assert plain == "".join(f"{best.score:.4f}\t{best.text}\n" for best in sentence.hypotheses)


def test_a_blank_line_has_an_object_without_a_score(run: Run) -> None:
    ended = run("translate", *MODEL, "--json", stdin=" \t\nA dog.\n")
    blank, full = map(json.loads, ended.out.splitlines())
    assert (blank["source"], blank["target"], blank["score"]) == (" \t", " \t", None)
    assert all(
        blank[key] == []
        for key in (
            "hypotheses",
            "tokens",
            "source_words",
            "target_words",
            "alignment",
            "terms",
            "looked_up",
            "notices",
        )
    )
    assert blank.keys() == full.keys()
    assert full["score"] < 0


def test_every_word_that_is_linked_lies_in_its_own_sentence(run: Run) -> None:
    text = "Two young men are outside. A little girl, isn't she?"
    found = json.loads(run("translate", *MODEL, "--json", text).out)
    assert found["alignment"]
    border = text.index("A little")
    sentences: set[tuple[bool, int]] = set()
    for target, source, _ in found["alignment"]:
        is_second = found["source_words"][source][1] >= border
        sentences.add((is_second, found["target_words"][target][1]))
    first = [start for is_second, start in sentences if not is_second]
    second = [start for is_second, start in sentences if is_second]
    assert max(first, default=-1) < min(second, default=len(found["target"]))


# --- choices ---


def test_a_direction_chooses_the_model(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "home" / "data" / "models" / "other"
    save_subword_model(other, seed=1, name="other", source_language="fr", target_language="es")
    by_name = run("translate", "--model", "other", "Un chien.").out
    assert run("translate", "--from", "fr", "Un chien.").out == by_name
    assert run("translate", "--to", "es", "Un chien.").out == by_name
    assert run("translate", "--model", other, "Un chien.").out == by_name
    wrong = run("translate", "--model", "other", "--from", "en", "Un chien.")
    assert wrong.status == 1
    assert "no model named 'other' from 'en'" in wrong.err


def test_a_beam_of_one_and_the_length_penalty_are_passed_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[TranslationRequest] = []
    translate = Translator.translate

    def note(translator: Translator, request: TranslationRequest) -> Translation:
        asked.append(request)
        return translate(translator, request)

    monkeypatch.setattr(Translator, "translate", note)
    assert run("translate", *MODEL, "--beam", "1", "--length-penalty", "0.5", "A dog.").status == 0
    assert [request.options for request in asked] == [SearchOptions(1, 0.5, with_phrases=True)]


@pytest.mark.parametrize("wish", Formality)
def test_the_form_of_address_is_passed_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, document: Path, wish: Formality
) -> None:
    tagged = tmp_path / "home" / "data" / "models" / "tagged"
    save_subword_model(tagged, name="tagged", tags=[FORMAL_TAG, INFORMAL_TAG])
    asked: list[Formality] = []
    translate = Translator.translate

    def note(translator: Translator, request: TranslationRequest) -> Translation:
        asked.append(request.options.formality)
        return translate(translator, request)

    monkeypatch.setattr(Translator, "translate", note)
    for text in (("A dog.",), ("--json", "A dog."), ("--input", document)):
        assert run("translate", "--model", "tagged", "--formality", wish, *text).status == 0
    assert len(asked) >= 3
    assert {*asked} == {wish}


@pytest.mark.parametrize("wish", ["formal", "informal"])
def test_a_form_of_address_that_the_model_cannot_choose_is_refused(
    run: Run, folder: Path, document: Path, wish: str
) -> None:
    before = tree(folder)
    for text in (("A dog.",), ("--input", document)):
        options = ("--formality", wish, "--output", folder / "out.md")
        ended = run("translate", *MODEL, *options, *text)
        assert (ended.status, ended.out) == (2, "")
        assert f"--formality {wish}: the model toy has no choice" in ended.err
    assert tree(folder) == before
    assert run("translate", *MODEL, "--formality", "auto", "A dog.").status == 0


def test_threads_are_those_that_were_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, asked = Translator.open, []

    def opened(folder: Path, **wishes: Any) -> Translator:
        asked.append(wishes["threads"])
        return whole(folder, **wishes)

    monkeypatch.setattr(Translator, "open", opened)
    assert run("translate", *MODEL, "--threads", "1", "A dog.").status == 0
    assert asked == [1]


def test_a_device_that_is_not_there_is_said(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    ended = run("translate", *MODEL, "--device", "cuda", "--output", folder / "out", "A dog.")
    assert (ended.status, ended.out) == (1, "")
    assert "The device 'cuda' cannot be used" in ended.err
    assert not (folder / "out").exists()


# --- files ---


@pytest.mark.parametrize("name", ["in.txt", "../texts/in.txt", "link.txt"])
def test_the_input_is_never_written_over(run: Run, folder: Path, name: str) -> None:
    _link(folder / "link.txt", folder / "in.txt")
    before = tree(folder)
    ended = run("translate", *MODEL, "--input", folder / "in.txt", "--output", folder / name)
    assert ended.status == 2
    assert "--output is the same file as --input; choose another" in ended.err
    assert tree(folder) == before


def test_a_virus_scanner_is_waited_for(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    VirusScanner(monkeypatch)
    ended = run("translate", *MODEL, "--output", folder / "out", "A dog.")
    assert (ended.status, ended.out) == (0, ""), ended.err
    assert tree(folder).keys() == {"in.txt", "out"}


def test_a_folder_is_no_output(run: Run, folder: Path, requests: list[str]) -> None:
    (folder / "out").mkdir()
    before = tree(folder)
    ended = run("translate", *MODEL, "--output", folder / "out", "A dog.")
    assert ended.status == 2
    assert f"{folder / 'out'} cannot be written" in ended.err
    assert requests == []
    assert tree(folder) == before


@pytest.mark.parametrize("old", [None, b"what was there"])
@pytest.mark.parametrize(
    ("failure", "status", "says"),
    [
        (EngineError("It broke."), 1, "translucent: It broke."),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_a_translation_that_ends_half_way_leaves_nothing(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    requests: list[str],
    old: bytes | None,
    failure: BaseException,
    status: int,
    says: str,
) -> None:
    eight_at_once(monkeypatch)
    if old is not None:
        (folder / "out.txt").write_bytes(old)
    lines = "".join(f"A dog {number}.\n" for number in range(40))  # none is known from another
    (folder / "in.txt").write_text(lines)
    before = tree(folder)
    translate = Translator.translate

    def fail_later(translator: Translator, request: TranslationRequest) -> Translation:
        if requests:
            raise failure
        return translate(translator, request)

    monkeypatch.setattr(Translator, "translate", fail_later)
    options = ("--input", folder / "in.txt", "--output", folder / "out.txt")
    ended = run("translate", *MODEL, *options)
    assert len(requests) == 1
    assert ended.status == status
    assert says in ended.err
    assert tree(folder) == before


def test_a_file_that_a_link_points_to_is_written_and_the_link_stays(run: Run, folder: Path) -> None:
    (folder / "there.txt").write_bytes(b"old")
    _link(folder / "link.txt", folder / "there.txt")
    options = ("--input", folder / "in.txt", "--output", folder / "link.txt")
    assert run("translate", *MODEL, *options).status == 0
    assert (folder / "link.txt").is_symlink()
    assert (folder / "there.txt").read_bytes().count(b"\n") == LINES_AT_ONCE + 5


def test_a_file_may_have_a_long_name_but_not_a_longer_one(run: Run, folder: Path) -> None:
    options = ("--input", folder / "in.txt", "--output")
    assert run("translate", *MODEL, *options, folder / (250 * "x")).status == 0
    before = tree(folder)
    ended = run("translate", *MODEL, *options, folder / (260 * "x"))
    assert ended.status == 2
    assert "File name too long" in " ".join(ended.err.split())
    assert tree(folder) == before


@pytest.mark.parametrize("penalty", ["200", "nan", "inf", "-1"])
def test_a_length_penalty_out_of_range_is_refused(run: Run, penalty: str) -> None:
    ended = run("translate", *MODEL, "--length-penalty", penalty, "A dog.")
    assert (ended.status, ended.out) == (2, "")
    assert "--length-penalty" in ended.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_stays_one(run: Run, folder: Path) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        assert run("translate", *MODEL, "--output", pipe, "A dog.").status == 0
        written = os.read(descriptor, 10_000).decode()
    finally:
        os.close(descriptor)
    assert pipe.is_fifo()
    assert written == run("translate", *MODEL, "A dog.").out


def test_more_text_than_can_be_held_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr("engine.pipeline.translator.TEXT_LIMIT", 5)
    ended = run("translate", *MODEL, "--output", folder / "out.txt", "A dog is here.")
    assert ended.status == 1
    assert "the limit is 5" in ended.err
    assert sorted(path.name for path in folder.iterdir()) == ["in.txt"]


def _link(link: Path, target: Path) -> None:
    try:
        link.symlink_to(target)
    except OSError as error:  # Windows, without the right to
        pytest.skip(f"no links can be made here: {error}")
