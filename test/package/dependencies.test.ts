/** What an installation brings along: nothing that is not used, nothing without a licence, and at most 25 MB. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const DIST = new URL('dist/', ROOT);
const MOST_BYTES = 25e6;
/** A file takes whole blocks of a disk. */
const BLOCK = 4096;

/** Files whose licence goes by another name. */
const LICENSED_AS: Readonly<Record<string, string>> = {
  asc: 'assemblyscript',
  'inter-regular': 'inter',
  'inter-semibold': 'inter',
};

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly hasInstallScript?: boolean; readonly resolved?: string }>
  >;
}

function json<Content>(path: string): Content {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as Content;
}

const own = json<Package>('package.json');
const lockfile = json<Lockfile>('package-lock.json');

/** The files that `npm pack` puts into the package, with their sizes in bytes. */
const packed = (
  JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
      ...{ cwd: fileURLToPath(ROOT), encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] },
    }),
  ) as [{ readonly files: readonly { readonly path: string; readonly size: number }[] }]
)[0].files;

/** The names of the packages that an installation for production has besides ours. */
function installed(): string[] {
  const names = new Set(Object.keys(own.dependencies ?? {}));
  for (const name of names) {
    const { dependencies = {}, optionalDependencies = {} } = json<{
      dependencies?: Record<string, string>;
      optionalDependencies?: Record<string, string>;
    }>(`node_modules/${name}/package.json`);
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (existsSync(new URL(`node_modules/${other}`, ROOT))) names.add(other);
    }
  }
  return [...names];
}

function blocksOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + Math.ceil(size / BLOCK) * BLOCK, 0);
}

describe('an installation for production', () => {
  it('takes at most 25 MB of a disk', () => {
    const others = installed().flatMap((name) => {
      const folder = new URL(`node_modules/${name}/`, ROOT);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true });
      return files
        .filter((file) => file.isFile())
        .map((file) => statSync(`${file.parentPath}/${file.name}`).size);
    });
    const bytes = blocksOf([...packed.map(({ size }) => size), ...others]);
    expect(bytes).toBeGreaterThan(10e6);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('has just the packages that what is packed imports', () => {
    const imported = new Set<string>();
    for (const { path } of packed) {
      if (!/^dist\/.*\.js$/.test(path)) continue;
      const text = readFileSync(new URL(path, ROOT), 'utf8');
      for (const [, , specifier] of text.matchAll(
        /(?:\bimport|\b(?:import|export)\b[^;'"()]*?\bfrom|\bimport\()[ ]*(['"])((?:@|[a-z])[^'"]*)\1/g,
      )) {
        if (!specifier!.startsWith('node:')) imported.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier!)![0]);
      }
    }
    expect([...imported].sort()).toEqual(Object.keys(own.dependencies ?? {}).sort());
  });

  it('has every file that package.json names, and every module that another imports', () => {
    const files = new Set(packed.map(({ path }) => path));
    const named = readFileSync(new URL('package.json', ROOT), 'utf8').matchAll(/"\.\/(dist\/[^"*]+\.\w+)"/g);
    const wanted = Array.from(named, ([, path]) => path!);
    expect(wanted.length).toBeGreaterThan(20);
    for (const path of files) {
      if (!/^dist\/.*\.js$/.test(path) || path.startsWith('dist/vendor/')) continue;
      const text = readFileSync(new URL(path, ROOT), 'utf8');
      for (const [, specifier] of text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]+\.m?js)['"]/g)) {
        wanted.push(
          fileURLToPath(new URL(specifier!, new URL(path, ROOT))).slice(fileURLToPath(ROOT).length),
        );
      }
    }
    expect(wanted.filter((path) => !files.has(path))).toEqual([]);
  });

  it('does not hold what is vendored a second time', () => {
    const vendored = readdirSync(new URL('vendor/', DIST)).filter((name) => name.endsWith('.mjs'));
    expect(vendored.length).toBeGreaterThan(5);
    const names = installed();
    for (const file of vendored) {
      const licences = readFileSync(new URL(`vendor/${file.replace('.mjs', '.LICENSE.txt')}`, DIST), 'utf8');
      const bundled = licences.split('\n')[0]!.split(', ');
      for (const name of bundled) expect(names).not.toContain(name);
    }
  });

  it('leaves optional peers to be asked for by name', () => {
    for (const name of Object.keys(own.peerDependencies)) {
      expect(own.peerDependenciesMeta[name]).toEqual({ optional: true });
      expect(own.devDependencies[name]).toBe(own.peerDependencies[name]);
    }
  });
});

describe('what others wrote', () => {
  const notice = readFileSync(new URL('NOTICE.md', ROOT), 'utf8');

  it('is named in the notice, with a licence beside each file', () => {
    for (const folder of ['vendor/', 'vendor/assemblyscript/']) {
      const names = readdirSync(new URL(folder, DIST));
      for (const name of names.filter((each) => /\.(mjs|wasm|ttf)$/.test(each))) {
        expect(notice).toContain(name);
        const stem = name.replace(/\.\w+$/, '');
        const licence = names.includes(`${LICENSED_AS[stem] ?? stem}.LICENSE.txt`);
        expect(licence, name).toBe(true);
      }
    }
    for (const name of Object.keys(own.peerDependencies)) expect(notice).toContain(`\`${name}\``);
  });

  it('is named with the versions that are locked', () => {
    const version = (name: string) => json<{ version: string }>(`node_modules/${name}/package.json`).version;
    expect(notice).toContain(`version ${version('@resvg/resvg-wasm')}`);
    expect(notice).toContain(`version ${version('@hpcc-js/wasm-graphviz')}`);
    expect(notice).toContain(`version ${version('zstddec')}`);
  });
});

describe('the lockfile', () => {
  it('has no download addresses', () => {
    for (const [path, { resolved }] of Object.entries(lockfile.packages))
      expect(resolved, path).toBeUndefined();
  });

  it('has no package whose install script nobody decided on, of which npm would warn', () => {
    const scripts = Object.entries(lockfile.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    for (const [path] of scripts) {
      if (path !== '') expect(own.allowScripts, path).toHaveProperty(path.replace(/^.*node_modules\//, ''));
    }
  });
});
