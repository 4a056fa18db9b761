"""Samples a posterior in threads: chains or runs of particles, and the scouts that look for places no chain visits.

What is asked for, in which order and with which random streams follows ``host/sample.ts``, ``host/adapt-again.ts`` and
``host/send-scouts.ts``, so that the draws have the same bytes as those of the command.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import wasmtime

from .columns import Doubles
from .errors import SamplingError, SettingError, TheodoliteError
from .instance import SAMPLER_COLUMNS, Instance, Interrupted, Rows, Trapped, condense, seed_words
from .module import LoadedModule, engine
from .words import host_error, shared


@dataclass(frozen=True)
class Settings:
    """The settings of the sampler, with the defaults of the command."""

    method: str = "nuts"
    """``nuts``: chains; ``smc``: runs of sequential Monte Carlo, which take the place of chains."""
    chains: int = 4
    warmup: int = 1000
    """Maximum number of transitions per chain that adapt and are dropped; of no effect for ``smc``."""
    draws: int = 1000
    """Draws kept per chain, or particles per run of ``smc``."""
    target_accept: float = 0.8
    max_tree_depth: int = 10
    seed: int = 1
    scouts: int = 32
    """Climbs from random starts that search for places no chain visits."""

    def __post_init__(self) -> None:
        if self.method not in ("nuts", "smc"):
            raise _out_of_range("method", repr(self.method), "one of 'nuts', 'smc'")
        whole = {
            "chains": (1, 1024),
            "warmup": (0, 1_000_000),
            "draws": (2 if self.method == "smc" else 1, 1_000_000),
            "max_tree_depth": (1, 20),
            "scouts": (0, 100_000),
        }
        for name, (low, high) in whole.items():
            value = _whole(getattr(self, name))
            if value is None or not low <= value <= high:
                raise _out_of_range(name, getattr(self, name), f"a whole number from {low} to {high}")
            object.__setattr__(self, name, value)
        seed = _whole(self.seed)
        if seed is None or not 0 <= seed < 1 << 64:
            raise _out_of_range("seed", self.seed, "a whole number from 0 to 2^64 - 1")
        object.__setattr__(self, "seed", seed)
        try:
            accept = float(self.target_accept)
        except (TypeError, ValueError):
            accept = math.nan
        if not 0 < accept < 1:
            raise _out_of_range("target_accept", self.target_accept, "a number between 0 and 1")
        object.__setattr__(self, "target_accept", accept)

    def as_json(self) -> dict[str, Any]:
        """The settings as the companion and ``summary.json`` name them."""
        return {
            "method": self.method,
            "chains": self.chains,
            "warmup": self.warmup,
            "draws": self.draws,
            "targetAccept": self.target_accept,
            "maxTreeDepth": self.max_tree_depth,
            "seed": str(self.seed),
            "scouts": self.scouts,
        }


def _whole(value: object) -> int | None:
    if isinstance(value, (bool, str)):
        return None
    try:
        whole = int(value)  # type: ignore[call-overload]
    except (TypeError, ValueError, OverflowError):
        return None
    return whole if whole == value else None


def _out_of_range(name: str, value: object, wanted: str) -> SettingError:
    return SettingError.of(f"The setting `{name}` is {value}.", f"Give {wanted}.")


@dataclass(frozen=True)
class Chain:
    """What one chain, or one run of particles, gave."""

    number: int
    """Of its random stream, from 1."""
    rows: Doubles
    """Shape (draws, 7 + values): the sampler's columns (docs/reference/abi.md), the latents, and the reports."""
    gradients: float
    """Evaluated, warm-up included."""
    warmup: int | None
    """Transitions of the warm-up, which may end early; None for particles."""
    end: Doubles
    """Where it ended, on the unconstrained scale; empty for particles."""
    centrings: Doubles
    statistics: Mapping[str, Any]
    particles: Mapping[str, Any] | None = None
    """What ``smc_report`` says of a run of particles."""


@dataclass(frozen=True)
class Scout:
    """What one scout found: the numbers of ``scout`` of docs/reference/abi.md without the gradients, or None."""

    index: int
    gradients: float
    maximum: Doubles | None
    """Log density, log evidence, and three numbers per value: on the layout's scale, sd, and unconstrained."""


@dataclass(frozen=True)
class Sampled:
    """All chains and scouts of a fit."""

    chains: tuple[Chain, ...]
    """The chains whose draws count. The gradients of one that was warmed up again are those of both times."""
    every: tuple[Chain, ...]
    """Each chain as it ran, also those that were replaced after a second warm-up."""
    scouts: tuple[Scout, ...]
    asked: int
    """The number of scouts that were asked for."""
    seconds: float


Progress = Callable[[int, int], None]
"""Receives the number of finished transitions, and their total."""

