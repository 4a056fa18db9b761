/** The functions of `node:path` that the command uses, for paths with slashes. */
import { currentFolder, placeOf } from './disk.ts';

export const sep = '/';

export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const text = parts.join('/');
  return path.startsWith('/') ? `/${text}` : text || '.';
}

export const join = (...parts: string[]): string => normalize(parts.filter((part) => part !== '').join('/'));

export function resolve(...parts: string[]): string {
  const absolute = parts.findLastIndex((part) => part.startsWith('/'));
  return placeOf(parts.slice(Math.max(0, absolute)).join('/') || currentFolder());
}

export function dirname(path: string): string {
  const bare = path.replace(/(?<=.)\/+$/, '');
  const at = bare.lastIndexOf('/');
  return at < 0 ? '.' : bare.slice(0, at) || '/';
}

export function basename(path: string, ending = ''): string {
  const name = path.replace(/\/+$/, '').split('/').at(-1)!;
  return ending !== '' && name.endsWith(ending) && name !== ending ? name.slice(0, -ending.length) : name;
}

export function extname(path: string): string {
  const name = basename(path);
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at);
}

export function relative(from: string, to: string): string {
  const [base, target] = [from, to].map((path) => resolve(path).split('/').filter(Boolean));
  let shared = 0;
  while (shared < base!.length && base![shared] === target![shared]) shared++;
  return [...base!.slice(shared).map(() => '..'), ...target!.slice(shared)].join('/');
}
