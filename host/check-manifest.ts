/** Whether a manifest says all that it must, and nothing that contradicts itself; docs/manifest.schema.json says the same of its form. */
import { type HostError, notAsSaid } from './host-error.ts';
import type { Manifest } from './manifest.ts';
import { isAllowed } from './support.ts';

/** Throws when the value at a place of the manifest is not what belongs there. */
type Check = (value: unknown, place: string) => void;

/** More columns, latents or terms than any table has; what has more is no manifest of ours. */
const MOST_ENTRIES = 100_000;

const is =
  (allows: (value: unknown) => boolean, wanted: string): Check =>
  (value, place) => {
    if (allows(value)) return;
    throw wrong(place, `it is ${JSON.stringify(value)?.slice(0, 40) ?? 'absent'}, not ${wanted}`);
  };
const text = is((value) => typeof value === 'string', 'a text');
const textOrNull = is((value) => value === null || typeof value === 'string', 'a text or null');
const flag = is((value) => typeof value === 'boolean', 'true or false');
const number = is(Number.isFinite, 'a number');
const name = is((value) => /^[A-Za-z_]\w*$/.test(value as string) && typeof value === 'string', 'a name');
const oneOf = (...words: readonly unknown[]) =>
  is((value) => words.includes(value), `one of ${words.join(', ')}`);
const optional =
  (check: Check): Check =>
  (value, place) => {
    if (value !== undefined) check(value, place);
  };
const list = (check: Check): Check => {
  const whole = is(
    (value) => Array.isArray(value) && value.length <= MOST_ENTRIES,
    `a list of at most ${MOST_ENTRIES}`,
  );
  return (value, place) => {
    whole(value, place);
    for (const [index, entry] of (value as unknown[]).entries()) check(entry, `${place}[${index}]`);
  };
};
const table = is(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
);
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, place) => {
    table(value, place);
    for (const [field, check] of Object.entries(fields)) {
      check((value as Record<string, unknown>)[field], place === '' ? field : `${place}.${field}`);
    }
  };
const entries =
  (check: Check): Check =>
  (value, place) => {
    table(value, place);
    for (const [key, entry] of Object.entries(value as object)) check(entry, `${place}.${key}`);
  };

const DOMAIN = record({
  kind: oneOf('any', 'range', 'set'),
  lo: optional(number),
  hi: optional(number),
  open: optional(oneOf(true)),
  values: optional(list(number)),
});

const MANIFEST = record({
  layout: name,
  doc: textOrNull,
  choices: optional(entries(text)),
  columns: list(
    record({
      name,
      role: oneOf('demand', 'category', 'outcome'),
      kind: oneOf('real', 'level', 'flag', 'count', 'binary'),
      unit: text,
      domain: DOMAIN,
      missing: optional(number),
      trials: optional(name),
      doc: textOrNull,
    }),
  ),
  latents: list(
    record({
      name,
      role: oneOf('capability', 'bias', 'robustness', 'propensity', 'param'),
      index: optional(name),
      unit: text,
      isProbability: flag,
      scale: oneOf('ordinal', 'interval', 'ratio'),
      prior: text,
      transform: oneOf('noncentred', 'identity', 'sinh', 'positive', 'lower', 'upper', 'interval'),
      doc: textOrNull,
    }),
  ),
  dataTerms: list(list(name)),
  statistics: list(text),
});

const ROLES = ['demand', 'category', 'outcome'];
const KINDS: Readonly<Record<string, string>> = {
  demand: 'real flag count',
  category: 'level',
  outcome: 'real count binary',
};

/** @throws HostError of kind `module` naming the place that is wrong, such as `columns[2].kind`. */
export function checkManifest(manifest: unknown): asserts manifest is Manifest {
  MANIFEST(manifest, '');
  const { columns, latents, dataTerms } = manifest as Manifest;
  const roles = new Map(columns.map(({ name, role }) => [name, role]));
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
    if (ROLES.indexOf(role) < ROLES.indexOf(columns[index - 1]?.role ?? 'demand')) {
      throw wrong(place, 'demands come first, then categories, then outcomes');
    }
    if (!KINDS[role]!.split(' ').includes(kind)) throw wrong(`${place}.kind`, `no ${role} is ${kind}`);
    if (domain.kind === 'set' ? !domain.values?.length : domain.kind === 'range' && domain.lo! > domain.hi!) {
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
  for (const [index, { name, index: category }] of latents.entries()) {
    claim(`latents[${index}]`, name);
    if (category !== undefined) refersTo(`latents[${index}].index`, category, 'category');
  }
  for (const [index, term] of dataTerms.entries()) {
    for (const name of term) refersTo(`dataTerms[${index}]`, name, 'demand');
  }
}

function wrong(place: string, what: string): HostError {
  return notAsSaid(`The module's manifest is wrong at \`${place || 'its top'}\`: ${what}.`);
}
