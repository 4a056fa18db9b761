/** After differentiation, replaces `complement(value, p)` by its value: only the derivative needed p. */
import type { Rewrite } from './rewrite.ts';

export const forgetComplements: Rewrite = {
  apply(_graph, node, [value]) {
    return node.op === 'complement' ? value : undefined;
  },
};
