import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inlinedPair, pair, scalar } from '../../compiler/emit/dialect.ts';
import { Graph } from '../../compiler/graph/graph.ts';
import type { ArithmeticOp } from '../../compiler/graph/node.ts';
import { OPERATIONS, operation } from '../../compiler/graph/operations/operations.ts';

const NAMES = Object.keys(OPERATIONS) as ArithmeticOp[];

const inRuntime = NAMES.flatMap((op): [op: ArithmeticOp, file: string][] => {
  const { code } = operation(op);
  return code !== null && 'runtime' in code ? [[op, code.runtime]] : [];
});

describe('the table of operations', () => {
  it.each(inRuntime)('finds the functions of %s in runtime/%s.ts', (op, file) => {
    const text = readFileSync(new URL(`../../runtime/${file}.ts`, import.meta.url), 'utf8');
    for (const dialect of [scalar, pair, inlinedPair])
      expect(text).toContain(`export function ${dialect.functionOf(op)}(`);
  });

  it('has a derivative, or code, for each operation', () => {
    const idle = NAMES.filter((op) => operation(op).derivative === null && operation(op).code === null);
    expect(idle).toEqual([]);
  });

  it('gives an operation as many inputs as its record says', () => {
    const graph = new Graph();
    const one = graph.intern({ op: 'column', name: 'x', inputs: [] });
    expect(() => graph.apply('multiply', [one, one, one])).toThrow('multiply has 2 inputs, not 3');
  });

  it('writes no code for what passes should have replaced', () => {
    expect(() => scalar.apply('complement', [])).toThrow('complement is left in the graph');
  });
});
