/** An embedded module, which was compiled before: the host fits it, and no compiler is loaded. */
import { readColumns } from '../../../files/tables/read-columns.ts';
import { load } from '../../../host/index.ts';
import { element, withCode } from './element.ts';
import { type Asked, type FitView, outcomeOf } from './fit-view.ts';

export function openView({ module, table, outcome }: Asked, _place: HTMLElement): FitView {
  return {
    async fit(tell) {
      tell('Reading the table');
      const model = await load(module!);
      const columns = Object.fromEntries(await readColumns(table!.bytes, { name: table!.name }));
      const chosen = outcomeOf(outcome);
      if (chosen !== null && columns[chosen.columns] === undefined) {
        throw new Error(`${table!.name} has no column called \`${chosen.columns}\`.`);
      }
      const named = chosen === null ? columns : { ...columns, [chosen.name]: columns[chosen.columns]! };
      const bound = await model.bind(named);
      const fit = await bound.fit({
        onProgress: (done, total) => tell(`${done} of ${total} draws`),
      });
      const failed = fit.verdict.status === 'failed';
      const rows = Object.entries(fit.profile());
      const heads = ['parameter', ...Object.keys(rows[0]?.[1] ?? {})];
      const lines = rows.map(([name, row]) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, failed ? `not converged: ${name}` : name),
          ...Object.values(row).map((cell) => element('td', { class: 'number' }, String(cell))),
        ),
      );
      return element(
        'div',
        {},
        ...fit.verdict.findings.map(({ weight, message, remedy }) =>
          element(
            'p',
            { class: `note notice ${weight === 'fatal' ? 'bad' : weight === 'caution' ? 'care' : 'plain'}` },
            ...withCode(`${message} ${remedy}`),
          ),
        ),
        element(
          'div',
          { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Profile' },
          element(
            'table',
            {},
            element(
              'thead',
              {},
              element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head))),
            ),
            element('tbody', {}, ...lines),
          ),
        ),
      );
    },
  };
}
