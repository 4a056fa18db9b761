/** The editor of a layout: CodeMirror with the services of `editor`, which a worker answers. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import type { Change, CompletionItem, HoverText } from '../../../editor/index.ts';
import type { SemanticToken } from '../../../editor/semantic-tokens.ts';
import type { LayoutProblem, ReadLayout } from '../work/editor-messages.ts';
import { element, withCode } from './element.ts';
import type { Language } from './language.ts';
import { signatureHelp } from './signature-help.ts';

export interface LayoutEditor {
  readonly view: EditorView;
  text(): string;
  /** Replaces the whole text. */
  write(text: string): void;
  /** Makes changes that belong together, as a remedy asks for them. */
  change(changes: readonly Change[]): void;
  /** Shows a place, and moves the cursor there. */
  goTo(offset: number): void;
  format(): Promise<void>;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly language: Language;
  /** Called with each text at once, before anything is known of it. */
  readonly onText: (text: string) => void;
  /** Called with what is known of the last text. */
  readonly onRead: (read: ReadLayout) => void;
}

const setTokens = StateEffect.define<readonly SemanticToken[]>();

/** The colours of words: those of the last text that was read, moved along until the next one is. */
const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setTokens)) continue;
      return Decoration.set(
        effect.value.map(({ start, end, type, modifiers }) => {
          const names = [type, ...modifiers].map((name) => `token-${name}`).join(' ');
          return Decoration.mark({ class: names }).range(start, end);
        }),
      );
    }
    return decorations.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function openEditor({ parent, text, language, onText, onRead }: EditorOptions): LayoutEditor {
  const editor: LayoutEditor = {
    view: new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          ...[lineNumbers(), lintGutter(), history(), drawSelection(), bracketMatching()],
          ...[highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), tokens],
          // Lists and hints may reach beyond the editor, which scrolls.
          tooltips({ position: 'fixed' }),
          autocompletion({ override: [(context) => complete(context, language)], icons: false }),
          hoverTooltip((view, offset) => hover(view, offset, language), { hoverTime: 350 }),
          signatureHelp(language),
          keymap.of([
            { key: 'Shift-Alt-f', run: () => handled(editor.format()) },
            { key: 'F12', run: ({ state }) => handled(goToDefinition(state.selection.main.head)) },
            ...[...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap],
          ]),
          EditorView.contentAttributes.of({
            ...{ 'aria-label': 'Layout', spellcheck: 'false' },
            ...{ autocapitalize: 'off', autocorrect: 'off' },
          }),
          EditorView.lineWrapping,
          EditorView.updateListener.of(({ docChanged }) => {
            if (!docChanged) return;
            onText(editor.text());
            void read();
          }),
        ],
      }),
    }),
    text: () => editor.view.state.doc.toString(),
    write(text) {
      editor.view.dispatch({ changes: { from: 0, to: editor.view.state.doc.length, insert: text } });
    },
    change(changes) {
      editor.view.dispatch({
        changes: changes.map(({ span, text: insert }) => ({ from: span.start, to: span.end, insert })),
      });
      editor.view.focus();
    },
    goTo(offset) {
      editor.view.dispatch({ selection: { anchor: offset }, scrollIntoView: true });
      editor.view.focus();
    },
    async format() {
      const before = editor.text();
      const changes = await language.ask('format', before);
      if (changes !== null && changes.length > 0 && editor.text() === before) editor.change(changes);
    },
  };

  async function goToDefinition(offset: number): Promise<void> {
    const place = await language.ask('definition', editor.text(), offset);
    if (place !== null) editor.goTo(place);
  }

  let isReading = false;
  /** One text is read at a time; of those that are written meanwhile, the last. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      for (let before: string | null = null; before !== editor.text(); ) {
        before = editor.text();
        const found = await language.ask('read', before);
        if (before !== editor.text()) continue;
        editor.view.dispatch(
          setDiagnostics(
            editor.view.state,
            found.problems.map((one) => shown(one, editor)),
          ),
          {
            effects: setTokens.of(found.tokens.filter(({ start, end }) => start < end)),
          },
        );
        onRead(found);
      }
    } finally {
      isReading = false;
    }
  }
  void read();
  return editor;
}

/** A key that begins work has been taken. */
function handled(_work: Promise<void>): boolean {
  return true;
}

function shown({ start, end, severity, message, remedy, fix }: LayoutProblem, editor: LayoutEditor) {
  const length = editor.view.state.doc.length;
  return {
    ...{
      from: Math.min(start, length),
      to: Math.min(end, length),
      severity,
      message: `${message} ${remedy}`,
    },
    renderMessage: () =>
      element('div', {}, element('p', {}, ...withCode(message)), element('p', {}, ...withCode(remedy))),
    actions: fix === null ? [] : [{ name: fix.title, apply: () => editor.change(fix.changes) }],
  };
}

async function complete(context: CompletionContext, language: Language): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const before = state.doc.sliceString(Math.max(0, pos - 1), pos);
  if (!explicit && !/[A-Za-z_~[(=:,]/.test(before)) return null;
  const { span, items } = await language.ask('completions', state.doc.toString(), pos);
  if (items.length === 0 || (!explicit && span.start === pos && !/[~:]/.test(before))) return null;
  return {
    ...{ from: span.start, to: span.end, validFor: /^\w*$/ },
    options: items.map((item, place) => option(item, items.length - place)),
  };
}

function option({ label, detail, explanation, insert }: CompletionItem, boost: number): Completion {
  return {
    ...{ label, detail, apply: insert },
    // The services put what is nearest first.
    boost: Math.min(99, boost),
    ...(explanation === null ? {} : { info: () => explained(explanation) }),
  };
}

async function hover(view: EditorView, offset: number, language: Language) {
  const found = await language.ask('hover', view.state.doc.toString(), offset);
  if (found === null) return null;
  return {
    ...{ pos: found.span.start, end: found.span.end, above: true },
    create: () => ({ dom: explained(found) }),
  };
}

/** Code, and paragraphs in which only code and lists are marked. */
function explained({ code, paragraphs }: Omit<HoverText, 'span'>): HTMLElement {
  return element(
    'div',
    { class: 'explained' },
    element('pre', {}, code),
    ...paragraphs.map((text) =>
      text.startsWith('- ')
        ? element('ul', {}, ...text.split('\n').map((line) => element('li', {}, ...withCode(line.slice(2)))))
        : element('p', {}, ...withCode(text)),
    ),
  );
}
