import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkClauses } from '../../analysis/evaluate/parts/rows.ts';
import { prepare } from '../../compiler/compile.ts';
import { checkManifest } from '../../host/check-manifest.ts';
import { checkLevelFacts } from '../../host/level-facts.ts';
import { checkClassGroups } from '../../host/predict/classes.ts';
import { checkDerived } from '../../host/predict/predictor.ts';
import { checkReported } from '../../host/reported.ts';
import { ABI_VERSION } from '../../module/abi.ts';
import { HostError } from '../../module/host-error.ts';
import type {
  Manifest,
  ManifestClass,
  ManifestClassGroup,
  ManifestColumn,
  ManifestDerived,
  ManifestLatent,
  ManifestLevelStatistic,
  ManifestReport,
} from '../../module/manifest.ts';
import { edited, junk } from '../host/edited.ts';
import { STAND_IN_MANIFEST } from '../host/stand-in.ts';

const schema = JSON.parse(readFileSync('docs/reference/manifest.schema.json', 'utf8')) as AnySchemaObject;
const { column, latent, domain, derived, levelStatistic, report, classGroup, state, ...more } =
  schema.$defs as Record<string, AnySchemaObject> as Record<
    | 'column'
    | 'latent'
    | 'domain'
    | 'derived'
    | 'levelStatistic'
    | 'report'
    | 'classGroup'
    | 'class'
    | 'state',
    AnySchemaObject
  >;

/** The schema without leave for properties that it does not name. */
function closed(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  return copy.type === 'object' && copy.required !== undefined
    ? { ...copy, unevaluatedProperties: false }
    : copy;
}

const ajv = new Ajv2020({ allowUnionTypes: true, allErrors: true });
const isManifest = ajv.compile(schema);
const isManifestAlone = ajv.compile(closed(schema) as AnySchemaObject);

