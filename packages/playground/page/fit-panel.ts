/** The fit and its result: running it, stopping it, and what can be made of it. */
import type { CommandResult } from '../work/messages.ts';
import { Stopped } from '../work/open-commands.ts';
import { desk, fitter, reader } from './desk.ts';
import {
  commandText,
  type Draft,
  digestOf,
  filesOf,
  fitWords,
  REPORT,
  RESULTS,
  reportWords,
} from './draft.ts';
import { at } from './element.ts';
import { notices, tell } from './notices.ts';
import { FITTED, type KeptResult, resultView } from './results.ts';

/** A result with what was fitted. */
export interface FittedDraft {
  readonly result: KeptResult;
  readonly draft: Draft;
}

let shown: FittedDraft | null = null;

/** Makes the part work. */
export function openFitPanel(): void {
  at('fit').addEventListener('click', () => void runFit());
  at('stop').addEventListener('click', () => {
    fitter.stop();
    at('fit').focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void runFit();
  });
  desk.on('changed', showAge);
  desk.on('read', showAge);
}

async function runFit(): Promise<void> {
  if (at('fit').ariaDisabled === 'true') return;
  tell('fit-said', '');
  const draft = desk.asked;
  if (draft.files.length === 0) {
    tell('fit-said', 'There is no table to fit the layout to. Drop one, choose one, or open an example.');
    return;
  }
  setRunning(true);
  try {
    const result = await fitted(draft);
    if (result === null) return;
    showResult({ result, draft });
    at('result').scrollIntoView({ block: 'start' });
    at('result-title').focus({ preventScroll: true });
    await desk.keep('result', { result, draft } satisfies FittedDraft);
  } catch (error) {
    if (error instanceof Stopped) tell('fit-said', 'Stopped. Nothing was kept of this fit.', 'plain');
    else tell('fit-said', error);
  } finally {
    setRunning(false);
  }
}

/** Null if the command refuses, which is told. @throws SettingsError, Stopped; Error if a worker cannot be loaded */
async function fitted(draft: Draft): Promise<KeptResult | null> {
  const made = { digest: await digestOf(draft), commands: commandText(draft) };
  const files = filesOf(draft);
  showProgress('loading the compiler', undefined);
  const fit = await fitter.run(fitWords(draft), files, showProgress);
  if (!FITTED.includes(fit.status)) {
    tell('fit-said', refusalOf(fit));
    return null;
  }
  showProgress('writing the report', undefined);
  const report = await fitter.run(reportWords(), [...files, ...fit.written], showProgress);
  return {
    ...{ ...made, status: fit.status, printed: fit.stdout, said: fit.stderr },
    reportSaid: report.status === 0 ? '' : report.stderr,
    files: [...fit.written, ...report.written.filter(([path]) => path === REPORT)],
  };
}

/** What the command said when it refused, in its own words. */
function refusalOf({ stderr, status }: CommandResult): HTMLElement[] {
  const said = notices(stderr);
  return said.length > 0
    ? said
    : notices(
        `error: The command ended with status ${status} and said nothing.\n  = help: Report it with the layout and the table.`,
      );
}

function setRunning(isRunning: boolean): void {
  // A button that is disabled would lose the focus.
  at('fit').ariaDisabled = String(isRunning);
  at('stop').hidden = !isRunning;
  at('progress').hidden = !isRunning;
  if (!isRunning) at('doing').textContent = '';
}

function showProgress(text: string, share: number | undefined): void {
  const bar = at<HTMLProgressElement>('bar');
  if (share === undefined) bar.removeAttribute('value');
  else bar.value = share;
  at('doing').textContent = text.charAt(0).toUpperCase() + text.slice(1);
}

/** Shows a result, and what it was made of if that has changed since. */
export function showResult(fitted: FittedDraft): void {
  shown = fitted;
  const { result, draft } = fitted;
  const files = [...filesOf(draft), ...result.files];
  const main = draft.files.filter(({ role }) => role === 'main').map(({ path }) => path);
  const rows = draft.settings.rows.trim() === '' ? [] : ['--rows', draft.settings.rows.trim()];
  at('result').hidden = false;
  at('result-said').replaceChildren(...notices(result.said), ...notices(result.reportSaid));
  at('result-body').replaceChildren(
    resultView(result, {
      async checks(folder) {
        const { stdout, stderr } = await reader.run(['predictive-check', folder, ...main, ...rows], files);
        return `${stderr}${stdout}`.trimEnd();
      },
      async figure(kind) {
        const input = kind === 'graph' ? [draft.name] : [RESULTS];
        const table = ['success-by-demand', 'calibration'].includes(kind)
          ? ['--data', main[0]!, ...rows]
          : [];
        const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
        const words = ['plot', kind, ...input, ...table, '--theme', theme];
        const { status, stdout, stderr } = await reader.run(words, files);
        return status === 0 ? { svg: stdout } : { refused: stderr };
      },
    }),
  );
  showAge();
}

/** Says whether the result is of what is now written. */
function showAge(): void {
  if (shown === null) return;
  const { digest } = shown.result;
  const mark = (isOld: boolean) => {
    at('result-age').hidden = !isOld;
  };
  digestOf(desk.asked).then(
    (now) => mark(now !== digest),
    () => mark(true),
  );
}
