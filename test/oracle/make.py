#!/usr/bin/env python3
"""Writes table.json: every density, mass and function that the language and its runtime have, with all derivatives, to 30 digits.

    pip install mpmath==1.3.0 gmpy2 && python3 test/oracle/make.py

Nothing here is written as the compiler, the runtime or the interpreter write it. A density is its definition, with log-gamma functions at as many
digits as their differences cancel; the probability of a range is what mpmath's own incomplete functions say, and where shapes are too large
for these an integral of the density; a derivative is a central difference at a step of 1e-30, and of an integral the integral of
the derivative. Arguments are doubles, and so the table holds for them exactly.

A row is {at: arguments, value, by: derivatives}. Rows called `extreme` are held to 1e-10, the others to the bounds of table.ts.
"""

import json
import math
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from mpmath import mp, mpf

RANDOM = random.Random()
DIGITS = 30


# --- arithmetic -------------------------------------------------------------------------------------------------------------------

def digits_for(arguments):
    """How many digits differences of functions of these arguments call for."""
    sizes = [abs(math.log10(abs(x))) for x in arguments if x != 0 and math.isfinite(x)]
    return int(120 + 3.5 * max(sizes, default=0))


def text(x):
    return 'nan' if mp.isnan(x) else mp.nstr(x, DIGITS, min_fixed=0, max_fixed=0)


def slope(function, arguments, name):
    """The central difference along one argument, at a step of a quarter of the digits. What is but its error is 0."""
    size = abs(arguments[name]) or mpf(1)
    step = size * mpf(10) ** -(mp.dps // 4)
    above = function(**dict(arguments, **{name: arguments[name] + step}))
    below = function(**dict(arguments, **{name: arguments[name] - step}))
    found = (above - below) / (2 * step)
    least = mpf(10) ** -(mp.dps // 3) * max(1, abs(above))
    return mpf(0) if abs(found * size) < least else found


def parts_of(own, at, densities):
    """
    How large the parts are that a derivative of a truncated density is made of: that of the whole density; what each end adds as it moves
    against the rest, by the density there; and of shapes how far means of logarithms over a range may be from the whole one's.
    """
    parts = dict(own)
    for end, density in densities.items():
        place = at[end]
        spread = abs(place - at.get('location', at.get('mean', 0.0)))
        moved = {
            'location': 1.0, 'mean': 1.0, 'lo': 1.0, 'hi': 1.0, 'mu': place,
            'sigma': place * abs(math.log(place) - at.get('mu', 0.0)) if place > 0 else 0.0,
        }
        moved.update({name: spread for name in ('scale', 'sd', 'rate', 'df')})
        for name in own:
            size = at[name] if name in ('scale', 'sd', 'rate', 'df', 'sigma') else 1.0
            parts[name] = max(parts[name], density * moved.get(name, 0.0) / size)
    for name in own:
        if name in ('a', 'b', 'shape'):
            parts[name] = max(parts[name], 1 / math.sqrt(at[name]))
        if name == 'df':
            parts[name] = max(parts[name], 1 / at[name])
    return parts


def row(function, arguments, extreme=False, fixed=(), parts=None, digits=0):
    """A row of a function. `parts` is a function whose derivatives are parts of its own, in which they may nearly cancel."""
    mp.dps = digits_for(list(arguments.values())) + digits
    exact = {name: mpf(x) for name, x in arguments.items()}
    value = function(**exact)
    names = [name for name in arguments if name not in fixed]
    by = {name: slope(function, exact, name) for name in names}
    made = {'at': arguments, 'value': text(value), 'by': {name: text(x) for name, x in by.items()}}
    if parts is not None:
        own = {name: float(abs(slope(parts, exact, name))) for name in names}
        made['parts'] = parts_of(own, arguments, {end: abs(float(by[end])) for end in ('from', 'to') if end in by})
    return dict(made, extreme=True) if extreme else made


def between(low, high):
    return RANDOM.uniform(low, high)


def scale(low, high):
    """Log-uniform."""
    return math.exp(RANDOM.uniform(math.log(low), math.log(high)))


# --- definitions ------------------------------------------------------------------------------------------------------------------

def log_beta(a, b):
    return mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)


def uniform(x, lo, hi):
    return -mp.log(hi - lo) + 0 * x


def normal(x, mean, sd):
    return -((x - mean) / sd) ** 2 / 2 - mp.log(sd * mp.sqrt(2 * mp.pi))


def half_normal(x, sd):
    return mp.log(2) + normal(x, 0, sd)


def lognormal(x, mu, sigma):
    return normal(mp.log(x), mu, sigma) - mp.log(x)


def beta(x, a, b):
    return (a - 1) * mp.log(x) + (b - 1) * mp.log(1 - x) - log_beta(a, b)


def scaled_beta(x, a, b, lo, hi):
    return beta((x - lo) / (hi - lo), a, b) - mp.log(hi - lo)


def gamma(x, shape, rate):
    return shape * mp.log(rate) + (shape - 1) * mp.log(x) - rate * x - mp.loggamma(shape)


def inv_gamma(x, shape, scale):
    return shape * mp.log(scale) - (shape + 1) * mp.log(x) - scale / x - mp.loggamma(shape)


def exponential(x, rate):
    return mp.log(rate) - rate * x


def weibull(x, shape, scale):
    return mp.log(shape / scale) + (shape - 1) * mp.log(x / scale) - (x / scale) ** shape


def cauchy(x, location, scale):
    return -mp.log(mp.pi * scale * (1 + ((x - location) / scale) ** 2))


def half_cauchy(x, scale):
    return mp.log(2) + cauchy(x, 0, scale)


def student_t(x, df, location, scale):
    z = (x - location) / scale
    norm = mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2) - mp.log(df * mp.pi) / 2 - mp.log(scale)
    return norm - (df + 1) / 2 * mp.log(1 + z * z / df)


def half_student_t(x, df, scale):
    return mp.log(2) + student_t(x, df, 0, scale)


# The probabilities of ranges, of variables of scale 1.

def normal_mass(lo, hi):
    if lo + hi < 0:
        return normal_mass(-hi, -lo)
    return (mp.erfc(lo / mp.sqrt(2)) - mp.erfc(hi / mp.sqrt(2))) / 2


def cauchy_mass(lo, hi):
    return (mp.atan(hi) - mp.atan(lo)) / mp.pi


def gamma_mass(shape, lo, hi):
    if lo > shape:
        upper = lambda x: mpf(0) if x == mp.inf else mp.gammainc(shape, x, mp.inf, regularized=True)
        return upper(lo) - upper(hi)
    lower = lambda x: mpf(0) if x == 0 else mpf(1) if x == mp.inf else mp.gammainc(shape, 0, x, regularized=True)
    return lower(hi) - lower(lo)


def beta_mass(a, b, lo, hi):
    if lo > a / (a + b):
        return beta_mass(b, a, 1 - hi, 1 - lo)
    below = lambda x: mpf(0) if x <= 0 else mpf(1) if x >= 1 else mp.betainc(a, b, 0, x, regularized=True)
    return below(hi) - below(lo)


