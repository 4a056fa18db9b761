/** Units that are converted to each other: module and interpreter against the same numbers in base units. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { casesOf } from '../random-cases.ts';
import { CHOICES, Choices } from '../random-layout/choices.ts';
import { pointAt } from '../random-layout.ts';
import { expectAgreement } from './agreement.ts';

/** What 1 of each unit is, in seconds or bytes. */
const FACTORS = { s: 1, minute: 60, hour: 3600, B: 1, kB: 1000, MB: 1e6 } as const;
type UnitName = keyof typeof FACTORS;

const TIMES = ['s', 'minute', 'hour'] as const;
const SIZES = ['B', 'kB', 'MB'] as const;

const HEAD = `layout Converted
unit s, B
unit minute = 60 s
unit hour = 60 minute
unit kB = 1000 B
unit MB = 1e3 kB
${[...TIMES, ...SIZES].map((unit) => `demand of_${unit} : ${unit} in [0.1, 9]`).join('\n')}
demand speed : kB / minute in [0.1, 9]
${[...TIMES, ...SIZES].map((unit) => `param own_${unit} : ${unit} ~ normal(2, 1)`).join('\n')}
`;

/** A row's columns and the latents, in their own units. */
type Values = Readonly<Record<string, number>>;

/** An expression of a size or a duration, and its value in bytes or seconds. */
interface Quantity {
  readonly text: string;
  readonly inBase: (values: Values) => number;
  /** Whether it is above 0 wherever columns are, so that something may be divided by it. */
  readonly isPositive: boolean;
}

type Kind = 'time' | 'size';

function quantity(kind: Kind, depth: number, choices: Choices): Quantity {
  const unit: UnitName = choices.pick(kind === 'time' ? TIMES : SIZES);
  const inner = (own = kind) => quantity(own, depth - 1, choices);
  switch (depth === 0 ? choices.whole(0, 2) : choices.whole(0, 8)) {
    case 0:
      return column(`of_${unit}`, unit, true);
    case 1:
      return column(`own_${unit}`, unit, false);
    case 2: {
      const number = choices.whole(1, 20) / 4;
      return { text: `${number} ${unit}`, inBase: () => number * FACTORS[unit], isPositive: true };
    }
    case 3:
      return both(inner(), '+', inner(), (a, b) => a + b, true);
    case 4:
      return both(inner(), '-', inner(), (a, b) => a - b, false);
    case 5: {
      const [a, b] = [inner(), inner()];
      return {
        text: `at_least(${a.text}, ${b.text})`,
        inBase: (values) => Math.max(a.inBase(values), b.inBase(values)),
        isPositive: a.isPositive || b.isPositive,
      };
    }
    case 6: {
      const ratio = both(inner(), '/', positive(unit, inner()), (a, b) => a / b, true);
      return both(inner(), '*', ratio, (a, b) => a * b, true);
    }
    case 7: {
      // kB per minute, in bytes per second.
      const speed = (values: Values) => (values.speed! * 1000) / 60;
      const other = inner(kind === 'time' ? 'size' : 'time');
      return kind === 'time'
        ? {
            ...other,
            text: `${other.text} / speed`,
            inBase: (values) => other.inBase(values) / speed(values),
          }
        : {
            ...other,
            text: `speed * (${other.text})`,
            inBase: (values) => speed(values) * other.inBase(values),
          };
    }
    default: {
      const [a, b] = [positive(unit, inner()), positive(unit, inner())];
      return {
        text: `sqrt(${a.text} * ${b.text})`,
        inBase: (values) => Math.sqrt(a.inBase(values) * b.inBase(values)),
        isPositive: true,
      };
    }
  }
}

function column(name: string, unit: UnitName, isPositive: boolean): Quantity {
  return { text: name, inBase: (values) => values[name]! * FACTORS[unit], isPositive };
}

