/** Interleaved rounds: two things are timed in alternation, so that a slower machine slows both. */

export interface Timed {
  /** Medians over the rounds, in microseconds per call. */
  readonly value: number;
  readonly baseline: number;
  /** The median over the rounds of baseline / value within one round. */
  readonly ratio: number;
}

const ROUNDS = 25;
const WARMUP_ROUNDS = 4;
const ROUND_MILLISECONDS = 20;

/** Times `run` and `baseline` in alternating rounds of about 20 ms. */
export function timeInTurns(run: () => void, baseline: () => void, rounds = ROUNDS): Timed {
  const [calls, baselineCalls] = [callsPerRound(run), callsPerRound(baseline)];
  const times: { value: number; baseline: number }[] = [];
  for (let round = -WARMUP_ROUNDS; round < rounds; round++) {
    // Each comes first in every second round.
    const first = round % 2 === 0 ? timeCalls(run, calls) : timeCalls(baseline, baselineCalls);
    const second = round % 2 === 0 ? timeCalls(baseline, baselineCalls) : timeCalls(run, calls);
    if (round < 0) continue;
    times.push(round % 2 === 0 ? { value: first, baseline: second } : { value: second, baseline: first });
  }
  return {
    value: median(times.map(({ value }) => value)),
    baseline: median(times.map((time) => time.baseline)),
    ratio: median(times.map((time) => time.baseline / time.value)),
  };
}

/** Microseconds per call. */
export function timeCalls(run: () => void, calls: number): number {
  const began = performance.now();
  for (let call = 0; call < calls; call++) run();
  return ((performance.now() - began) * 1000) / calls;
}

/** The number of calls per round, after enough calls for the engine to optimise the code. */
function callsPerRound(run: () => void): number {
  let calls = 1;
  let microseconds = timeCalls(run, calls);
  while (microseconds * calls < 2000 * ROUND_MILLISECONDS) {
    calls *= 2;
    microseconds = timeCalls(run, calls);
  }
  return Math.max(1, Math.round((1000 * ROUND_MILLISECONDS) / microseconds));
}

/** The middle value, or the mean of the two middle ones. Throws a RangeError if there are no values. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('there is no median of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
