"""``python -m theodolite``: the command, with all its arguments."""

import sys

from .errors import MissingProgram
from .node import run_command


def main() -> None:
    """Runs the command with the arguments of this process, and ends with its status."""
    try:
        status = run_command(sys.argv[1:], interactive=True).status
    except MissingProgram as error:
        print(f"error: {error}", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
