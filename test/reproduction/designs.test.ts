import { describe, expect, it } from 'vitest';
import { PAPER_DESIGNS } from '../../scripts/reproduction/object-permanence/designs.ts';
import {
  CAPABILITIES,
  FIGURE_19,
  TABLE_8,
  TABLE_9,
} from '../../scripts/reproduction/object-permanence/paper.ts';
import { figure19, rootMeanSquaredErrors } from '../../scripts/reproduction/object-permanence/table-8.ts';
import { readBattery } from '../../scripts/reproduction/object-permanence/task.ts';

const BATTERY = new URL('../../stdlib-layouts/object-permanence/battery.csv', import.meta.url);
const instances = readBattery(BATTERY);

describe('the designs of the thirty agents', () => {
  it.each(PAPER_DESIGNS.map((design, index) => ({ agent: index + 1, design })))(
    'give what agent $agent of the battery did',
    ({ agent, design }) => {
      // Σ(y - p) and Σ(y - p)²: what was drawn with these probabilities lies within four standard deviations of both.
      let excess = 0;
      let variance = 0;
      let squares = 0;
      let fourth = 0;
      for (const instance of instances) {
        const p = design.passes(instance);
        const y = instance.outcomes[agent - 1]!;
        excess += y - p;
        variance += p * (1 - p);
        squares += (y - p) ** 2 - p * (1 - p);
        fourth += p * (1 - p) * (1 - 2 * p) ** 2;
      }
      expect(Math.abs(excess)).toBeLessThanOrEqual(4 * Math.sqrt(variance));
      expect(Math.abs(squares)).toBeLessThanOrEqual(4 * Math.sqrt(fourth) + 1e-9);
    },
  );

  it('are thirty, of which thirteen read nothing but demands of the layout', () => {
    expect(PAPER_DESIGNS).toHaveLength(30);
    expect(PAPER_DESIGNS.filter(({ included }) => included)).toHaveLength(13);
  });

  it('have capabilities between nought and one', () => {
    for (const { profile } of PAPER_DESIGNS) {
      for (const share of Object.values(profile)) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('the profiles held for true', () => {
  it('give the errors that Table 8 has of the means of Figure 19, of the capabilities the designs say most of', () => {
    const errors = rootMeanSquaredErrors(figure19, true);
    for (const capability of ['opAbility', 'lavaAbility', 'platformAbility', 'memoryAbility'] as const) {
      const place = CAPABILITIES.indexOf(capability);
      expect(Math.abs(errors[place]! - TABLE_8.included[place]!)).toBeLessThan(0.015);
    }
  });
});

describe('what the paper prints', () => {
  it('has thirty agents in every row, and a constant rate scores s(1 - s)', () => {
    for (const row of Object.values(FIGURE_19)) expect(row).toHaveLength(30);
    TABLE_9.forEach(({ aggregate }, agent) => {
      const rate = FIGURE_19.success[agent]!;
      // The test rows' rate is not quite that of all rows, which Figure 19 has with two digits.
      expect(Math.abs(aggregate - rate * (1 - rate))).toBeLessThan(0.045);
    });
  });
});
