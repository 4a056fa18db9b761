/** What is on the page at this moment, and who is told when it changes. */
import type { ReadLayout } from '../work/editor-messages.ts';
import { Commands } from '../work/open-commands.ts';
import { type Draft, NO_SETTINGS, type Settings } from './draft.ts';
import { keep } from './kept.ts';
import { tell } from './notices.ts';

const script = (name: string): URL => new URL(name, import.meta.url);

/** Tables are described while a fit runs. */
export const reader = new Commands(script('command-worker.js'));
export const fitter = new Commands(script('command-worker.js'));
export const EDITOR_WORKER = script('editor-worker.js');

/** `changed` after any change, `replaced` if another draft was opened, `read` once the layout has been read. */
type DeskEvent = 'changed' | 'replaced' | 'read';

const UNREAD: ReadLayout = { problems: [], tokens: [], columns: [], tables: [] };

const KEEP_AFTER_MILLISECONDS = 200;

/** Guards the draft, what is known of its layout, and the listeners. */
class Desk {
  #draft: Draft = { name: 'layout.ml', text: '', files: [], settings: NO_SETTINGS };
  #read: ReadLayout = UNREAD;
  #keeping = 0;
  #isKept = true;
  readonly #listeners: [DeskEvent, () => void][] = [];

  get draft(): Draft {
    return this.#draft;
  }

  /** The draft without settings of names that its layout has no longer, which are kept in case they come back. */
  get asked(): Draft {
    const { columns, problems } = this.#read;
    if (columns.length === 0 || problems.some(({ severity }) => severity === 'error')) return this.#draft;
    const { settings } = this.#draft;
    const known = (given: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(given).filter(([name]) => columns.some((each) => each.name === name)),
      );
    const { outcomes, bindings } = settings;
    return {
      ...this.#draft,
      settings: { ...settings, outcomes: known(outcomes), bindings: known(bindings) },
    };
  }

  get read(): ReadLayout {
    return this.#read;
  }

  on(event: DeskEvent, listener: () => void): void {
    this.#listeners.push([event, listener]);
  }

  change(next: Partial<Draft>): void {
    this.#draft = { ...this.#draft, ...next };
    clearTimeout(this.#keeping);
    this.#keeping = window.setTimeout(() => void this.keep('draft', this.#draft), KEEP_AFTER_MILLISECONDS);
    this.#tell('changed');
  }

  changeSettings(next: Partial<Settings>): void {
    this.change({ settings: { ...this.#draft.settings, ...next } });
  }

  /** Puts another draft in place of this one. */
  replace(next: Draft): void {
    this.#read = UNREAD;
    this.change(next);
    this.#tell('replaced');
  }

  setRead(read: ReadLayout): void {
    this.#read = read;
    this.#tell('read');
  }

  /** Keeps a value through a reload; a browser that cannot is told of once. */
  async keep(name: string, value: unknown): Promise<void> {
    try {
      await keep(name, value);
      if (!this.#isKept) tell('said', '');
      this.#isKept = true;
    } catch (error) {
      this.#isKept = false;
      tell('said', error, 'care');
    }
  }

  #tell(event: DeskEvent): void {
    for (const [name, listener] of this.#listeners) if (name === event) listener();
  }
}

export const desk = new Desk();