_FORETOLD = 50
"""A module announces an early end of its warm-up at least this many transitions before (docs/reference/abi.md)."""
_PIECE_SECONDS = 0.05
_LONGEST_PIECE = 512
_GRACE_SECONDS = 1.0
"""How long a thread may take to see that it is to stop before its instance is ended."""


def threads() -> int:
    """The number of threads that this process may run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def sample(
    loaded: LoadedModule,
    columns: Sequence[Doubles],
    levels: Mapping[str, Sequence[str]],
    settings: Settings,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Sampled:
    """Samples a posterior. The same module, columns, seed and settings give the same draws on any number of threads.

    ``columns`` are in the manifest's order. Raises SamplingError, ModuleError, and KeyboardInterrupt on Ctrl-C.
    """
    return _Run(loaded, columns, levels, settings, workers or threads(), progress).run()


@dataclass
class _Plan:
    number: int
    warmup: int
    start: Doubles | None = None
    done: int = 0
    total: int = field(default=0)


class _Run:
    def __init__(
        self,
        loaded: LoadedModule,
        columns: Sequence[Doubles],
        levels: Mapping[str, Sequence[str]],
        settings: Settings,
        workers: int,
        progress: Progress | None,
    ) -> None:
        self.engine = engine()
        self.module = wasmtime.Module.deserialize(self.engine, loaded.machine_code)
        self.manifest = loaded.manifest
        self.columns = columns
        self.levels = levels
        self.settings = settings
        self.workers = workers
        self.progress = progress
        self.stop = threading.Event()
        self.plans: list[_Plan] = []
        self.rows = Rows(columns)

    def run(self) -> Sampled:
        began = time.perf_counter()
        settings = self.settings
        # Daemon threads would be ended with the process; these end when they are told to stop.
        pool = ThreadPoolExecutor(self.workers, thread_name_prefix="theodolite")
        try:
            [self.rows] = self._wait([pool.submit(condense, self.engine, self.module, self.columns)])
            plans = [_Plan(number + 1, settings.warmup) for number in range(settings.chains)]
            futures = self._submit_chains(pool, plans)
            sizes = {name: len(names) for name, names in self.levels.items()}
            values = sum(sizes[each["index"]] if "index" in each else 1 for each in self.manifest["latents"])
            asked = 0 if values > shared()["sampling"]["mostValuesForScouts"] else settings.scouts
            batches = self._submit_scouts(pool, 0, asked, asked)
            self._wait([*futures, *batches])
            first = tuple(each.result() for each in futures)
            adapted = self._adapt_again(pool, first)
            scouts = [scout for batch in batches for scout in batch.result()]
            again = tuple(chain for chain, before in zip(adapted, first) if chain is not before)
            chains = tuple(
                chain if chain is before else replace(chain, gradients=before.gradients + chain.gradients)
                for chain, before in zip(adapted, first)
            )
            scouts += self._more_scouts(pool, scouts, asked, chains)
            return Sampled(chains, first + again, tuple(scouts), asked, time.perf_counter() - began)
        except BaseException:
            self.stop.set()
            raise
        finally:
            self._end(pool)

    def _end(self, pool: ThreadPoolExecutor) -> None:
        if self.stop.is_set():
            pool.shutdown(wait=False, cancel_futures=True)
            ending = threading.Thread(target=pool.shutdown, daemon=True)
            ending.start()
            try:
                ending.join(_GRACE_SECONDS)
            finally:
                # A module that does not return ends here.
                self.engine.increment_epoch()
            ending.join()
        else:
            pool.shutdown()

    def _wait(self, futures: Sequence[Future[Any]]) -> list[Any]:
        """The results, once all are there. Looks for Ctrl-C, and reports progress, about twenty times per second."""
        waiting = set(futures)
        while waiting:
            done, waiting = wait(waiting, timeout=_PIECE_SECONDS, return_when=FIRST_EXCEPTION)
            # Of several that failed the first is told of.
            for future in (each for each in futures if each in done):
                error = future.exception()
                if error is not None:
                    self.stop.set()
                    raise error
            if self.progress is not None and self.plans:
                self.progress(sum(plan.done for plan in self.plans), sum(plan.total for plan in self.plans))
        return [future.result() for future in futures]

    # Chains.

    def _submit_chains(self, pool: ThreadPoolExecutor, plans: Sequence[_Plan]) -> list[Future[Chain]]:
        is_smc = self.settings.method == "smc"
        for plan in plans:
            plan.total = self.settings.draws if is_smc else plan.warmup + self.settings.draws
        self.plans += plans
        return [pool.submit(self._chain, plan) for plan in plans]

    def _instance(self) -> Instance:
        if self.stop.is_set():
            raise Interrupted
        return Instance(self.engine, self.module, self.manifest, self.rows, self.levels)

    def _chain(self, plan: _Plan) -> Chain:
        instance = self._instance()
        sample = self._particles if self.settings.method == "smc" else self._transitions
        try:
            return sample(instance, plan)
        except Trapped as trap:
            if self.stop.is_set():
                raise Interrupted from None
            raise host_error(SamplingError, "brokeOff", f"Chain {plan.number}", trap) from None

    def _transitions(self, instance: Instance, plan: _Plan) -> Chain:
        memory, settings = instance.memory, self.settings
        status = memory.call(
            "chain_start",
            *seed_words(settings.seed),
            plan.number,
            plan.warmup,
            settings.target_accept,
            settings.max_tree_depth,
        )
        if status == 2:
            raise instance.no_room()
        if status != 0:
            raise NoStart.of(
                f"Chain {plan.number} found no starting point where the density of this layout and these data is "
                "finite.",
                "Check that the priors allow what the data show: a bound may exclude the data.",
            )
        if plan.start is not None and memory.call("chain_restart", instance.put_point(plan.start), plan.warmup) != 0:
            raise SamplingError.of(
                "A chain cannot begin where the density of this layout and these data is not finite.",
                "Give a position that a chain of the same layout and data ended at.",
            )
        width = SAMPLER_COLUMNS + instance.size
        kept = np.empty((settings.draws, width))
        room, capacity = 0, 0
        warmup, done, piece = plan.warmup, 0, 1
        tells_warmup = memory.has("chain_warmup")
        while done < warmup + settings.draws:
            if self.stop.is_set():
                raise Interrupted
            # A piece must not run beyond the early end of a warm-up.
            count = min(piece, _FORETOLD if done < warmup else piece, warmup + settings.draws - done)
            if count > capacity:
                room, capacity = instance.allocate(count * width), count
            began = time.perf_counter()
            made = memory.call("chain_run", count, room)
            elapsed = max(time.perf_counter() - began, 1e-5)
            if made != count:
                raise SamplingError.of(
                    f"The chain made {made} of {count} transitions and stopped.",
                    "Report this as a defect of theodolite, with the layout and the data.",
                )
            if tells_warmup:
                warmup = memory.call("chain_warmup")
            first = max(0, warmup - done)
            if first < count:
                rows = memory.read(room, count * width).reshape(count, width)
                kept[done + first - warmup : done + count - warmup] = rows[first:]
            done += count
            plan.done = plan.warmup - warmup + done
            piece = max(1, min(2 * count, _LONGEST_PIECE, int(count * _PIECE_SECONDS / elapsed)))
        return Chain(
            number=plan.number,
            rows=self._with_reports(instance, kept),
            gradients=memory.call("chain_gradients"),
            warmup=warmup,
            end=instance.written("chain_position", instance.size),
            centrings=instance.written("chain_centrings", memory.address("centrings")),
            statistics=instance.statistics,
        )

    @staticmethod
    def _with_reports(instance: Instance, rows: Doubles) -> Doubles:
        return np.hstack([rows, instance.reports(rows[:, SAMPLER_COLUMNS:])]) if instance.reported else rows

    def _particles(self, instance: Instance, plan: _Plan) -> Chain:
        memory, settings = instance.memory, self.settings
        no_density = NoStart.of(
            f"Run {plan.number} found no place where the density of this layout and these data is finite.",
            "Check that the priors allow what the data show: a bound may exclude the data.",
        )
        status = memory.call(
            "smc_start",
            *seed_words(settings.seed),
            plan.number,
            settings.draws,
            settings.target_accept,
            settings.max_tree_depth,
        )
        if status == 3:
            raise instance.no_room()
        if status != 0:
            raise no_density
        out, piece, arrived = instance.allocate(11), 1, False
        progress = _WayProgress()
        while not arrived:
            if self.stop.is_set():
                raise Interrupted
            began = time.perf_counter()
            status = memory.call("smc_run", piece)
            if status == 2:
                raise no_density
            arrived = status == 1
            elapsed = max(time.perf_counter() - began, 1e-5)
            piece = max(1, min(2 * piece, _LONGEST_PIECE, int(piece * _PIECE_SECONDS / elapsed)))
            memory.call("smc_report", out)
            report = memory.read(out, 11).tolist()
            plan.done = settings.draws if arrived else math.floor(settings.draws * progress.take(report))
        width = SAMPLER_COLUMNS + instance.size
        room = instance.allocate(settings.draws * width)
        memory.call("smc_draws", room)
        rows = memory.read(room, settings.draws * width).reshape(settings.draws, width)
        # In the order of `smc_report`.
        names = ("temperatures", "sweeps", "logEvidence", "logPriorMass", "leastAcceptance", "ancestors", "gradients")
        run = dict(zip(names, report[2:9])) | {"logEvidenceForward": report[9], "ways": report[10]}
        gradients = run.pop("gradients")
        none = np.empty(0)
        rows = self._with_reports(instance, rows)
        return Chain(plan.number, rows, gradients, None, none, none, instance.statistics, particles=run)

    def _adapt_again(self, pool: ThreadPoolExecutor, chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
        """Chains whose adaptation failed are warmed up again from where they ended, with streams of their own."""
        settings = self.settings
        if settings.method != "nuts" or settings.warmup == 0:
            return chains
        failed = badly_adapted(chains)
        plans = [_Plan(settings.chains + index + 1, settings.warmup, chains[index].end) for index in failed]
        again = self._wait(self._submit_chains(pool, plans))
        by_index = dict(zip(failed, again))
        return tuple(by_index.get(index, chain) for index, chain in enumerate(chains))

    # Scouts.

    def _submit_scouts(self, pool: ThreadPoolExecutor, first: int, count: int, asked: int) -> list[Future[list[Scout]]]:
        settings = self.settings
        each = settings.draws if settings.method == "smc" else settings.warmup + settings.draws
        # Half a gradient per transition of the chains, and at least 2000.
        budget = max(2000.0, 0.5 * settings.chains * each)
        batches = []
        for begin in range(0, count, 32):  # Scouts of one batch share the maxima that they know.
            size = min(32, count - begin)
            most = max(1.0, budget * size / asked)
            batches.append(pool.submit(self._scouts, first + begin, size, most))
        return batches

    def _more_scouts(
        self, pool: ThreadPoolExecutor, scouts: Sequence[Scout], asked: int, chains: Sequence[Chain]
    ) -> list[Scout]:
        """Up to 8 times the scouts that were asked for, while all take at most a tenth of the chains' gradients."""
        if len(scouts) != asked:
            return []
        most = 0.1 * sum(chain.gradients for chain in chains)
        more: list[Scout] = []
        gradients = sum(scout.gradients for scout in scouts)
        for sent in range(asked, 8 * asked, asked) if asked else ():
            if gradients * (1 + asked / sent) > most:
                break
            found = [each for batch in self._wait(self._submit_scouts(pool, sent, asked, asked)) for each in batch]
            more += found
            gradients += sum(scout.gradients for scout in found)
        return more

    def _scouts(self, first: int, count: int, most: float) -> list[Scout]:
        instance = self._instance()
        memory, size = instance.memory, instance.size
        found: list[Scout] = []
        spent = 0.0
        try:
            out = instance.allocate(3 + 3 * size)
            while len(found) < count and spent < most:
                if self.stop.is_set():
                    raise Interrupted
                index = first + len(found)
                status = memory.call("scout", *seed_words(self.settings.seed), index, out)
                if status == 4:
                    raise instance.no_room()
                numbers = memory.read(out, 3 + 3 * size)
                maximum = None if status != 0 else np.delete(numbers, 2)
                found.append(Scout(index, float(numbers[2]), maximum))
                spent += float(numbers[2])
        except Trapped as trap:
            if self.stop.is_set():
                raise Interrupted from None
            raise host_error(SamplingError, "brokeOff", "The search for separate places", trap) from None
        return found


