"""Filters of rows: what ``rows`` may say, in the words of the command's ``--rows``, and whether a cell passes."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .columns import cell_text
from .errors import SettingError


@dataclass(frozen=True)
class RowFilter:
    """A comparison of the cell in a column with one value, or a list of values of which it must hold one."""

    column: str
    values: tuple[str, ...]
    comparison: str = "="
    """``=``, ``!=``, ``<``, ``<=``, ``>`` or ``>=``; ``in`` for a list."""

    def __str__(self) -> str:
        column = _quoted(self.column) if re.search(r"[=!<>\"]|\sin\s|^\s|\s$", self.column) else self.column
        if self.comparison == "in":
            listed = (_quoted(each) if re.search(r"[\",]|^\s|\s$", each) else each for each in self.values)
            return f"{column} in ({', '.join(listed)})"
        sign = "== " if self.comparison == "=" and self.values[0].startswith("=") else self.comparison
        return f"{column}{sign}{self.values[0]}"

    def as_json(self) -> dict[str, Any]:
        """The filter as the companion takes it."""
        if self.comparison == "in":
            return {"column": self.column, "values": self.values}
        comparison = {} if self.comparison == "=" else {"comparison": self.comparison}
        return {"column": self.column, "value": self.values[0], **comparison}

    @property
    def orders_dates(self) -> bool:
        """Whether it compares dates, not numbers."""
        return self.comparison in _ORDERS and isinstance(_order_of(self.values[0]), str)


_NAME = r'"((?:[^"]|"")*)"'
_COMPARED = re.compile(rf'(?:{_NAME}|(?!")([^=!<>]*))\s*(==|=|!=|<=|<|>=|>)(.*)', re.DOTALL)
_LISTED = re.compile(rf'(?:{_NAME}|(?!")([^=!<>]*?))\s+in\s*\((.*)\)', re.DOTALL)
_VALUE = re.compile(rf'\s*(?:{_NAME}|([^,"]*))\s*(?:,|$)')
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

Rows = str | Sequence[str] | Mapping[str, object] | None


def read_filters(rows: Rows) -> tuple[RowFilter, ...]:
    """The filters that ``rows`` states. Raises SettingError for a text that states none.

    >>> [str(each) for each in read_filters(["split=train", "minutes<=60"])]
    ['split=train', 'minutes<=60']
    >>> [str(each) for each in read_filters({"task": ["a", "b"]})]
    ['task in (a, b)']
    """
    if rows is None:
        return ()
    if isinstance(rows, str):
        return (_parse(rows),)
    if isinstance(rows, Mapping):
        return tuple(_of_value(str(column), value) for column, value in rows.items())
    if isinstance(rows, Iterable) and all(isinstance(each, str) for each in rows):
        return tuple(_parse(each) for each in rows)
    raise SettingError.of(
        "`rows` says which rows to use as text or as a dict, and it is neither.",
        'Write rows="split=train", rows=["split=train", "minutes<=60"] or rows={"split": "train"}; '
        "or choose the rows of the table before.",
    )


def _of_value(column: str, value: object) -> RowFilter:
    if isinstance(value, (list, tuple, set, frozenset)):
        return RowFilter(column, tuple(cell_text(each) for each in value), "in")
    return RowFilter(column, (cell_text(value),))


def _parse(given: str) -> RowFilter:
    found = parse_filter(given)
    if found is None:
        raise SettingError.of(
            f'`rows="{given}"` does not say which rows to use.', 'Write COLUMN=VALUE, such as rows="split=train".'
        )
    return found


def parse_filter(given: str) -> RowFilter | None:
    """The filter that a text states: ``COLUMN=VALUE`` with any comparison, or ``COLUMN in (VALUE, VALUE)``."""
    text = given.strip()
    listed = _LISTED.fullmatch(text)
    if listed:
        quoted, named, inside = listed.groups()
        values = _listed_values(inside)
        column = _name_in(quoted, named)
        return None if column == "" or values is None else RowFilter(column, values, "in")
    compared = _COMPARED.fullmatch(text)
    if compared is None:
        return None
    quoted, named, sign, rest = compared.groups()
    column, value = _name_in(quoted, named), rest.strip()
    if column == "" or value == "":
        return None
    comparison = "=" if sign == "==" else sign
    return None if comparison in _ORDERS and _order_of(value) is None else RowFilter(column, (value,), comparison)


def _listed_values(inside: str) -> tuple[str, ...] | None:
    values: list[str] = []
    rest = inside
    while True:
        found = _VALUE.match(rest)
        if found is None or (value := _name_in(found[1], found[2])) == "":
            return None
        values.append(value)
        ended = found[0].endswith(",")
        rest = rest[found.end() :]
        if rest == "":
            return None if ended else tuple(values)


def _name_in(quoted: str | None, named: str | None) -> str:
    return (named or "").strip() if quoted is None else quoted.replace('""', '"')


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def passes(row_filter: RowFilter, cell: Any) -> bool | None:
    """Whether a plain cell passes; None if the filter orders cells and this one has no place in the order."""
    values, comparison = row_filter.values, row_filter.comparison
    if comparison not in _ORDERS:
        return _is_held(cell, values) != (comparison == "!=")
    if cell is None:
        return False
    bound = _order_of(values[0])
    place: float | str | None = _number_in(cell) if isinstance(bound, float) else _date_in(cell_text(cell))
    return None if place is None else _ORDERS[comparison](place, bound)


def _is_held(cell: Any, values: Sequence[str]) -> bool:
    if cell_text(cell) in values:
        return True
    number = _number_in(cell)
    return number is not None and any(number == held_number(each) for each in values)


_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def held_number(text: str) -> float | None:
    """The decimal number in a text; None if there is none, or a whole one that no double holds exactly."""
    if not _DECIMAL.fullmatch(text):
        return None
    if re.fullmatch(r"[+-]?\d{1,4000}", text):
        try:
            return float(text) if int(float(text)) == int(text) else None
        except OverflowError:
            return None
    return float(text)


def _number_in(cell: Any) -> float | None:
    return float(cell) if isinstance(cell, bool) else held_number(cell_text(cell))


def _order_of(value: str) -> float | str | None:
    number = held_number(value)
    return _date_in(value) if number is None else number


def _date_in(text: str) -> str | None:
    return text.replace(" ", "T", 1) if re.match(r"\d{4}-\d{2}-\d{2}(?:$|[T ])", text, re.ASCII) else None
