/** That a chain, a run or an estimate without a start says which prior, outcome or latent is at fault: stored text. */
import { describe, expect, it } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { estimatePoint } from '../../host/estimate/estimate.ts';
import { loadModule } from '../../host/load.ts';
import { parametersOf } from '../../host/parameters.ts';
import { type SampleOptions, sampleRows } from '../../host/sample.ts';
import { type Columns, orderColumns } from '../../module/columns.ts';
import { HostError } from '../../module/host-error.ts';
import { encodeLevels } from '../../module/levels.ts';
import { compileToFit } from '../compile-to-fit.ts';

const QUICK: SampleOptions = { warmup: 0, draws: 2, chains: 1, pool: openThisThread() };

const LEVELS = encodeLevels(['Ada', 'Bo', 'Bo', 'Cy']);

async function open(statements: string, x: readonly number[] = [1, 1, 1, 1]) {
  const text = `layout Course\ndemand x in [0, 60]\n${statements}\n`;
  const { bytes } = await compileToFit({ name: 'course.ml', text });
  const columns: Columns = new Map([
    ['x', Float64Array.from(x)],
    ['agent', LEVELS.codes],
    ['y', Float64Array.of(2, 1, 3, 4)],
    ['z', Float64Array.of(1, 2, 1, 2)],
  ]);
  const loaded = await loadModule(bytes);
  const names = new Set(loaded.manifest.columns.map(({ name }) => name));
  const given = new Map([...columns].filter(([name]) => names.has(name)));
  const levelNames = new Map(names.has('agent') ? [['agent', LEVELS.levels]] : []);
  return { loaded, rows: { columns: orderColumns(loaded.manifest, given), levelNames } };
}

type Opened = Awaited<ReturnType<typeof open>>;

const told = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HostError);
  const { kind, message, remedy } = error as HostError;
  return `error of kind ${kind}: ${message}\n  = help: ${remedy}\n`;
};

const sampled = ({ loaded, rows }: Opened, options: SampleOptions = {}) =>
  told(sampleRows(loaded, rows, { ...QUICK, ...options }));

const file = (title: string) => `messages/no-start/${title.replaceAll(' ', '-')}.txt`;

describe('a chain without a start', () => {
  const LAYOUTS: Readonly<Record<string, string>> = {
    'an undefined logarithm':
      'capability a ~ uniform(0, 1)\nparam s ~ half_normal(1)\nobserve y ~ lognormal(log(a - 2), s)',
    'a prior far from the data':
      'capability a ~ normal(0, 1)\nparam s ~ half_normal(1)\nobserve y ~ lognormal(log(a - 50), s)',
    'either of two latents':
      'capability a ~ normal(0, 1)\ncapability b ~ normal(1, 2)\nobserve y ~ lognormal(log(a + b - 50), 1)',
    'one level of a latent':
      'category agent\ncapability a[agent] ~ normal(2, 10)\nobserve y ~ lognormal(log(a[agent] + 10 - x), 1)',
    'the second outcome':
      'capability a ~ normal(0, 1)\nparam c ~ uniform(0, 1)\nobserve y ~ normal(a, 1)\nobserve z ~ lognormal(log(c - x), 1)',
    'a spread of data that do not vary':
      'capability a ~ normal(0, sd(x))\nparam b ~ normal(0, 1)\nobserve y ~ normal(a + b, 1)',
    'bounds of a prior out of order':
      'capability a ~ uniform(max(x), min(x) - 1)\nparam b ~ normal(0, 1)\nobserve y ~ normal(a + b, 1)',
    'a spread that is below 0 with its prior':
      'param t ~ uniform(-3, -2)\ncapability a ~ normal(0, t)\nobserve y ~ normal(a, 1)',
    'a shape that is below 0 about the middle':
      'param t ~ normal(-20, 1)\ncapability a ~ gamma(t, 1)\nobserve y ~ normal(a, 1)',
    'cut points out of order': 'param c ~ uniform(0, 1)\nobserve y ~ ordered_logistic(x, c + 1, c, c + 2)',
    'an outcome in a statistic': 'param c ~ uniform(0, 1)\nobserve y ~ lognormal(log(c - mean(y)), 1)',
  };

  it.each(Object.entries(LAYOUTS))('names what is at fault: %s', async (title, statements) => {
    const text = await sampled(await open(statements, title.includes('level') ? [1, 50, 50, 1] : undefined));
    await expect(text).toMatchFileSnapshot(file(title));
  });

  it('names the same of a run of sequential Monte Carlo', async () => {
    const opened = await open(LAYOUTS['the second outcome']!);
    const [chain, run] = [await sampled(opened), await sampled(opened, { method: 'smc', draws: 8 })];
    expect(run).toBe(
      chain.replace(
        /Chain 1 found no [^.]*\./,
        'Run 1 found no place where the density of this layout and these data is finite.',
      ),
    );
  });
});

it('an estimate without a start names what is at fault', async () => {
  const { loaded, rows } = await open('capability a ~ normal(0, 1)\nobserve y ~ lognormal(log(a - 50), 1)');
  const parameters = parametersOf(loaded.manifest, rows.levelNames);
  const estimate = estimatePoint(loaded, rows, parameters, {
    method: 'map',
    starts: 2,
    pool: openThisThread(),
  });
  await expect(await told(estimate)).toMatchFileSnapshot(file('an estimate'));
});

it('a module that contradicts itself is said to have a finite density in the middle', async () => {
  const opened = await open('capability a ~ normal(0, 1)\nobserve y ~ normal(a, 1)');
  const pool = {
    ...openThisThread(),
    run: () => Promise.reject(new HostError('start', 'Chain 1 found no starting point.', 'None.')),
  };
  await expect(await sampled(opened, { pool })).toMatchFileSnapshot(file('finite in the middle'));
});
