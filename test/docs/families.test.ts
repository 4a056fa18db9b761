import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signatureText } from '../../compiler/check/bind-arguments.ts';
import { signatureOfForm } from '../../compiler/check/forms.ts';
import type { OtherForm } from '../../compiler/families/other-form.ts';
import type { OutcomeDefinition, OutcomeValues } from '../../compiler/families/outcome.ts';
import { outcomes } from '../../compiler/families/outcomes.ts';
import type { PriorDefinition, Support } from '../../compiler/families/prior.ts';
import { priors } from '../../compiler/families/priors.ts';

const page = readFileSync(new URL('../../docs/language.md', import.meta.url), 'utf8');

/** The first table below a heading of the page. */
function tableBelow(heading: string): string[] {
  const lines = page.slice(page.indexOf(`\n## ${heading}\n`)).split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  return lines.slice(
    start,
    lines.findIndex((line, index) => index > start && !line.startsWith('|')),
  );
}

const SUPPORTS: Readonly<Record<Support, string>> = {
  line: 'all numbers',
  positive: 'from 0',
  unit: 'from 0 to 1',
  bounds: 'from `lo` to `hi`',
};

const VALUES: Readonly<Record<OutcomeValues, string>> = {
  flag: '0 and 1',
  count: 'whole numbers from 0 to n',
  grade: '1, 2, … up to one more than there are cut points or steps',
  tally: 'whole numbers from 0',
  share: 'between 0 and 1',
  closedShare: 'from 0 to 1',
  positive: 'above 0',
  line: 'all numbers',
};

/** The parameters that are lists. */
const LISTS: Readonly<Record<string, string>> = {
  cuts: 'c1, c2, …',
  steps: 'b1, b2, …',
  logits: 'l1, l2, …',
};

/** How a distribution is written with other parameters, by their names. */
function formOf(family: string, form: OtherForm | undefined): string[] {
  if (form === undefined) return [];
  const { parameters } = signatureOfForm(form, Object.keys(parametersOf(family)));
  return [`\`${signatureText(family, parameters)}\``];
}

function parametersOf(family: string): object {
  const all: Readonly<Record<string, { readonly parameters: object }>> = { ...priors, ...outcomes };
  return all[family]!.parameters;
}

it('the documentation lists every prior as its record describes it', () => {
  const rows = Object.entries<PriorDefinition>(priors).map(
    ([family, { parameters, otherForm, support, documentation }]) => {
      const forms = [`\`${family}(${Object.keys(parameters).join(', ')})\``, ...formOf(family, otherForm)];
      return `| ${forms.join(', ')} | ${SUPPORTS[support]} | ${`${documentation} |`.trim()}`;
    },
  );
  expect(tableBelow('Priors').slice(2)).toEqual(rows);
});

it('the documentation lists every outcome as its record describes it', () => {
  const rows: { signatures: string[]; rest: string }[] = [];
  for (const [family, { parameters, otherForm, values, documentation }] of Object.entries<OutcomeDefinition>(
    outcomes,
  )) {
    const names = Object.entries(parameters).map(([name, kind]) => LISTS[kind] ?? name);
    const signature = [`\`${family}(${names.join(', ')})\``, ...formOf(family, otherForm)].join(', ');
    const isChoice = Object.values(parameters).includes('logits');
    const rest = `| ${isChoice ? '1, 2, … up to the number of logits' : VALUES[values]} | ${documentation} |`;
    // Two ways to write one distribution share a row.
    if (rows.at(-1)?.rest === rest) rows.at(-1)!.signatures.push(signature);
    else rows.push({ signatures: [signature], rest });
  }
  expect(tableBelow('Outcomes').slice(2)).toEqual(
    rows.map(({ signatures, rest }) => `| ${signatures.join(', ')} ${rest}`),
  );
});
