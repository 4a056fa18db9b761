#!/usr/bin/env python3
"""Write reference.json: what the R package posterior and ArviZ say of the series of series.ts.

Usage: make-reference.py > reference.json
Needs ArviZ 0.23, and Rscript with posterior and jsonlite (Debian: r-cran-posterior r-cran-jsonlite).
"""
import json, math, subprocess, sys

import arviz
import numpy

POSTERIOR = """
suppressMessages({library(posterior); library(jsonlite)})
series <- fromJSON(file("stdin"), simplifyMatrix = FALSE)
out <- lapply(series, function(chains) {
  x <- do.call(cbind, chains)
  q <- unname(quantile(x, c(.05, .5, .95)))
  list(mean = mean(x), sd = sd(x), q5 = q[1], q50 = q[2], q95 = q[3], rHat = rhat(x), essBulk = ess_bulk(x),
       essTail = ess_tail(x), essMean = ess_mean(x), mcseMean = mcse_mean(x), mcseSd = mcse_sd(x))
})
cat(toJSON(list(version = as.character(packageVersion("posterior")), values = out), auto_unbox = TRUE, digits = I(17)))
"""


def uniforms(seed):
    state = seed
    while True:
        state = state * 48271 % 2147483647
        yield state / 2147483647


def autoregression(seed, correlation):
    u, state = uniforms(seed), 0.0
    while True:
        state = correlation * state + (next(u) + next(u) + next(u) + next(u) - 2)
        yield state


def heavy_tailed(seed):
    u = uniforms(seed)
    while True:
        numerator, denominator = next(u) - 0.5, next(u)
        yield numerator / (denominator * denominator + 1e-6)


def chains_of(count, draws, start, transform=lambda x, chain: x):
    out = []
    for chain in range(count):
        values = start(chain)
        out.append([transform(next(values), chain) for _ in range(draws)])
    return out


def ar(seed, correlation):
    return lambda chain: autoregression(seed + chain, correlation)


series = {
    "mixing": chains_of(4, 1000, ar(11, 0.6)),
    "long": chains_of(4, 10_000, ar(911, 0.9)),
    "slow": chains_of(4, 500, ar(21, 0.98)),
    "bimodal": chains_of(4, 500, ar(31, 0.3), lambda x, c: x + 6 if c == 3 else x),
    "heavy": chains_of(4, 400, lambda c: heavy_tailed(41 + c)),
    "antithetic": chains_of(4, 400, ar(51, -0.7)),
    "unequalSpread": chains_of(4, 300, ar(61, 0.2), lambda x, c: x * 4 if c == 0 else x),
    "tied": chains_of(4, 250, ar(71, 0.5), lambda x, c: math.floor(x * 2) / 2),
    "offset": chains_of(4, 200, ar(81, 0.5), lambda x, c: 1000 + x * 0.001),
    "oddLength": chains_of(2, 101, ar(91, 0.4)),
    "short": chains_of(3, 13, ar(101, 0.1)),
    "single": chains_of(1, 200, ar(111, 0.5)),
}


def arviz_values(chains):
    x = numpy.array(chains)
    number = lambda value: None if numpy.isnan(value) else float(value)
    lo, hi = arviz.hdi(x.ravel(), hdi_prob=0.95)
    return {
        "rHat": number(arviz.rhat(x)), "essBulk": number(arviz.ess(x)), "essTail": number(arviz.ess(x, method="tail")),
        "essMean": number(arviz.ess(x, method="mean")), "mcseMean": number(arviz.mcse(x)),
        "mcseSd": number(arviz.mcse(x, method="sd")), "hdi95": [float(lo), float(hi)],
        "bfmi": [float(value) for value in arviz.bfmi(x)],
    }


said = subprocess.run(["Rscript", "-e", POSTERIOR], input=json.dumps(series), capture_output=True, text=True, check=True)
posterior = json.loads(said.stdout)
json.dump({
    "made": "by make-reference.py, with the R package posterior " + posterior["version"] + " and ArviZ " + arviz.__version__,
    "series": {name: {"posterior": posterior["values"][name], "arviz": arviz_values(chains)} for name, chains in series.items()},
}, sys.stdout, indent=2)
print()