function both(
  a: Quantity,
  operator: string,
  b: Quantity,
  value: (a: number, b: number) => number,
  keepsSign: boolean,
): Quantity {
  return {
    text: `(${a.text} ${operator} ${b.text})`,
    inBase: (values) => value(a.inBase(values), b.inBase(values)),
    isPositive: keepsSign && a.isPositive && b.isPositive,
  };
}

/** The quantity, or 1 of the unit where it may be negative. */
function positive(unit: UnitName, some: Quantity): Quantity {
  const fallback = { text: `1 ${unit}`, inBase: () => FACTORS[unit], isPositive: true };
  return some.isPositive ? { ...some, text: `(${some.text})` } : fallback;
}

const OFF_ZERO = 0.0137;
/** How many standard deviations a mean is from 0 at most, about: rounding would hide how the log density changes. */
const MAX_SPREADS = 1000;

const TAPE = fc.noBias(fc.array(fc.nat(CHOICES - 1), { minLength: 60, maxLength: 60 }));

it('a quantity in several units is the same number as in base units', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(TAPE, async (tape) => {
      const choices = new Choices(tape);
      const kind = choices.pick(['time', 'size']);
      const unit: UnitName = choices.pick(kind === 'time' ? TIMES : SIZES);
      const spread: UnitName = choices.pick(kind === 'time' ? TIMES : SIZES);
      const { text: mean, inBase } = quantity(kind, choices.whole(1, 4), choices);
      const names = [...[...TIMES, ...SIZES].map((each) => `of_${each}`), 'speed', 'seen', 'other'];
      const rows = Array.from({ length: 3 }, () => names.map(() => 0.5 + 4 * choices.fraction()));
      const columns = Object.fromEntries(
        names.map((name, place) => [name, Float64Array.from(rows, (row) => row[place]!)]),
      );
      const valuesOfRow = (row: readonly number[]): Values =>
        Object.fromEntries(names.map((name, place) => [name, row[place]!]));
      const own = Object.fromEntries([...TIMES, ...SIZES].map((each) => [`own_${each}`, 2]));
      const farthest = Math.max(...rows.map((row) => Math.abs(inBase({ ...own, ...valuesOfRow(row) }))));
      const spreads = Math.max(3, Math.ceil(farthest / FACTORS[spread] / MAX_SPREADS));
      const text = `${HEAD}observe seen : ${unit} ~ normal(${mean}, ${spreads} ${spread})\nobserve other ~ normal(log(of_${unit}) - log(of_${spread}), 1)\nreport told : ${unit} = own_${unit} + own_${spread}\n`;
      const { layout } = await compileToFit({ name: 'converted.ml', text });
      const data = { rows: rows.length, columns };
      const meaning = interpret(layout, data);
      // Not at 0, where a latent is 2 of its unit: `at_least` of it and 2 of the unit has no slope there.
      const unconstrained = layout.latents.map(() => 4 * choices.fraction() - 2 + OFF_ZERO);
      const point = pointAt(layout, meaning, unconstrained);

      const sd = (spreads * FACTORS[spread]) / FACTORS[unit];
      const found = meaning.pointwise(point.values);
      rows.forEach((row, index) => {
        const values = { ...point.values, ...valuesOfRow(row) };
        const z = (values.seen! - inBase(values) / FACTORS[unit]) / sd;
        const ratio = (values[`of_${unit}`]! * FACTORS[unit]) / (values[`of_${spread}`]! * FACTORS[spread]);
        const w = values.other! - Math.log(ratio);
        const expected = -0.5 * (z * z + w * w) - Math.log(sd) - Math.log(2 * Math.PI);
        expect(Math.abs(found[index]! - expected)).toBeLessThanOrEqual(
          1e-9 * Math.max(1, Math.abs(expected)),
        );
      });
      const inUnit = (each: UnitName) => (point.values[`own_${each}`]! * FACTORS[each]) / FACTORS[unit];
      expect(meaning.reports(point.values).told).toBeCloseTo(inUnit(unit) + inUnit(spread), 9);
      await expectAgreement({ text, selection: {}, layout, data, points: [point] }, undefined);
    }),
    { numRuns: casesOf(120) },
  );
});
