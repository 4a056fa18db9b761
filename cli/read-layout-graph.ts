/** The graph of a layout in a file. */
import type { LayoutGraph } from '../figures/graph/layout-graph.ts';
import { LayoutMistakes, readSource } from './open-layout.ts';

/** @throws Failure (input) when there is no such layout; LayoutMistakes when it has some */
export async function readLayoutGraph(path: string): Promise<LayoutGraph> {
  const source = await readSource(path);
  const [{ analyse }, { layoutGraph }] = await Promise.all([
    import('../compiler/analyse.ts'),
    import('../figures/data/layout-graph.ts'),
  ]);
  const { syntax, layout, diagnostics } = analyse(source);
  if (syntax === null || layout === null) throw new LayoutMistakes(source, diagnostics);
  return layoutGraph(syntax, layout, source.text);
}
