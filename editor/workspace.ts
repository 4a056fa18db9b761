/** What the workspace of an editor knows of the names of a layout, beside its text: a table, and a fit. */

/** Where they are, as the user names them in the settings of the editor: paths, by themselves or from the workspace's folder. */
export interface WorkspaceSettings {
  readonly table: string | null;
  /** The folder of one fit. */
  readonly fit: string | null;
}

export interface WorkspaceFacts {
  /** A paragraph of Markdown on what the table holds for a demand, a category or an outcome; null if no table is named. */
  ofColumn(name: string): string | null;
  /** A paragraph of Markdown on the posterior of a latent or a report, in a layout of this text; null if no fit is named, or it has none. */
  ofLatent(name: string, text: string): string | null;
}

/** Reads what there is by the settings; `root` is the address of the workspace's folder. Answers soon, and never throws. */
export type ReadWorkspace = (settings: WorkspaceSettings, root: string | null) => Promise<WorkspaceFacts>;

export const NO_FACTS: WorkspaceFacts = { ofColumn: () => null, ofLatent: () => null };

/** The settings among those that a client sends: under `theodolite`, or by themselves. Others, and empty texts, name nothing. */
export function workspaceSettings(sent: unknown): WorkspaceSettings {
  const settings = memberOf(sent, 'theodolite') ?? sent;
  const path = (name: string) => {
    const found = memberOf(settings, name);
    return typeof found === 'string' && found.trim() !== '' ? found : null;
  };
  return { table: path('table'), fit: path('fit') };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