def student_mass(df, lo, hi):
    if lo + hi < 0:
        return student_mass(df, -hi, -lo)

    def above(t):
        if t == mp.inf:
            return mpf(0)
        far = mp.betainc(df / 2, mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
        return far if t >= 0 else 1 - far

    return above(lo) - above(hi)


def integrals(log_density, lo, hi, mode, sd, weights=()):
    """ln ∫ f, and the means of the weights under f, from lo to hi, for an f that falls on both sides of its mode."""
    nearest = min(max(mode, lo), hi)
    top = log_density(nearest)
    depth = mp.dps * mp.log(10)

    def panels(direction, end):
        width = sd
        if nearest != mode:
            # In a tail, an exponential's.
            step = sd * mpf(10) ** -20
            fall = abs(log_density(nearest + direction * step) - top) / step if direction * (end - nearest) > 0 else 0
            width = min(sd, 1 / fall) if fall > 0 else sd
        places = [nearest]
        while direction * (end - places[-1]) > 0:
            place = places[-1] + direction * 2 * width
            places.append(end if direction * (end - place) <= 0 else place)
            if top - log_density(places[-1]) > depth:
                break
        return places

    places = sorted({*panels(1, hi), *panels(-1, lo)})
    integral = lambda g: mp.quad(lambda x: g(x) * mp.exp(log_density(x) - top), places, method='gauss-legendre')
    whole = integral(lambda x: mpf(1))
    return top + mp.log(whole), [integral(weight) / whole for weight in weights]


# --- priors -----------------------------------------------------------------------------------------------------------------------

def standardised(family, bound, p):
    """A bound as a number of the family's standard variable."""
    if family in ('normal', 'half_normal'):
        return (bound - p.get('mean', 0)) / p['sd']
    if family == 'lognormal':
        return (mp.log(bound) - p['mu']) / p['sigma'] if bound > 0 else -mp.inf
    return (bound - p.get('location', 0)) / p['scale']


def log_mass(family, p, lo, hi):
    """ln P(lo ≤ x ≤ hi)."""
    z = lambda bound: bound if mp.isinf(bound) else standardised(family, bound, p)
    twice = 2 if family.startswith('half_') else 1
    if family in ('normal', 'half_normal', 'lognormal'):
        return mp.log(twice * normal_mass(z(lo), z(hi)))
    if family in ('cauchy', 'half_cauchy'):
        return mp.log(twice * cauchy_mass(z(lo), z(hi)))
    if family in ('student_t', 'half_student_t'):
        return mp.log(twice * student_mass(p['df'], z(lo), z(hi)))
    if family == 'exponential':
        return mp.log(mp.exp(-p['rate'] * lo) - mp.exp(-p['rate'] * hi))
    if family == 'weibull':
        hazard = lambda bound: (bound / p['scale']) ** p['shape']
        return mp.log(mp.exp(-hazard(lo)) - mp.exp(-hazard(hi)))
    if family == 'gamma':
        return mp.log(gamma_mass(p['shape'], p['rate'] * lo, p['rate'] * hi))
    if family == 'inv_gamma':
        return mp.log(gamma_mass(p['shape'], p['scale'] / hi, p['scale'] / lo if lo > 0 else mp.inf))
    if family == 'beta':
        return mp.log(beta_mass(p['a'], p['b'], max(lo, 0), min(hi, 1)))
    width = p['hi'] - p['lo']
    share = lambda bound: (bound - p['lo']) / width
    return mp.log(beta_mass(p['a'], p['b'], max(share(lo), 0), min(share(hi), 1)))


DENSITIES = {
    'uniform': uniform, 'normal': normal, 'half_normal': half_normal, 'lognormal': lognormal, 'beta': beta,
    'scaled_beta': scaled_beta, 'gamma': gamma, 'inv_gamma': inv_gamma, 'exponential': exponential, 'weibull': weibull, 'cauchy': cauchy,
    'half_cauchy': half_cauchy, 'student_t': student_t, 'half_student_t': half_student_t,
}
SUPPORT = {
    'normal': (-mp.inf, mp.inf), 'cauchy': (-mp.inf, mp.inf), 'student_t': (-mp.inf, mp.inf), 'beta': (mpf(0), mpf(1)),
}


def truncated(family, x, p, from_=None, to=None, extreme=False):
    """The row of a prior at x, with the ends of its truncation, if it has any, as `from` and `to`."""
    whole = SUPPORT.get(family, (mpf(0), mp.inf))

    def density(x, **rest):
        parameters = {name: value for name, value in rest.items() if name not in ('from', 'to')}
        value = DENSITIES[family](x, **parameters)
        if from_ is None and to is None:
            return value
        ends = (parameters['lo'], parameters['hi']) if family == 'scaled_beta' else whole
        return value - log_mass(family, parameters, rest.get('from', ends[0]), rest.get('to', ends[1]))

    arguments = {'x': x, **p}
    if from_ is not None:
        arguments['from'] = from_
    if to is not None:
        arguments['to'] = to
    def untruncated(x, **rest):
        return DENSITIES[family](x, **{name: value for name, value in rest.items() if name not in ('from', 'to')})

    return row(density, arguments, extreme=extreme, parts=None if from_ is None and to is None else untruncated)


def large_gamma(x, shape, rate, from_=None, to=None):
    """A truncated gamma prior whose shape is too large for series."""
    mp.dps = 60
    X, S, R = mpf(x), mpf(shape), mpf(rate)
    lo, hi = (mpf(from_) if from_ is not None else mpf(0)), (mpf(to) if to is not None else mp.inf)
    extra = int(2 * math.log10(shape))
    mp.dps = 60 + extra
    f = lambda t: gamma(t, S, R)
    logs, (mean_log, mean) = integrals(f, lo, hi, (S - 1) / R, mp.sqrt(S) / R, [mp.log, lambda t: t])
    density = f(X) - logs
    whole, own, exact = gamma, ('x', 'shape', 'rate'), (X, S, R)
    at_end = lambda t: mp.exp(f(t) - logs)
    by = {
        'x': (S - 1) / X - R,
        'shape': mp.log(X) - mean_log,
        'rate': mean - X,
    }
    at = {'x': x, 'shape': shape, 'rate': rate}
    if from_ is not None:
        at['from'] = from_
        by['from'] = at_end(lo)
    if to is not None:
        at['to'] = to
        by['to'] = -at_end(hi)
    whole_slopes = {name: float(abs(slope(whole, dict(zip(own, exact)), name))) for name in own}
    parts = parts_of(whole_slopes, at, {end: abs(float(by[end])) for end in ('from', 'to') if end in by})
    return {'at': at, 'value': text(density), 'by': {k: text(v) for k, v in by.items()}, 'parts': parts, 'extreme': True}


def large_beta(x, a, b, from_=None, to=None):
    """A truncated beta prior, likewise."""
    mp.dps = 60 + int(2 * math.log10(a + b))
    X, A, B = mpf(x), mpf(a), mpf(b)
    lo, hi = (mpf(from_) if from_ is not None else mpf(0)), (mpf(to) if to is not None else mpf(1))
    f = lambda t: beta(t, A, B) if 0 < t < 1 else -mp.inf
    n = A + B
    ln, rest = mp.log, lambda t: mp.log(1 - t)
    logs, (mean_log, mean_rest) = integrals(f, lo, hi, A / n, mp.sqrt(A * B / n) / n, [ln, rest])
    density = f(X) - logs
    whole, own, exact = beta, ('x', 'a', 'b'), (X, A, B)
    by = {'x': (A - 1) / X - (B - 1) / (1 - X), 'a': ln(X) - mean_log, 'b': rest(X) - mean_rest}
    at = {'x': x, 'a': a, 'b': b}
    if from_ is not None:
        at['from'] = from_
        by['from'] = mp.exp(f(lo) - logs)
    if to is not None:
        at['to'] = to
        by['to'] = -mp.exp(f(hi) - logs)
    whole_slopes = {name: float(abs(slope(whole, dict(zip(own, exact)), name))) for name in own}
    parts = parts_of(whole_slopes, at, {end: abs(float(by[end])) for end in ('from', 'to') if end in by})
    return {'at': at, 'value': text(density), 'by': {k: text(v) for k, v in by.items()}, 'parts': parts, 'extreme': True}


def large_student(x, df, from_=None, to=None):
    """A truncated t prior of location 0 and scale 1, likewise."""
    mp.dps = 60 + int(2 * math.log10(df))
    X, D = mpf(x), mpf(df)
    lo, hi = (mpf(from_) if from_ is not None else -mp.inf), (mpf(to) if to is not None else mp.inf)
    f = lambda t: student_t(t, D, 0, 1)
    score = lambda t: slope(lambda df: student_t(t, df, 0, 1), {'df': D}, 'df')
    tilt = lambda t: -(D + 1) * t / (D + t * t)
    logs, (mean_score, mean_tilt, mean_pull) = integrals(
        f, lo, hi, mpf(0), mpf(1), [score, tilt, lambda t: -1 - t * tilt(t)])
    by = {
        'x': tilt(X), 'df': score(X) - mean_score,
        'location': mean_tilt - tilt(X),
        'scale': -1 - X * tilt(X) - mean_pull,
    }
    at = {'x': x, 'df': df, 'location': 0.0, 'scale': 1.0}
    whole, own, exact = student_t, ('x', 'df', 'location', 'scale'), (X, D, mpf(0), mpf(1))
    if from_ is not None:
        at['from'] = from_
        by['from'] = mp.exp(f(lo) - logs)
    if to is not None:
        at['to'] = to
        by['to'] = -mp.exp(f(hi) - logs)
    whole_slopes = {name: float(abs(slope(whole, dict(zip(own, exact)), name))) for name in own}
    parts = parts_of(whole_slopes, at, {end: abs(float(by[end])) for end in ('from', 'to') if end in by})
    return {'at': at, 'value': text(f(X) - logs), 'by': {k: text(v) for k, v in by.items()}, 'parts': parts, 'extreme': True}


def variants(family, at, count=6):
    """Rows of a prior whole and cut off below, above and on both sides, at arguments that `at` draws, with their spread."""
    table = {'whole': [], 'lower': [], 'upper': [], 'both': []}
    for kind, rows in table.items():
        for _ in range(count):
            x, p, (low, high) = at()
            from_ = low if kind in ('lower', 'both') else None
            to = high if kind in ('upper', 'both') else None
            rows.append(truncated(family, x, p, from_, to))
    return table


def extremes(table, family, rows):
    for kind, x, p, from_, to in rows:
        table[kind].append(truncated(family, x, p, from_, to, extreme=True))
    return table


def prior_rows():
    table = {}
    table['uniform'] = {'whole': [truncated('uniform', between(lo, lo + width), {'lo': lo, 'hi': lo + width})
                                  for lo, width in ((between(-5, 5), scale(0.1, 10)) for _ in range(4))]
                        + [truncated('uniform', 0.0, {'lo': -1e-300, 'hi': 1e-300}, extreme=True),
                           truncated('uniform', 1e300, {'lo': -1e300, 'hi': 3e300}, extreme=True)]}

    def on_line(p, spread):
        def at():
            parameters = p()
            location = parameters.get('location', parameters.get('mean', 0.0))
            width = parameters.get('sd', parameters.get('scale')) * spread
            x = location + between(-1, 1) * width
            return x, parameters, (x - between(0.1, 1) * width, x + between(0.1, 1) * width)
        return at

    def positive(p, size):
        def at():
            parameters = p()
            x = size(parameters) * scale(0.3, 3)
            return x, parameters, (x * between(0.2, 0.9), x * between(1.1, 4))
        return at

    table['normal'] = extremes(variants('normal', on_line(lambda: {'mean': between(-3, 3), 'sd': scale(0.2, 5)}, 2)), 'normal', [
        ('whole', 1e8, {'mean': 0.0, 'sd': 1.0}, None, None), ('whole', 3e-200, {'mean': 1e-200, 'sd': 1e-200}, None, None),
        ('whole', 1e170, {'mean': 0.0, 'sd': 1e160}, None, None),
        ('lower', 41.0, {'mean': 0.0, 'sd': 1.0}, 40.0, None), ('lower', 1e6 + 1e-6, {'mean': 0.0, 'sd': 1.0}, 1e6, None),
        ('upper', -1e5 - 1e-5, {'mean': 0.0, 'sd': 1.0}, None, -1e5), ('upper', 2.0, {'mean': 0.0, 'sd': 1.0}, None, 9.0),
        ('both', 30.0000005, {'mean': 0.0, 'sd': 1.0}, 30.0, 30.000001), ('both', 1e-9, {'mean': 0.0, 'sd': 1.0}, 0.0, 3e-9),
        ('both', 38.0, {'mean': 0.0, 'sd': 1.0}, 37.0, 39.0), ('both', -1000.001, {'mean': 0.0, 'sd': 1.0}, -1001.0, -1000.0),
    ])
    table['half_normal'] = extremes(variants('half_normal', positive(lambda: {'sd': scale(0.2, 5)}, lambda p: p['sd'])), 'half_normal', [
        ('whole', 1e-300, {'sd': 1e-200}, None, None), ('whole', 1e9, {'sd': 1.0}, None, None),
        ('lower', 51.0, {'sd': 1.0}, 50.0, None), ('upper', 1e-12, {'sd': 1.0}, None, 1e-10),
        ('both', 60.00001, {'sd': 1.0}, 60.0, 60.0001),
    ])
    table['lognormal'] = extremes(variants('lognormal', positive(lambda: {'mu': between(-1, 1), 'sigma': scale(0.2, 2)}, lambda p: math.exp(p['mu']))), 'lognormal', [
        ('whole', 1e-300, {'mu': 0.0, 'sigma': 1.0}, None, None), ('whole', 1e300, {'mu': 600.0, 'sigma': 30.0}, None, None),
        ('lower', 1e20, {'mu': 0.0, 'sigma': 1.0}, 1e19, None), ('upper', 1e-30, {'mu': 0.0, 'sigma': 2.0}, None, 1e-29),
        ('both', 2e10, {'mu': 0.0, 'sigma': 0.5}, 1e10, 3e10),
    ])
    table['exponential'] = extremes(variants('exponential', positive(lambda: {'rate': scale(0.2, 5)}, lambda p: 1 / p['rate'])), 'exponential', [
        ('whole', 1e5, {'rate': 3.0}, None, None), ('whole', 1e-300, {'rate': 1e250}, None, None),
        ('lower', 1e8, {'rate': 2.0}, 9.9e7, None), ('upper', 1e-12, {'rate': 1.0}, None, 3e-12),
        ('both', 1000.5, {'rate': 1.0}, 1000.0, 1001.0), ('both', 2e-9, {'rate': 1e-6}, 1e-9, 3e-9),
    ])
    table['cauchy'] = extremes(variants('cauchy', on_line(lambda: {'location': between(-3, 3), 'scale': scale(0.2, 5)}, 4)), 'cauchy', [
        ('whole', 1e30, {'location': 0.0, 'scale': 1.0}, None, None), ('whole', 1e200, {'location': 0.0, 'scale': 1.0}, None, None),
        ('lower', 2e20, {'location': 0.0, 'scale': 1.0}, 1e20, None), ('upper', -1e15, {'location': 0.0, 'scale': 3.0}, None, -5e14),
        ('both', 1.00000005e8, {'location': 0.0, 'scale': 1.0}, 1e8, 1.000001e8), ('both', 1e-9, {'location': 0.0, 'scale': 1.0}, 0.0, 2e-9),
    ])
    table['half_cauchy'] = extremes(variants('half_cauchy', positive(lambda: {'scale': scale(0.2, 5)}, lambda p: p['scale'])), 'half_cauchy', [
        ('whole', 1e100, {'scale': 1.0}, None, None), ('whole', 1e250, {'scale': 2.0}, None, None), ('whole', 1e-200, {'scale': 1e-150}, None, None),
        ('lower', 2e30, {'scale': 1.0}, 1e30, None), ('upper', 1e-30, {'scale': 1.0}, None, 2e-30),
        ('both', 1.5e12, {'scale': 1.0}, 1e12, 2e12),
    ])
    shapes = lambda: {'shape': scale(0.4, 12), 'rate': scale(0.2, 5)}
    table['gamma'] = extremes(variants('gamma', positive(shapes, lambda p: p['shape'] / p['rate'])), 'gamma', [
        ('whole', 1.0000003e10, {'shape': 1e10, 'rate': 1.0}, None, None), ('whole', 3.0000000001e15, {'shape': 3e15, 'rate': 1.0}, None, None),
        ('whole', 1e-300, {'shape': 1e-5, 'rate': 1.0}, None, None), ('whole', 2.5e20, {'shape': 1e20, 'rate': 0.4}, None, None),
        ('whole', 7.0, {'shape': 1e12, 'rate': 1e10}, None, None), ('whole', 1e-3, {'shape': 3e5, 'rate': 1e8}, None, None),
        ('whole', 120.0, {'shape': 100.0, 'rate': 1.0}, None, None), ('whole', 1e90, {'shape': 1e100, 'rate': 1e10}, None, None),
        ('lower', 61.0, {'shape': 2.5, 'rate': 1.0}, 60.0, None), ('lower', 340.0, {'shape': 200.0, 'rate': 1.0}, 330.0, None),
        ('upper', 1e-20, {'shape': 0.3, 'rate': 1.0}, None, 1e-19), ('upper', 110.0, {'shape': 200.0, 'rate': 1.0}, None, 120.0),
        ('both', 3.0000001, {'shape': 7.0, 'rate': 1.0}, 3.0, 3.0000003), ('both', 1e-10, {'shape': 1e-4, 'rate': 1.0}, 1e-30, 1.0),
    ])
    table['gamma']['both'] += [large_gamma(1.00005e6, 1e6, 1.0, 1e6, 1.001e6), large_gamma(1.000001e10, 1e10, 1.0, 1.0000005e10, 1.00002e10),
                               large_gamma(1.00000000001e14, 1e14, 1.0, 0.9999999e14, 1.0000001e14)]
    table['gamma']['lower'] += [large_gamma(1.02e6, 1e6, 1.0, 1.01e6), large_gamma(2.00006e10, 1e10, 0.5, 2.00005e10)]
    table['gamma']['upper'] += [large_gamma(0.98e6, 1e6, 1.0, None, 0.99e6), large_gamma(1e12, 1e12, 1.0, None, 1.000003e12)]
    table['inv_gamma'] = extremes(variants('inv_gamma', positive(lambda: {'shape': scale(0.4, 12), 'scale': scale(0.2, 5)}, lambda p: p['scale'] / p['shape'])), 'inv_gamma', [
        ('whole', 1.0000003e-10, {'shape': 1e10, 'scale': 1.0}, None, None), ('whole', 0.3, {'shape': 1e7, 'scale': 1e6}, None, None),
        ('whole', 1e300, {'shape': 1e-3, 'scale': 1.0}, None, None), ('whole', 1e-5, {'shape': 1e18, 'scale': 1.0000000001e13}, None, None),
        ('lower', 1e10, {'shape': 3.0, 'scale': 1.0}, 9e9, None), ('upper', 0.01, {'shape': 3.0, 'scale': 1.0}, None, 0.011),
        ('both', 0.02, {'shape': 2.0, 'scale': 1.0}, 0.019, 0.021), ('both', 5e5, {'shape': 0.5, 'scale': 1.0}, 1e5, 1e6),
    ])
    probability = lambda p: (lambda m: (m, p, (m * between(0.2, 0.9), m + (1 - m) * between(0.1, 0.9))))(between(0.05, 0.95))
    both_shapes = lambda: {'a': scale(0.4, 9), 'b': scale(0.4, 9)}
    table['beta'] = extremes(variants('beta', lambda: probability(both_shapes())), 'beta', [
        ('whole', 0.5000001, {'a': 1e12, 'b': 1e12}, None, None), ('whole', 0.3, {'a': 3e20, 'b': 7e20}, None, None),
        ('whole', 0.25, {'a': 1e16, 'b': 3e16}, None, None), ('whole', 1e-12, {'a': 0.5, 'b': 1e12}, None, None),
        ('whole', 1e-300, {'a': 1e-5, 'b': 2.0}, None, None), ('whole', 0.9999999999, {'a': 1e13, 'b': 700.0}, None, None),
        ('whole', 0.2, {'a': 1e6, 'b': 1e6}, None, None), ('whole', 0.5, {'a': 1e60, 'b': 1e60}, None, None),
        ('lower', 0.92, {'a': 3.0, 'b': 40.0}, 0.91, None), ('upper', 1e-15, {'a': 2.0, 'b': 3.0}, None, 1e-14),
        ('both', 0.50000005, {'a': 2.0, 'b': 3.0}, 0.5, 0.5000001), ('both', 2e-5, {'a': 300.0, 'b': 400.0}, 1.9e-5, 2.1e-5),
        ('both', 0.6, {'a': 1e-3, 'b': 2e-3}, 0.001, 0.999),
    ])
    table['beta']['both'] += [large_beta(0.3335, 1e5, 2e5, 0.333, 0.334), large_beta(0.50000001, 1e12, 1e12, 0.4999999, 0.5000003)]
    table['beta']['lower'] += [large_beta(0.503, 1e6, 1e6, 0.502), large_beta(0.2500001, 1e10, 3e10, 0.25000005)]
    table['beta']['upper'] += [large_beta(0.0098, 1e4, 1e6, None, 0.0099)]

    def in_range():
        p = {**both_shapes(), 'lo': between(-3, 0), 'hi': between(1, 4)}
        width = p['hi'] - p['lo']
        x = p['lo'] + between(0.1, 0.9) * width
        return x, p, (p['lo'] + (x - p['lo']) * between(0.2, 0.9), x + (p['hi'] - x) * between(0.1, 0.9))
    table['scaled_beta'] = extremes(variants('scaled_beta', in_range), 'scaled_beta', [
        ('whole', 1.00001, {'a': 1e9, 'b': 1e9, 'lo': 0.0, 'hi': 2.0}, None, None), ('whole', -0.5, {'a': 2e18, 'b': 6e18, 'lo': -1.0, 'hi': 1.0}, None, None),
        ('whole', 1e-101, {'a': 2.0, 'b': 3.0, 'lo': 0.0, 'hi': 1e-100}, None, None),
        ('both', 1.0000001, {'a': 2.0, 'b': 3.0, 'lo': 0.0, 'hi': 2.0}, 1.0, 1.0000002),
    ])
    df = lambda: {'df': scale(0.5, 40), 'location': between(-3, 3), 'scale': scale(0.2, 5)}
    unit = {'location': 0.0, 'scale': 1.0}
    table['student_t'] = extremes(variants('student_t', on_line(df, 3)), 'student_t', [
        ('whole', 1.5, {'df': 1e10, **unit}, None, None), ('whole', 1.5, {'df': 1e22, **unit}, None, None), ('whole', 3.0, {'df': 1e100, **unit}, None, None),
        ('whole', 1e20, {'df': 3.0, **unit}, None, None), ('whole', 1e170, {'df': 2.0, **unit}, None, None), ('whole', 0.5, {'df': 1e-6, **unit}, None, None),
        ('whole', 1e4, {'df': 1e7, **unit}, None, None), ('whole', 2.0, {'df': 300.0, **unit}, None, None),
        ('lower', 2e5, {'df': 2.5, **unit}, 1e5, None), ('upper', -1e20, {'df': 4.0, **unit}, None, -5e19),
        ('both', 6.0001, {'df': 30.0, **unit}, 6.0, 6.0003), ('both', 5.0, {'df': 0.05, **unit}, 1.0, 1e10),
    ])
    table['student_t']['both'] += [large_student(0.5, 1e5, -1.0, 2.0), large_student(0.5, 1e9, -1.0, 2.0), large_student(6.5, 1e7, 6.0, 7.0)]
    table['student_t']['lower'] += [large_student(5.5, 1e6, 5.0), large_student(2.5, 1e12, 2.0)]
    table['student_t']['upper'] += [large_student(0.2, 1e8, None, 1.0)]
    table['half_student_t'] = extremes(variants('half_student_t', positive(lambda: {'df': scale(0.5, 40), 'scale': scale(0.2, 5)}, lambda p: p['scale'])), 'half_student_t', [
        ('whole', 0.7, {'df': 1e11, 'scale': 2.0}, None, None), ('whole', 1e80, {'df': 1.5, 'scale': 1.0}, None, None), ('whole', 1e-100, {'df': 4.0, 'scale': 1e-90}, None, None),
        ('lower', 40.0, {'df': 20.0, 'scale': 1.0}, 30.0, None), ('upper', 1e-20, {'df': 3.0, 'scale': 1.0}, None, 1e-19),
        ('both', 1.5e6, {'df': 2.0, 'scale': 1.0}, 1e6, 2e6),
    ])
    # Shapes that the layout says as numbers: these densities are written with powers.
    def small(family, fixed, places):
        table[family]['small'] = [truncated(family, x, {**fixed, **rest}, extreme=extreme) for x, rest, extreme in places]

    small('gamma', {'shape': 2.5}, [(0.7, {'rate': 1.3}, False), (4.0, {'rate': 0.4}, False), (1e-200, {'rate': 1e-100}, True), (1e6, {'rate': 3.0}, True)])
    small('inv_gamma', {'shape': 3.5}, [(0.7, {'scale': 1.3}, False), (0.2, {'scale': 0.4}, False), (1e200, {'scale': 1e100}, True), (1e-6, {'scale': 3.0}, True)])
    small('beta', {'a': 2.0, 'b': 3.0}, [(0.7, {}, False), (0.2, {}, False), (1e-300, {}, True), (1 - 2.0 ** -53, {}, True)])
    small('scaled_beta', {'a': 1.5, 'b': 4.0}, [(0.7, {'lo': 0.0, 'hi': 2.0}, False), (-0.2, {'lo': -3.0, 'hi': 1.5}, False), (1e-12, {'lo': 0.0, 'hi': 1.0}, True)])
    return table


# --- outcomes ---------------------------------------------------------------------------------------------------------------------

def log_choose(n, k):
    return mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)


