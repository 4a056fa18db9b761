/** The graph of a layout in a file. */
import type { Selection } from '../../compiler/choose/alternatives.ts';
import type { LayoutGraph } from '../../reporting/figures/graph/layout-graph.ts';
import { LayoutMistakes, readSource } from '../inputs/open-layout.ts';
import { checkChoices } from '../options/check-choices.ts';

/**
 * @param choose the alternatives that are drawn; the first where nothing is said
 * @throws Failure when there is no such layout, or what is chosen is not there; LayoutMistakes when it has some
 */
export async function readLayoutGraph(path: string, choose: Selection): Promise<LayoutGraph> {
  const source = await readSource(path);
  const [{ analyse }, { layoutGraph }] = await Promise.all([
    import('../../compiler/analyse.ts'),
    import('../../reporting/figures/data/layout-graph.ts'),
  ]);
  const { syntax, layout, choices, diagnostics } = analyse(source, choose);
  if (syntax === null || layout === null) throw new LayoutMistakes(source, diagnostics);
  await checkChoices(choices, [choose]);
  return layoutGraph(syntax, layout, source.text);
}
