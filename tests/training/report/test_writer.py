"""The report of a run says what the run told, in three files that need nothing else."""

import errno
import math
import os
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.models.manifest import Manifest, TrainingCorpus, TrainingSummary
from tests.support.model_folders import toy_manifest
from tests.support.runs import tiny_recipe
from tests.support.stories import story_of
from training.errors import DiskFullError
from training.progress import (
    Compared,
    Contrasted,
    CorpusRead,
    Evaluated,
    Event,
    Message,
    ModelBuilt,
    Sampled,
    Started,
    Stepped,
    Validated,
)
from training.report.facts import DASH, Facts, gather
from training.report.html_page import render
from training.report.picture import MOST_LINES, draw, wrap
from training.report.writer import HTML_FILE, PICTURE_FILES, write_report

NASTY = '<script>alert("1 & 2")</script> $5 and $6 \\alpha'
RECIPE = tiny_recipe()


def started(resumed_at: int = 0) -> Started:
    return Started(
        run="r",
        recipe="reverse",
        source_language="qaa",
        target_language="qab",
        device="cpu",
        resumed_at=resumed_at,
    )


def stepped(step: int) -> Stepped:
    return Stepped(
        step=step, epoch=0, progress=0.5, loss=3.0, learning_rate=0.001, tokens_per_second=1.0
    )


def validated(step: int, *, is_best: bool = True) -> list[Event]:
    return [
        Validated(step=step, epoch=1, loss=2.0, perplexity=7.4, bleu=20.0, is_best=is_best),
        Sampled(source="a b", target=f"at {step}", reference="b a"),
    ]


def evaluated(corpus: str, bleu: float = 31.0) -> Evaluated:
    return Evaluated(
        corpus=corpus,
        metrics={"bleu": bleu, "chrf": 55.5, "perplexity": math.inf},
        signatures={"bleu": "nrefs:1|tok:13a", "chrf": "nc:6"},
    )


def compared(corpus: str, difference: float, p_value: float) -> Compared:
    return Compared(
        corpus=corpus,
        pairs=1000,
        beam_size=5,
        new={"bleu": 30 + difference},
        old={"bleu": 30.0},
        old_name="the-old-one",
        difference=difference,
        low=difference - 1,
        high=difference + 1,
        p_value=p_value,
    )


LEARNED: list[Event] = [
    started(),
    CorpusRead(name="pairs.tsv", train=40, validation=6, test=5, dropped={"too_long": 2}),
    ModelBuilt(parameters=2_357_568),
    stepped(5),
    *validated(10),
    stepped(15),
    *validated(20),
    *validated(30, is_best=False),
    Message(text="Something was decided."),
]
WHOLE: list[Event] = [
    *LEARNED,
    evaluated("validation, greedy"),
    evaluated("test, beam 5", bleu=32.125),
    compared("test", 2.0, 0.001),
    compared("chat", -3.0, 0.002),
    compared("talk", -0.1, 0.9),
    Contrasted(source=NASTY, reference="wie es sein soll", old="vorher", new="nachher"),
]
MANIFEST = toy_manifest(
    training=TrainingSummary(
        recipe="reverse",
        seed=1,
        hardware="a fast processor",
        hours=1.5,
        corpora=(TrainingCorpus(name="pairs", licence="CC BY 2.0", pairs=40),),
    )
)


def facts(events: list[Event], manifest: Manifest = MANIFEST) -> Facts:
    return gather("a run", RECIPE, story_of(*events), manifest)


# --- what is stated ---


def test_the_figures_that_matter_are_those_of_the_last_measurement() -> None:
    assert facts(WHOLE).figures == (
        ("BLEU, test, beam 5", "32.12"),
        ("chrF, test, beam 5", "55.50"),
        ("training time", "1 h 30 min"),
        ("parameters", "2.36 million"),
    )


def test_scores_stand_with_their_signatures_and_what_is_no_number_is_a_dash() -> None:
    found = facts(WHOLE)
    assert found.scores.rows == (
        ("validation", "greedy", "31.00", "55.50", DASH),
        ("test", "beam 5", "32.12", "55.50", DASH),
    )
    assert found.signatures == ("BLEU: nrefs:1|tok:13a", "chrF: nc:6")


def test_each_comparison_has_its_verdict_and_what_is_worse_is_warned_of() -> None:
    found = facts(WHOLE)
    assert found.comparison is not None
    assert [row[-1] for row in found.comparison.rows] == [
        "▲ better", "▼ worse", "no clear difference"
    ]  # fmt: skip
    assert found.comparison.rows[1][4:6] == ("−3.00", "−4.00 to −2.00")
    assert "the-old-one" in found.comparison_title
    (warning,) = found.warnings
    assert "On the text “chat” the new model is worse than the-old-one" in warning


def test_without_another_model_the_samples_are_early_and_late_ones() -> None:
    found = facts(LEARNED)
    assert found.comparison is None
    (sample,) = found.samples
    assert sample.translations == (("after step 10", "at 10"), ("after step 20", "at 20"))
    (beside,) = facts(WHOLE).samples
    assert beside.translations == (("old", "vorher"), ("new", "nachher"))


