import { describe, expect, it } from 'vitest';
import { checkManifest } from '../../host/check-manifest.ts';
import { checkReported } from '../../host/reported.ts';
import { checkTables } from '../../host/row-tables.ts';
import type {
  Manifest,
  ManifestColumn,
  ManifestDerived,
  ManifestLatent,
  ManifestLevelStatistic,
  ManifestReport,
  ManifestWindow,
} from '../../module/manifest.ts';
import { STAND_IN_MANIFEST } from './stand-in.ts';

const columnOf = (column: Partial<ManifestColumn>) =>
  ({ kind: 'real', unit: 'm', domain: { kind: 'any' }, doc: 'What it is.', ...column }) as ManifestColumn;
const LATENT: Required<Omit<ManifestLatent, 'support'>> = {
  ...{ name: 'skill', role: 'capability', index: 'who', unit: 'm', isProbability: false, scale: 'ratio' },
  ...{
    prior: 'half_normal(1)',
    reads: ['skill'],
    transform: 'positive',
    centring: 'learnt',
    sumsToZero: true,
    standard: { centre: 0, spread: 1 },
    doc: 'A skill.',
  },
};
const DERIVED: Required<ManifestDerived> = {
  ...{ name: 'sees', isNamed: true, unit: 'probability', isProbability: true, isByRow: true },
  ...{ factors: [0], classes: [0], doc: 'Whether it sees.' },
};
const LEVEL_STATISTIC: Required<ManifestLevelStatistic> = { text: 'mean(read, by = who)', by: 'who' };
const WINDOW: Required<ManifestWindow> = { latent: 'skill', lower: 'from', upper: 'to', outcome: 'read' };

const REPORT: Required<ManifestReport> = {
  ...{ name: 'range', role: 'report', index: 'who', unit: 'm', isProbability: false, scale: 'interval' },
  ...{ support: { lo: 0, hi: 1 }, prior: 'skill - 1', range: { lo: 0, hi: 1 }, doc: 'How far it goes.' },
};

/** One that has every field there is, so that a field that is added has to be added here. */
const WHOLE: Required<Manifest> = {
  ...STAND_IN_MANIFEST,
  ...{ doc: 'What\n\tit measures.', choices: { model: 'plain' }, predicts: true },
  columns: [
    columnOf({ name: 'from', role: 'demand', missing: 1 }),
    columnOf({ name: 'to', role: 'demand', kind: 'count', unit: '', domain: { kind: 'range', lo: 0 } }),
    columnOf({ name: 'table', role: 'demand', kind: 'count', unit: '', domain: { kind: 'range', lo: 0 } }),
    columnOf({ name: 'who', role: 'category', kind: 'level', unit: '' }),
    columnOf({ name: 'read', role: 'outcome', kind: 'count', unit: '', trials: 'to' }),
    columnOf({ name: 'said', role: 'outcome', kind: 'count', unit: '', trials: 'to' }),
  ],
  latents: [LATENT as ManifestLatent],
  dataTerms: [['from']],
  statistics: ['max(from)'],
  ...{ levelStatistics: [LEVEL_STATISTIC], derived: [DERIVED], windows: [WINDOW], reports: [REPORT] },
  classes: [],
  tables: [{ name: 'ratings', columns: ['said'], shared: ['who'], doc: 'What they say.' }],
};

/** All that the host checks when a module is loaded. */
function checkWhole(manifest: unknown): void {
  checkManifest(manifest);
  checkReported(manifest);
  checkTables(manifest);
}

/** The paths to all texts of a value. */
function textsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}

/** A copy with another text at a path. */
function spoilt(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = spoilt(copy[key], rest, text);
  return copy;
}

describe('a manifest', () => {
  it('with every field is taken', () => {
    expect(() => checkWhole(WHOLE)).not.toThrow();
  });

  const paths = textsIn(WHOLE);
  it.each(paths.map((path) => [path.join('.'), path] as const))(
    'is refused where %s commands a terminal',
    (_, path) => {
      const text = path.reduce<unknown>(
        (value, key) => (value as Record<string, unknown>)[key],
        WHOLE,
      ) as string;
      // An escape, one of C1, a turn of the direction and a separator of lines.
      for (const command of ['\u001b[2J', '\u009b2J', '\u202e', '\u2028'])
        expect(() => checkWhole(spoilt(WHOLE, path, `${text}${command}`))).toThrow(/manifest is wrong at/);
    },
  );

  it.each(['name', 'lower', 'upper', 'outcome', 'latent'])('has names for %s', (field) => {
    const place = field === 'name' ? 'derived' : 'windows';
    const [entry] = WHOLE[place] as readonly object[];
    const wrong = { ...WHOLE, [place]: [{ ...entry, [field]: 7 }] };
    expect(() => checkWhole(wrong)).toThrow(`\`${place}[0].${field}\`: it is 7`);
  });
});
