"""Tables in memory as columns of cells: pandas, polars, pyarrow, a mapping of arrays, or a list of rows."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import DataError
from .words import TABLE, number_text

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Cells:
    """One column. Either ``numbers`` or ``objects`` is there."""

    numbers: Doubles | None
    """One number per row, NaN where there is none; booleans are 1 and 0."""
    objects: list[Any] | None = None
    are_booleans: bool = False

    def __len__(self) -> int:
        return len(self.numbers if self.numbers is not None else self.objects or ())

    def take(self, rows: npt.NDArray[np.intp]) -> Cells:
        """The cells of some rows."""
        if self.numbers is not None:
            return Cells(self.numbers[rows], None, self.are_booleans)
        objects = self.objects or []
        return Cells(None, [objects[row] for row in rows])

    def values(self) -> list[Any]:
        """The cells as Python's numbers, texts and booleans; None where there is no value."""
        if self.numbers is None:
            return [plain(each) for each in self.objects or ()]
        convert: Callable[[float], Any] = bool if self.are_booleans else float
        return [None if value != value else convert(value) for value in self.numbers.tolist()]


def plain(cell: Any) -> Any:
    """A cell without numpy's and pandas' types; None if it has no value."""
    if isinstance(cell, np.generic):
        cell = cell.item()
    if cell is None or type(cell).__name__ in ("NAType", "NaTType") or (isinstance(cell, float) and math.isnan(cell)):
        return None
    return None if cell == "" and isinstance(cell, str) else cell


