"""A child program for tests: it tells, waits, breaks and ends as its arguments say.

say TEXT     write TEXT and a line break to standard output
raw TEXT     write TEXT alone
log TEXT     write TEXT and a line break to standard error
flood N      tell N events at once
orders       repeat every order as a Message event, until the end of standard input
wait         wait for the end of standard input, and hear nothing else
exit CODE    end
kill         end by SIGKILL
"""

import os
import signal
import sys

from training.event_lines import to_line
from training.progress import Message


def main() -> None:
    """Do one thing after the other."""
    out = sys.stdout
    steps = iter(sys.argv[1:])
    for step in steps:
        match step:
            case "say":
                out.write(next(steps) + "\n")
            case "raw":
                out.write(next(steps))
            case "log":
                sys.stderr.write(next(steps) + "\n")
                sys.stderr.flush()
            case "flood":
                out.writelines(
                    to_line(Message(text=str(n))) + "\n" for n in range(int(next(steps)))
                )
            case "orders":
                for line in sys.stdin:
                    out.write(to_line(Message(text=line.strip())) + "\n")
                    out.flush()
            case "wait":
                sys.stdin.read()
            case "exit":
                out.flush()
                os._exit(int(next(steps)))
            case "kill":
                out.flush()
                os.kill(os.getpid(), signal.SIGKILL)
            case _:
                raise ValueError(step)
        out.flush()


if __name__ == "__main__":
    main()
