/**
 * The examples for Snakemake and DVC, with commands that are killed: what they make has the bytes of what the command makes alone.
 * Each is tried if the Python that `THEODOLITE_PYTHON` names has it.
 */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, PYTHON } from '../../python.ts';

const hasSnakemake = hasPython(['snakemake'], 'the example for Snakemake');
const hasDvc = hasPython(['dvc'], 'the example for DVC');

/** A folder with an example and its data, in which `theodolite` is the built command and says who it is. */
class Workplace {
  readonly path = mkdtempSync(join(tmpdir(), 'theodolite-workflow-'));
  readonly #environment: NodeJS.ProcessEnv;

  constructor(files: readonly string[], layout: string, table: string) {
    for (const file of files) copyFileSync(resolve('examples', file), this.at(file.split('/')[1]!));
    copyFileSync(resolve('stdlib-layouts', layout), this.at('layout.ml'));
    copyFileSync(resolve('stdlib-layouts', table), this.at('runs.csv'));
    const bin = this.at('bin');
    mkdirSync(bin);
    const command = `echo $$ >> '${this.at('processes')}'\nexec '${process.execPath}' '${resolve('dist/cli/main.js')}' "$@"`;
    writeFileSync(join(bin, 'theodolite'), `#!/bin/sh\n${command}\n`);
    chmodSync(join(bin, 'theodolite'), 0o755);
    this.#environment = { ...process.env, PATH: `${bin}:${process.env.PATH}`, DVC_NO_ANALYTICS: '1' };
  }

  at(name: string): string {
    return join(this.path, name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** The processes of the commands so far. */
  processes(): readonly number[] {
    return existsSync(this.at('processes')) ? this.read('processes').trim().split('\n').map(Number) : [];
  }

  run(program: string, ...args: readonly string[]): SpawnSyncReturns<string> {
    return spawnSync(program, args, { cwd: this.path, env: this.#environment, encoding: 'utf8' });
  }

  start(program: string, ...args: readonly string[]) {
    const child = spawn(program, args, { cwd: this.path, env: this.#environment });
    let told = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        told += piece.toString();
      });
    const ended = new Promise<{ status: number | null; told: string }>((done) => {
      child.on('close', (status) => done({ status, told }));
    });
    return { child, ended };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1200 && !holds(); tries++) await pause(50);
  expect(holds()).toBe(true);
}

describe.skipIf(!hasSnakemake)('a sweep by Snakemake', () => {
  let place: Workplace;
  const options = [
    ...['--outcome', 'success=p20-nu0.1', '--folds', '2', '--among', 'prior=flat,half'],
    ...['--warmup', '200', '--draws', '200', '--chains', '2'],
  ];
  const snakemake = [
    ...['-m', 'snakemake', '--cores', '2', '--config', `options=${options.join(' ')}`, 'parts=6'],
    ...['--rerun-incomplete', '--nocolor'],
  ];

  beforeAll(() => {
    const files = ['snakemake/Snakefile', 'snakemake/config.yaml'];
    place = new Workplace(files, 'sensitivity/sensitivity.ml', 'navigation/battery.csv');
  });
  afterAll(() => place.remove());

  /** The fits that the journals of the parts have. */
  const fits = () => {
    const folder = place.at('results/shards');
    if (!existsSync(folder)) return 0;
    const journals = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /fits.*\.jsonl$/.test(name),
    );
    return journals.reduce(
      (sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length - 1,
      0,
    );
  };

  it('gives the bytes of one process, though parts and Snakemake itself are killed', async () => {
    expect(
      place.run('theodolite', 'sweep', 'layout.ml', 'runs.csv', ...options, '--out', 'whole').status,
    ).toBe(3);

    const first = place.start(PYTHON, ...snakemake);
    for (const wanted of [4, 12]) {
      await until(() => fits() >= wanted);
      process.kill(place.processes().at(-1)!, 'SIGKILL');
    }
    await until(() => fits() >= 24);
    first.child.kill('SIGKILL');
    for (const each of place.processes().slice(-2)) {
      try {
        process.kill(each, 'SIGKILL');
      } catch {} // It has ended.
    }
    const { told } = await first.ended;
    expect(told).toContain('Trying to restart');
    expect(existsSync(place.at('results/fits.csv'))).toBe(false);
    expect(fits()).toBeLessThan(60);

    expect(place.run(PYTHON, ...snakemake, '--unlock').status).toBe(0);
    const second = place.run(PYTHON, ...snakemake);
    expect(second.status, second.stderr).toBe(0);
    for (const name of readdirSync(place.at('whole')))
      expect(place.read(`results/${name}`), name).toBe(place.read(`whole/${name}`));
    expect(place.run(PYTHON, ...snakemake).stderr).toContain('Nothing to be done');
  }, 300_000);
});

describe.skipIf(!hasDvc)('a fit and its report by DVC', () => {
  let place: Workplace;
  const repro = ['-m', 'dvc', 'repro'];
  const give = (seed: number) =>
    writeFileSync(
      place.at('params.yaml'),
      `layout: layout.ml\ntable: runs.csv\noutcome: read=tesseract,gocr\nseed: ${seed}\n`,
    );

  beforeAll(() => {
    place = new Workplace(['dvc/dvc.yaml'], 'ocr/ocr.ml', 'ocr/words.csv');
    expect(place.run(PYTHON, '-m', 'dvc', 'init', '--no-scm').status).toBe(0);
    give(1);
  });
  afterAll(() => place.remove());

  it('makes the draws of the command after a fit was killed, and only what has changed', async () => {
    const outcome = ['--outcome', 'read=tesseract,gocr'];
    expect(place.run('theodolite', 'fit', 'layout.ml', 'runs.csv', ...outcome, '--out', 'plain').status).toBe(
      0,
    );
    const before = place.processes().length;

    const killed = place.start(PYTHON, ...repro);
    await until(() => place.processes().length > before);
    await pause(700);
    process.kill(place.processes().at(-1)!, 'SIGKILL');
    const { status, told } = await killed.ended;
    expect(status, told).not.toBe(0);
    expect(existsSync(place.at('report.html'))).toBe(false);

    const again = place.run(PYTHON, ...repro);
    expect(again.status, again.stderr).toBe(0);
    for (const engine of ['tesseract', 'gocr'])
      expect(place.read(`results/${engine}/draws.csv`)).toBe(place.read(`plain/${engine}/draws.csv`));
    expect(place.read('report.html')).toContain('tesseract');

    const made = place.processes().length;
    expect(place.run(PYTHON, ...repro).status).toBe(0);
    expect(place.processes().length).toBe(made);
    give(2);
    expect(place.run(PYTHON, ...repro).status).toBe(0);
    expect(place.processes().length).toBe(made + 2);
    expect(place.read('results/gocr/draws.csv')).not.toBe(place.read('plain/gocr/draws.csv'));
  }, 300_000);
});
