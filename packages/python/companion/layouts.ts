/** Requests about layouts: checking one, and compiling it for the data of a fit. */
import { decodeLayout, prepareSource } from '../../../cli/inputs/open-layout.ts';
import { withWeight } from '../../../cli/inputs/weighted-layout.ts';
import type { Prepared } from '../../../compiler/compile.ts';
import type { Source } from '../../../grammar/source.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import type { Answer } from './answer.ts';
import { diagnosticsIn } from './failures.ts';
import { doublesOf, type Message } from './frames.ts';

/** A layout as it is given: its name in messages, its choices, and how rows count. */
interface GivenLayout {
  readonly name: string;
  readonly choices: Readonly<Record<string, string>>;
  /** Null if the layout alone says it. */
  readonly weight: { readonly kind: 'weight' | 'count'; readonly column: string } | null;
}

/** The manifest and the warnings of a layout whose bytes are the first buffer. */
export async function openGivenLayout({ head, buffers }: Message): Promise<Answer> {
  const { source, prepared } = await prepareGiven(head as unknown as GivenLayout, buffers[0]!);
  return {
    head: { manifest: prepared.manifest, source: source.text, ...diagnosticsIn(source, prepared.warnings) },
  };
}

/**
 * The module of a layout whose bytes are the first buffer, compiled for the columns in the other buffers; their names
 * are under `columns`.
 */
export async function compileLayout({ head, buffers }: Message): Promise<Answer> {
  const [bytes, ...values] = buffers;
  const { prepared } = await prepareGiven(head as unknown as GivenLayout, bytes!);
  const names = head.columns as readonly string[];
  const columns = new Map(names.map((name, index) => [name, doublesOf(values[index]!)]));
  const began = performance.now();
  const compiled = await prepared.compile(sketchOf(columns), { predicts: true });
  return { head: { seconds: (performance.now() - began) / 1000 }, buffers: [compiled.bytes] };
}

async function prepareGiven(
  { name, choices, weight }: GivenLayout,
  bytes: Uint8Array,
): Promise<{ readonly source: Source; readonly prepared: Prepared }> {
  const written = decodeLayout(name, bytes);
  const option = weight?.kind === 'count' ? '--count' : '--weight';
  const source = weight === null ? written : await withWeight(written, { ...weight, option });
  return { source, prepared: await prepareSource(source, choices) };
}