def logistic(x):
    return 1 / (1 + mp.exp(-x))


def count_mass(y, n, p):
    value = log_choose(n, y)
    if y > 0:
        value += y * mp.log(p)
    if n > y:
        value += (n - y) * mp.log(1 - p)
    return value


def beta_binomial(y, n, a, b):
    return log_choose(n, y) + log_beta(y + a, n - y + b) - log_beta(a, b)


def beta_proportion(y, mean, precision):
    return beta(y, mean * precision, (1 - mean) * precision)


def inflated_beta(y, mean, precision, edges):
    if y in (0, 1):
        return mp.log(edges) + mp.log(mean if y == 1 else 1 - mean)
    return mp.log(1 - edges) + beta_proportion(y, mean, precision)


def ordered(y, eta, **cuts):
    above = [mpf(1), *(logistic(eta - cut) for cut in cuts.values()), mpf(0)]
    return mp.log(above[int(y) - 1] - above[int(y)])


def outcome(function, arguments, extreme=False, fixed=('y',)):
    # A logistic function of x is 1 but for e^-x.
    logits = [abs(x) for name, x in arguments.items() if name == 'eta' or name.startswith(('logit', 'cut', 'step'))]
    return row(function, arguments, extreme=extreme, fixed=fixed, digits=2 * int(max(logits, default=0)))


