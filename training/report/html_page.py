"""The report of a run as one HTML file.

It needs nothing else, follows the reader's light or dark setting, and prints.
"""

import io
import re
from collections.abc import Iterable
from html import escape

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from engine.attention.fonts import printable, use_shipped_font
from training.report.curves import INK, ON_LIGHT, PICTURES
from training.report.facts import DASH, Facts, Table
from training.report.run_story import Course

_STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --quiet: #5c5f66; --paper: #ffffff;
  --card: #f6f7f9; --line: #dfe2e7; --training: #0072b2; --validation: #d55e00; --forced: #009e73;
  --warn: #8a3b00; --warn-paper: #fff4ea; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #a3a8b0; --paper: #17181b;
  --card: #202226; --line: #363a41; --training: #56b4e9; --validation: #e69f00; --forced: #2fc79b;
  --warn: #ffc48a; --warn-paper: #33261a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.5rem; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.4rem 0 .8rem; }
.quiet, footer, dt, th { color: var(--quiet); }
header p { margin: .3rem 0 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .8rem;
  margin: 1.6rem 0 0; padding: 0; list-style: none; }
.tiles li, .sample { background: var(--card); border-radius: 10px; padding: .9rem 1.1rem; }
.tiles b { display: block; font-size: 1.4rem; line-height: 1.2; font-weight: 600;
  font-variant-numeric: tabular-nums; }
.warning { background: var(--warn-paper); color: var(--warn); border-left: 4px solid;
  border-radius: 6px; padding: .8rem 1.1rem; margin: 1.6rem 0 0; }
