/** After derivatives are taken, `complement(value, p)` is replaced by its value: only its derivative needed p. */
import type { Rewrite } from './rewrite.ts';

export const forgetComplements: Rewrite = {
  apply(_graph, node, [value]) {
    return node.op === 'complement' ? value : undefined;
  },
};