def outcome_rows():
    table = {}
    bernoulli = lambda y, p: mp.log(p) if y == 1 else mp.log(1 - p)
    table['bernoulli'] = [outcome(bernoulli, {'y': float(y), 'p': between(0.02, 0.98)}) for y in (0, 1, 0, 1)] + [
        outcome(bernoulli, {'y': y, 'p': p}, True) for y in (0.0, 1.0) for p in (1e-300, 1e-17, 1 - 2.0 ** -53, 0.9999999)]
    by_logit = lambda y, logit: bernoulli(y, logistic(logit))
    table['bernoulli_logit'] = [outcome(by_logit, {'y': float(y), 'logit': between(-4, 4)}) for y in (0, 1, 0, 1)] + [
        outcome(by_logit, {'y': y, 'logit': x}, True) for y in (0.0, 1.0) for x in (-700.0, -40.0, 40.0, 700.0, 1e-9)]
    counts = ('y', 'n')
    table['binomial'] = [outcome(count_mass, {'y': float(y), 'n': float(n), 'p': between(0.05, 0.95)}, fixed=counts)
                         for n, y in ((1, 0), (1, 1), (2, 1), (10, 3), (10, 0), (10, 10), (60, 21), (200, 150))] + [
        outcome(count_mass, {'y': y, 'n': n, 'p': p}, True, counts) for n, y, p in (
            (10.0, 10.0, 1 - 2.0 ** -53), (10.0, 0.0, 1e-300), (10.0, 1.0, 1e-300), (1e4, 5000.0, 0.5), (1e5, 400.0, 0.01), (1e5, 1e5, 0.999999), (1e5, 0.0, 1e-9), (1e9, 1e9, 1 - 2.0 ** -53), (1e9, 2.0, 1e-9),
            (1e9, 1.0, 3e-10))]
    count_logit = lambda y, n, logit: count_mass(y, n, logistic(logit))
    table['binomial_logit'] = [outcome(count_logit, {'y': float(y), 'n': float(n), 'logit': between(-3, 3)}, fixed=counts)
                               for n, y in ((1, 0), (1, 1), (10, 3), (10, 10), (60, 21), (200, 150))] + [
        outcome(count_logit, {'y': y, 'n': n, 'logit': x}, True, counts) for n, y, x in (
            (10.0, 10.0, 40.0), (10.0, 9.0, 700.0), (10.0, 0.0, -40.0), (1e4, 5000.0, 0.01), (1e5, 0.0, -30.0), (1e9, 1e9, 45.0))]
    table['beta_proportion'] = [outcome(beta_proportion, {'y': between(0.05, 0.95), 'mean': between(0.1, 0.9), 'precision': scale(0.5, 30)}) for _ in range(8)] + [
        outcome(beta_proportion, {'y': y, 'mean': m, 'precision': k}, True) for y, m, k in (
            (0.3, 0.4, 1e4), (0.3, 0.4, 1e12), (0.3, 0.4, 1e40), (1e-12, 0.3, 5.0), (0.9999999, 0.2, 1e3), (0.5, 1e-12, 2.0), (0.5, 0.3, 1e-8), (0.001, 0.002, 1e6),
            (0.31, 0.3, 1e6))]
    shapes = lambda low, high: {'a': scale(low, high), 'b': scale(low, high)}
    table['beta_binomial'] = [outcome(beta_binomial, {'y': float(y), 'n': float(n), **shapes(0.3, 20)}, fixed=counts)
                              for n, y in ((1, 0), (1, 1), (2, 1), (10, 0), (10, 3), (10, 6), (10, 10), (60, 21), (200, 150), (1000, 0))]
    large = [(10.0, 6.0, 0.4, 1.0), (10.0, 5.0, 1.0, 1.0), (10.0, 0.0, 1.0, 3.0), (10.0, 10.0, 1.0, 1e-5), (1000.0, 333.0, 1.0, 2.0), (1e6, 5e5, 1.0, 1.0), (1e9, 4e8, 1.0, 1.5), (1e9, 1e9, 1.0, 1e-3)]
    table['beta_binomial'] += [outcome(beta_binomial, {'y': y, 'n': n, 'a': a * size, 'b': b * size}, True, counts)
                               for n, y, a, b in large for size in (1e-9, 1e4, math.exp(30), math.exp(50), 1e100)]
    table['beta_binomial'] += [outcome(beta_binomial, {'y': y, 'n': n, 'a': a, 'b': b}, True, counts) for n, y, a, b in (
        (10.0, 10.0, 1e-20, 1e20), (10.0, 0.0, 1e-20, 1e20), (10.0, 4.0, 1e-20, 1e20), (10.0, 4.0, 1e-200, 3.0), (3.0, 3.0, 1e-290, 1e-250))]
    table['normal'] = [outcome(lambda y, mean, sd: normal(y, mean, sd), {'y': between(-5, 5), 'mean': between(-3, 3), 'sd': scale(0.2, 5)}) for _ in range(6)] + [
        outcome(lambda y, mean, sd: normal(y, mean, sd), {'y': y, 'mean': m, 'sd': s}, True) for y, m, s in (
            (1e8, 0.0, 1.0), (3e-150, 1e-150, 1e-150), (1.0, 0.0, 1e-9), (1e150, 0.0, 1e149), (1e9, 1e9 + 1.0, 0.5))]
    table['lognormal'] = [outcome(lambda y, mu, sigma: lognormal(y, mu, sigma), {'y': scale(0.1, 10), 'mu': between(-1, 1), 'sigma': scale(0.2, 2)}) for _ in range(6)] + [
        outcome(lambda y, mu, sigma: lognormal(y, mu, sigma), {'y': y, 'mu': m, 'sigma': s}, True) for y, m, s in (
            (1e-300, 0.0, 1.0), (1e300, 690.0, 0.1), (2.0, 1.0, 1e-8), (1.0000003, 0.0, 1e-7))]
    t = lambda y, df, location, scale: student_t(y, df, location, scale)
    table['student_t'] = [outcome(t, {'y': between(-5, 5), 'df': scale(0.5, 60), 'location': between(-3, 3), 'scale': scale(0.2, 5)}) for _ in range(8)] + [
        outcome(t, {'y': y, 'df': k, 'location': 0.0, 'scale': s}, True) for y, k, s in (
            (1.5, 1e10, 1.0), (1.5, 1e15, 2.0), (3.0, 1e100, 1.0), (1e20, 3.0, 1.0), (1e170, 2.0, 1.0), (0.5, 1e-6, 1.0), (1e4, 1e7, 1.0), (2.0, 300.0, 1.0), (1e-9, 5.0, 1.0))]
    names = ('cut1', 'cut2', 'cut3')
    table['ordered_logistic'] = [outcome(ordered, {'y': float(y), 'eta': between(-2, 2), **dict(zip(names, (between(-2, -1), between(-0.5, 0.5), between(1, 2))))})
                                 for y in (1, 2, 3, 4, 2, 3)] + [
        outcome(ordered, {'y': y, 'eta': eta, **dict(zip(names, cuts))}, True) for y, eta, cuts in (
            (2.0, 0.3, (0.0, 1e-9, 1.0)), (3.0, 0.3, (0.0, 1.0, 1.000001)), (2.0, 40.0, (-1.0, 0.0, 1.0)), (3.0, -300.0, (-1.0, 0.0, 1.0)), (1.0, -40.0, (-1.0, 0.0, 1.0)), (4.0, 40.0, (-1.0, 0.0, 1.0)),
            (1.0, 300.0, (-1.0, 0.0, 1.0)), (4.0, -300.0, (-1.0, 0.0, 1.0)), (2.0, 5.0, (-50.0, 60.0, 61.0)), (2.0, 100.0, (99.999999, 100.0, 200.0)))]
    table['inflated_beta'] = [
        outcome(inflated_beta, {'y': y, 'mean': between(0.1, 0.9), 'precision': scale(0.5, 30), 'edges': between(0.05, 0.95)})
        for y in (0.0, 1.0, 0.2, 0.75, 0.5, 1.0, 0.0)] + [
        outcome(inflated_beta, {'y': y, 'mean': m, 'precision': k, 'edges': e}, True) for y, m, k, e in (
            (0.0, 1e-12, 5.0, 0.5), (1.0, 1e-300, 2.0, 0.5), (1.0, 0.4, 1e12, 1e-300), (0.3, 0.4, 1e4, 1e-17), (0.3, 0.4, 1e12, 1 - 2.0 ** -53), (1e-12, 0.3, 5.0, 0.9999999))]
    return table


