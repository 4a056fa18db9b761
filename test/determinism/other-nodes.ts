/** Other versions of Node on this machine: those that `THEODOLITE_NODES` names, and those that npx has fetched before. */
import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Versions that are asked of npx, without asking the network. */
const FETCHED = ['22', '24'];

export interface OtherNode {
  /** Such as `v24.1.0`. */
  readonly version: string;
  readonly path: string;
}

/** Those of another version than this one, each once. */
export async function otherNodes(): Promise<OtherNode[]> {
  const named = (process.env.THEODOLITE_NODES ?? '').split(delimiter).filter((path) => path !== '');
  const fetched = await Promise.all(FETCHED.map(fetchedNode));
  const found = await Promise.all(
    [...named, ...fetched.flatMap((path) => (path === null ? [] : [path]))].map(async (path) => ({
      version: (await run(path, ['--version'])).stdout.trim(),
      path,
    })),
  );
  const byVersion = new Map(found.map((node) => [node.version, node]));
  byVersion.delete(process.version);
  return [...byVersion.values()];
}

async function fetchedNode(version: string): Promise<string | null> {
  try {
    const { stdout } = await run('npx', ['--offline', '--yes', `node@${version}`, '-p', 'process.execPath'], {
      timeout: 30_000,
    });
    return stdout.trim();
  } catch {
    // npx has none, or there is no npx.
    return null;
  }
}
