/** Layouts of one expression, for the values of the prelude's functions. */
import { check } from '../../compiler/check/check.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { parse } from '../../grammar/parse.ts';

/** A layout that observes an expression of latents without units, of demands `d1 d2 d3` and of probabilities `p q w`. */
export function layoutText(expression: string): string {
  return [
    'layout Prelude',
    'demand d1',
    'demand d2',
    'demand d3',
    'capability x ~ normal(0, 100)',
    'capability y ~ normal(0, 100)',
    'capability p, q, w : probability ~ uniform(0, 1)',
    `observe success ~ bernoulli(${expression})`,
    '',
  ].join('\n');
}

export function layoutOf(expression: string): TypedLayout {
  const source = { name: 'prelude.ml', text: layoutText(expression) };
  const parsed = parse(source);
  if (parsed.layout === null) throw new Error(parsed.diagnostics[0]?.message);
  const { layout, diagnostics } = check(parsed.layout, source);
  if (layout === null)
    throw new Error(diagnostics.find(({ severity }) => severity === 'error')?.message ?? '');
  return layout;
}

export interface Place {
  readonly x?: number;
  readonly y?: number;
  readonly p?: number;
  readonly q?: number;
  readonly w?: number;
  readonly d1?: number;
  readonly d2?: number;
  readonly d3?: number;
}

/** ln p and ln(1 − p) of the expression at a place, as the interpreter says. */
export function logHalves(
  layout: TypedLayout,
  { x = 0, y = 0, p = 0.5, q = 0.5, w = 0.5, d1 = 0, d2 = 0, d3 = 0 }: Place,
): { readonly lnP: number; readonly lnComplement: number } {
  const row = (value: number) => [value, value];
  const columns = { d1: row(d1), d2: row(d2), d3: row(d3), success: [1, 0] };
  const [lnP, lnComplement] = interpret(layout, { rows: 2, columns }).pointwise({ x, y, p, q, w });
  return { lnP: lnP!, lnComplement: lnComplement! };
}