def categorical_logit(y, **logits):
    shares = [mp.exp(logit) for logit in logits.values()]
    return mp.log(shares[int(y) - 1] / mp.fsum(shares))


def partial_credit(y, eta, **steps):
    logits = {'grade1': mp.mpf(0)}
    for k, step in enumerate(steps.values()):
        logits['grade%d' % (k + 2)] = logits['grade%d' % (k + 1)] + eta - step
    return categorical_logit(y, **logits)


def poisson(y, rate):
    return y * mp.log(rate) - rate - mp.loggamma(y + 1)


def neg_binomial(y, mean, dispersion):
    r = 1 / dispersion
    return mp.loggamma(y + r) - mp.loggamma(r) - mp.loggamma(y + 1) + r * mp.log(r / (r + mean)) + y * mp.log(mean / (r + mean))


def of_y(density):
    """A prior's density as an outcome's, whose value is called y."""
    return lambda y, **parameters: density(y, **parameters)


def outcome_rows_of_choices():
    table = {}
    logits, steps = [('logit1', 'logit2', 'logit3'), ('step1', 'step2', 'step3')]
    table['categorical_logit'] = [outcome(categorical_logit, {'y': float(y), **{name: between(-3, 3) for name in logits}}) for y in (1, 2, 3, 1, 2, 3)] + [
        outcome(categorical_logit, {'y': y, **dict(zip(logits, at))}, True) for y, at in (
            (3.0, (40.0, 0.0, -1.0)), (2.0, (40.0, 0.0, -1.0)), (3.0, (300.0, 300.0, -300.0)), (2.0, (500.0, 500.0, 500.0)), (1.0, (-400.0, -400.0, -440.0)), (3.0, (1e-9, 0.0, 1e-9)))]
    table['partial_credit'] = [outcome(partial_credit, {'y': float(y), 'eta': between(-2, 2), **{name: between(-2, 2) for name in steps}}) for y in (1, 2, 3, 4, 2, 3)] + [
        outcome(partial_credit, {'y': y, 'eta': eta, **dict(zip(steps, at))}, True) for y, eta, at in (
            (1.0, 40.0, (0.0, 1.0, 2.0)), (2.0, -40.0, (3.0, -3.0, 0.0)), (3.0, 0.3, (100.0, -100.0, 200.0)), (1.0, -60.0, (0.0, 0.0, 0.0)))]
    return table


def outcome_rows_of_counts_and_times():
    table = {}
    table['poisson'] = [outcome(poisson, {'y': float(y), 'rate': scale(0.3, 40)}) for y in (0, 1, 2, 7, 20, 30)] + [
        outcome(poisson, {'y': y, 'rate': r}, True) for y, r in (
            (0.0, 1e-300), (1.0, 1e-300), (3.0, 1e8), (1000.0, 1000.0), (1e5, 99000.0), (1e6, 3e6), (0.0, 1e300))]
    def of_events(y, mean, dispersion, extreme=False):
        # Derivatives are what the count has of them less what its expectation has.
        made = outcome(neg_binomial, {'y': y, 'mean': mean, 'dispersion': dispersion}, extreme)
        return dict(made, parts={'mean': y / mean, 'dispersion': y * mean / (1 + dispersion * mean)})

    table['neg_binomial'] = [of_events(float(y), scale(0.3, 40), scale(0.05, 5)) for y in (0, 1, 2, 7, 20, 30, 100, 3)] + [
        of_events(y, m, d, True) for y, m, d in (
            (3.0, 4.0, 1e-12), (0.0, 4.0, 1e-12), (100.0, 110.0, 1e-7), (1000.0, 900.0, 1e-3), (1000.0, 900.0, 30.0), (5.0, 2.0, 1e9), (0.0, 2.0, 1e9), (0.0, 1e9, 1e-9),
            (12.0, 3.0, 0.099), (1e5, 2e5, 0.5), (1e5, 1e5, 1e-6), (4.0, 1e-12, 0.3), (4.0, 1e12, 0.3), (20.0, 10.0, 1e-150))]
    size = lambda: {'shape': scale(0.4, 12), 'rate': scale(0.2, 5)}
    table['gamma'] = [outcome(of_y(gamma), {'y': p['shape'] / p['rate'] * scale(0.3, 3), **p}) for p in (size() for _ in range(8))] + [
        outcome(of_y(gamma), {'y': y, 'shape': k, 'rate': r}, True) for y, k, r in (
            (1.0000003e10, 1e10, 1.0), (3.0000000001e15, 3e15, 1.0), (1e-300, 1e-5, 1.0), (2.5e20, 1e20, 0.4), (7.0, 1e12, 1e10), (120.0, 100.0, 1.0), (1e-3, 3e5, 1e8))]
    table['weibull'] = [outcome(of_y(weibull), {'y': p['scale'] * scale(0.5, 1.6), **p}) for p in ({'shape': scale(0.4, 5), 'scale': scale(0.2, 5)} for _ in range(8))] + [
        outcome(of_y(weibull), {'y': y, 'shape': k, 'scale': s}, True) for y, k, s in (
            (1e-300, 0.5, 1.0), (3e200, 0.1, 1e199), (2.0, 30.0, 1.9), (0.5, 200.0, 1.0), (1e5, 1.0, 3.0), (7.0, 1e-6, 2.0))]
    table['exponential'] = [outcome(of_y(exponential), {'y': scale(0.1, 5), 'rate': scale(0.2, 5)}) for _ in range(4)] + [
        outcome(of_y(exponential), {'y': y, 'rate': r}, True) for y, r in ((1e5, 3.0), (1e-300, 1e250), (1e300, 1e-299))]
    return table


def passage(u, w):
    """The log density of the time u at which a Wiener process without drift that starts at w leaves the interval from 0 to 1 at 0: the images."""
    reach = int(mp.sqrt(u * mp.dps * mp.log(100)) / 2) + 3
    images = mp.fsum((w + 2 * k) * mp.exp(-(w + 2 * k) ** 2 / (2 * u)) for k in range(-reach, reach + 1))
    return mp.log(images / mp.sqrt(2 * mp.pi * u ** 3))


def wiener(y, choice, boundary, delay, start, drift):
    """The joint log density of a choice and its time, by Girsanov's theorem; the upper barrier is the lower one upside down."""
    if choice == 1:
        return wiener(y, 0, boundary, delay, 1 - start, -drift)
    time = y - delay
    return passage(time / boundary ** 2, start) - 2 * mp.log(boundary) - drift * boundary * start - drift ** 2 * time / 2


def wiener_choice(y, boundary, start, drift):
    """A scale function of the process is e^(-2 v x), linear without drift."""
    up = start if drift == 0 else mp.expm1(-2 * drift * boundary * start) / mp.expm1(-2 * drift * boundary)
    return mp.log(up if y == 1 else 1 - up)


def outcome_rows_of_races():
    table = {}
    def race(y, choice, extreme=False, **p):
        # The density is as small as e^(-v^2 t), and its derivatives by the ends of differences of such.
        return row(wiener, {'y': y, 'choice': choice, **p}, extreme, ('y', 'choice'), digits=60)

    def some(choice):
        p = {'boundary': between(0.7, 2.5), 'delay': between(0.1, 0.3), 'start': between(0.2, 0.8), 'drift': between(-2, 2)}
        return race(p['delay'] + p['boundary'] ** 2 * scale(0.05, 1), choice, **p)
    table['wiener'] = [some(float(choice)) for choice in (0, 1, 0, 1, 0, 1, 0, 1)] + [
        race(y, choice, True, boundary=a, delay=d, start=w, drift=v) for y, choice, a, d, w, v in (
            (0.301, 0.0, 1.0, 0.3, 0.5, 1.0), (0.301, 1.0, 1.0, 0.3, 0.5, 1.0), (20.0, 1.0, 1.0, 0.01, 0.5, -1.0), (8.0, 0.0, 1.0, 0.25, 0.5, 0.0),
            (1.0, 0.0, 1.5, 0.5, 1e-4, 2.0), (1.0, 1.0, 1.5, 0.5, 1e-4, 2.0), (1.0, 0.0, 1.5, 0.5, 0.9999, -3.0), (0.9, 1.0, 20.0, 0.1, 0.3, 40.0),
            (0.9, 0.0, 20.0, 0.1, 0.3, -8.0), (0.8, 1.0, 1.0, 0.4, 0.5, 1e-9))]
    table['wiener_choice'] = [row(wiener_choice, {'y': float(y), 'boundary': between(0.5, 3), 'start': between(0.1, 0.9), 'drift': between(-2, 2)}, fixed=('y',)) for y in (0, 1, 0, 1, 0, 1)] + [
        row(wiener_choice, {'y': y, 'boundary': a, 'start': w, 'drift': v}, True, ('y',), digits=900) for y, a, w, v in (
            (1.0, 2.0, 0.5, 1e-9), (0.0, 1.0, 0.3, 1e-300), (1.0, 2.0, 1e-9, 0.5), (0.0, 30.0, 0.4, 25.0), (1.0, 30.0, 0.4, -25.0), (0.0, 1.0, 0.999999, 3.0), (1.0, 1e-9, 0.3, 1e9))]
    return table


