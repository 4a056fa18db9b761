/** Whether a fit finds the posterior that Stan found: the references stand beside the project, not in it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openWorkspace } from '../cli/run-command.ts';

const REFERENCE = new URL('../../../shared/reference/', import.meta.url);

/** A fit that has a reference posterior. */
export interface ReferenceFit {
  readonly layout: string;
  readonly table: string;
  readonly outcome: string;
  readonly subject: string;
  readonly rows: readonly string[];
}

const ocr = (subject: string): ReferenceFit => ({
  layout: 'ocr',
  table: 'words.csv',
  outcome: 'read',
  subject,
  rows: [],
});

const objectPermanence = (subject: string): ReferenceFit => ({
  layout: 'object-permanence',
  table: 'battery.csv',
  outcome: 'success',
  subject,
  rows: ['--rows', 'split=train'],
});

export const REFERENCE_FITS: readonly ReferenceFit[] = [
  ...['tesseract', 'gocr', 'ocrad'].map(ocr),
  ...['agent6', 'agent11', 'agent12', 'agent24'].map(objectPermanence),
];

interface Posterior {
  readonly variable: string;
  readonly mean: number;
  readonly sd: number;
  readonly ess_bulk: number;
}

interface Summary {
  readonly mean: number;
  readonly sd: number;
  readonly mcse: number;
  readonly rhat: number;
}

/** The reference's file, or null where it is not beside this checkout. */
export function referenceFile({ layout, subject }: ReferenceFit): URL | null {
  const file = new URL(`${layout}.${subject}.json`, REFERENCE);
  return existsSync(file) ? file : null;
}

/**
 * Fits as a user does, at target-accept 0.95, and compares with the reference: means within 4 combined Monte Carlo
 * standard errors, sds within 10 %, R-hat at most 1.01, no divergences, exit status 0.
 */
export async function expectPosterior(fit: ReferenceFit, draws: number): Promise<void> {
  const folder = new URL(`../../stdlib-layouts/${fit.layout}/`, import.meta.url);
  const path = (name: string) => fileURLToPath(new URL(name, folder));
  const workspace = openWorkspace();
  const { status, stdout, stderr } = await workspace.run(
    ...['fit', path(`${fit.layout}.ml`), path(fit.table)],
    ...['--outcome', `${fit.outcome}=${fit.subject}`, ...fit.rows],
    ...['--target-accept', '0.95', '--draws', String(draws), '--json'],
  );
  workspace.remove();
  expect(status, stderr).toBe(0);
  const { subjects } = JSON.parse(stdout);
  const { parameters, sampler } = subjects[fit.subject];
  expect(sampler.divergences).toBe(0);
  const { posterior }: { posterior: Posterior[] } = JSON.parse(readFileSync(referenceFile(fit)!, 'utf8'));
  expect(Object.keys(parameters).sort()).toEqual(posterior.map(({ variable }) => variable).sort());
  for (const reference of posterior) {
    const found: Summary = parameters[reference.variable];
    const error = Math.hypot(found.mcse, reference.sd / Math.sqrt(reference.ess_bulk));
    expect(Math.abs(found.mean - reference.mean) / error, `${reference.variable}: mean`).toBeLessThan(4);
    expect(Math.abs(found.sd / reference.sd - 1), `${reference.variable}: sd`).toBeLessThan(0.1);
    expect(found.rhat, `${reference.variable}: R-hat`).toBeLessThanOrEqual(1.01);
  }
}