def cell_text(cell: Any) -> str:
    """A plain cell as text: the shortest digits of a number, ``true`` or ``false``, empty without a value."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return number_text(cell) if isinstance(cell, float) else str(cell)


class Table:
    """The columns of a table in memory, read when they are asked for."""

    names: list[str]
    rows: int
    kind: str
    """``pandas``, ``polars``, ``pyarrow`` or ``dict``: in which form results about its rows are given."""

    def __init__(self, names: Iterable[Any], rows: int, kind: str, read: Callable[[int], Cells]) -> None:
        self.names = [str(name) for name in names]
        self.rows = rows
        self.kind = kind
        self._read = read
        self._cells: dict[int, Cells] = {}

    orders: Mapping[str, tuple[str, ...]] = {}
    """The order of the levels of columns, where it is not that of their names."""

    def place(self, column: str, row: int) -> tuple[str, int, str] | None:
        """Where a cell stands: what its table is called, its row from 0, and its column; None if there is no cell."""
        return TABLE, row, column

    def cells(self, name: str) -> Cells:
        """The first column of that name."""
        place = self.names.index(name)
        if place not in self._cells:
            self._cells[place] = self._read(place)
        return self._cells[place]

    @property
    def described(self) -> str:
        """What the table is, for provenance."""
        return {"pandas": "a pandas DataFrame", "polars": "a polars DataFrame", "pyarrow": "a pyarrow Table"}.get(
            self.kind, "a dict of arrays"
        )


_FORMS = "Give a DataFrame of pandas or polars, a table of pyarrow, or a dict of arrays."


def open_table(data: Any) -> Table:
    """The columns of any table that the package takes. Raises DataError for anything else."""
    if isinstance(data, Table):
        return data
    top = type(data).__module__.split(".")[0]
    if top == "pandas" and hasattr(data, "columns"):
        return Table(list(data.columns), len(data), "pandas", lambda place: _of_pandas(data.iloc[:, place]))
    if top == "polars" and hasattr(data, "columns"):
        frame = data.collect() if hasattr(data, "collect") else data
        return Table(frame.columns, frame.height, "polars", lambda place: _of_polars(frame.to_series(place)))
    if top == "pyarrow" and hasattr(data, "column_names"):
        return Table(data.column_names, data.num_rows, "pyarrow", lambda place: _of_arrow(data.column(place)))
    if isinstance(data, Mapping):
        return _of_mapping(data)
    if isinstance(data, Sequence) and not isinstance(data, str) and all(isinstance(row, Mapping) for row in data):
        names = list(dict.fromkeys(name for row in data for name in row))
        return _of_mapping({name: [row.get(name) for row in data] for name in names})
    if hasattr(data, "__arrow_c_stream__") and "pyarrow" in sys.modules:
        return open_table(sys.modules["pyarrow"].table(data))
    if isinstance(data, str) or hasattr(data, "__fspath__"):
        raise DataError.of(
            f"The path `{data}` is given where a table is wanted.",
            "Read the file first, as with `pandas.read_csv(path)` or `polars.read_parquet(path)`.",
        )
    raise DataError.of(f"A value of type `{type(data).__name__}` is no table.", _FORMS)


def _of_mapping(data: Mapping[Any, Any]) -> Table:
    names = list(data)
    columns: list[Any] = []
    for name in names:
        column = data[name]
        if isinstance(column, (str, bytes)) or not hasattr(column, "__len__"):
            raise DataError.of(f"The column `{name}` is no array.", "Give a sequence with one value for each row.")
        if getattr(column, "ndim", 1) != 1:
            raise DataError.of(f"The column `{name}` has {column.ndim} dimensions.", "Give one value for each row.")
        columns.append(column)
    for name, column in zip(names, columns):
        if len(column) != len(columns[0]):
            raise DataError.of(
                f"The column `{name}` has {len(column)} rows where `{names[0]}` has {len(columns[0])}.",
                "Give every column as many values.",
            )
    return Table(names, len(columns[0]) if columns else 0, "dict", lambda place: _of_any(columns[place]))


def _of_any(column: Any) -> Cells:
    top = type(column).__module__.split(".")[0]
    if top == "pandas":
        return _of_pandas(column)
    if top == "polars":
        return _of_polars(column)
    if top == "pyarrow":
        return _of_arrow(column)
    return _of_array(column) if isinstance(column, np.ndarray) else _of_objects(list(column))


def _of_array(array: npt.NDArray[Any]) -> Cells:
    if array.dtype.kind == "f":
        return Cells(array.astype(np.float64))
    if array.dtype.kind == "b":
        return Cells(array.astype(np.float64), None, are_booleans=True)
    if array.dtype.kind in "iu":
        numbers = array.astype(np.float64)
        # A whole number that no double holds stays as it is, so that its row can be named.
        if len(array) == 0 or max(abs(int(array.max())), abs(int(array.min()))) <= 1 << 53:
            return Cells(numbers)
    return _of_objects(array.tolist())


def _of_objects(objects: list[Any]) -> Cells:
    if objects and all(type(each) is float for each in objects):
        return Cells(np.array(objects, dtype=np.float64))
    return Cells(None, objects)


def _of_pandas(series: Any) -> Cells:
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return _of_array(series.to_numpy())
    kind = getattr(dtype, "kind", "O")
    if kind in "fiub":
        if series.isna().any() or kind == "f":
            whole = series.dropna()
            if kind in "iu" and len(whole) and max(abs(int(whole.max())), abs(int(whole.min()))) > 1 << 53:
                return Cells(None, series.astype(object).tolist())
            return Cells(series.to_numpy(dtype=np.float64, na_value=np.nan), None, are_booleans=kind == "b")
        return _of_array(series.to_numpy(dtype={"b": bool, "i": np.int64, "u": np.uint64}[kind]))
    return Cells(None, series.astype(object).tolist())


def _of_polars(series: Any) -> Cells:
    dtype = series.dtype
    is_boolean = str(dtype) == "Boolean"
    if dtype.is_float() or is_boolean:
        return Cells(_of_polars_doubles(series), None, are_booleans=is_boolean)
    if dtype.is_integer():
        least, most = series.min(), series.max()
        if most is None or max(abs(int(most)), abs(int(least))) <= 1 << 53:
            return Cells(_of_polars_doubles(series))
    return Cells(None, series.to_list())


def _of_polars_doubles(series: Any) -> Doubles:
    import polars

    # Of a copy, since numpy's view of a column of polars is read-only.
    return np.array(series.cast(polars.Float64).fill_null(float("nan")).to_numpy(), dtype=np.float64)


def _of_arrow(column: Any) -> Cells:
    import pyarrow

    types = pyarrow.types
    if types.is_floating(column.type) or types.is_integer(column.type) or types.is_boolean(column.type):
        is_boolean = types.is_boolean(column.type)
        try:
            doubles = (column.cast(pyarrow.uint8()) if is_boolean else column).cast(pyarrow.float64())
        except pyarrow.ArrowInvalid:  # A whole number that no double holds.
            return Cells(None, column.to_pylist())
        numbers = doubles.to_numpy() if hasattr(doubles, "chunks") else doubles.to_numpy(zero_copy_only=False)
        return Cells(np.array(numbers, dtype=np.float64), None, are_booleans=is_boolean)
    return Cells(None, column.to_pylist())


def preferred_kind() -> str:
    """The kind of table for results if nothing was given: that of the first of pandas and polars that is installed."""
    for kind in ("pandas", "polars"):
        if find_spec(kind) is not None:
            return kind
    return "dict"


def make_table(kind: str, columns: Mapping[str, Any], index: Any = None) -> Any:
    """Columns as a table of that kind."""
    if kind == "pandas":
        import pandas

        return pandas.DataFrame(dict(columns), index=index)
    if kind == "polars":
        import polars

        return polars.DataFrame(dict(columns))
    if kind == "pyarrow":
        import pyarrow

        return pyarrow.table(dict(columns))
    return dict(columns)
