/** An empty folder in which the packed package is installed, as a user has it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

export interface EmptyFolder {
  readonly path: string;
  /** Writes a file there and gives its path. */
  write(name: string, text: string): string;
  /** Type checks all TypeScript there, strictly and the package's declarations too, and makes JavaScript of it. */
  compileTypeScript(): Promise<void>;
  /** Runs a file there. */
  node(name: string): Promise<{ stdout: string; stderr: string }>;
  remove(): void;
}

/**
 * The tarball is what `npm pack` makes of the built package. Its dependencies are those of this checkout, so that no network is asked.
 */
export async function openEmptyFolder(): Promise<EmptyFolder> {
  const path = mkdtempSync(join(tmpdir(), 'theodolite-empty-'));
  const modules = join(path, 'node_modules');
  mkdirSync(join(modules, 'theodolite'), { recursive: true });
  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', path], {
    cwd: ROOT,
    maxBuffer: 1e8,
  });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  await run('tar', ['-xzf', join(path, filename), '-C', join(modules, 'theodolite'), '--strip-components=1']);
  rmSync(join(path, filename));
  for (const name of dependencies()) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction');
  }
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return {
    path,
    write(name, text) {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    async compileTypeScript() {
      writeFileSync(
        join(path, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            ...{
              target: 'ES2023',
              module: 'NodeNext',
              lib: ['ES2023', 'DOM'],
              types: ['node'],
              strict: true,
            },
            ...{ skipLibCheck: false, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
          },
          include: ['*.ts'],
        }),
      );
      try {
        await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', path]);
      } catch (error) {
        throw new Error(`tsc: ${(error as { stdout?: string }).stdout ?? error}`);
      }
    },
    node: (name) => run(process.execPath, [join(path, name)], { cwd: path }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** All of them, since npm lays out those of dependencies flat. */
function dependencies(): string[] {
  const modules = join(ROOT, 'node_modules');
  return readdirSync(modules).flatMap((name) => {
    if (name.startsWith('.')) return [];
    return name.startsWith('@') ? readdirSync(join(modules, name)).map((own) => `${name}/${own}`) : [name];
  });
}
