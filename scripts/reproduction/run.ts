/** `npm run reproduction`: repeats the paper's fits, and writes docs/explanation/reproduction.md from the results. */
import { PACKAGE } from '../../bench/package-files.ts';
import { replaceFile } from '../../bench/results.ts';
import {
  BATTERY,
  type CommandFit,
  type Evaluated,
  evaluateAgents,
  fitAgents,
  type Subjects,
} from './object-permanence/command.ts';
import { objectPermanencePage } from './object-permanence/page.ts';
import { AMENDED, type LayoutReading, PRINTED, READINGS } from './object-permanence/readings.ts';
import { readBattery } from './object-permanence/task.ts';

const instances = readBattery(new URL(BATTERY, PACKAGE));
const scores = new Map<LayoutReading, Subjects<Evaluated>>();
for (const reading of READINGS) {
  console.log(`Thirty agents, ${reading.name}: scores of the test rows`);
  scores.set(reading, await evaluateAgents(reading));
}
const profiles = new Map<LayoutReading, Subjects<CommandFit>>();
for (const reading of [PRINTED, AMENDED]) {
  console.log(`Thirty agents, ${reading.name}: profiles`);
  profiles.set(reading, await fitAgents(reading));
}

const page = new URL('docs/explanation/reproduction.md', PACKAGE);
replaceFile(page, objectPermanencePage({ instances, scores, profiles }));
console.log(`Written: ${page.pathname.slice(PACKAGE.pathname.length)}`);
