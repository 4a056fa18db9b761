/** Signature help: while the arguments of a call are written, how it may be called, with the parameter that is next. */
import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap, showTooltip, type Tooltip, type ViewUpdate } from '@codemirror/view';
import type { SignatureHelpText } from '../../../editor/index.ts';
import { element, withCode } from './element.ts';
import type { Language } from './language.ts';

const setHelp = StateEffect.define<Tooltip | null>();

const help = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    const told = transaction.effects.find((effect) => effect.is(setHelp));
    if (told !== undefined) return told.value;
    return shown && { ...shown, pos: transaction.changes.mapPos(shown.pos) };
  },
  provide: (field) => showTooltip.from(field),
});

/** Shown once `(` or `,` is typed, and until the cursor leaves the call or Escape is pressed. */
export function signatureHelp(language: Language): Extension {
  return [
    help,
    EditorView.updateListener.of((update) => {
      const isShown = update.state.field(help) !== null;
      const moved = update.docChanged || update.selectionSet;
      if ((isShown && moved) || hasTyped(update)) void show(update.view, language);
    }),
    Prec.high(
      keymap.of([
        {
          key: 'Escape',
          run: (view) => {
            if (view.state.field(help) === null) return false;
            view.dispatch({ effects: setHelp.of(null) });
            return true;
          },
        },
      ]),
    ),
  ];
}

/** Whether somebody typed what begins an argument; what is pasted or completed does not ask for help. */
function hasTyped({ transactions }: ViewUpdate): boolean {
  return transactions.some((transaction) => {
    if (!transaction.isUserEvent('input.type')) return false;
    let isTyped = false;
    transaction.changes.iterChanges((_from, _to, _newFrom, _newTo, inserted) => {
      isTyped ||= /^[(,]/.test(inserted.toString());
    });
    return isTyped;
  });
}

async function show(view: EditorView, language: Language): Promise<void> {
  const { doc, selection } = view.state;
  const found = await language.ask('signature', doc.toString(), selection.main.head);
  // Of a text or a place that is no longer so.
  if (view.state.doc !== doc || view.state.selection.main.head !== selection.main.head) return;
  if (found === null && view.state.field(help) === null) return;
  view.dispatch({
    effects: setHelp.of(
      found && {
        pos: selection.main.head,
        above: true,
        create: () => ({ dom: element('div', {}, signatures(found)) }),
      },
    ),
  });
}

function signatures({ signatures: all, active, parameter, documentation }: SignatureHelpText): HTMLElement {
  const lines = all.map(({ label, parameters }, place) => {
    const next = place === active && parameter !== null ? parameters[parameter] : undefined;
    const at = next === undefined ? -1 : label.indexOf(next.label, label.indexOf('('));
    if (next === undefined || at < 0) return element('pre', {}, label);
    return element(
      'pre',
      {},
      label.slice(0, at),
      element('strong', {}, next.label),
      label.slice(at + next.label.length),
    );
  });
  const own = parameter === null ? undefined : all[active]!.parameters[parameter];
  const told = (own?.documentation ?? '') === '' ? '' : `\`${own!.name}\`: ${own!.documentation}.`;
  const words = [told, documentation].filter((text) => text !== '');
  // A list of completions may be read at the same time: this is not read out, and does not take the focus.
  return element(
    'div',
    { class: 'explained signature' },
    ...lines,
    ...words.map((text) => element('p', {}, ...withCode(text))),
  );
}
