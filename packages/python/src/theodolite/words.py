"""The sentences and the limits that the package shares with the command, from ``words.json`` of the wheel."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from .errors import Problem, TheodoliteError

TABLE = "the table"
"""What a table in memory is called."""


@cache
def shared() -> dict[str, Any]:
    """The contents of ``words.json``, which the build of the wheel writes from the sources of the command."""
    found: dict[str, Any] = json.loads((resources.files(__package__) / "words.json").read_text("utf-8"))
    return found


def version() -> str:
    """The version of the package, which is that of the command."""
    return str(shared()["version"])


_SLOT = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}")
_CELLS = {"cell"}


def filled(sentence: str, values: Mapping[str, object]) -> str:
    """A sentence with its slots filled: ``{name}``, or ``{name:one|several}`` by whether it is 1 or true."""

    def fill(found: re.Match[str]) -> str:
        name, one, several = found.groups()
        value = values[name]
        if one is not None:
            return str(one if value is True or value == 1 else several)
        return shortened(str(value)) if name in _CELLS else str(value)

    return _SLOT.sub(fill, sentence)


def shortened(cell: str) -> str:
    """A cell on one line, of at most 40 characters."""
    line = re.sub(r"\s+", " ", cell)
    return f"{line[:39]}…" if len(line) > 40 else line


def table_problem(code: str, where: str | None = None, **values: object) -> Problem:
    """A problem with a table, by its code in the command's catalogue."""
    words = shared()
    template = words["table"][code]
    place = words["places"][template["at"]] if "at" in template else ""
    given: dict[str, object] = {
        "table": TABLE,
        "isText": False,
        "record": "row",
        "field": "column",
        "outcomeOption": "`outcome`",
        **values,
    }
    message = filled(place + template["message"], given)
    remedy = as_outcome(filled(template["remedy"], given)).replace("`successes`", "`success`")
    return Problem(_as_sentence(message), remedy, where)


def as_outcome(remedy: str) -> str:
    """A remedy with the argument ``outcome`` as Python has it.

    >>> as_outcome("Choose another column with `outcome` read=COLUMN.")
    'Choose another column with `outcome="read=COLUMN"`.'
    """
    return re.sub(r"(?:--outcome|`outcome`) (\w+=COLUMN)", r'`outcome="\1"`', remedy)


def cell_problem(code: str, place: tuple[str, int, str], **values: object) -> Problem:
    """A problem with a cell of a table, in a row, from 0, and a column. People count from 1."""
    table, row, column = place
    where = f"row {row + 1}, column `{column}`"
    return table_problem(code, where, table=table, row=row + 1, column=column, **values)


_Error = TypeVar("_Error", bound=TheodoliteError)


def host_error(kind: type[_Error], code: str, first: object = "", second: object = "") -> _Error:
    """An error of the host, by its code in ``words.json``."""
    template = shared()["host"][code]
    values = {"first": first, "second": second}
    return kind([Problem(filled(template["message"], values), filled(template["remedy"], values))])


def _as_sentence(message: str) -> str:
    return f"T{message[1:]}" if message.startswith("the ") else message


def list_names(names: Sequence[str]) -> str:
    """``a, b, c``, cut short after the first twenty."""
    shown = ", ".join(names[:20])
    return f"{shown} and {len(names) - 20} more" if len(names) > 20 else shown


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """`` Did you mean `x`?``, or nothing if no candidate is near."""
    meant = nearest(name, candidates)
    return "" if meant is None else f" Did you mean `{meant}`?"


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to the name, if it is within a third of the name's length; else None."""
    if len(name) > 64:
        return None
    best: str | None = None
    least = max(1, len(name) // 3) + 1
    for compared, candidate in enumerate(candidates):
        if compared >= 2000:
            break
        if candidate == name or abs(len(candidate) - len(name)) >= least:
            continue
        distance = 0 if candidate.lower() == name.lower() else edit_distance(name, candidate)
        if distance < least and distance < len(candidate):
            best, least = candidate, distance
    return best


def edit_distance(a: str, b: str) -> int:
    """The optimal string alignment distance (Damerau 1964)."""
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            best = min(last[j - 1] + (a[i - 1] != b[j - 1]), last[j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]


def number_text(value: float) -> str:
    """A number as the command writes it: ``1`` for 1.0, the shortest digits otherwise."""
    from decimal import Decimal

    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(float(value))).normalize().as_tuple()
    assert isinstance(exponent, int)
    text, point = "".join(map(str, digits)), len(digits) + exponent
    if 0 < point <= 21:
        text = text[:point].ljust(point, "0") + "." * (point < len(text)) + text[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        text = text[0] + "." * (len(text) > 1) + text[1:] + f"e{point - 1:+d}"
    return "-" * sign + text