def function_rows_of_passages():
    table = {}

    def rows(name, function, ordinary, extreme, names):
        for points, is_extreme in ((ordinary, False), (extreme, True)):
            for point in points:
                mp.dps = digits_for(point) + 60
                entry = {'at': dict(zip(names, point)), 'value': text(function(*(mpf(x) for x in point))), 'by': {}}
                table.setdefault(name, []).append(dict(entry, extreme=True) if is_extreme else entry)

    start = lambda w, wBar: w if w <= wBar else 1 - wBar
    shares = [(w, 1 - w) for w in (0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875)]
    ordinary = [(u, *share) for u, share in zip((0.2, 0.35, 0.39, 0.41, 0.6, 1.0, 0.15), shares)]
    extreme = [(0.39, 1e-12, 1.0), (0.41, 1e-12, 1.0), (0.39, 1.0, 1e-12), (0.41, 1.0, 1e-12), (0.05, 1 - 1e-9, 1e-9), (1e-4, 0.25, 0.75), (1e-4, 0.75, 0.25), (1e-4, 1 - 1e-9, 1e-9), (30.0, 0.25, 0.75), (0.3, 0.5, 0.5)]
    names = ('u', 'w', 'wBar')
    rows('logFirstPassage', lambda u, w, wBar: passage(u, start(w, wBar)), ordinary, extreme, names)
    by = lambda name: lambda u, w, wBar: slope(passage, {'u': u, 'w': start(w, wBar)}, name)
    rows('firstPassageByTime', by('u'), ordinary, extreme, names)
    rows('firstPassageByStart', by('w'), ordinary, extreme, names)
    ratio = lambda x: mp.log(mp.sinh(x / 2) / (x / 2))
    xs = [(x,) for x in (-6.0, -2.5, -0.75, 0.3, 0.9, 0.99999, 1.0, 1.7, 5.0)]
    far = [(x,) for x in (1e-300, -1e-9, 1e-5, 700.0, -2000.0)]
    rows('logSinhRatio', ratio, xs, far, ('x',))
    rows('sinhRatioSlope', lambda x: mp.coth(x / 2) / 2 - 1 / x, xs, far, ('x',))

    def mean(x, w, wBar):
        p = start(w, wBar)
        return 2 * (mp.expm1(-x * p) / mp.expm1(-x) - p) / x
    drifts = [(x, *share) for x, share in zip((-3.0, -0.7, 0.2, 0.999, 1.0, 2.0, 9.0), shares)]
    rows('meanPassageTime', mean, drifts, [(1e-9, 0.25, 0.75), (-1e-5, 0.5, 0.5), (0.5, 1e-12, 1.0), (3.0, 1e-12, 1.0), (3.0, 1.0, 1e-12), (-40.0, 1.0, 1e-9), (600.0, 0.5, 0.5)], names)
    return table


# --- functions of the runtime -----------------------------------------------------------------------------------------------------

def function_rows():
    table = {}

    def rows(name, function, ordinary, extreme, names):
        made = []
        for points, is_extreme in ((ordinary, False), (extreme, True)):
            for point in points:
                point = point if isinstance(point, tuple) else (point,)
                mp.dps = digits_for(point) + 2 * int(max((abs(x) for x in point if math.isfinite(x) and abs(x) < 1500), default=0))
                value = function(*(mpf(x) for x in point))
                entry = {'at': dict(zip(names, point)), 'value': text(value), 'by': {}}
                made.append(dict(entry, extreme=True) if is_extreme else entry)
        table[name] = made

    x = ('x',)
    reals = [between(-6, 6) for _ in range(10)]
    sizes = [scale(0.1, 30) for _ in range(12)]
    tiny_and_large = [1e-300, 1e-20, 1e-9, 1e9, 1e20, 1e300]
    rows('exp', mp.exp, reals, [-740.0, -700.0, 700.0, 1e-20, -1e-9, 709.7], x)
    rows('expInRange', mp.exp, reals, [-700.0, -160.0, 160.0, 700.0, 1e-20, -1e-9], x)
    rows('log', mp.log, sizes, tiny_and_large + [1 + 2.0 ** -52, 5e-324], x)
    rows('log1p', lambda v: mp.log(1 + v), [between(-0.9, 5) for _ in range(10)], [-1 + 2.0 ** -53, -1e-20, 1e-300, 1e-9, 1e20, 1e300], x)
    rows('expm1Excess', lambda v: mp.exp(v) - 1 - v, reals, [1e-150, -1e-20, 1e-9, -50.0, 700.0], x)
    rows('expm1', lambda v: mp.exp(v) - 1, reals, [1e-300, -1e-20, 1e-9, -50.0, 700.0], x)
    rows('logProbability', lambda p, q: mp.log(p) if p < 0.5 else mp.log(1 - q), [(p, 1 - p) for p in (0.1, 0.25, 0.75, 0.9)], [(1e-300, 1.0), (1.0, 1e-300), (1 - 2.0 ** -53, 2.0 ** -53)], ('p', 'q'))
    rows('logistic', logistic, reals, [-700.0, -40.0, 40.0, 700.0, 1e-20], x)
    rows('logLogistic', lambda v: mp.log(logistic(v)), reals, [-700.0, -40.0, 40.0, 700.0], x)
    rows('power', mp.power, [(scale(0.1, 10), between(-3, 3)) for _ in range(10)], [(1e-300, 0.9), (1e300, -0.5), (1 + 2.0 ** -52, 1e15), (3.0, 600.0)], ('x', 'y'))
    cdf = lambda v: mp.erfc(-v / mp.sqrt(2)) / 2
    rows('normalCdf', cdf, reals, [-37.0, -30.0, -10.0, 9.0, 1e-20], x)
    rows('normalKernel', lambda v: mp.exp(-v * v / 2), reals, [-37.0, 20.0, 1e-9], x)
    rows('normalTail', lambda v, k: cdf(-abs(v)), [(v, math.exp(-v * v / 2)) for v in (0.0, 0.5, -1.0, 2.0)], [], ('x', 'kernel'))
    rows('logNormalMass', lambda a, b: mp.log(normal_mass(a, b)), [tuple(sorted((between(-3, 3), between(-3, 3)))) for _ in range(8)],
         [(30.0, 30.000001), (40.0, math.inf), (-math.inf, -1e5), (-math.inf, 9.0), (37.0, 39.0), (0.0, 1e-12), (-1e-300, 1e-300), (-40.0, 45.0)], ('a', 'b'))
    phi = lambda v: mp.exp(-v * v / 2) / mp.sqrt(2 * mp.pi)
    cuts = [(a, a + t, a + t + u) for a, t, u in ((between(-3, 2), between(0.01, 2), between(0.01, 2)) for _ in range(8))]
    far_cuts = [(1e6, 1e6 + 2.0 ** -20, math.inf), (-math.inf, -1e5 - 2.0 ** -16, -1e5), (30.0, 30.0 + 2.0 ** -21, 30.0 + 2.0 ** -20), (37.0, 38.0, 39.0), (-9.0, 0.5, math.inf), (-1001.0, -1000.5, -1000.0), (-1e6, 0.25, 2.0)]
    known = lambda a, z, b: (z, a, b, z - a, b - z)
    rows('logTruncatedNormal', lambda z, a, b, above, below: mp.log(phi(z) / normal_mass(a, b)), [known(*c) for c in cuts], [known(*c) for c in far_cuts], ('z', 'a', 'b', 'above', 'below'))
    ends = lambda points: [(a, b, b - a) for a, z, b in points]
    rows('truncatedNormalEnd', lambda a, b, width: phi(a) / normal_mass(a, b) if a > -mp.inf else mpf(0), ends(cuts), ends(far_cuts), ('a', 'b', 'width'))
    rows('logCauchyMass', lambda a, b: mp.log(cauchy_mass(a, b)), [tuple(sorted((between(-3, 3), between(-3, 3)))) for _ in range(8)],
         [(1e20, math.inf), (1e8, 1.000001e8), (-math.inf, -1e200), (-1e200, 1e180), (1e160, 1e170), (0.0, 1e-300)], ('a', 'b'))
    rows('logExponentialMass', lambda v: mp.log(1 - mp.exp(-v)), sizes, [1e-300, 1e-9, 50.0, 700.0], x)
    rows('logGamma', mp.loggamma, sizes, tiny_and_large + [1 + 2.0 ** -40, 170.0], x)
    rows('digamma', lambda v: mp.psi(0, v), sizes, tiny_and_large, x)
    rows('logGammaPeak', lambda v: v * mp.log(v) - v - mp.loggamma(v), sizes, tiny_and_large, x)
    rows('logGammaPeakSlope', lambda v: mp.log(v) - mp.psi(0, v), sizes, tiny_and_large, x)
    half = lambda v: mp.loggamma(v + 0.5) - mp.loggamma(v) - mp.log(v) / 2
    rows('logGammaHalfStep', half, sizes, tiny_and_large[:5], x)
    rows('halfStepSlope', lambda v: mp.psi(0, v + 0.5) - mp.psi(0, v) - 1 / (2 * v), sizes, tiny_and_large[:5], x)
    kernel = lambda k, z: -(k + 1) / 2 * mp.log(1 + z * z / k)
    ts = [(scale(0.5, 40), between(-4, 4)) for _ in range(8)]
    far_ts = [(1e10, 1.5), (1e100, 3.0), (3.0, 1e20), (2.0, 1e200), (1e-6, 0.5), (1e7, 1e4), (5.0, 1e-9), (1e200, -2.0)]
    rows('studentKernel', kernel, ts, far_ts, ('df', 'z'))
    by_df = lambda k, z: ((k + 1) * z * z / k / (k + z * z) - mp.log(1 + z * z / k)) / 2
    rows('studentKernelSlope', by_df, ts, [t for t in far_ts if t[0] < 1e150], ('df', 'z'))
    rows('studentKernelTilt', lambda k, z: -(k + 1) * z / (k + z * z), ts, far_ts, ('df', 'z'))
    pairs = [(scale(0.1, 40), scale(0.1, 40)) for _ in range(10)]
    far_pairs = [(1e-20, 1e20), (1e20, 1e-20), (1e16, 1e16), (3e15, 1e3), (1e-300, 1.0), (1e100, 1e90), (12.0, 1e-12), (1e-9, 1e-9)]
    rows('logBeta', log_beta, pairs, far_pairs, ('a', 'b'))
    rows('digammaRise', lambda v, h: mp.psi(0, v + h) - mp.psi(0, v), pairs, far_pairs, ('x', 'h'))
    rows('digammaRiseBeyondLog', lambda v, h: mp.psi(0, v + h) - mp.psi(0, v) - mp.log(1 + h / v), pairs, [(1e16, 1e16), (3e15, 1e3), (12.0, 1e-12)], ('x', 'h'))
    rest = lambda v: mp.loggamma(v) - (v - 0.5) * mp.log(v) + v - mp.log(2 * mp.pi) / 2
    rows('fallOfRest', lambda v, h: rest(v) - rest(v + h), [(scale(10, 100), scale(0.1, 40)) for _ in range(8)], [(1e9, 1e9), (1e9, 3.0), (12.0, 1e-12), (15.0, 1e30)], ('x', 'h'))
    rows('logChoose', log_choose, [(10.0, 3.0), (10.0, 0.0), (10.0, 10.0), (60.0, 59.0), (200.0, 77.0)], [(1e9, 1.0), (1e9, 4e8), (1e9, 2.0), (1e15, 12345.0), (1e5, 5e4)], ('n', 'k'))
    counts = ('n', 'k', 'a', 'b')
    urns = [(10.0, k, a, b) for k, a, b in ((0.0, 1.0, 2.0), (10.0, 0.3, 4.0), (3.0, 5.0, 7.0), (6.0, 20.0, 11.0))]
    far_urns = [(10.0, 5.0, 1e20, 1e20), (10.0, 10.0, 1e13, 1e-5), (1e9, 4e8, 1e12, 1.5e12), (10.0, 4.0, 1e-20, 1e20), (1000.0, 500.0, 1e-11, 2e-30), (10.0, 0.0, 1e40, 1e45)]
    rows('logBetaBinomial', lambda n, k, a, b: beta_binomial(k, n, a, b), urns, far_urns, counts)
    rows('betaBinomialSlope', lambda n, k, a, b: mp.psi(0, a + k) - mp.psi(0, a) - mp.psi(0, a + b + n) + mp.psi(0, a + b), urns, far_urns, counts)
    of_gamma = lambda s, u, d: s * mp.log(u / s) - (u - s) - mp.log(u)
    us = [(s, s * r, s * r - s) for s, r in ((2.0, 0.5), (3.0, 1.25), (50.0, 1.5), (0.5, 8.0))]
    far_us = [(s, u, u - s) for s, u in ((1e16, 1.00000001e16), (1e20, 2e20), (1e-5, 3.0), (1e10, 1.0), (4.0, 1e-300))]
    rows('gammaKernel', of_gamma, us, far_us, ('shape', 'u', 'excess'))
    rows('gammaKernelSlope', lambda s, u, d: mp.log(u / s), us, far_us, ('shape', 'u', 'excess'))
    exact_share = lambda v, c: (v, 1 - v) if v <= c else (1 - c, c)

    def of_beta(a, b, v, c):
        p, q = exact_share(v, c)
        return (a - 1) * mp.log(p) + (b - 1) * mp.log(q) - a * mp.log(a / (a + b)) - b * mp.log(b / (a + b))

    def beta_slope(a, b, v, c):
        p, _ = exact_share(v, c)
        return mp.log(p * (a + b) / a)

    def beta_tilt(a, b, v, c):
        p, q = exact_share(v, c)
        return (a - 1) / p - (b - 1) / q
    four = ('a', 'b', 'x', 'xBar')
    shares = [(2.0, 3.0, 0.3, 0.7), (0.5, 0.5, 0.875, 0.125), (40.0, 10.0, 0.75, 0.25), (7.0, 30.0, 0.125, 0.875)]
    far_shares = [(1e16, 3e16, 0.25000001, 0.74999999), (1e12, 1e12, 0.5000001, 0.4999999), (0.5, 1e12, 1e-12, 1.0), (1e13, 700.0, 1.0, 1e-10), (2.0, 3.0, 1e-300, 1.0), (1e20, 2e20, 0.2, 0.8)]
    rows('betaKernel', of_beta, shares, far_shares, four)
    rows('shareExcess', lambda a, b, v, c: exact_share(v, c)[0] * (a + b) - a, shares, far_shares, four)
    rows('betaKernelSlope', beta_slope, shares, far_shares, four)
    rows('betaKernelTilt', beta_tilt, shares, far_shares, four)
    ofs = [0.0, *(between(-0.9, 3) for _ in range(8))]
    rows('log1pShortfall', lambda v: v - mp.log(1 + v), ofs[1:], [1e-300 ** 0.5, 1e-9, -1e-12, 1e20, 1e300], x)
    excesses = [(o, e, e - o) for o, e in ((3.0, 4.0), (10.0, 2.5), (0.5, 0.75), (100.0, 101.0))]
    far_excesses = [(o, e, e - o) for o, e in ((1e16, 1.00000001e16), (1e-9, 1e9), (5.0, 1e-12), (0.0, 4.0))]
    rows('deviance', lambda o, e, d: (o * mp.log(o / e) if o > 0 else 0) + e - o, excesses, far_excesses, ('o', 'e', 'excess'))
    rows('logOfRatio', lambda o, e, d: mp.log(e / o), excesses, far_excesses[:3], ('o', 'e', 'excess'))
    products = [(1 / 3, 3.0, 1.0), (0.1, 10.0, 1.0), (1e8 + 1, 1e8 - 1, 1e16), (2.0, 3.0, 5.0)]
    rows('productLess', lambda a, b, c: a * b - c, products, [(1e100 / 3, 3.0, 1e100)], ('a', 'b', 'c'))
    rows('productRest', lambda a, b: a * b - mpf(float(a) * float(b)), [(1 / 3, 3.0), (0.1, 0.3), (1.1, 1.7)], [(1e100 / 3, 3.7)], ('a', 'b'))
    rows('productDifference', lambda a, b, c, d: a * b - c * d, [(1 / 3, 3.0, 0.1, 10.0), (2.0, 3.0, 4.0, 5.0), (1.1, 1.7, 1.7, 1.1000000001)], [], ('a', 'b', 'c', 'd'))
    masses(table)
    return table


