"""One instance of a compiled layout with its rows bound: a chain, particles, or scouts (docs/reference/abi.md)."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import wasmtime

from .columns import Doubles
from .errors import ModuleError, SamplingError
from .module import Manifest
from .words import host_error

CHUNK_ROWS = 4096
"""Rows that are handed over at once: few enough to stay in the processor's cache."""
SAMPLER_COLUMNS = 7
"""The numbers before the latents in a row of ``chain_run``."""

Counts = npt.NDArray[np.uint32]


@dataclass(frozen=True)
class Rows:
    """Columns in the manifest's order, one number per row in each, and how many rows of the data each stands for."""

    columns: Sequence[Doubles]
    counts: Counts | None = None

    @property
    def all(self) -> int:
        """The number of rows of the data."""
        return int(self.counts.sum()) if self.counts is not None else len(self.columns[0])


class Interrupted(Exception):
    """The sampling was stopped from outside."""


class Trapped(Exception):
    """The module broke off; the text says why."""


class Calls(Protocol):
    """The exports of an instance."""

    def __call__(self, name: str, *arguments: float) -> Any: ...


class Memory:
    """An instance that has just been made, its exports, and its memory."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self._store = wasmtime.Store(engine)
        # The first increment of the epoch ends whatever the instance does.
        self._store.set_epoch_deadline(1)
        try:
            instance = wasmtime.Instance(self._store, module, [])
        except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
            raise Trapped(reason_of(error)) from None
        exports = instance.exports(self._store)
        self._functions: dict[str, Callable[..., Any]] = {
            name: each for name, each in exports.items() if isinstance(each, wasmtime.Func)
        }
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory

    def has(self, name: str) -> bool:
        """Whether there is such a function: modules of earlier compilers lack some."""
        return name in self._functions

    def call(self, name: str, *arguments: float) -> Any:
        """Calls an export. Raises Trapped."""
        try:
            return self._functions[name](self._store, *arguments)
        except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
            raise Trapped(reason_of(error)) from None

    def address(self, name: str, *arguments: float) -> int:
        """Calls an export that returns an address; one above 2 GiB arrives as a negative number."""
        return int(self.call(name, *arguments)) & 0xFFFFFFFF

    def read(self, address: int, count: int, dtype: type[np.generic] = np.float64) -> npt.NDArray[Any]:
        """A copy of numbers in the memory."""
        return np.array(self._view(address, count, dtype))

    def write(self, address: int, numbers: npt.NDArray[Any]) -> None:
        """Writes numbers into the memory."""
        self._view(address, len(numbers), numbers.dtype.type)[:] = numbers

    def _view(self, address: int, count: int, dtype: type[np.generic]) -> npt.NDArray[Any]:
        size = count * np.dtype(dtype).itemsize
        if address + size > self._memory.data_len(self._store):
            raise host_error(ModuleError, "notAsSaid", "The module gives an address outside its memory.")
        if count == 0:
            return np.empty(0, dtype=dtype)
        begin = ctypes.addressof(self._memory.data_ptr(self._store).contents) + address
        held: Any = (ctypes.c_ubyte * size).from_address(begin)
        return np.frombuffer(held, dtype=dtype)


def reason_of(error: Exception) -> str:
    """One line of the engine's error: ``wasm trap: …``."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    traps = [line for line in lines if "wasm trap" in line]
    return traps[-1] if traps else (lines[0] if lines else type(error).__name__)


def feed(memory: Memory, rows: Rows) -> bool:
    """Hands rows over, chunk by chunk; False if the module has no more memory."""
    return all(_feeding(memory, rows))


def _feeding(memory: Memory, rows: Rows) -> Any:
    count = len(rows.columns[0])
    room = max(1, min(CHUNK_ROWS, count))
    if memory.call("begin_data", room) != 0:
        yield False
        return
    places = [memory.address("column", index) for index in range(len(rows.columns))]
    if 0 in places or memory.call("column", len(places)) != 0:
        what = f"The module does not take {len(places)} columns, as its manifest says."
        raise host_error(ModuleError, "notAsSaid", what)
    for begin in range(0, count, room):
        end = min(begin + room, count)
        for address, column in zip(places, rows.columns):
            memory.write(address, column[begin:end])
        if rows.counts is not None:
            memory.write(memory.address("counts"), rows.counts[begin:end])
        yield memory.call("add_rows", end - begin) == 0


MANY_ROWS = 10_000
"""From this number of rows on, equal rows are counted once for all chains."""


def condense(engine: wasmtime.Engine, module: wasmtime.Module, columns: Sequence[Doubles]) -> Rows:
    """The distinct rows with their counts if they are far fewer, otherwise the rows themselves.

    Distinct rows keep the order of the data, so that a module computes the same from both.
    """
    rows = Rows(columns)
    if len(columns[0]) < MANY_ROWS:
        return rows
    try:
        memory = Memory(engine, module)
        fed = 0
        for taken in _feeding(memory, rows):
            fed += CHUNK_ROWS
            if not taken or (fed >= 100_000 and memory.address("distinct_rows") > fed / 2):
                return rows
        distinct = memory.address("distinct_rows")
        if distinct > len(columns[0]) / 2:
            return rows
        counts = memory.read(memory.address("distinct_counts"), distinct, np.uint32)
        found = [memory.read(memory.address("distinct_column", index), distinct) for index in range(len(columns))]
    except Trapped as trap:
        raise host_error(SamplingError, "brokeOff", "The taking in of rows", trap) from None
    condensed = Rows(found, counts)
    if condensed.all != rows.all:
        raise host_error(ModuleError, "notAsSaid", "The module counts other rows than it was given.")
    return condensed


