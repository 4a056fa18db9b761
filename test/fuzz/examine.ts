/** What must hold of any text: an answer in time, and of what is accepted a module that means what the interpreter says. */
import { runInNewContext } from 'node:vm';
import { compileSource, prepare } from '../../compiler/compile.ts';
import { type Interpretation, interpret } from '../../compiler/interpret/interpret.ts';
import { LayoutError } from '../../compiler/layout-error.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { centralDifference } from '../central-difference.ts';
import { bindModule, type Evaluated } from '../compile/bound-module.ts';
import { isBeyondNumbers } from './beyond-numbers.ts';
import type { Random } from './random.ts';
import { levelCount, randomData } from './random-data.ts';

/** What became of a text. */
export type Answer = 'refused' | 'accepted' | 'compared';

/**
 * Processor time, in seconds, that everything but the assembler may take on a text, and besides for each character of the
 * AssemblyScript that comes of it: what grows faster than that is found in the longest texts.
 */
const SECONDS = 1;
const SECONDS_A_CHARACTER = 4e-5;
const TRIES = 3;
/** Without an answer for so long, by the clock, there is none: a busy machine is slower, but not by so much. */
const LONGEST_WAIT = 120_000;
/** Relative to the larger of 1 and the value. */
const VALUE_TOLERANCE = 1e-8;
const GRADIENT_TOLERANCE = 1e-4;
/** A few of a number's last digits. */
const DIGITS = 2e-15;
/** Examines one text. Throws when it finds a mistake of the compiler's. */
export async function examine(text: string, random: Random): Promise<Answer> {
  const source = { name: 'fuzz.ml', text };
  const code = await inTime(async () => {
    try {
      return await prepare(source).show('assemblyscript');
    } catch (error) {
      if (error instanceof LayoutError && error.diagnostics.some(({ severity }) => severity === 'error'))
        return null;
      throw error;
    }
  });
  if (code === null) return 'refused';
  const { layout, bytes, manifest } = await compileSource(source);
  const data = randomData(layout, manifest, random);
  if (data === null || layout.latents.length === 0) return 'accepted';
  const meaning = interpret(layout, data, nonCentredLatents(sketchFromDeclarations(layout)));
  const module = bindModule(bytes, manifest, data);
  const levels = new Map(layout.categories.map((category) => [category.name, levelCount(category, data)]));
  for (const spread of [0.3, 1, 3]) {
    const point = layout.latents.flatMap(({ index }) =>
      Array.from({ length: index === null ? 1 : levels.get(index)! }, () => spread * random.normal()),
    );
    const difference = compare(module.logDensityUnconstrained(point), meaning, point);
    if (difference !== null && !isBeyondNumbers(layout, text, data, meaning.constrain(point)))
      throw new Error(`${difference}, at ${JSON.stringify(point)}`);
  }
  return 'compared';
}

/**
 * Does something in time, and breaks off what never ends; all up to the assembler is synchronous. The processor's time is taken, which a busy machine does not lengthen much, and what was too slow
 * is done again: the engine may just have been compiling or collecting.
 */
async function inTime(work: () => Promise<string | null>): Promise<string | null> {
  let least = Infinity;
  for (let i = 0; i < TRIES; i++) {
    const start = process.cpuUsage();
    const code = (await runInNewContext('work()', { work }, { timeout: LONGEST_WAIT })) as string | null;
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1e6);
    if (least < SECONDS + SECONDS_A_CHARACTER * (code?.length ?? 0)) return code;
  }
  throw new Error(`The answer took ${least} s of the processor's time.`);
}

/** How much the last digits of the latents change on their own scale, where a value near a bound has few that tell how near. */
function swayOfValues(meaning: Interpretation, point: readonly number[]): number {
  const values = meaning.constrain(point);
  const moved = (by: number) =>
    meaning.logDensity(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' ? value * by : value.map((each) => each * by),
        ]),
      ),
    );
  const sways = [1 - DIGITS, 1 + DIGITS].map((by) => Math.abs(moved(by) - moved(1))).filter(Number.isFinite);
  return Math.max(0, ...sways);
}

/** How the two differ, if they are not both finite and alike, or neither finite; else null. */
function compare(
  { value, gradient }: Evaluated,
  meaning: Interpretation,
  point: readonly number[],
): string | null {
  const density = (at: ArrayLike<number>) => meaning.logDensityUnconstrained(at);
  const wanted = density(point);
  const told = `the density is ${value}, not ${wanted}`;
  if (!Number.isFinite(wanted) && !Number.isFinite(value)) return null;
  if (!Number.isFinite(value) || !Number.isFinite(wanted)) return told;

  const nearby = point.map((x) => x + 1e-9 * Math.max(1, Math.abs(x)));
  /** How much the last digits of the point change: numbers so large or so close keep no more. */
  const sway = Math.abs(density(nearby) - wanted) + swayOfValues(meaning, point);
  if (!(Math.abs(value - wanted) <= VALUE_TOLERANCE * Math.max(1, Math.abs(wanted)) + sway)) return told;
  const differences = centralDifference(density, point);
  for (const [index, derivative] of gradient.entries()) {
    const { value: difference, error } = differences[index]!;
    if (!Number.isFinite(difference)) continue;
    const room =
      GRADIENT_TOLERANCE * Math.max(1, Math.abs(difference), Math.abs(wanted)) + 100 * error + 10 * sway;
    if (!(Math.abs(derivative - difference) <= room))
      return `derivative ${index} is ${derivative}, not ${difference} within ${room}, where the density is ${value}`;
  }
  return null;
}
