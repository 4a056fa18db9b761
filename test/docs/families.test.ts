import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signatureText } from '../../compiler/check/bind-arguments.ts';
import { signatureOfForm } from '../../compiler/check/forms.ts';
import { functionDocumentation } from '../../compiler/check/functions.ts';
import type { OtherForm } from '../../compiler/families/other-form.ts';
import type { OutcomeDefinition } from '../../compiler/families/outcome.ts';
import { outcomes } from '../../compiler/families/outcomes.ts';
import type { PriorDefinition } from '../../compiler/families/prior.ts';
import { priors } from '../../compiler/families/priors.ts';
import { listLabels, supportInWords, valuesInWords } from '../../editor/built-ins.ts';

const page = readFileSync(new URL('../../docs/reference/language.md', import.meta.url), 'utf8');

/** The first table below a heading of the page. */
function tableBelow(heading: string): string[] {
  const lines = page.slice(page.indexOf(`\n## ${heading}\n`)).split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  return lines.slice(
    start,
    lines.findIndex((line, index) => index > start && !line.startsWith('|')),
  );
}

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
      return `| ${forms.join(', ')} | ${supportInWords[support]} | ${`${documentation} |`.trim()}`;
    },
  );
  expect(tableBelow('Priors').slice(2)).toEqual(rows);
});

it('the documentation lists every outcome as its record describes it', () => {
  const rows: { signatures: string[]; rest: string }[] = [];
  for (const [family, { parameters, otherForm, values, documentation }] of Object.entries<OutcomeDefinition>(
    outcomes,
  )) {
    const names = Object.entries(parameters).map(([name, kind]) => listLabels[kind] ?? name);
    const signature = [`\`${family}(${names.join(', ')})\``, ...formOf(family, otherForm)].join(', ');
    const isChoice = Object.values(parameters).includes('logits');
    const rest = `| ${isChoice ? '1, 2, … up to the number of logits' : valuesInWords[values]} | ${documentation} |`;
    // Two ways to write one distribution share a row.
    if (rows.at(-1)?.rest === rest) rows.at(-1)!.signatures.push(signature);
    else rows.push({ signatures: [signature], rest });
  }
  expect(tableBelow('Outcomes').slice(2)).toEqual(
    rows.map(({ signatures, rest }) => `| ${signatures.join(', ')} ${rest}`),
  );
});

it('the documentation says of each built-in function what editors show', () => {
  const rows = tableBelow('Expressions')
    .slice(2)
    .map((row) => row.slice(2, -2).split(' | '));
  for (const name of ['logistic', 'and', 'all', 'or', 'any', 'mix', 'weighted_any', 'power_mean'] as const) {
    const row = rows.find(([written]) => new RegExp(`(?:\`| )${name}[ (]`).test(written!));
    expect(row?.[1], name).toBe(functionDocumentation[name]);
  }
  for (const name of Object.keys(functionDocumentation))
    expect(page).toMatch(new RegExp(`[\` ]${name}[\`( ]`));
});
