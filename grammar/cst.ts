/** Reads the children of Chevrotain's concrete syntax trees. */
import type { CstNode, IToken } from 'chevrotain';

/** The tokens of a node with this name or label, in source order. */
export function tokens(node: CstNode, name: string): IToken[] {
  return (node.children[name] ?? []).filter((child): child is IToken => 'image' in child);
}

/** The subtrees of a node that this grammar rule produced, in source order. */
export function nodes(node: CstNode, rule: string): CstNode[] {
  return (node.children[rule] ?? []).filter((child): child is CstNode => 'children' in child);
}

/** The single token with this name. A tree without syntax errors always has it. */
export function token(node: CstNode, name: string): IToken {
  return present(tokens(node, name)[0], node, name);
}

/** The single subtree of this rule. A tree without syntax errors always has it. */
export function node(parent: CstNode, rule: string): CstNode {
  return present(nodes(parent, rule)[0], parent, rule);
}

function present<T>(child: T | undefined, parent: CstNode, name: string): T {
  if (child === undefined) throw new Error(`the tree of ${parent.name} has no ${name}`);
  return child;
}
