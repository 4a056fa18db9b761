import { describe, expect, it } from 'vitest';
import { compileSource, showSource } from '../../compiler/compile.ts';
import { MANIFEST_SECTION } from '../../module/abi.ts';

const TEXT = `/// What \`*/\` and "quotes" in a comment do: nothing.
layout Module

unit px

/// As the page shows it: é, ∞ and 字.
demand size : px in [0, 10]
demand tries : count
capability sight : px ~ uniform(0, 10)
capability nerve : probability ~ beta(2, 3)

let hardest = max(size)

observe read ~ bernoulli(margin(sight, size, steepness = 1 / 1 px) and not (nerve and margin(sight, hardest, steepness = 1 / 1 px)) and margin(sight, 0.1 px * tries, steepness = 1 / 1 px))
`;

describe('a compiled module', async () => {
  const { bytes, manifest } = await compileSource({ name: 'module.ml', text: TEXT });
  const module = new WebAssembly.Module(bytes as BufferSource);

  it('imports nothing, and so can reach nothing', () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });

  it('can be read as WebAssembly text', async () => {
    const text = await showSource({ name: 'module.ml', text: TEXT }, 'wat');
    expect(text).toMatch(/^\(module/);
    expect(text).not.toContain('(import');
    expect(text).toContain('(export "log_density_unconstrained"');
  });

  it('exports its memory and the functions of its ABI', () => {
    const exports = WebAssembly.Module.exports(module);
    const functions = exports.filter(({ kind }) => kind === 'function').map(({ name }) => name);
    expect(exports.find(({ name }) => name === 'memory')?.kind).toBe('memory');
    expect(functions).toEqual(
      expect.arrayContaining([
        'allocate',
        'begin_data',
        'column',
        'bind',
        'log_density_unconstrained',
        'constrain',
      ]),
    );
  });

  it('carries its manifest as JSON in one section of its own', () => {
    const sections = WebAssembly.Module.customSections(module, MANIFEST_SECTION);
    expect(sections.length).toBe(1);
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(sections[0]));
    expect(read).toEqual(manifest);
    expect(manifest).toMatchObject({
      abi: 7,
      layout: 'Module',
      columns: [
        { name: 'size', role: 'demand', kind: 'real', unit: 'px', doc: 'As the page shows it: é, ∞ and 字.' },
        { name: 'tries', role: 'demand', kind: 'count' },
        { name: 'read', role: 'outcome', kind: 'binary' },
      ],
      latents: [
        { name: 'sight', isProbability: false, prior: 'uniform(0, 10)', transform: 'interval' },
        { name: 'nerve', isProbability: true, prior: 'beta(2, 3)', transform: 'interval' },
      ],
      statistics: ['max(size)'],
    });
  });
});
