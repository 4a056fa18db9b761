/**
 * Effective draws per gradient on the reference posteriors, for the current sampler or in comparison with others, as in
 * the tables of docs/explanation/sampler.md. It stores nothing.
 */
import { parseArgs } from 'node:util';
import { compileSource } from '../compiler/compile.ts';
import { type LoadedModule, loadModule } from '../host/load.ts';
import { openWorkers } from '../host/open-workers.ts';
import { sketchOf } from '../module/data-sketch.ts';
import { objectPermanence, ocr } from './battery.ts';
import { isPosteriorName, POSTERIOR_NAMES, posteriordb, type ReferencePosterior } from './posteriordb.ts';
import { comparison } from './sampler/comparison.ts';
import { compilerWith } from './sampler/compile-variant.ts';
import { type Measured, measureSampler } from './sampler/measure.ts';
import { VARIANTS } from './sampler/variants.ts';

const LAYOUTS = [...['tesseract', 'gocr', 'ocrad'], ...['agent6', 'agent11', 'agent12', 'agent24']] as const;
const THREADS = 2;

const USAGE = `usage: sampler [--posteriors NAME,...] [--variants NAME,...] [--warmup 1000,...] [--target 0.8,...] [--seeds 9]
  --posteriors  layouts (${LAYOUTS.join(', ')}), posteriordb (${POSTERIOR_NAMES.join(', ')}), or some of these
  --variants    of the sampler, separated by semicolons, or all: ${Object.keys(VARIANTS).join('; ')}
  --warmup      transitions of the warm-up
  --target      acceptance that the step size is steered to
  --seeds       fits of each kind, of 4 × 1000 draws
What comes first among variants and warm-ups is what the others are compared with.`;

function refuse(problem: string): never {
  console.error(`${problem}\n${USAGE}`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        posteriors: { type: 'string', default: 'layouts' },
        variants: { type: 'string', default: 'today' },
        warmup: { type: 'string', default: '1000,500,300,200,100' },
        target: { type: 'string', default: '0.8,0.95' },
        seeds: { type: 'string', default: '9' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const options = readOptions();
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const warmups = options.warmup.split(',').map(Number);
if (!warmups.every((warmup) => Number.isInteger(warmup) && warmup >= 0))
  refuse('--warmup takes whole numbers');
const targets = options.target.split(',').map(Number);
if (!targets.every((target) => target > 0 && target < 1)) refuse('--target takes numbers between 0 and 1');
const seeds = Number(options.seeds);
if (!(Number.isInteger(seeds) && seeds >= 1)) refuse('--seeds takes a whole number above 0');
const variants =
  options.variants === 'all' ? Object.keys(VARIANTS) : options.variants.split(';').map((name) => name.trim());
const unknown = variants.find((name) => !Object.hasOwn(VARIANTS, name));
if (unknown !== undefined) refuse(`there is no variant \`${unknown}\``);
const names = options.posteriors
  .split(',')
  .flatMap((name): readonly string[] =>
    name === 'layouts' ? LAYOUTS : name === 'posteriordb' ? POSTERIOR_NAMES : [name],
  );
const posteriors = names.map(open);

/** A variant of the sampler with a length of the warm-up. */
const configurations = variants.flatMap((variant) => warmups.map((warmup) => ({ variant, warmup })));
const nameOf = ({ variant, warmup }: (typeof configurations)[number]) =>
  [...(variants.length > 1 ? [variant] : []), ...(warmups.length > 1 ? [String(warmup)] : [])].join(', ') ||
  variant;

const compilers = new Map(
  await Promise.all(variants.map(async (name) => [name, await compilerOf(name)] as const)),
);
const pool = await openWorkers(THREADS);
try {
  for (const targetAccept of targets) {
    const measured = new Map<string, Measured[]>();
    console.log(`\nTarget ${targetAccept}, ${seeds} seeds\n`);
    console.log(
      '| posterior | sampler | draws per gradient | per gradient with warm-up | warm-up gradients | accepted | divergences | fits |',
    );
    console.log('| --- | --- | --: | --: | --: | --: | --: | --- |');
    for (const posterior of posteriors) {
      for (const configuration of configurations) {
        const loaded = await compileFor(posterior, configuration.variant);
        const setting = { targetAccept, warmup: configuration.warmup, seeds };
        const found = await measureSampler(posterior, loaded, setting, pool);
        const name = nameOf(configuration);
        measured.set(name, [...(measured.get(name) ?? []), found]);
        console.log(row(posterior.name, name, found));
      }
    }
    if (configurations.length > 1) console.log(`\n${comparison(measured)}`);
  }
} finally {
  await pool.close();
  for (const { remove } of compilers.values()) remove();
}

function open(name: string): ReferencePosterior {
  if (isPosteriorName(name)) return posteriordb(name);
  if (!LAYOUTS.some((each) => each === name)) refuse(`there is no posterior \`${name}\``);
  return name.startsWith('agent') ? objectPermanence(name) : ocr(name);
}

async function compilerOf(
  variant: string,
): Promise<{ readonly compile: typeof compileSource; readonly remove: () => void }> {
  const edits = VARIANTS[variant]!;
  return edits.length === 0 ? { compile: compileSource, remove: () => {} } : compilerWith(edits);
}

async function compileFor({ source, columns }: ReferencePosterior, variant: string): Promise<LoadedModule> {
  const { bytes } = await compilers.get(variant)!.compile(source, sketchOf(columns));
  return loadModule(bytes);
}

function row(posterior: string, name: string, found: Measured): string {
  const cells = [
    ...[posterior, name, found.sampling.toPrecision(3), found.all.toPrecision(3)],
    ...[found.warmupGradients.toFixed(0), found.accepted.toFixed(3), found.divergences, found.verdicts],
  ];
  return `| ${cells.join(' | ')} |`;
}
