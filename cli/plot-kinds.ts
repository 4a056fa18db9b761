/** The kinds of figures that `plot` draws: of each its name, what it is drawn of, and how it is made. */
import type { ForestGrouping } from '../figures/data/forest.ts';
import type { FigureSvg } from '../figures/draw/figure.ts';
import type { Frame } from '../figures/draw/frame.ts';
import type { DataOptions } from './commands/data-options.ts';
import { openFigureFits } from './figure-fits.ts';

/** What a command line asks for, the same for every kind; each takes what it needs of it. */
export interface PlotRequest extends DataOptions {
  /** As the kind `takes` them. */
  readonly paths: readonly string[];
  /** The table of `--data`. */
  readonly data?: string;
  readonly layout?: string;
  readonly by?: ForestGrouping;
  /** The names of parameters. */
  readonly only?: readonly string[];
  readonly signal: AbortSignal;
}

export interface PlotKind {
  readonly name: string;
  /** What the paths are, as the list of kinds says it. */
  readonly takes: 'FIT…' | 'FIT' | 'LAYOUT.ml' | 'SWEEP';
  /** The options of {@link PlotRequest} that it uses, by their names; others are refused. */
  readonly options: readonly PlotOption[];
  /** Those of them that it cannot do without. */
  readonly needs?: readonly PlotOption[];
  /** What it shows, in one line. */
  readonly help: string;
  draw(request: PlotRequest, frame: Frame): Promise<FigureSvg>;
}

export type PlotOption =
  | 'data'
  | 'layout'
  | 'by'
  | 'only'
  | 'outcome'
  | 'rows'
  | 'stack'
  | 'format'
  | 'delimiter';

/** In the order in which they are listed. */
export const PLOT_KINDS: readonly PlotKind[] = [
  {
    name: 'forest',
    takes: 'FIT…',
    options: ['layout', 'by', 'only'],
    help: 'means with 50 and 95 % intervals, each on the scale where its values lie',
    draw: async (request, frame) => {
      const [{ forest }, { forestData }, fits] = await Promise.all([
        import('../figures/kinds/forest.ts'),
        import('../figures/data/forest.ts'),
        openFigureFits(request.paths, request),
      ]);
      return forest(
        forestData(
          fits.map(({ fit }) => fit),
          request,
        ),
        frame,
      );
    },
  },
];