class NoStart(SamplingError):
    """No place was found where the density is finite."""


class _WayProgress:
    """Guards how far a run of particles has come: exponents grow about like a power."""

    def __init__(self) -> None:
        self.exponent, self.growth, self.share = 0.0, 2.0, 0.0

    def take(self, report: Sequence[float]) -> float:
        from_prior, exponent, temperatures = report[0] == 1, report[1], report[2]
        if not from_prior or exponent == 0:
            return self.share
        if 0 < self.exponent < exponent:
            self.growth = exponent / self.exponent
        self.exponent = exponent
        left = math.log(1 / exponent) / math.log(self.growth)
        self.share = max(self.share, (temperatures - 1) / (temperatures + left))
        return self.share


def badly_adapted(chains: Sequence[Chain]) -> list[int]:
    """The chains, from 0, whose adaptation failed (``host/adapt-again.ts``): with a step less than a quarter of the
    others', or at least half of whose draws diverge while fewer than a tenth of the others' do."""
    limits = shared()["thresholds"]
    steps = [float(chain.rows[0, 2]) for chain in chains]
    shares = [float(np.count_nonzero(chain.rows[:, 5])) / len(chain.rows) for chain in chains]
    usual_step = sorted(steps)[len(chains) // 2]
    usual_share = sorted(shares)[(len(chains) - 1) // 2]
    return [
        index
        for index, (step, share) in enumerate(zip(steps, shares))
        if step * limits["STEP_SIZE_APART"] < usual_step
        or (share >= limits["CHAIN_DIVERGENCES_FAILED"] and usual_share < limits["DIVERGENCES_FATAL"])
    ]


__all__ = ["Chain", "NoStart", "Sampled", "Scout", "Settings", "TheodoliteError", "sample", "threads"]
