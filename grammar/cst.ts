/** Reads the children of Chevrotain's concrete syntax trees. */
import type { CstNode, IToken } from 'chevrotain';

/** The tokens of a node with this name or label, in the order of the text. */
export function tokens(node: CstNode, name: string): IToken[] {
  return (node.children[name] ?? []).filter((child): child is IToken => 'image' in child);
}

/** The subtrees of a node that this rule made, in the order of the text. */
export function nodes(node: CstNode, rule: string): CstNode[] {
  return (node.children[rule] ?? []).filter((child): child is CstNode => 'children' in child);
}

/** The one token with this name, which the grammar guarantees in a tree without departures. */
export function token(node: CstNode, name: string): IToken {
  return present(tokens(node, name)[0], node, name);
}

/** The one subtree of this rule, which the grammar guarantees in a tree without departures. */
export function node(parent: CstNode, rule: string): CstNode {
  return present(nodes(parent, rule)[0], parent, rule);
}

function present<T>(child: T | undefined, parent: CstNode, name: string): T {
  if (child === undefined) throw new Error(`the tree of ${parent.name} has no ${name}`);
  return child;
}