def masses(table):
    """The log probabilities of ranges that have shapes, and their derivatives by the shapes."""
    def made(at, value, slope_value, name, slope_name, extreme):
        for key, number in ((name, value), (slope_name, slope_value)):
            entry = {'at': at, 'value': text(number), 'by': {}}
            table.setdefault(key, []).append(dict(entry, extreme=True) if extreme else entry)

    def closed(mass, name, slope_name, names, points, extreme):
        for point in points:
            mp.dps = digits_for(point)
            exact = dict(zip(names, (mpf(v) for v in point)))
            log = lambda **e: mp.log(mass(**e))
            made(dict(zip(names, point)), log(**exact), slope(log, exact, names[0]), name, slope_name, extreme)

    of_gamma = lambda shape, x, y: gamma_mass(shape, x, y)
    names = ('shape', 'x', 'y')
    closed(of_gamma, 'logGammaMass', 'gammaMassSlope', names, [(2.5, 1.0, 3.0), (0.5, 0.1, 2.0), (7.0, 0.0, 6.0), (3.0, 4.0, math.inf), (20.0, 10.0, 30.0)], False)
    closed(of_gamma, 'logGammaMass', 'gammaMassSlope', names,
           [(0.5, 0.0, 1e-5), (0.01, 1e-30, 1.0), (3.0, 50.0, 60.0), (7.0, 7.0, 7.000001), (0.3, 700.0, math.inf), (200.0, 1e-3, 50.0), (2.0, 0.0, 1e-200)], True)
    # Student's t over √df.
    of_t = lambda df, x, y: student_mass(df, x * mp.sqrt(df), y * mp.sqrt(df))
    names = ('df', 'x', 'y')
    closed(of_t, 'logStudentMass', 'studentMassSlope', names, [(3.0, -1.0, 2.0), (1.0, 0.0, 1.0), (7.0, 0.5, math.inf), (20.0, -0.2, 0.3)], False)
    closed(of_t, 'logStudentMass', 'studentMassSlope', names, [(7.0, 5.0, math.inf), (30.0, 3.0, 3.0000001), (2.5, 1e5, 2e5), (0.1, 1.0, 1e10), (4.0, -1e30, -1e29)], True)

    def of_beta(a, b, x, xBar, y, yBar):
        p = x if x <= xBar else 1 - xBar
        q = y if y <= yBar else 1 - yBar
        return beta_mass(a, b, p, q)
    names = ('a', 'b', 'x', 'xBar', 'y', 'yBar')
    ends = lambda x, y: (x, 1 - x, y, 1 - y)
    closed(of_beta, 'logBetaMass', 'betaMassSlope', names, [(2.0, 3.0, *ends(0.25, 0.75)), (0.5, 0.5, *ends(0.0, 0.125)), (0.5, 0.5, *ends(0.125, 1.0)), (30.0, 2.0, *ends(0.5, 0.875))], False)
    closed(of_beta, 'logBetaMass', 'betaMassSlope', names,
           [(30.0, 2.0, *ends(0.125, 0.25)), (2.0, 3.0, *ends(0.5, 0.5 + 2.0 ** -30)), (5.0, 0.001, *ends(0.125, 0.875)), (2.0, 3.0, 1.0, 1e-30, 1.0, 0.0), (0.01, 0.02, *ends(2.0 ** -30, 0.5))], True)


