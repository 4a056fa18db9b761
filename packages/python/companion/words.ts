/** Prints the words and the facts that the Python package shares with the command, as JSON: `words.json` of the wheel. */
import { readFileSync } from 'node:fs';
import * as thresholds from '../../../host/diagnose/thresholds.ts';
import { METHODS } from '../../../host/draws.ts';
import { noRoom } from '../../../host/instance.ts';
import { refusedModule } from '../../../host/refused-module.ts';
import { DEFAULT_SETTINGS } from '../../../host/sample.ts';
import { DEFAULT_SCOUTS, MAX_VALUES } from '../../../host/scout.ts';
import { ABI_VERSION, FUNCTIONS } from '../../../module/abi.ts';
import { brokeOff, type HostError, interrupted, notAsSaid } from '../../../module/host-error.ts';
import { OPTION_PROBLEMS } from '../../../module/option-problems.ts';
import { OUTCOME_WORDS } from '../../../module/outcome-words.ts';
import { PLACES } from '../../../module/problem-text.ts';
import { TABLE_PHRASES, TABLE_PROBLEMS } from '../../../module/table-problems.ts';

/** A number that stands for a slot. */
const NUMBER = 987_654_321;

/** The two sentences of an error, with `{first}` and `{second}` for the values. */
function sentences({ message, remedy }: HostError): { message: string; remedy: string } {
  const open = (text: string) => text.replaceAll(String(NUMBER), '{first}');
  return { message: open(message), remedy: open(remedy) };
}

const [FIRST, SECOND] = ['{first}', '{second}'];

const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

process.stdout.write(
  `${JSON.stringify(
    {
      version,
      abi: { version: ABI_VERSION, functions: FUNCTIONS },
      places: PLACES,
      table: TABLE_PROBLEMS,
      phrases: TABLE_PHRASES,
      options: OPTION_PROBLEMS,
      outcomes: Object.fromEntries(OUTCOME_WORDS),
      host: {
        noRoom: sentences(noRoom(NUMBER)),
        brokeOff: sentences(brokeOff(FIRST!, SECOND)),
        notAsSaid: sentences(notAsSaid(FIRST!)),
        interrupted: sentences(interrupted()),
        changed: sentences(refusedModule('changed', [])),
        noManifest: sentences(refusedModule('noManifest', [])),
        importing: sentences(refusedModule('importing', [FIRST])),
        starting: sentences(refusedModule('starting', [])),
        command: sentences(refusedModule('command', [])),
        withoutSum: sentences(refusedModule('withoutSum', [])),
        notExporting: sentences(refusedModule('exporting', [FIRST])),
        exporting: sentences(refusedModule('exporting', [FIRST, 'another type'])),
        unbounded: sentences(refusedModule('unbounded', [])),
        otherVersion: sentences(refusedModule('otherVersion', [NUMBER])),
        unreadable: sentences(refusedModule('unreadable', [FIRST])),
        refusedByEngine: sentences(refusedModule('refusedByEngine', [FIRST])),
      },
      sampling: {
        ...DEFAULT_SETTINGS,
        seed: String(DEFAULT_SETTINGS.seed),
        methods: METHODS,
        scouts: DEFAULT_SCOUTS,
        mostValuesForScouts: MAX_VALUES,
      },
      thresholds,
    },
    null,
    1,
  )}\n`,
);
