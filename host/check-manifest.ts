/** Checks that a manifest is complete and consistent; docs/reference/manifest.schema.json describes the same form. */
import { type HostError, notAsSaid } from '../module/host-error.ts';
import type { Manifest } from '../module/manifest.ts';
import { isAllowed } from '../module/support.ts';

/** The required form of a value: a list of forms, an object of forms, a kind below, or one of several words. */
export type Form = string | readonly [Form] | { readonly [field: string]: Form };

/** The maximum number of columns, latents or terms in a manifest; more are refused. */
const MAX_ENTRIES = 100_000;

const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const matches = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value as string);
/**
 * Text by an author: without control characters, and without characters that change text direction, which a terminal
 * would obey.
 */
const isDoc = matches(/^([\n\t]|[^\p{Cc}\p{Bidi_C}\u2028\u2029])*$/u);
/** The value of a dimension follows a point. */
const isName = matches(/^[A-Za-z_]\w*(\.\w+)*$/);

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  // The language uses only ASCII.
  'a line': matches(/^[ -~]*$/),
  'a unit': matches(/^[\w .*/^()+-]*$/),
  'a level': isDoc,
  'a doc or null': (value) => value === null || isDoc(value),
  'an object of names': (value) => isObject(value) && Object.entries(value).flat().every(isName),
  'a name': isName,
  'a number': Number.isFinite,
  'true or false': (value) => typeof value === 'boolean',
  'a number from 0': (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'sixteen hexadecimal digits': matches(/^[\da-f]{16}$/),
  true: (value) => value === true,
};

/** A field whose name ends in `?` may be absent. */
const MANIFEST: Form = {
  layout: 'a name',
  doc: 'a doc or null',
  meaning: 'sixteen hexadecimal digits',
  'predicts?': 'true or false',
  'choices?': 'an object of names',
  columns: [
    {
      name: 'a name',
      role: 'demand, category, outcome',
      kind: 'real, level, flag, count, binary',
      unit: 'a unit',
      domain: {
        kind: 'any, range, set',
        'lo?': 'a number',
        'hi?': 'a number',
        'open?': 'true',
        'values?': ['a number'],
      },
      'missing?': 'a number',
      'trials?': 'a name',
      'isNominal?': 'true',
      doc: 'a doc or null',
    },
  ],
  latents: [
    {
      name: 'a name',
      role: 'capability, bias, robustness, propensity, param',
      'index?': 'a name',
      unit: 'a unit',
      isProbability: 'true or false',
      scale: 'ordinal, interval, ratio',
      prior: 'a line',
      'reads?': ['a name'],
      transform: 'noncentred, identity, sinh, positive, lower, upper, interval',
      'standard?': { centre: 'a number', spread: 'a number' },
      'centring?': 'learnt',
      'sumsToZero?': 'true',
      doc: 'a doc or null',
    },
  ],
  dataTerms: [['a name']],
  'windows?': [{ latent: 'a name', lower: 'a name', upper: 'a name', outcome: 'a name' }],
  statistics: ['a line'],
  levelStatistics: [{ text: 'a line', by: 'a name' }],
  derived: [
    {
      name: 'a line',
      isNamed: 'true or false',
      unit: 'a unit',
      isProbability: 'true or false',
      isByRow: 'true or false',
      doc: 'a doc or null',
    },
  ],
};