def test_what_a_resumed_run_measured_and_said_before_it_was_broken_off_is_forgotten() -> None:
    events = [*WHOLE, started(resumed_at=15), *validated(18), evaluated("test, greedy", 1.0)]
    found = facts(events)
    assert found.scores.rows == (("test", "greedy", "1.00", "55.50", DASH),)
    assert found.comparison is None
    assert found.warnings == ()
    (sample,) = found.samples
    assert sample.translations[-1] == ("after step 18", "at 18")
    assert found.course.validations[-1].step == 18


def test_details_name_recipe_hardware_text_and_licence() -> None:
    details = dict(facts(WHOLE).details)
    assert details["Recipe"].startswith("reverse: ")
    assert details["Hardware"] == "a fast processor"
    assert details["Text licence"] == "CC BY 2.0"
    assert "40 training pairs" in details["Text"]
    assert "too long 2" in details["Text"]
    unknown = toy_manifest()
    assert dict(facts([], unknown).details)["Text licence"] == "not stated"
    assert facts(WHOLE).notes == ("Something was decided.",)


# --- the page ---


class Page(HTMLParser):
    """Reads a page: its text, its tags, and whether each is closed."""

    VOID = ("meta", "br", "path", "use", "rect")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_holds_all_facts_and_closes_what_it_opens() -> None:
    found = facts(WHOLE)
    page = Page(render(found))
    assert page.open == []
    assert page.tags.count("svg") == 4
    assert len(page.ids) == len(set(page.ids))
    for text in (found.title, *found.warnings, *found.signatures, *found.notes, NASTY, "nachher"):
        assert text in page.text
    for what, how in (*found.figures, *found.details):
        assert what in page.text
        assert how in page.text


def test_the_page_asks_nothing_of_a_network_and_runs_nothing() -> None:
    html = render(facts(WHOLE))
    assert "script" not in Page(html).tags
    assert "default-src 'none'" in html
    assert not re.search(r"(?:src|href)=\"(?!#)", html)
    assert "http" not in html.replace("http-equiv", "")


def test_the_page_is_for_light_and_dark_and_for_paper() -> None:
    html = render(facts(WHOLE))
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html
    inline = html[html.index("<svg") :]
    assert "var(--ink)" in inline
    assert not re.search("#[0-9a-f]{6}\\b", inline)


@settings(max_examples=20)
@given(text=st.text(max_size=30))
def test_whatever_a_text_holds_the_page_is_one_page(text: str) -> None:
    found = replace(facts([]), title=text, notes=(text,), details=((text, text),))
    page = Page(render(found))
    assert page.open == []
    assert page.tags == Page(render(replace(found, title="t", notes=("t",)))).tags


def test_a_run_that_told_nothing_has_a_report_all_the_same(tmp_path: Path) -> None:
    assert write_report(tmp_path, RECIPE, story_of(), MANIFEST).read_text(encoding="utf-8")


# --- the files ---


def test_the_report_is_a_page_and_a_picture_in_two_forms(tmp_path: Path) -> None:
    folder = tmp_path / "Übung 1" / "модель"
    folder.mkdir(parents=True)
    path = write_report(folder, RECIPE, story_of(*WHOLE), MANIFEST)
    assert path == folder / HTML_FILE
    assert {file.name for file in folder.iterdir()} == {HTML_FILE, *PICTURE_FILES}
    assert (folder / "report.png").read_bytes().startswith(b"\x89PNG")
    root = ET.fromstring((folder / "report.svg").read_text(encoding="utf-8"))
    texts = ["".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")]
    assert {"toy", "32.12", "▼ worse", "nachher", NASTY} <= set(texts)


def test_the_legend_of_a_curve_lies_on_no_other() -> None:
    page = draw(facts(WHOLE))
    page.draw_without_rendering()
    legends = [axes.get_legend() for axes in page.axes]
    boxes = [legend.get_window_extent() for legend in legends if legend is not None]
    assert boxes
    for box in boxes:
        assert not any(box.overlaps(axes.get_window_extent()) for axes in page.axes)


def test_odd_texts_are_drawn_without_a_word(tmp_path: Path) -> None:
    odd = "日本語 ∎ \ud800 \x00 مرحبا $x^2$ 👩‍🚒 " + "ungeheuerlich" * 60
    sample = Contrasted(source=odd, reference=odd, old="", new=odd)
    story = story_of(*WHOLE, sample, Message(text=odd))
    write_report(tmp_path, RECIPE, story, MANIFEST)
    ET.fromstring((tmp_path / "report.svg").read_text(encoding="utf-8"))


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(DiskFullError, match="There is no space left on the disk"):
        write_report(tmp_path, RECIPE, story_of(*LEARNED), MANIFEST)
    assert list(tmp_path.iterdir()) == []


@given(text=st.text("ab ÄW日", max_size=300), width=st.floats(5, 60), bold=st.booleans())
def test_a_text_is_broken_into_few_lines_that_hold_it(text: str, width: float, bold: bool) -> None:
    lines = wrap(text, width, bold=bold)
    assert 1 <= len(lines) <= MOST_LINES
    joined = "".join("".join(lines).split())
    whole = "".join(text.split())
    assert joined == whole or (joined.endswith("…") and whole.startswith(joined[:-1]))
