import { describe, it } from 'vitest';
import { expectFoundWhereMoved, WORKED } from '../../sampler/expect-moved.ts';

const MOVES = [10, 1000].flatMap((by) => [
  { shift: by, scale: by },
  { shift: -by, scale: 1 },
  { shift: 0, scale: by },
]);

describe('latents without bounds', () => {
  it.for(WORKED)('are found wherever they are, by whatever unit: $layout', { timeout: 3_600_000 }, (worked) =>
    expectFoundWhereMoved(worked, MOVES),
  );
});