def values_in(quantities: Sequence[Mapping[str, Any]], sizes: Mapping[str, int]) -> int:
    """The number of values of latents or reports, given the number of levels of each category."""
    return sum(sizes[each["index"]] if "index" in each else 1 for each in quantities)


class Instance:
    """A module with its rows bound. One thread at a time uses it."""

    def __init__(
        self,
        engine: wasmtime.Engine,
        module: wasmtime.Module,
        manifest: Manifest,
        rows: Rows,
        levels: Mapping[str, Sequence[str]],
    ) -> None:
        self.manifest = manifest
        self.rows = rows
        self.levels = levels
        try:
            self.memory = Memory(engine, module)
            self._bind()
        except Trapped as trap:
            what = f"The module broke off while it was given data ({trap})."
            raise host_error(ModuleError, "notAsSaid", what) from None

    def _bind(self) -> None:
        memory, manifest = self.memory, self.manifest
        version = memory.call("abi_version")
        if version != manifest["abi"]:
            what = f"The module answers version {version} of the ABI, and its manifest says {manifest['abi']}."
            raise host_error(ModuleError, "notAsSaid", what)
        if not feed(memory, self.rows) or memory.call("bind") != 0:
            raise self.no_room()
        sizes = {name: len(names) for name, names in self.levels.items()}
        self.size = memory.address("values")
        expected = values_in(manifest["latents"], sizes)
        if self.size != expected:
            what = f"The module has {self.size} values a draw, and its manifest says {expected}."
            raise host_error(ModuleError, "notAsSaid", what)
        self.reported = values_in(manifest.get("reports", ()), sizes)
        self._check_statistics()
        self._point = self.allocate(2 * self.size)

    def _check_statistics(self) -> None:
        statistics = self.manifest["statistics"]
        if not math.isnan(self.memory.call("statistic", len(statistics))):
            what = f"The module has more statistics than the {len(statistics)} of its manifest."
            raise host_error(ModuleError, "notAsSaid", what)
        found = self.statistics
        for text, value in zip(statistics, found["values"]):
            if math.isnan(value):
                raise SamplingError.of(
                    f"The statistic `{text}` of these data is not a number.",
                    "Give data with enough values for it, or build the layout again.",
                )
        for described, values in zip(self.manifest["levelStatistics"], found["byLevel"]):
            for level, value in zip(self.levels[described["by"]], values):
                if not math.isfinite(value):
                    raise SamplingError.of(
                        f"There is no `{described['text']}` for the level `{level}` of `{described['by']}`: "
                        "too few of its rows have the values that it needs.",
                        "An `sd` needs two rows, and any other statistic one. Give the level more rows, leave its "
                        "rows out, or take the statistic of all rows, without `by`.",
                    )

    @property
    def statistics(self) -> dict[str, Any]:
        """The statistics of the bound data, which predictions need: ``values``, and ``byLevel`` with one list each."""
        call = self.memory.call
        return {
            "values": [call("statistic", index) for index in range(len(self.manifest["statistics"]))],
            "byLevel": [
                self.memory.read(self.memory.address("level_statistic", index), len(self.levels[each["by"]])).tolist()
                for index, each in enumerate(self.manifest["levelStatistics"])
            ],
        }

    def allocate(self, doubles: int) -> int:
        """The address of memory for that many doubles."""
        address = self.memory.address("allocate", 8 * doubles) if 8 * doubles < 1 << 31 else 0
        if address == 0:
            raise self.no_room()
        return address

    def no_room(self) -> SamplingError:
        """The error for memory that ran out."""
        return host_error(SamplingError, "noRoom", self.rows.all)

    def written(self, name: str, count: int) -> Doubles:
        """What an export writes: ``count`` numbers, at most the length of a point."""
        self.memory.call(name, self._point)
        return self.memory.read(self._point, count)

    def put_point(self, values: Doubles) -> int:
        """The address of a point, after writing it there."""
        self.memory.write(self._point, np.ascontiguousarray(values, dtype=np.float64))
        return self._point

    def reports(self, draws: Doubles) -> Doubles:
        """The layout's reports for each draw, of shape (draws, reported), from the draws on the layout's own scale."""
        found = np.empty((len(draws), self.reported))
        if self.reported == 0:
            return found
        out = self.allocate(self.reported)
        for place, draw in enumerate(draws):
            self.memory.call("reports", self.put_point(draw), out)
            found[place] = self.memory.read(out, self.reported)
        return found


def seed_words(seed: int) -> tuple[int, int]:
    """The two halves of a seed, as signed numbers of 32 bits."""
    low, high = seed & 0xFFFFFFFF, seed >> 32
    return (low - (1 << 32) if low >= 1 << 31 else low, high - (1 << 32) if high >= 1 << 31 else high)