/** @throws HostError of kind `module` that names the place where a value has another form. */
export function checkForm(value: unknown, form: Form, place: string): void {
  const mustBe = (isSo: boolean, wanted: string) => {
    if (isSo) return;
    throw wrong(place, `it is ${JSON.stringify(value)?.slice(0, 40) ?? 'absent'}, not ${wanted}`);
  };
  if (typeof form === 'string') {
    const allows = KINDS[form];
    if (allows !== undefined) mustBe(allows(value), form);
    else mustBe(form.split(', ').includes(value as string), `one of ${form}`);
  } else if (Array.isArray(form)) {
    mustBe(Array.isArray(value) && value.length <= MAX_ENTRIES, `a list of at most ${MAX_ENTRIES}`);
    for (const [index, entry] of (value as unknown[]).entries())
      checkForm(entry, form[0], `${place}[${index}]`);
  } else {
    mustBe(isObject(value), 'an object');
    for (const [field, part] of Object.entries(form)) {
      const name = field.replace('?', '');
      const found = (value as Readonly<Record<string, unknown>>)[name];
      if (found !== undefined || name === field)
        checkForm(found, part, place === '' ? name : `${place}.${name}`);
    }
  }
}

/** The possible bounds of a domain. */
type Range = { readonly lo?: number; readonly hi?: number };

/** In the order in which columns come. */
const KINDS_OF_ROLES: Readonly<Record<string, string>> = {
  demand: 'real flag count',
  category: 'level',
  outcome: 'real count binary',
};
const ROLES = Object.keys(KINDS_OF_ROLES);

/**
 * Everything except the factors of conjunctions, which only predictions read; `checkDerived` checks them.
 *
 * @throws HostError of kind `module` that names the wrong place, such as `columns[2].kind`.
 */
export function checkManifest(manifest: unknown): asserts manifest is Manifest {
  checkForm(manifest, MANIFEST, '');
  const { columns, latents, dataTerms, levelStatistics } = manifest as Manifest;
  const roles = new Map(
    columns.flatMap(({ name, role, category = name }) => [
      [category, role],
      [name, role],
    ]),
  );
  const refersTo = (place: string, name: string, role: string) => {
    if (roles.get(name) !== role) throw wrong(place, `\`${name}\` is no ${role}`);
  };
  const names = new Set<string>();
  const claim = (place: string, name: string) => {
    if (names.has(name)) throw wrong(`${place}.name`, `there is another \`${name}\``);
    names.add(name);
  };
  for (const [index, column] of columns.entries()) {
    const { name, role, kind, domain, missing, trials } = column;
    const place = `columns[${index}]`;
    claim(place, name);
    if (ROLES.indexOf(role) < ROLES.indexOf(columns[index - 1]?.role as string)) {
      throw wrong(place, 'demands come first, then categories, then outcomes');
    }
    if (!KINDS_OF_ROLES[role]!.split(' ').includes(kind))
      throw wrong(`${place}.kind`, `no ${role} is ${kind}`);
    if (domain.kind === 'set' ? !domain.values?.length : (domain as Range).lo! > (domain as Range).hi!) {
      throw wrong(`${place}.domain`, 'nothing is in it');
    }
    if (missing !== undefined && (role !== 'demand' || !isAllowed(missing, column))) {
      throw wrong(`${place}.missing`, 'only demands have one, in their domain');
    }
    if (trials !== undefined) {
      if (role !== 'outcome' || kind !== 'count')
        throw wrong(`${place}.trials`, 'only outcomes that are counts have them');
      refersTo(`${place}.trials`, trials, 'demand');
    }
  }
  if (columns.at(-1)?.role !== 'outcome') throw wrong('columns', 'there is no outcome');
  for (const [index, { name, index: category, sumsToZero }] of latents.entries()) {
    claim(`latents[${index}]`, name);
    if (category !== undefined) refersTo(`latents[${index}].index`, category, 'category');
    else if (sumsToZero) throw wrong(`latents[${index}].sumsToZero`, 'only levels of a category sum to zero');
  }
  for (const [index, term] of dataTerms.entries()) {
    for (const name of term) refersTo(`dataTerms[${index}]`, name, 'demand');
  }
  for (const [index, { by }] of levelStatistics.entries()) {
    refersTo(`levelStatistics[${index}].by`, by, 'category');
  }
}

/** A mistake in a manifest, and its place. */
export function wrong(place: string, what: string): HostError {
  return notAsSaid(`The module's manifest is wrong at \`${place || 'its top'}\`: ${what}.`);
}
