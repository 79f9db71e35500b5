"""YAML that is not trusted: text, lists and mappings, whatever else the language can do."""

import re

import pytest

from engine.interchange.marian_format.yaml_text import YamlError, read_mapping


def test_every_scalar_is_text() -> None:
    text = """\
on: yes
1.0: null
list:
  - 1
  - [a, ~]
map: {x: 2020-01-01}
'\\u00e9': "▁\\u00e9"
"""
    assert read_mapping(text) == {
        "on": "yes",
        "1.0": "null",
        "list": ["1", ["a", "~"]],
        "map": {"x": "2020-01-01"},
        "\\u00e9": "▁é",
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("# nothing\n", "it is empty"),
        ("- a\n- b\n", "it does not hold names with values"),
        ("a: [1, 2\n", "it is not YAML (while parsing a flow sequence"),
        ("a: 1\n\tb: 2\n", "it is not YAML"),
        ("a: \x07\n", "it is not YAML (unacceptable character #x0007"),
        ("a: 1\nb: 2\na: 3\n", "line 3 names 'a' a second time"),
        ("a: &x [1]\nb: [*x, *x]\n", "line 2 refers to another part of the file"),
        ("[a, b]: 1\n", "line 1 has a name that is not text"),
        ("a: " + "[" * 100_000, "line 1 is nested too deeply"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_plain_mapping_is_refused(text: str, problem: str) -> None:
    with pytest.raises(YamlError, match=f"^{re.escape(problem)}"):
        read_mapping(text)


def test_tags_run_nothing() -> None:
    assert read_mapping("a: !!python/object/apply:os.getcwd []\n") == {"a": []}
