/**
 * Random texts, each following from its seed. `THEODOLITE_FUZZ_SECONDS` says how long to go on, `THEODOLITE_FUZZ_SEED` with
 * which seed to begin.
 */
import { expect, test } from 'vitest';
import { type Answer, examine } from './examine.ts';
import { randomText } from './mutate.ts';
import { Random } from './random.ts';

const SECONDS = Number(process.env.THEODOLITE_FUZZ_SECONDS ?? 10);
const FIRST_SEED = Number(process.env.THEODOLITE_FUZZ_SEED ?? 1);
/** So many are examined however slow the machine is. */
const LEAST = 20;
/** After so many the rest can wait. */
const MOST_FINDINGS = 20;

test(
  'random texts get a diagnostic, or a module that means what the interpreter says',
  async () => {
    const deadline = Date.now() + 1000 * SECONDS;
    const seen: Record<Answer, number> = { refused: 0, accepted: 0, compared: 0 };
    const findings: string[] = [];
    let seed = FIRST_SEED;
    for (; seed < FIRST_SEED + LEAST || Date.now() < deadline; seed++) {
      const random = new Random(seed);
      const text = randomText(random);
      try {
        seen[await examine(text, random)]++;
      } catch (error) {
        const { message } = error as Error;
        findings.push(`seed ${seed}: ${message}\n${text.length > 4000 ? `${text.slice(0, 4000)}…` : text}`);
        if (findings.length === MOST_FINDINGS) break;
      }
    }
    expect(findings, `${seed - FIRST_SEED} texts, ${JSON.stringify(seen)}`).toEqual([]);
    expect(seen.refused).toBeGreaterThan(0);
    expect(seen.compared).toBeGreaterThan(0);
  },
  1000 * SECONDS + 300_000,
);
