/** The agents of appendix C.1: ten eyes by ten levels of noise. */

export interface Agent {
  readonly name: string;
  /** Rows and columns of what the eye sees: p. */
  readonly pixels: number;
  /** Probability that an action is not taken: ν. */
  readonly noise: number;
}

const PIXELS = Array.from({ length: 10 }, (_, i) => 4 * (i + 1));
const NOISES = Array.from({ length: 10 }, (_, i) => i / 10);

/** The hundred agents: eyes from 4 × 4 to 40 × 40 pixels, noise from 0 to 0.9. */
export const AGENTS: readonly Agent[] = PIXELS.flatMap((pixels) =>
  NOISES.map((noise) => ({ name: `p${pixels}-nu${noise}`, pixels, noise })),
);