def prior_rows_of_times():
    shapes = lambda: {'shape': scale(0.4, 5), 'scale': scale(0.2, 5)}
    def at():
        p = shapes()
        x = p['scale'] * scale(0.4, 1.6)
        return x, p, (x * between(0.2, 0.9), x * between(1.1, 3))
    return {'weibull': extremes(variants('weibull', at), 'weibull', [
        ('whole', 1e-300, {'shape': 0.5, 'scale': 1.0}, None, None), ('whole', 3e200, {'shape': 0.1, 'scale': 1e199}, None, None),
        ('whole', 0.5, {'shape': 200.0, 'scale': 1.0}, None, None), ('lower', 30.0, {'shape': 2.0, 'scale': 1.0}, 29.0, None),
        ('upper', 1e-12, {'shape': 1.5, 'scale': 1.0}, None, 3e-12), ('both', 10.05, {'shape': 2.0, 'scale': 1.0}, 10.0, 10.1),
    ])}


def function_rows_of_counts():
    table = {}

    def rows(name, function, names, ordinary, extreme):
        for points, is_extreme in ((ordinary, False), (extreme, True)):
            for point in points:
                mp.dps = 2 * digits_for(point)
                entry = {'at': dict(zip(names, point)), 'value': text(function(*(mpf(x) for x in point))), 'by': {}}
                table.setdefault(name, []).append(dict(entry, extreme=True) if is_extreme else entry)

    total = lambda term: lambda y, d: mp.fsum(term(mpf(i), d) for i in range(int(y)))
    pairs = [(float(y), scale(0.02, 5)) for y in (0, 1, 2, 5, 9, 11, 12, 30, 100)]
    far = [(5.0, 1e-300), (5.0, 1e-9), (30.0, 1e-12), (2.0, 1e300), (30.0, 1e250), (1000.0, 0.099999), (1000.0, 0.1), (1e5, 1e-5), (1e5, 1e5), (3.0, 1e-17), (1.0, 3.0)]
    rows('logRise', total(lambda i, d: mp.log(1 + i * d)), ('y', 'd'), pairs, far)
    rows('logRiseSlope', total(lambda i, d: i / (1 + i * d)), ('y', 'd'), pairs, far)
    sizes = [(scale(0.01, 30),) for _ in range(10)]
    tiny_and_large = [(x,) for x in (1e-300, 1e-20, 1e-9, 1e-8, 1e-7, 1e9, 1e20, 1e300)]
    rows('log1pRatio', lambda t: mp.log(1 + t) / t, ('t',), sizes, tiny_and_large)
    rows('log1pRatioSlope', lambda t: (1 / (1 + t) - mp.log(1 + t) / t) / t, ('t',), sizes, tiny_and_large)
    return table


def function_rows_of_quotients():
    """e^x as the quotient 2^n (d + 2r)/d, with n the whole number nearest to x / ln 2, r = x - n ln 2 and d = 2r/(e^r - 1)."""
    table = {}

    def rows(name, function, names, ordinary, extreme):
        for points, is_extreme in ((ordinary, False), (extreme, True)):
            for point in points:
                mp.dps = 60
                entry = {'at': dict(zip(names, point)), 'value': text(function(*(mpf(x) for x in point))), 'by': {}}
                table.setdefault(name, []).append(dict(entry, extreme=True) if is_extreme else entry)

    powers = [between(-20, 20) for _ in range(8)]
    far = [-708.0, 708.0, 1e-300, -1e-20, 0.34657359, 0.34657360]
    nearest = lambda v: mp.nint(v / mp.ln(2))
    rows('nearestPower', nearest, ('x',), [(v,) for v in powers], [(v,) for v in far])
    rows('expRest', lambda v, n: v - n * mp.ln(2), ('x', 'n'), [(v, float(nearest(mpf(v)))) for v in powers], [(v, float(nearest(mpf(v)))) for v in far])
    denominator = lambda r: 2 * r / mp.expm1(r)
    rests = [between(-0.34, 0.34) for _ in range(8)]
    rows('expDenominator', denominator, ('r',), [(r,) for r in rests], [(r,) for r in (1e-300, -1e-20, 1e-9, 0.3465, -0.3465)])
    quotients = [(r, float(denominator(mpf(r))), float(RANDOM.randint(-9, 9))) for r in rests]
    rows('expNumerator', lambda r, d, n: 2 ** n * (d + 2 * r), ('r', 'd', 'n'), quotients, [(r, d, n) for r, d, _ in quotients[:2] for n in (-1021.0, 1021.0)])
    return table


def mixture_rows():
    """Named like the layouts of layouts.ts. A density is the sum of the components', each times its share of all shares."""
    def mixture(*components):
        shares = [share for share, _ in components]
        return mp.log(sum(share * mp.exp(density) for share, density in components) / sum(shares))

    # A component that hardly any row is from has hardly any slope: that takes digits.
    mixed = lambda function, at, extreme=False: row(function, at, extreme=extreme, fixed=('y',), digits=1200 if extreme else 0)

    def times(y, lapse, rate, mu, sigma):
        return mixture((lapse, exponential(y, rate)), (1 - lapse, lognormal(y, mu, sigma)))

    def bells(y, first, second, mean, sd, df, location, scale):
        return mixture((first, normal(y, mean, sd)), (second, student_t(y, df, location, scale)), (mpf(1), normal(y, mpf(0), mpf(1))))

    def counts(y, idle, low, mean, dispersion):
        return mixture((idle, poisson(y, low)), (1 - idle, neg_binomial(y, mean, dispersion)))

    def ratings(y, careless, eta, cut1, cut2):
        return mixture((careless, mp.log(mpf(1) / 3)), (1 - careless, ordered(y, eta, cut1=cut1, cut2=cut2)))

    named = lambda names, rows: [dict(zip(names, each)) for each in rows]
    table = {}
    names = ('y', 'lapse', 'rate', 'mu', 'sigma')
    table['times'] = [mixed(times, at) for at in named(names, [
        (scale(0.1, 10), between(0.05, 0.95), scale(0.3, 3), between(-1, 1), scale(0.2, 2)) for _ in range(8)])] + [
        mixed(times, at, True) for at in named(names, [
            (0.01, 1e-12, 2.0, 1.0, 0.1), (20.0, 0.5, 40.0, 0.0, 0.05), (3.0, 1e-300, 1.0, 0.5, 0.3), (1e-9, 0.3, 1.0, 0.0, 1.0), (5.0, 0.999999, 3.0, 1.6, 0.01)])]
    names = ('y', 'first', 'second', 'mean', 'sd', 'df', 'location', 'scale')
    table['bells'] = [mixed(bells, at) for at in named(names, [
        (between(-5, 5), scale(0.1, 5), scale(0.1, 5), between(-3, 3), scale(0.3, 3), scale(1, 20), between(-3, 3), scale(0.3, 3)) for _ in range(8)])] + [
        mixed(bells, at, True) for at in named(names, [
            (100.0, 1.0, 1.0, 0.0, 1.0, 3.0, 0.0, 1.0), (50.0, 1e-9, 1e-12, 50.0, 1e-3, 5.0, 0.0, 1.0), (-30.0, 1e9, 1.0, 10.0, 1.0, 30.0, 0.0, 0.1)])]
    names = ('y', 'idle', 'low', 'mean', 'dispersion')
    table['counts'] = [mixed(counts, at) for at in named(names, [
        (float(y), between(0.05, 0.95), scale(0.01, 1), scale(1, 20), scale(0.1, 2)) for y in (0, 0, 1, 2, 5, 17)])] + [
        mixed(counts, at, True) for at in named(names, [
            (0.0, 0.2, 1e-9, 300.0, 0.01), (400.0, 0.9, 1e-6, 350.0, 1e-3), (1.0, 0.5, 1e-12, 1e-6, 1.0)])]
    names = ('y', 'careless', 'eta', 'cut1', 'cut2')
    table['ratings'] = [mixed(ratings, at) for at in named(names, [
        (float(y), between(0.05, 0.95), between(-2, 2), between(-2, -0.5), between(0.5, 2)) for y in (1, 2, 3, 2, 3, 1)])] + [
        mixed(ratings, at, True) for at in named(names, [
            (1.0, 1e-12, 40.0, -1.0, 1.0), (3.0, 1e-300, 30.0, -1.0, 1.0), (2.0, 0.1, 60.0, -1.0, 1.0)])]
    return table


def function_rows_of_sums():
    table = {}
    rows = lambda points, **more: [
        dict({'at': {'a': a, 'b': b}, 'value': text(mp.log(mp.exp(mpf(a)) + mp.exp(mpf(b)))), 'by': {}}, **more) for a, b in points]
    mp.dps = 800
    ordinary = [(between(-8, 3), between(-8, 3)) for _ in range(8)]
    far = [(-700.0, -740.0), (-1e6, -1e6), (300.0, 1.0), (5.0, 5.0), (-1234.5, -1234.25), (0.0, -50.0)]
    table['logSumExp'] = rows(ordinary) + rows(far, extreme=True)
    return table


# What stands before the colon is a key of the table; what has a section of its own leaves the arguments of the others as they are.
SECTIONS = {
    'priors': prior_rows, 'priors: times': prior_rows_of_times,
    'outcomes': outcome_rows, 'outcomes: counts and times': outcome_rows_of_counts_and_times,
    'outcomes: choices': outcome_rows_of_choices, 'outcomes: races': outcome_rows_of_races,
    'functions': function_rows, 'functions: counts': function_rows_of_counts,
    'mixtures': mixture_rows,
    'functions: quotients': function_rows_of_quotients, 'functions: sums': function_rows_of_sums, 'functions: passages': function_rows_of_passages,
}


def section(name):
    # Each draws the same arguments in whatever order they are made.
    RANDOM.seed(name)
    return SECTIONS[name]()


def main():
    with ProcessPoolExecutor() as pool:
        table = {}
        for name, rows in zip(SECTIONS, pool.map(section, SECTIONS)):
            table.setdefault(name.split(':')[0], {}).update(rows)

    def lines(value, depth):
        if isinstance(value, list):
            return '[\n' + ',\n'.join('  ' * depth + '  ' + json.dumps(each) for each in value) + '\n' + '  ' * depth + ']'
        return '{\n' + ',\n'.join('  ' * depth + f'  "{key}": ' + lines(each, depth + 1) for key, each in value.items()) + '\n' + '  ' * depth + '}'

    # JSON has no infinities.
    whole = lines(table, 0).replace('-Infinity', '"-inf"').replace('Infinity', '"inf"')
    Path(__file__).with_name('table.json').write_text(whole + '\n')


if __name__ == '__main__':
    main()
