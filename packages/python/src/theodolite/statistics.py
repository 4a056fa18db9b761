"""Summaries of draws, for a fit without Node: the statistics of ``statistics/`` and ``host/diagnose/summarise.ts``.

Everything is of one quantity: an array of shape (chains, draws).
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TypedDict

import numpy as np
import numpy.typing as npt

Draws = npt.NDArray[np.float64]


class ParameterSummary(TypedDict):
    """Every number is finite, or None if the draws do not define it. All but the last three are in the unit."""

    mean: float | None
    sd: float | None
    q5: float | None
    q50: float | None
    q95: float | None
    hdi95: list[float] | None
    mcse: float | None
    essBulk: float | None
    essTail: float | None
    rhat: float | None


def summarise(draws: Draws) -> ParameterSummary:
    """The posterior of one quantity, and how precisely the draws give it."""
    if draws.size == 0 or not np.isfinite(draws).all():
        return ParameterSummary(
            mean=None,
            sd=None,
            q5=None,
            q50=None,
            q95=None,
            hdi95=None,
            mcse=None,
            essBulk=None,
            essTail=None,
            rhat=None,
        )
    ordered = np.sort(draws, axis=None)
    # The largest draws may overflow where squares are summed: the result is then None.
    with np.errstate(all="ignore"):
        size = effective_size(_split(draws))
        variance = float(np.var(ordered, ddof=1)) if ordered.size > 1 else math.nan
        normalised = _rank_normalised(_split(draws))
        median = float(np.quantile(ordered, 0.5))
        folded = _rank_normalised(_split(np.abs(draws - median)))
        bulk, tail = _scale_reduction(normalised), _scale_reduction(folded)
    return ParameterSummary(
        mean=_finite(float(np.mean(ordered))),
        sd=_finite(math.sqrt(variance) if variance >= 0 else math.nan),
        q5=float(np.quantile(ordered, 0.05)),
        q50=median,
        q95=float(np.quantile(ordered, 0.95)),
        hdi95=highest_density(ordered, 0.95),
        mcse=None if size is None else _finite(math.sqrt(variance / size)),
        essBulk=effective_size(normalised),
        essTail=_tail_effective_size(draws, ordered),
        rhat=None if bulk is None or tail is None else max(bulk, tail),
    )


def energy_information(energies: Draws) -> float | None:
    """E-BFMI of one chain, of shape (draws,) (Betancourt 2016, arXiv:1604.00695); None if it is undefined."""
    if len(energies) < 2:
        return None
    changes = float(np.sum(np.diff(energies) ** 2))
    deviations = float(np.sum((energies - np.mean(energies)) ** 2))
    return changes / deviations if changes > 0 and math.isfinite(deviations) else None


def highest_density(ordered: Draws, mass: float) -> list[float]:
    """The narrowest interval with that share of the sorted draws, of shape (draws,) (Chen & Shao 1999)."""
    steps = math.floor(mass * len(ordered))
    widths = ordered[steps:] - ordered[: len(ordered) - steps]
    best = int(np.argmin(widths))
    return [float(ordered[best]), float(ordered[best + steps])]


def effective_size(draws: Draws) -> float | None:
    """Effective sample size of the mean (Vehtari et al. 2021, section 3.2), in the form of R's `posterior`."""
    chains, length = draws.shape
    if length < 3 or not _varies(draws):
        return None
    size = 1 << (2 * length - 1).bit_length()
    spectrum = np.fft.rfft(draws - draws.mean(axis=1, keepdims=True), size, axis=1)
    autocovariance = np.fft.irfft(np.abs(spectrum) ** 2, size, axis=1)[:, :length].mean(axis=0) / length
    within = autocovariance[0] * length / (length - 1)
    between = float(np.var(draws.mean(axis=1), ddof=1)) if chains > 1 else 0.0
    correlation = 1 - (within - autocovariance) / (autocovariance[0] + between)
    # Geyer's (1992) initial positive sequence: pairs of autocorrelations while their sums are positive.
    rho = np.zeros(length)
    even, odd = 1.0, float(correlation[1])
    rho[0], rho[1] = even, odd
    lag = 0
    while lag < length - 5 and even + odd > 0:
        lag += 2
        even, odd = float(correlation[lag]), float(correlation[lag + 1])
        if even + odd >= 0:
            rho[lag], rho[lag + 1] = even, odd
    last = lag
    if even > 0:
        rho[last] = even
    # His initial monotone sequence: no pair exceeds the one before.
    for at in range(2, last - 1, 2):
        before = rho[at - 2] + rho[at - 1]
        if rho[at] + rho[at + 1] > before:
            rho[at] = rho[at + 1] = before / 2
    summed = 1.0 if last == 0 else float(rho[:last].sum())
    total = chains * length
    return float(total / max(-1 + 2 * summed + rho[last], 1 / math.log10(total)))


def _tail_effective_size(draws: Draws, ordered: Draws) -> float | None:
    sizes = []
    for probability in (0.05, 0.95):
        indicators = (draws <= np.quantile(ordered, probability)).astype(np.float64)
        sizes.append(effective_size(_split(indicators)) if _varies(draws) else None)
    known = [size for size in sizes if size is not None]
    return min(known) if len(known) == 2 else None


def _scale_reduction(draws: Draws) -> float | None:
    chains, length = draws.shape
    if chains < 2 or length < 2 or not _varies(draws):
        return None
    between = length * float(np.var(draws.mean(axis=1), ddof=1))
    within = float(np.var(draws, axis=1, ddof=1).mean())
    return math.sqrt((between / within + length - 1) / length) if within > 0 else None


def _split(draws: Draws) -> Draws:
    """Each chain as its first and its last half."""
    half = draws.shape[1] // 2
    return np.concatenate([draws[:, :half], draws[:, draws.shape[1] - half :]])


def _rank_normalised(draws: Draws) -> Draws:
    """Normal scores of the average ranks (Vehtari et al. 2021, equation 14)."""
    flat = draws.ravel()
    if flat.size == 0:
        return draws
    _, places, counts = np.unique(flat, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks = (2 * last - counts + 1) / 2
    quantile = NormalDist().inv_cdf
    scores = np.array([quantile(share) for share in ((ranks - 3 / 8) / (flat.size + 1 / 4)).tolist()])
    return np.asarray(scores[places].reshape(draws.shape))


def _varies(draws: Draws) -> bool:
    return bool(np.isfinite(draws).all() and draws.size and float(np.ptp(draws)) >= np.finfo(float).eps)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