.warning p { margin: .2rem 0; }
.curves { display: grid; gap: 1.2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.curves svg { width: 100%; height: auto; }
.curves svg * { stroke-linejoin: round; stroke-linecap: butt; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { font-weight: 500; text-align: left; }
th, td { padding: .35rem 1.2rem .35rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
.figure { text-align: right; }
small { display: block; color: var(--quiet); margin-top: .6rem; overflow-wrap: anywhere; }
.sample { margin: 0 0 .8rem; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .3rem 1.2rem;
  margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
footer { margin-top: 2.6rem; padding-top: 1rem; border-top: 1px solid var(--line);
  font-size: .85rem; }
@media print { :root { color-scheme: light; } body { padding: 0; max-width: none; font-size: 10pt; }
  section, .sample, svg, tr { break-inside: avoid; } h2 { break-after: avoid; margin-top: 1.2rem; }
  .curves { grid-template-columns: 1fr 1fr; } }
"""
_THEMED = {
    INK: "var(--ink)",
    ON_LIGHT.training: "var(--training)",
    ON_LIGHT.validation: "var(--validation)",
    ON_LIGHT.forced: "var(--forced)",
}
"""What the colours of the curves are called in the page, so that they follow its theme."""


def render(facts: Facts) -> str:
    """Write the page."""
    parts = [
        _header(facts),
        _warnings(facts.warnings),
        _section("Training curves", f'<div class="curves">{_curves(facts.course)}</div>'),
        _section("Scores", _table(facts.scores) + _small(facts.signatures)),
    ]
    if facts.comparison is not None:
        explained = _small(
            ["BLEU with the same beam size. 95 % interval of the difference from 1,000 paired "
             "bootstrap samples; p is how often chance alone would give so large a difference."]
        )  # fmt: skip
        table = _table(facts.comparison)
        parts.append(_section(facts.comparison_title, table + explained))
    if facts.samples:
        parts.append(_section(facts.samples_title, _samples(facts)))
    parts.append(_section("The run", _list(facts.details)))
    if facts.notes:
        notes = "".join(f"<li>{_text(note)}</li>" for note in facts.notes)
        parts.append(_section("Notes", f"<ul>{notes}</ul>"))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{_text(facts.title)} · report</title>
<style>{_STYLE}</style>
</head>
<body>
{"".join(parts)}
<footer>BLEU and chrF are sacreBLEU's, of translations made without sight of the reference.
Perplexity is a token's, so it compares only models of one vocabulary. A score says how a model
does on one text; on other text it may be another.</footer>
</body>
</html>
"""


def _header(facts: Facts) -> str:
    tiles = "".join(
        f"<li><b>{_text(value)}</b> {_text(what)}</li>" for what, value in facts.figures
    )
    return (
        f"<header><h1>{_text(facts.title)}</h1>"
        f'<p class="quiet">{_text(facts.subtitle)}</p><ul class="tiles">{tiles}</ul></header>\n'
    )


def _warnings(warnings: tuple[str, ...]) -> str:
    if not warnings:
        return ""
    sentences = "".join(f"<p>{_text(text)}</p>" for text in warnings)
    return f'<div class="warning" role="note"><b>⚠ Worse in places</b>{sentences}</div>\n'


def _section(title: str, content: str) -> str:
    return f"<section><h2>{_text(title)}</h2>{content}</section>\n"


def _table(table: Table) -> str:
    def row(tag: str, cells: tuple[str, ...]) -> str:
        marked = (
            f'<{tag} class="figure">' if at in table.figures else f"<{tag}>"
            for at in range(len(cells))
        )
        written = (f"{mark}{_text(cell)}</{tag}>" for mark, cell in zip(marked, cells, strict=True))
        return f"<tr>{''.join(written)}</tr>"

    rows = "".join(row("td", cells) for cells in table.rows)
    return (
        f'<div class="wide"><table><thead>{row("th", table.heading)}</thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _small(lines: Iterable[str]) -> str:
    return "".join(f"<small>{_text(line)}</small>" for line in lines)


def _list(items: Iterable[tuple[str, str]]) -> str:
    return (
        f"<dl>{''.join(f'<dt>{_text(what)}</dt><dd>{_text(how)}</dd>' for what, how in items)}</dl>"
    )


def _samples(facts: Facts) -> str:
    return "".join(
        '<div class="sample"><dl>'
        + _sentence("source", sample.source, facts.source_language)
        + "".join(_sentence(who, what, facts.target_language) for who, what in sample.translations)
        + _sentence("reference", sample.reference, facts.target_language)
        + "</dl></div>"
        for sample in facts.samples
    )


def _sentence(what: str, text: str, language: str) -> str:
    return (
        f'<dt>{_text(what)}</dt><dd dir="auto" lang="{_text(language)}">{_text(text) or DASH}</dd>'
    )


def _text(text: str) -> str:
    """Return a text as the page holds it: no tags, and nothing that no file can hold."""
    return escape(printable(text))


# --- curves ---


def _curves(course: Course) -> str:
    return "".join(_curve(name, course) for name in PICTURES)


def _curve(name: str, course: Course) -> str:
    """Draw a curve as a part of the page, in the colours of its theme; nothing without figures."""
    use_shipped_font()
    figure = Figure(figsize=(5.6, 3.3), layout="constrained", facecolor="none")
    FigureCanvasSVG(figure)
    axes = figure.add_subplot(facecolor="none")
    if not PICTURES[name](axes, course):
        return ""
    file = io.StringIO()
    # Salted by its name: of several pictures on one page no two may have parts of one id.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    drawn = file.getvalue()
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", drawn, flags=re.DOTALL)
    drawn = re.sub(
        r' id="[a-z0-9.]+_\d+"| (width|height)="[\d.]+pt"| xmlns(:\w+)?="[^"]*"', "", drawn
    )
    drawn = re.sub(r" font-family: [^;]*;", "", drawn)  # the page's own
    for colour, themed in _THEMED.items():
        drawn = drawn.replace(colour.lower(), themed)
    label = f'role="img" aria-label="{_text(axes.get_title())}"'
    return drawn.replace("<svg", f"<svg {label}", 1)
