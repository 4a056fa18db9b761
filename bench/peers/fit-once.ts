/**
 * One whole fit of one posterior in a separate process, as `fit.py` does for the others: the engine starts cold, and
 * the operating system counts only this fit. Usage: fit-once.js POSTERIOR SEED DRAWS_FILE
 */
import { writeFileSync } from 'node:fs';
import { compileSource } from '../../compiler/compile.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/open-workers.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import type { FitReport } from './fit-report.ts';
import { peerPosterior } from './posteriors.ts';

const [name, seed, file] = process.argv.slice(2) as [string, string, string];
const posterior = peerPosterior(name);
const levels = new Map(
  posterior.categories.map((category) => {
    const most = posterior.columns.get(category)!.reduce((greatest, level) => Math.max(greatest, level), 0);
    return [category, Array.from({ length: most + 1 }, (_, level) => String(level + 1))];
  }),
);

const began = cpuSeconds();
const { bytes } = await compileSource(posterior.source, sketchOf(posterior.columns));
const loaded = await loadModule(bytes);
const compiled = cpuSeconds();
const pool = await openWorkers(2);
const made = await fitOnce(loaded, posterior.columns, {
  seed: BigInt(seed),
  pool,
  ...(levels.size === 0 ? {} : { levels }),
});
const ended = cpuSeconds();
await pool.close();

const { draws, sampler, verdict } = made;
const parameters = draws[0]!.latents.length;
const kept = draws[0]!.lp.length;
const all = new Float64Array(draws.length * kept * parameters);
draws.forEach(({ latents }, chain) => {
  latents.forEach((series, parameter) => {
    all.set(series, (parameter * draws.length + chain) * kept);
  });
});
writeFileSync(file, all);
const leapfrogs = draws.reduce(
  (total, chain) => total + chain.leapfrogs.reduce((sum, each) => sum + each, 0),
  0,
);
const report: FitReport = {
  compileSeconds: compiled - began,
  fitSeconds: ended - compiled,
  gradients: sampler.gradients + made.scoutGradients,
  samplingGradients: leapfrogs,
  divergences: sampler.divergences,
  chains: draws.length,
  draws: kept,
  names: Object.keys(made.summary),
};
console.log(
  JSON.stringify({
    ...report,
    verdict: verdict.status,
    warmups: draws.map(({ warmup }) => warmup),
    scouts: [made.scoutGradients, made.scouts.out, made.scouts.arrived, made.modes?.length],
  }),
);

/** Of this process with all its threads. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
