/** `simulate FOLDER`: lets the agents act, and writes `battery.csv` and `agents.csv` to the folder. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentsTable, batteryTable } from './tables.ts';

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0 || !existsSync(folder)) {
  console.error('usage: simulate FOLDER, which exists');
  process.exit(2);
}
for (const [name, text] of [
  ['battery.csv', batteryTable()],
  ['agents.csv', agentsTable()],
] as const) {
  // Renamed when whole, so that a run that is stopped leaves the old table.
  const path = join(folder, name);
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}
