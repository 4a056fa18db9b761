/** The plain loop of the navigation layout, stdlib-layouts/navigation/navigation.ml. */
import { type HandLoop, type LoopColumns, loopColumn } from './loop.ts';

/** The loop over these rows; `success` is the outcome. */
export function navigationLoop(columns: LoopColumns): HandLoop {
  const distance = loopColumn(columns, 'goalDistance');
  const size = loopColumn(columns, 'goalSize');
  const success = loopColumn(columns, 'success');
  const rows = success.length;
  const detail = distance.map((each, row) => each / size[row]!);
  const logDetail = detail.map(Math.log);
  const logSdAcuity = Math.log(detail.reduce((most, each) => Math.max(most, each)) / 2);
  const sdReach = distance.reduce((most, each) => Math.max(most, each)) / 2;

  return (position, gradient) => {
    // Standardised by the scales of their priors.
    const zAcuity = Math.exp(position[0]!);
    const zReach = Math.exp(position[1]!);
    const logAcuity = position[0]! + logSdAcuity;
    const reach = sdReach * zReach;

    let logDensity = 0;
    let dLogAcuity = 0;
    let dReach = 0;
    for (let i = 0; i < rows; i++) {
      const sees = 1 / (1 + Math.exp(logDetail[i]! - logAcuity));
      const walks = 1 / (1 + Math.exp(distance[i]! - reach));
      const p = sees * walks;
      // The derivative of the row's log probability by ln p.
      let weight = 1;
      if (success[i] === 1) {
        logDensity += Math.log(p);
      } else {
        logDensity += Math.log(1 - p);
        weight = -p / (1 - p);
      }
      dLogAcuity += weight * (1 - sees);
      dReach += weight * (1 - walks);
    }

    // Half-normal densities, and the log Jacobian ln x of x = sd e^u, whose ln sd the densities take away.
    gradient[0] = dLogAcuity - zAcuity * zAcuity + 1;
    gradient[1] = dReach * reach - zReach * zReach + 1;
    logDensity -= 0.5 * (zAcuity * zAcuity + zReach * zReach);
    logDensity += Math.log(2 / Math.PI);
    return logDensity + position[0]! + position[1]!;
  };
}
