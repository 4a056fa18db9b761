import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { checkLevelFacts } from '../../host/level-facts.ts';
import { compile, HostError, load, type Manifest, type Model, openThisThread } from '../../index.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';

const LAYOUT = `layout Training
category step ordered by tokens
category person
demand tokens[step] in [-inf, inf] missing = 4
demand hard in [-3, 3]
param start ~ normal(0, 2)
param pull ~ normal(0, 1)
capability skill[step] ~ normal(pull * previous(skill[step], start), 1)
param help[person] ~ normal(0, 1)
observe success ~ bernoulli(margin(skill[step] + help[person], hard))
`;

let model: Model;
beforeAll(async () => {
  model = await load((await compile(LAYOUT)).bytes);
});

const DATA = {
  step: ['b', 'c', 'a', 'b', 'c', 'a'],
  tokens: [7, null, 100, 7, 4, 100],
  person: ['x', 'x', 'x', 'y', 'y', 'y'],
  hard: [0, 1, -1, 2, 0, 1],
  success: [1, 0, 1, 1, 0, 0],
};

const refusal = (changes: Partial<Record<keyof typeof DATA, readonly unknown[]>>) =>
  model.bind({ ...DATA, ...changes } as typeof DATA).then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof HostError ? `${error.kind}: ${error.message} ${error.remedy}` : String(error),
  );

describe('levels that a demand orders', () => {
  it('stand in that order, a missing value in its place', async () => {
    const { levels, parameters } = await model.bind(DATA);
    expect(levels.get('step')).toEqual(['c', 'b', 'a']);
    expect(parameters.map(({ name }) => name).slice(2, 5)).toEqual(['skill[c]', 'skill[b]', 'skill[a]']);
  });

  it('are walked in it: a module says what the interpreter says of levels by their ranks', async () => {
    const steps = fc.uniqueArray(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      // 0 and -0 are one value.
      ...{ minLength: 1, maxLength: 12, comparator: (a: number, b: number) => a === b },
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.double({ min: 0, max: 6, noNaN: true }), async (tokens, seed) => {
        const rows = Array.from({ length: 2 * tokens.length + 1 }, (_, row) => (row * 5) % tokens.length);
        const own = rows.filter((step, row) => rows.indexOf(step) <= row);
        const columns = {
          step: own.map((step) => `s${(step * 7) % 13}-${step}`),
          tokens: own.map((step) => tokens[step]!),
          person: own.map((_, row) => `p${row % 2}`),
          hard: own.map((_, row) => 2 * Math.sin(seed + row)),
          success: own.map((_, row) => (row % 3 === 0 ? 1 : 0)),
        };
        const bound = await model.bind(columns);
        const occurring = [...new Set(own)].sort((a, b) => tokens[a]! - tokens[b]!);
        expect(bound.levels.get('step')).toEqual(occurring.map((step) => columns.step[own.indexOf(step)]));
        const meaning = interpret(readLayout(LAYOUT), {
          rows: own.length,
          columns: {
            ...columns,
            step: own.map((step) => occurring.indexOf(step)),
            person: own.map((_, row) => row % 2),
          },
        });
        const point = Array.from({ length: bound.parameters.length }, (_, i) => Math.sin(seed + 2 * i));
        const values = meaning.constrain(point);
        const of = (latent: string, category: string) =>
          Object.fromEntries(
            bound.levels.get(category)!.map((level, i) => [level, (values[latent] as number[])[i]!]),
          );
        const [start, pull] = [values.start as number, values.pull as number];
        const wanted = meaning.logDensity(values);
        const { logDensity: value } = bound.logDensity({
          ...{ start, pull, skill: of('skill', 'step'), help: of('help', 'person') },
        });
        expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(wanted)));
      }),
      { numRuns: casesOf(60) },
    );
  });

  it('are in the order of the fit where rows are predicted', async () => {
    const fitted = await (await model.bind(DATA)).fit({
      ...{ warmup: 20, draws: 20, chains: 1, pool: openThisThread() },
    });
    const one = { step: ['a'], tokens: [100], person: ['x'], hard: [0] };
    const all = await fitted.predict(DATA);
    const { outcomes } = await fitted.predict({ ...one, hard: [-1] });
    expect(outcomes.success!.mean[0]).toBe(all.outcomes.success!.mean[2]);
  });

  it('are refused where two have one value, or one has two', async () => {
    expect(await refusal({ tokens: [7, 100, 100, 7, 100, 100] })).toMatchInlineSnapshot(
      `"data: The levels a and c of \`step\` have the same value of \`tokens\`, 100, by which they are ordered. Give each level of \`step\` a value of its own."`,
    );
    expect(await refusal({ tokens: [4, null, 100, 4, 4, 100] })).toMatchInlineSnapshot(
      `"data: The levels b and c of \`step\` have the same value of \`tokens\`, 4, by which they are ordered. Give each level of \`step\` a value of its own."`,
    );
    expect(await refusal({ tokens: [7, 5, 100, 8, 5, 100] })).toMatchInlineSnapshot(
      `"data: The demand \`tokens\` is 7 in row 1 and 8 in row 4, both of the level \`b\` of \`step\`. Each level of \`step\` has one value of \`tokens\`: correct a row, or declare it without \`[step]\`, as a demand of each row."`,
    );
  });

  it('are ordered by a demand of theirs, which the manifest is checked for', () => {
    const changed = (orderedBy: string, index?: string) => () => {
      const manifest = structuredClone(model.manifest) as unknown as { columns: Record<string, unknown>[] };
      Object.assign(manifest.columns.find(({ name }) => name === 'step')!, { orderedBy });
      if (index !== undefined) Object.assign(manifest.columns[0]!, { index });
      checkLevelFacts(manifest as unknown as Manifest);
    };
    expect(changed('tokens')).not.toThrow();
    expect(changed('hard')).toThrow('`columns[2].orderedBy`');
    expect(changed('tokens', 'person')).toThrow('`columns[2].orderedBy`');
  });
});
