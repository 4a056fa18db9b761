/** Once derivatives are taken, a complement is only its value: the note of what it is the complement of can go. */
import type { Rewrite } from './rewrite.ts';

export const forgetComplements: Rewrite = {
  apply(_graph, node, [value]) {
    return node.op === 'complement' ? value : undefined;
  },
};
