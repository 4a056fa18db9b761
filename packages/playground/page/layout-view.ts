/** An embedded layout: the editor with its mistakes, and fits by the command in a worker. */
import type { LayoutProblem } from '../work/editor-messages.ts';
import { Commands } from '../work/open-commands.ts';
import { type Draft, filesOf, fitWords, NO_SETTINGS, REPORT, RESULTS, reportWords } from './draft.ts';
import { openEditor } from './editor.ts';
import { element, withCode } from './element.ts';
import { type Asked, type FitView, outcomeOf } from './fit-view.ts';
import { Language } from './language.ts';
import { notices } from './notices.ts';
import { FITTED, resultView } from './results.ts';

/** The folder of the workers: this module is in the one for shared parts. */
const script = (name: string): URL => new URL(`../${name}`, import.meta.url);

export function openView({ text, name, table, outcome, options }: Asked, place: HTMLElement): FitView {
  const problems = element('ul', { class: 'problems', 'aria-label': 'Mistakes in the layout' });
  const parent = element('div');
  const listed = ({ line, severity, message, remedy }: LayoutProblem) =>
    element(
      'li',
      { class: `problem ${severity}` },
      element('span', {}, `Line ${line}`),
      element(
        'div',
        {},
        element('p', {}, ...withCode(message)),
        element('p', { class: 'muted' }, ...withCode(remedy)),
      ),
    );
  place.append(parent, problems);
  const language = new Language(script('editor-worker.js'), () =>
    problems.replaceChildren(element('li', {}, 'The part that checks layouts could not be loaded.')),
  );
  const editor = openEditor({
    ...{ parent, text, language, onText: () => undefined },
    onRead: (read) => problems.replaceChildren(...read.problems.slice(0, 5).map(listed)),
  });
  const commands = new Commands(script('command-worker.js'));
  return {
    async fit(tell) {
      const chosen = outcomeOf(outcome);
      const draft: Draft = {
        ...{ name, text: editor.text() },
        files: [{ path: table!.name, role: 'main', bytes: table!.bytes, example: null }],
        settings: {
          ...NO_SETTINGS,
          outcomes: chosen === null ? {} : { [chosen.name]: chosen.columns },
          further: options,
        },
      };
      const files = filesOf(draft);
      const fit = await commands.run(fitWords(draft), files, tell);
      if (!FITTED.includes(fit.status)) return element('div', { role: 'alert' }, ...notices(fit.stderr));
      const report = await commands.run(reportWords(), [...files, ...fit.written], tell);
      const written = [...fit.written, ...report.written.filter(([path]) => path === REPORT)];
      const all = [...files, ...written];
      const view = resultView(
        {
          ...{
            digest: '',
            status: fit.status,
            printed: fit.stdout,
            said: fit.stderr,
            reportSaid: report.stderr,
          },
          ...{ files: written, commands: '' },
        },
        {
          async checks(folder) {
            const { stdout, stderr } = await commands.run(['predictive-check', folder, table!.name], all);
            return `${stderr}${stdout}`.trimEnd();
          },
          async figure(kind) {
            const input = kind === 'graph' ? [name] : [RESULTS];
            const data = ['success-by-demand', 'calibration'].includes(kind) ? ['--data', table!.name] : [];
            const { status, stdout, stderr } = await commands.run(['plot', kind, ...input, ...data], all);
            return status === 0 ? { svg: stdout } : { refused: stderr };
          },
        },
      );
      return element('div', {}, ...notices(fit.stderr), view);
    },
  };
}
