/** Whether a fit finds a layout's posterior wherever its latents without bounds lie, and however large their unit is. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openWorkspace } from '../cli/run-command.ts';
import { type Move, moveLayout } from './moved-layout.ts';

export interface WorkedLayout {
  readonly layout: string;
  readonly table: string;
  readonly options?: readonly string[];
}

interface Summary {
  readonly mean: number;
  readonly sd: number;
  readonly mcse: number;
  readonly essTail: number;
}

interface Fitted {
  readonly parameters: Readonly<Record<string, Summary>>;
  readonly findings: readonly { readonly kind: string }[];
}

/** Layouts that come along and have latents without bounds, each with rows. */
export const WORKED: readonly WorkedLayout[] = [
  { layout: 'training/training', table: 'training/training.csv' },
  { layout: 'propensity/propensity', table: 'propensity/propensity.csv' },
  {
    layout: 'propensity/capabilities-and-propensities',
    table: 'propensity/capabilities-and-propensities.csv',
  },
  { layout: 'animal-ai-olympics/animal-ai-olympics', table: 'animal-ai-olympics/battery.csv' },
];

/** Fits a layout as it is and moved; findings of the moved one that the other has not are none, and posteriors agree. */
export async function expectFoundWhereMoved(
  { layout, table, options = [] }: WorkedLayout,
  moves: readonly Move[],
): Promise<void> {
  const path = (name: string) => fileURLToPath(new URL(`../../stdlib-layouts/${name}`, import.meta.url));
  const text = readFileSync(path(`${layout}.ml`), 'utf8');
  const workspace = openWorkspace();
  const posteriorOf = async (source: string): Promise<Fitted> => {
    workspace.write('layout.ml', source);
    const { stdout, stderr } = await workspace.run('fit', 'layout.ml', path(table), ...options, '--json');
    expect(stdout, stderr).not.toBe('');
    return Object.values((JSON.parse(stdout) as { subjects: Record<string, Fitted> }).subjects)[0]!;
  };
  try {
    const plain = await posteriorOf(text);
    for (const move of moves) {
      const { text: source, moved } = moveLayout(text, move);
      expect(moved.length).toBeGreaterThan(0);
      const found = await posteriorOf(source);
      const kinds = ({ findings }: Fitted) => findings.map(({ kind }) => kind);
      expect(kinds(found).filter((kind) => !kinds(plain).includes(kind))).toEqual([]);
      for (const [name, wanted] of Object.entries(plain.parameters)) {
        const isMoved = moved.includes(name.replace(/\[.*/, ''));
        const { shift, scale } = isMoved ? move : { shift: 0, scale: 1 };
        const { mean, sd, mcse, essTail } = found.parameters[name]!;
        const error = Math.hypot(wanted.mcse, mcse / scale);
        expect(Math.abs((mean - shift) / scale - wanted.mean) / error, `${name}: mean`).toBeLessThan(5);
        // The standard error of an sd of n draws is about sd / √(2n), more where tails are heavy. Of draws that
        // alternate about the mean, the bulk's n says nothing of their squares; the tails' does.
        const spread = 5 * Math.hypot(1 / Math.sqrt(essTail), 1 / Math.sqrt(wanted.essTail));
        expect(Math.abs(sd / scale / wanted.sd - 1), `${name}: sd`).toBeLessThan(spread);
      }
    }
  } finally {
    workspace.remove();
  }
}
