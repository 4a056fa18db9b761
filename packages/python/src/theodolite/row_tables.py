"""Layouts of several tables: what each must hold, and the rows of all as the module takes them (host/row-tables.ts)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .columns import Doubles
from .errors import DataError, SettingError
from .levels import name_of_pair, order_levels
from .module import Manifest
from .table import Column, LayoutTable
from .words import did_you_mean, list_names, number_text

TABLE_COLUMN = "table"
"""The column of a module's manifest that holds the number of each row's table, 0 for the main one."""


def tables_of(manifest: Manifest) -> Sequence[Mapping[str, Any]]:
    """The tables beside the main one, in the order of their numbers from 1."""
    found: Sequence[Mapping[str, Any]] = manifest.get("tables", ())
    return found


def main_part(manifest: Manifest) -> Manifest:
    """The part of a manifest that is about the main table."""
    if not tables_of(manifest):
        return manifest
    others = {TABLE_COLUMN, *(name for each in tables_of(manifest) for name in each["columns"])}
    columns = [each for each in manifest["columns"] if each["name"] not in others]
    return {**{name: each for name, each in manifest.items() if name != "tables"}, "columns": columns}


def table_part(manifest: Manifest, table: Mapping[str, Any]) -> Manifest:
    """A manifest of which the columns are those of one table beside the main one."""
    own = {*table["columns"], *table["shared"]}
    columns = [
        {name: value for name, value in each.items() if name not in ("within", "orderedBy") or value in own}
        for each in manifest["columns"]
        if each["name"] in own
    ]
    return {**{name: each for name, each in manifest.items() if name != "tables"}, "columns": columns}


def check_tables_given(manifest: Manifest, given: Mapping[str, Any]) -> None:
    """Raises SettingError for a table that the layout does not have, or whose rows are not given."""
    names = [each["name"] for each in tables_of(manifest)]
    other = next((name for name in given if name not in names), None)
    if other is not None:
        raise SettingError.of(
            f"The layout has no table called `{other}`.{did_you_mean(other, names)}",
            f"{manifest['layout']} has only its main table. Facts of levels, one row per level, are given with `join`."
            if not names
            else f"It has {'the table' if len(names) == 1 else 'the tables'} {list_names(names)}.",
        )
    absent = next((name for name in names if name not in given), None)
    if absent is not None:
        raise SettingError.of(
            f"The layout has a table `{absent}`, and its rows are not given.",
            f'Give them: tables={{"{absent}": {absent}}}.',
        )


def add_tables(manifest: Manifest, main: LayoutTable, others: Sequence[LayoutTable]) -> LayoutTable:
    """The main table with the rows of the others behind its own, and with levels that all share. Raises DataError."""
    if not tables_of(manifest):
        return main
    return _Stacking(manifest, main, others).stacked()


class _Stacking:
    """The columns of each table, with one numbering of the levels; the main table is the first."""

    def __init__(self, manifest: Manifest, main: LayoutTable, others: Sequence[LayoutTable]) -> None:
        self.manifest = manifest
        self.main = main
        tables = [main, *others]
        self.columns: list[Column] = manifest["columns"]
        self.views = [main_part(manifest), *(table_part(manifest, each) for each in tables_of(manifest))]
        self.words = ["the main table", *(f"the table `{each['name']}`" for each in tables_of(manifest))]
        self.parts: list[dict[str, Doubles]] = []
        for table, view in zip(tables, self.views):
            pairs = {each["name"] for each in view["columns"] if "pairOf" in each}
            # All fits of a table have the same rows of the others.
            own = table.columns_of(table.subjects[0]) if table.subjects else dict(table.given)
            self.parts.append({name: column for name, column in own.items() if name not in pairs})
        self.levels: dict[str, tuple[str, ...]] = {}
        self._unite(tables)
        self._share_facts()
        self._order()
        self._add_pairs()

    def stacked(self) -> LayoutTable:
        """The table with the rows of the others as the module takes them, in ``beside``."""
        main, *others = self.parts
        given = {name: main[name] for name in self.main.given}
        beside = {}
        for column in self.columns:
            name = column["name"]
            pieces = [part.get(name) for part in others]
            elsewhere = self._elsewhere(column)
            beside[name] = np.concatenate(
                [
                    np.full(_rows(part), float(place) if name == TABLE_COLUMN else elsewhere)
                    if piece is None
                    else piece
                    for place, (part, piece) in enumerate(zip(others, pieces), 1)
                ]
            )
        absent = {
            column["name"]: self._elsewhere(column)
            for column in self.columns
            if column["name"] not in {each["name"] for each in self.views[0]["columns"]}
        }
        return replace(self.main, given=given, levels=self.levels, beside=beside, absent=absent)

    def _elsewhere(self, column: Column) -> float:
        """What a row holds of a column that its table does not have: ``valueElsewhere`` of host/row-tables.ts."""
        name = column["name"]
        if column["role"] == "outcome":
            return np.nan
        if column["role"] == "category" or name == TABLE_COLUMN:
            return 0.0
        having = next(part for part in self.parts if name in part)
        if "index" not in column:
            return float(having[name][0])
        found = np.flatnonzero(having[column["index"]] == 0)
        return float(having[name][found[0] if len(found) else 0])

    def _categories(self) -> Iterator[Column]:
        return (each for each in self.columns if each["role"] == "category" and "pairOf" not in each)

    def _unite(self, tables: Sequence[LayoutTable]) -> None:
        for column in self._categories():
            name = column["name"]
            category = column.get("category", name)
            found = dict.fromkeys(level for table in tables for level in table.levels.get(category, ()))
            listed = column.get("levels")
            united = order_levels(found) if listed is None else [level for level in listed if level in found]
            self.levels[category] = self.levels[name] = tuple(united)
            places = {level: float(place) for place, level in enumerate(united)}
            for table, part in zip(tables, self.parts):
                if name in part and category in table.levels:
                    numbers = np.array([places[level] for level in table.levels[category]])
                    part[name] = numbers[part[name].astype(np.intp)]

    def _share_facts(self) -> None:
        """Adds to each part the facts of its levels that other parts have: demands, and the categories around."""
        described = [each for each in self.columns if "pairOf" not in each]
        facts = [(each["index"], each["name"]) for each in described if "index" in each]
        facts += [(each["name"], each["within"]) for each in described if "within" in each]
        # A fact of a fact, such as a demand of a family, is known once the family is.
        for _ in range(len(facts) + 1):
            for category, column in facts:
                self._share_fact(category, column)

    def _share_fact(self, category: str, column: str) -> None:
        values: dict[float, tuple[float, int]] = {}
        for place, part in enumerate(self.parts):
            if category not in part or column not in part:
                continue
            for code, value in zip(part[category].tolist(), part[column].tolist()):
                before = values.setdefault(code, (value, place))
                if before[0] != value:
                    raise DataError.of(
                        f"The level `{self.levels[category][int(code)]}` of `{category}` has another `{column}` in "
                        f"{self.words[place]} than in {self.words[before[1]]}.",
                        f"Each level of `{category}` has one `{column}`: correct one of the tables.",
                    )
        if not values:
            return
        for place, part in enumerate(self.parts):
            if category not in part or column in part:
                continue
            codes = part[category].tolist()
            unknown = next((code for code in codes if code not in values), None)
            if unknown is not None:
                raise DataError.of(
                    f"The level `{self.levels[category][int(unknown)]}` of `{category}` is in {self.words[place]} "
                    f"alone, and nothing says its `{column}`.",
                    f"Give rows of the main table with this level, or leave out its rows in {self.words[place]}.",
                )
            part[column] = np.array([values[code][0] for code in codes])

    def _order(self) -> None:
        """Puts levels in the order of the demands that order them."""
        for column in self._categories():
            name, by = column["name"], column.get("orderedBy")
            having = [part for part in self.parts if name in part]
            if by is None or not all(by in part for part in having):
                continue
            value = {
                int(code): number for part in having for code, number in zip(part[name].tolist(), part[by].tolist())
            }
            levels = self.levels[name]
            order = sorted(range(len(levels)), key=value.__getitem__)
            for one, after in itertools.pairwise(order):
                if value[one] == value[after]:
                    raise DataError.of(
                        f"The levels {levels[one]} and {levels[after]} of `{name}` have the same value of `{by}`, "
                        f"{number_text(value[one])}, by which they are ordered.",
                        f"Give each level of `{name}` a value of its own.",
                    )
            places = np.argsort(order).astype(np.float64)
            for part in having:
                part[name] = places[part[name].astype(np.intp)]
            self.levels[name] = tuple(levels[place] for place in order)

    def _add_pairs(self) -> None:
        for column in self.columns:
            if "pairOf" not in column:
                continue
            name, (first, second) = column["name"], column["pairOf"]
            having = [
                part
                for part, view in zip(self.parts, self.views)
                if any(each["name"] == name for each in view["columns"])
            ]
            width = len(self.levels[second])
            keys = [part[first] * width + part[second] for part in having]
            found = np.unique(np.concatenate(keys))
            self.levels[name] = tuple(
                name_of_pair(self.levels[first][int(key) // width], self.levels[second][int(key) % width])
                for key in found
            )
            for part, own in zip(having, keys):
                part[name] = np.searchsorted(found, own).astype(np.float64)


def _rows(part: Mapping[str, Doubles]) -> int:
    return len(next(iter(part.values())))
