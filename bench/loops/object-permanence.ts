/** The plain loop of the object-permanence layout, stdlib-layouts/object-permanence/object-permanence.ml. */
import { logistic, logUnitJacobian } from './logistic.ts';
import { type Columns, columnOf, type Loop } from './loop.ts';

const MEMORY = 4.4;
const POSITIONS = 11;
const VISUAL = 6;
const FLAT = 56;

/** The loop over these rows; `success` is the outcome. */
export function objectPermanenceLoop(columns: Columns): Loop {
  const time = columnOf(columns, 'timeUnderOcclusion');
  const positions = columnOf(columns, 'numPositions');
  const distance = columnOf(columns, 'goalDistance');
  const size = columnOf(columns, 'goalSize');
  const side = columnOf(columns, 'side');
  const occluder = columnOf(columns, 'occluder');
  const lava = columnOf(columns, 'lava');
  const platform = columnOf(columns, 'platform');
  const ramp = columnOf(columns, 'ramp');
  const success = columnOf(columns, 'success');
  const rows = success.length;
  const guess = 1 - success.reduce((sum, each) => sum + each, 0) / rows;

  return (position, gradient) => {
    const sMemory = logistic(position[0]!);
    const sOp = logistic(position[1]!);
    const sVisual = logistic(position[2]!);
    const sFlat = logistic(position[3]!);
    const rampAbility = logistic(position[4]!);
    const lavaAbility = logistic(position[5]!);
    const platformAbility = logistic(position[6]!);
    const bias = position[7]!;
    const noise = logistic(position[8]!);
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
    gradient[0] = dMemoryAbility * MEMORY * sMemory * (1 - sMemory) + 1 - 2 * sMemory;
    gradient[1] = dOpAbility * opAbility * (1 - sOp) + 1 - 2 * sOp;
    gradient[2] = able * dVisual * VISUAL * sVisual * (1 - sVisual) + 1 - 2 * sVisual;
    gradient[3] = able * dFlat * FLAT * sFlat * (1 - sFlat) + 1 - 2 * sFlat;
    gradient[4] = able * dRamp * (1 - rampAbility) + 1 - 2 * rampAbility;
    gradient[5] = able * dLava * (1 - lavaAbility) + 1 - 2 * lavaAbility;
    gradient[6] = able * dPlatform * (1 - platformAbility) + 1 - 2 * platformAbility;
    gradient[7] = able * dBias - bias;
    gradient[8] = dNoise * noise * (1 - noise) + 1 - 2 * noise;
    logDensity -= 0.5 * (bias * bias + Math.log(2 * Math.PI));
    for (let latent = 0; latent < 9; latent++) {
      if (latent !== 7) logDensity += logUnitJacobian(position[latent]!);
    }
    return logDensity;
  };
}