/** The manifests of the worked layouts: each as it is, and with each alternative that it offers. */
function* manifests(): Generator<[name: string, manifest: Manifest]> {
  for (const entry of readdirSync('stdlib-layouts', { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ml') || entry === 'prelude.ml') continue;
    const source = { name: entry, text: readFileSync(`stdlib-layouts/${entry}`, 'utf8') };
    const whole = prepare(source);
    yield [entry, whole.manifest];
    for (const { name, alternatives } of whole.choices) {
      for (const alternative of alternatives) {
        const { manifest } = prepare(source, { choices: { [name]: alternative } });
        yield [`${entry} ${name}=${alternative}`, manifest];
      }
    }
  }
}

// One of everything: TypeScript refuses what the types do not have, and what of theirs is left out.
const COLUMN: Required<ManifestColumn> = {
  ...{ name: 'read', role: 'outcome', kind: 'count', unit: '', domain: { kind: 'any' } },
  ...{
    missing: 0,
    levels: ['base'],
    trials: 'n',
    values: ['low', 'high'],
    weight: { kind: 'count', column: 'n' },
    censored: 'where',
  },
  ...{
    category: 'who',
    index: 'who',
    within: 'group',
    orderedBy: 'day',
    pairOf: ['who', 'day'],
    factors: [0],
    probabilities: [0],
    isNominal: true,
    doc: null,
  },
};
const LATENT: Required<ManifestLatent> = {
  ...{ name: 'skill', role: 'capability', index: 'who', unit: '', isProbability: false },
  ...{
    scale: 'ratio',
    support: { lo: 0, hi: 1 },
    prior: 'half_normal(1)',
    reads: ['skill.other'],
    transform: 'positive',
    centring: 'learnt',
    sumsToZero: true,
    doc: null,
  },
  standard: { centre: 0, spread: 1 },
};
const LEVEL_STATISTIC: Required<ManifestLevelStatistic> = { text: 'mean(read, by = who)', by: 'who' };
const DERIVED: Required<ManifestDerived> = {
  ...{ name: 'sees', isNamed: true, unit: 'probability', isProbability: true, isByRow: true },
  ...{ factors: [0], classes: [0], doc: null },
};
const STATE: Required<ManifestClass['states'][number]> = { flag: 'knows', share: 0 };
const CLASS: Required<ManifestClass> = { name: 'knows', states: [STATE] };
const GROUP: Required<ManifestClassGroup> = { index: 'who', classes: [CLASS], outcomes: ['read'] };
const REPORT: Required<ManifestReport> = {
  ...{ name: 'range', role: 'report', index: 'who', unit: 'm', isProbability: false, scale: 'interval' },
  ...{ support: { lo: 0, hi: 1 }, prior: 'skill - 1', range: { lo: 0, hi: 1 }, doc: null },
};
const MANIFEST: Required<Manifest> = {
  ...{ abi: ABI_VERSION, layout: 'L', doc: null, meaning: '0123456789abcdef', choices: { a: 'b' } },
  ...{ columns: [COLUMN], latents: [LATENT], dataTerms: [], statistics: [] },
  ...{ levelStatistics: [LEVEL_STATISTIC], derived: [DERIVED], predicts: true },
  ...{ reports: [REPORT], classes: [GROUP] },
  tables: [{ name: 'ratings', columns: ['said'], shared: ['who'], doc: null }],
  windows: [{ latent: 'skill', lower: 'from', upper: 'to', outcome: 'read' }],
};
type Domain<Kind> = Required<Extract<ManifestColumn['domain'], { readonly kind: Kind }>>;
const RANGE: Domain<'range'> = { kind: 'range', lo: 0, hi: 1, open: true };
const SET: Domain<'set'> = { kind: 'set', values: [1] };
const WORDS = {
  roles: { demand: 0, category: 0, outcome: 0 } satisfies Record<ManifestColumn['role'], 0>,
  kinds: { real: 0, level: 0, flag: 0, count: 0, binary: 0 } satisfies Record<ManifestColumn['kind'], 0>,
  latentRoles: { capability: 0, bias: 0, robustness: 0, propensity: 0, param: 0 } satisfies Record<
    ManifestLatent['role'],
    0
  >,
  scales: { ordinal: 0, interval: 0, ratio: 0 } satisfies Record<ManifestLatent['scale'], 0>,
  transforms: {
    ...{ noncentred: 0, identity: 0, sinh: 0, positive: 0, lower: 0, upper: 0, interval: 0 },
  } satisfies Record<ManifestLatent['transform'], 0>,
};

/** All that is checked: when a module is loaded, when it first predicts, and when its fit is evaluated. */
function checkWhole(manifest: unknown): void {
  checkManifest(manifest);
  checkLevelFacts(manifest);
  checkReported(manifest);
  checkDerived(manifest);
  checkClassGroups(manifest);
  checkClauses(manifest);
}

const names = (value: object) => Object.keys(value).sort();

describe('docs/reference/manifest.schema.json', () => {
  it('takes the manifest of every worked layout, and knows all that is in it', () => {
    let count = 0;
    for (const [name, manifest] of manifests()) {
      const whole: unknown = JSON.parse(JSON.stringify(manifest));
      expect(isManifestAlone(whole), `${name}: ${ajv.errorsText(isManifestAlone.errors)}`).toBe(true);
      expect(() => checkWhole(whole), name).not.toThrow();
      count++;
    }
    expect(count).toBeGreaterThan(30);
  });

  it('has the properties that the types have', () => {
    expect(names(schema.properties)).toEqual(names(MANIFEST));
    expect(names(column.properties)).toEqual(names(COLUMN));
    expect(names(latent.properties)).toEqual(names(LATENT));
    expect(names(derived.properties)).toEqual(names(DERIVED));
    expect(names(report.properties)).toEqual(names(REPORT));
    expect(names(levelStatistic.properties)).toEqual(names(LEVEL_STATISTIC));
    expect(names(classGroup.properties)).toEqual(names(GROUP));
    expect(names(more.class.properties)).toEqual(names(CLASS));
    expect(names(state.properties)).toEqual(names(STATE));
    const [, range, set] = domain.oneOf as AnySchemaObject[];
    expect(names(range!.properties)).toEqual(names(RANGE));
    expect(names(set!.properties)).toEqual(names(SET));
  });

  it('wants the properties that the types want, and no others', () => {
    const optional = {
      manifest: ['choices', 'predicts', 'reports', 'tables', 'windows', 'classes'],
      column: [
        'category',
        'index',
        'within',
        'orderedBy',
        'levels',
        'missing',
        'trials',
        'weight',
        'censored',
        'pairOf',
        'values',
        'factors',
        'probabilities',
        'isNominal',
      ],
      latent: ['index', 'support', 'standard', 'centring', 'sumsToZero', 'reads'],
      derived: ['factors', 'classes'],
      report: ['index', 'range', 'support'],
    } satisfies {
      manifest: (keyof Manifest)[];
      column: (keyof ManifestColumn)[];
      latent: (keyof ManifestLatent)[];
      derived: (keyof ManifestDerived)[];
      report: (keyof ManifestReport)[];
    };
    const wanted = (whole: object, left: readonly string[]) =>
      names(whole).filter((name) => !left.includes(name));
    expect([...schema.required].sort()).toEqual(wanted(MANIFEST, optional.manifest));
    expect([...column.required].sort()).toEqual(wanted(COLUMN, optional.column));
    expect([...latent.required].sort()).toEqual(wanted(LATENT, optional.latent));
    expect([...derived.required].sort()).toEqual(wanted(DERIVED, optional.derived));
    expect([...report.required].sort()).toEqual(wanted(REPORT, optional.report));
    expect([...levelStatistic.required].sort()).toEqual(wanted(LEVEL_STATISTIC, []));
    expect([...classGroup.required].sort()).toEqual(wanted(GROUP, []));
    expect([...more.class.required].sort()).toEqual(wanted(CLASS, []));
    expect([...state.required]).toEqual(['share']);
  });

  it('has the words that the types have', () => {
    expect(schema.properties.abi.const).toBe(ABI_VERSION);
    expect([...column.properties.role.enum].sort()).toEqual(names(WORDS.roles));
    expect([...column.properties.kind.enum].sort()).toEqual(names(WORDS.kinds));
    expect([...latent.properties.role.enum].sort()).toEqual(names(WORDS.latentRoles));
    expect([...latent.properties.scale.enum].sort()).toEqual(names(WORDS.scales));
    expect([...latent.properties.transform.enum].sort()).toEqual(names(WORDS.transforms));
  });

  it('refuses nothing that the host takes', () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }), junk, (path, value) => {
        const manifest = { ...(edited(STAND_IN_MANIFEST, path, value) as Manifest), abi: ABI_VERSION };
        if (isManifest(manifest)) return;
        refused++;
        expect(() => checkWhole(manifest)).toThrow(HostError);
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(refused).toBeGreaterThan(200);
  });
});
