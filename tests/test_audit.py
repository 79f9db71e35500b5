"""The question about known vulnerabilities: what was not checked is never called safe."""

import audit


def test_known_vulnerabilities_are_listed_with_their_correction() -> None:
    found = audit.read(
        [
            {
                "name": "part",
                "version": "1.0",
                "vulns": [
                    {"id": "X-1", "fix_versions": ["1.1", "2.0"]},
                    {"id": "X-2", "fix_versions": []},
                ],
            },
            {"name": "sound", "version": "1.0", "vulns": []},
            {"name": "odd", "skip_reason": "odd was not found"},
        ]
    )
    assert audit.report(found).splitlines() == [
        "audit: 2 known vulnerabilities in 2 packages",
        "part 1.0: X-1, corrected in 1.1, 2.0",
        "part 1.0: X-2, corrected in no version yet",
        "not checked: odd was not found",
    ]


def test_where_nothing_was_checked_it_says_skipped() -> None:
    found = audit.read([{"name": "part", "skip_reason": "no answer"}])
    assert not found.vulnerable
    assert audit.report(found) == (
        "audit: skipped, the vulnerability service knows none of 1 packages\n"
    )
