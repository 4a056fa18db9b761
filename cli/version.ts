/** This package's version. */
import { existsSync, readFileSync } from 'node:fs';

/** Read from package.json, which is one level above the sources and above `dist`. */
export function version(): string {
  for (const place of ['../package.json', '../../package.json']) {
    const url = new URL(place, import.meta.url);
    if (existsSync(url)) return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
  }
  throw new Error('package.json is missing');
}
