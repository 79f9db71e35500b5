"""Ask whether a locked version has a known vulnerability (`make audit`).

Exits with 1 if one has. Where the service that knows cannot be reached, or does not know any of the
versions, nothing was checked: it says "skipped" and exits with 0.
"""

import json
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from install import REQUIREMENTS


@dataclass(frozen=True)
class Audit:
    """What was found out.

    Args:
        checked: How many packages were checked.
        vulnerable: A line on each vulnerability.
        unchecked: A line on each package that the service does not know.
    """

    checked: int
    vulnerable: tuple[str, ...]
    unchecked: tuple[str, ...]


def main() -> int:
    """Ask about everything in `requirements`, report on stdout, and return the exit status."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes"]
    command += ["--progress-spinner=off", "--format=json", "--timeout=10"]
    command += [word for file in sorted(REQUIREMENTS.glob("*.txt")) for word in ("-r", str(file))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout.strip():
        last = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
        reason = textwrap.shorten(last, 200)
        sys.stdout.write(f"audit: skipped, the vulnerability service gave no answer: {reason}\n")
        return 0
    audit = read(json.loads(done.stdout)["dependencies"])
    sys.stdout.write(report(audit))
    return 1 if audit.vulnerable else 0


def read(dependencies: Sequence[dict[str, Any]]) -> Audit:
    """Return what pip-audit's JSON says of each dependency."""
    checked = [one for one in dependencies if "skip_reason" not in one]
    return Audit(
        checked=len(checked),
        vulnerable=tuple(
            f"{one['name']} {one['version']}: {known['id']}, corrected in "
            f"{', '.join(known['fix_versions']) or 'no version yet'}"
            for one in checked
            for known in one["vulns"]
        ),
        unchecked=tuple(one["skip_reason"] for one in dependencies if "skip_reason" in one),
    )


def report(audit: Audit) -> str:
    """Return the result for people; it claims nothing about packages that were not checked."""
    if not audit.checked:
        number = len(audit.unchecked)
        return f"audit: skipped, the vulnerability service knows none of {number} packages\n"
    lines = [f"audit: {len(audit.vulnerable)} known vulnerabilities in {audit.checked} packages"]
    lines += [*audit.vulnerable, *(f"not checked: {reason}" for reason in audit.unchecked)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
