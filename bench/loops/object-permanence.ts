/** The plain loop of the object-permanence layout, stdlib-layouts/object-permanence/object-permanence.ml. */
import { type HandLoop, type LoopColumns, loopColumn } from './loop.ts';
import { normalCdf, normalDensity, normalLogDensity } from './normal.ts';

const MEMORY = 4.4;
const POSITIONS = 11;
const VISUAL = 6;
const FLAT = 56;

/** The loop over these rows; `success` is the outcome. */
export function objectPermanenceLoop(columns: LoopColumns): HandLoop {
  const time = loopColumn(columns, 'timeUnderOcclusion');
  const positions = loopColumn(columns, 'numPositions');
  const distance = loopColumn(columns, 'goalDistance');
  const size = loopColumn(columns, 'goalSize');
  const side = loopColumn(columns, 'side');
  const occluder = loopColumn(columns, 'occluder');
  const lava = loopColumn(columns, 'lava');
  const platform = loopColumn(columns, 'platform');
  const ramp = loopColumn(columns, 'ramp');
  const success = loopColumn(columns, 'success');
  const rows = success.length;
  const guess = 1 - success.reduce((sum, each) => sum + each, 0) / rows;

  return (position, gradient) => {
    const sMemory = normalCdf(position[0]!);
    const sOp = normalCdf(position[1]!);
    const sVisual = normalCdf(position[2]!);
    const sFlat = normalCdf(position[3]!);
    const rampAbility = normalCdf(position[4]!);
    const lavaAbility = normalCdf(position[5]!);
    const platformAbility = normalCdf(position[6]!);
    const bias = position[7]!;
    const noise = normalCdf(position[8]!);
    const memoryAbility = MEMORY * sMemory;
    const opAbility = memoryAbility * POSITIONS * sOp;
    const visualAbility = VISUAL * sVisual;
    const flatAbility = FLAT * sFlat;

    let logDensity = 0;
    let dMemory = 0;
    let dOp = 0;
    let dVisual = 0;
    let dFlat = 0;
    let dRamp = 0;
    let dLava = 0;
    let dPlatform = 0;
    let dBias = 0;
    let dNoise = 0;
    for (let i = 0; i < rows; i++) {
      const remembers = 1 / (1 + Math.exp(time[i]! - memoryAbility));
      const opMargin = 48.4 - (48.4 - (opAbility - 4 * positions[i]!)) * occluder[i]!;
      const persists = 1 / (1 + Math.exp(-opMargin));
      const walks = 1 / (1 + Math.exp(distance[i]! - flatAbility - bias * side[i]!));
      const sees = 1 / (1 + Math.exp(5 - size[i]! - visualAbility));
      const ramps = 1 - (1 - rampAbility) * ramp[i]!;
      const platforms = 1 - (1 - platformAbility) * platform[i]!;
      const lavas = 1 - (1 - lavaAbility) * lava[i]!;
      const able = remembers * persists * ramps * platforms * lavas * walks * sees;
      const p = (1 - noise) * able + noise * guess;
      // The derivative of the row's log probability by p.
      let weight: number;
      if (success[i] === 1) {
        logDensity += Math.log(p);
        weight = 1 / p;
      } else {
        logDensity += Math.log(1 - p);
        weight = -1 / (1 - p);
      }
      const dLogAble = weight * able;
      dMemory += dLogAble * (1 - remembers);
      dOp += dLogAble * (1 - persists) * occluder[i]!;
      dVisual += dLogAble * (1 - sees);
      const dWalks = dLogAble * (1 - walks);
      dFlat += dWalks;
      dBias += dWalks * side[i]!;
      dRamp += dLogAble * ramp[i]!;
      dLava += dLogAble * lava[i]!;
      dPlatform += dLogAble * platform[i]!;
      dNoise += weight * (guess - able);
    }

    const able = 1 - noise;
    const dOpAbility = able * dOp;
    // opAbility's bound is memoryAbility * 11, so memory moves it too.
    const dMemoryAbility = able * dMemory + dOpAbility * POSITIONS * sOp;
    // An interval lo + (hi − lo)Φ(u) has the slope (hi − lo)φ(u), whose logarithm has the slope −u.
    const slope = (latent: number) => normalDensity(position[latent]!);
    gradient[0] = dMemoryAbility * MEMORY * slope(0) - position[0]!;
    gradient[1] = dOpAbility * memoryAbility * POSITIONS * slope(1) - position[1]!;
    gradient[2] = able * dVisual * VISUAL * slope(2) - position[2]!;
    gradient[3] = able * dFlat * FLAT * slope(3) - position[3]!;
    gradient[4] = (able * dRamp * slope(4)) / rampAbility - position[4]!;
    gradient[5] = (able * dLava * slope(5)) / lavaAbility - position[5]!;
    gradient[6] = (able * dPlatform * slope(6)) / platformAbility - position[6]!;
    gradient[7] = able * dBias - bias;
    gradient[8] = dNoise * slope(8) - position[8]!;
    logDensity -= 0.5 * (bias * bias + Math.log(2 * Math.PI));
    for (let latent = 0; latent < 9; latent++) {
      if (latent !== 7) logDensity += normalLogDensity(position[latent]!);
    }
    return logDensity;
  };
}
