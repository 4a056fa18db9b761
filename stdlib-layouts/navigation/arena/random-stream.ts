/** Streams of random numbers that cannot overlap, the same on every machine. */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';

const SEED = 2026;

/** Stream number `stream`, from 0: each begins 2^64 numbers after the one before it. */
export function randomStream(stream: number): JumpableRandomGenerator {
  const random = xoroshiro128plus(SEED);
  for (let i = 0; i < stream; i++) random.jump();
  return random;
}
