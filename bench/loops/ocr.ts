/** The plain loop of the OCR layout, stdlib-layouts/ocr/ocr.ml. */
import { type HandLoop, type LoopColumns, loopColumn } from './loop.ts';
import { normalCdf, normalDensity, normalLogDensity } from './normal.ts';

const ACUITY = 0.25;
const BLUR = 6;
const NOISE = 150;
const ROTATION = 35;
const FAINT = 300;

/** The loop over these rows; `read` is the outcome. */
export function ocrLoop(columns: LoopColumns): HandLoop {
  const blur = loopColumn(columns, 'blur_px');
  const noise = loopColumn(columns, 'noise_sd');
  const rotation = loopColumn(columns, 'rotation_deg');
  const ink = loopColumn(columns, 'ink_grey');
  const nonword = loopColumn(columns, 'nonword');
  const read = loopColumn(columns, 'read');
  const logDetail = loopColumn(columns, 'height_px').map((height) => Math.log(1 / height));
  const rows = read.length;

  return (position, gradient) => {
    const sAcuity = normalCdf(position[0]!);
    const sBlur = normalCdf(position[1]!);
    const sNoise = normalCdf(position[2]!);
    const sRotation = normalCdf(position[3]!);
    const sFaint = normalCdf(position[4]!);
    const spelling = normalCdf(position[5]!);
    const slip = normalCdf(position[6]!);
    const logAcuity = Math.log(ACUITY * sAcuity);
    const blurTolerance = BLUR * sBlur;
    const noiseTolerance = NOISE * sNoise;
    const rotationTolerance = ROTATION * sRotation;
    const faintTolerance = FAINT * sFaint;
    const steady = 1 - slip;

    let logDensity = 0;
    let dLogAcuity = 0;
    let dBlur = 0;
    let dNoise = 0;
    let dRotation = 0;
    let dFaint = 0;
    let dLogSpells = 0;
    let dLogSteady = 0;
    for (let i = 0; i < rows; i++) {
      const sees = 1 / (1 + Math.exp(6 * (logDetail[i]! - logAcuity)));
      const unblurs = 1 / (1 + Math.exp(2.5 * (blur[i]! - blurTolerance)));
      const denoises = 1 / (1 + Math.exp(0.15 * (noise[i]! - noiseTolerance)));
      const straightens = 1 / (1 + Math.exp(0.5 * (rotation[i]! - rotationTolerance)));
      const discerns = 1 / (1 + Math.exp(0.05 * (ink[i]! - faintTolerance)));
      const spells = 1 - (1 - spelling) * nonword[i]!;
      const p = steady * sees * unblurs * denoises * straightens * discerns * spells;
      // The derivative of the row's log probability by ln p.
      let weight = 1;
      if (read[i] === 1) {
        logDensity += Math.log(p);
      } else {
        logDensity += Math.log(1 - p);
        weight = -p / (1 - p);
      }
      dLogAcuity += weight * (1 - sees);
      dBlur += weight * (1 - unblurs);
      dNoise += weight * (1 - denoises);
      dRotation += weight * (1 - straightens);
      dFaint += weight * (1 - discerns);
      dLogSpells += weight * nonword[i]!;
      dLogSteady += weight;
    }

    // An interval lo + (hi − lo)Φ(u) has the slope (hi − lo)φ(u), whose logarithm has the slope −u.
    const slope = (latent: number) => normalDensity(position[latent]!);
    gradient[0] = (6 * dLogAcuity * slope(0)) / sAcuity - position[0]!;
    gradient[1] = 2.5 * dBlur * BLUR * slope(1) - position[1]!;
    gradient[2] = 0.15 * dNoise * NOISE * slope(2) - position[2]!;
    gradient[3] = 0.5 * dRotation * ROTATION * slope(3) - position[3]!;
    gradient[4] = 0.05 * dFaint * FAINT * slope(4) - position[4]!;
    gradient[5] = (dLogSpells * slope(5)) / spelling - position[5]!;
    // slip ~ beta(1, 9) has the density 9 (1 − slip)^8.
    gradient[6] = (-(dLogSteady + 8) * slope(6)) / steady - position[6]!;
    logDensity += Math.log(9) + 8 * Math.log(steady);
    for (let latent = 0; latent < 7; latent++) logDensity += normalLogDensity(position[latent]!);
    return logDensity;
  };
}
