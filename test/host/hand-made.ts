/** Modules written in WebAssembly's own text: they answer for every export of the ABI, and lie where a test wants it. */
import binaryen from 'binaryen';
import { ABI_VERSION, FUNCTIONS, MANIFEST_SECTION } from '../../module/abi.ts';
import { withChecksum, withCustomSection } from '../../module/custom-section.ts';
import { STAND_IN_MANIFEST } from './stand-in.ts';

/** What differs from a module that the host takes: two columns, one latent, one statistic, and a chain of zeros. */
export interface HandMade {
  /** Bodies of exported functions; their parameters are numbered from 0. */
  readonly functions?: Readonly<Record<string, string>>;
  /** The types of exported functions, as module/abi.ts writes them. */
  readonly types?: Readonly<Record<string, string>>;
  /** What stands before the functions, the memory among it. */
  readonly head?: string;
  /** Names that are not exported. */
  readonly without?: readonly string[];
  readonly manifest?: unknown;
}

const MEMORY = '(memory $memory 2 16) (export "memory" (memory $memory))';

const BODIES: Readonly<Record<string, string>> = {
  abi_version: `(i32.const ${ABI_VERSION})`,
  allocate: '(i32.const 65536)',
  column:
    '(if (result i32) (i32.lt_u (local.get 0) (i32.const 2)) (then (i32.add (i32.const 1024) (i32.mul (local.get 0) (i32.const 8192)))) (else (i32.const 0)))',
  counts: '(i32.const 512)',
  values: '(i32.const 1)',
  statistic: '(if (result f64) (i32.eqz (local.get 0)) (then (f64.const 0.5)) (else (f64.const nan)))',
  chain_run: '(local.get 0)',
};

const VALUE_TYPES: Readonly<Record<string, string>> = { i: 'i32', l: 'i64', f: 'f32', d: 'f64' };

function functionText(name: string, type: string, body: string | undefined): string {
  const [parameters, results] = type
    .split(':')
    .map((letters) => [...letters].map((each) => VALUE_TYPES[each]));
  const zero = results!.map((result) => `(${result}.const 0)`).join(' ');
  const head = [
    ...parameters!.map((each) => `(param ${each})`),
    ...results!.map((each) => `(result ${each})`),
  ].join(' ');
  return `(func (export "${name}") ${head} ${body ?? zero})`;
}

/** The bytes, with manifest and checksum. */
export function handMade(wanted: HandMade = {}): Uint8Array {
  const { functions, types, head, without, manifest = STAND_IN_MANIFEST } = wanted;
  const texts = Object.entries({ ...FUNCTIONS, ...types })
    .filter(([name]) => without?.includes(name) !== true)
    .map(([name, type]) =>
      functionText(name, type, functions?.[name] ?? (types?.[name] === undefined ? BODIES[name] : undefined)),
    );
  const module = binaryen.parseText(`(module ${head ?? MEMORY} ${texts.join('\n')})`);
  module.setFeatures(binaryen.Features.All);
  const bytes = module.emitBinary();
  module.dispose();
  return sealed(bytes, manifest);
}

/** A binary with a manifest and the checksum of both. */
export function sealed(bytes: Uint8Array, manifest: unknown): Uint8Array {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  return withChecksum(withCustomSection(bytes, MANIFEST_SECTION, new TextEncoder().encode(text)));
}

/** Where a binary's sections begin, its own end last; each as the number of the section and the place. */
export function sectionsOf(bytes: Uint8Array): { readonly id: number; readonly begin: number }[] {
  const sections: { id: number; begin: number }[] = [];
  for (let at = 8; at < bytes.length; ) {
    const begin = at;
    const id = bytes[at++]!;
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const low = bytes[at++]!;
      size += (low & 127) << shift;
      if (low < 128) break;
    }
    sections.push({ id, begin });
    at += size;
  }
  return [...sections, { id: -1, begin: bytes.length }];
}

/** The binary without its custom sections: what the compiler assembled. */
export function withoutCustom(bytes: Uint8Array): Uint8Array {
  const sections = sectionsOf(bytes);
  const kept = sections
    .slice(0, -1)
    .flatMap(({ id, begin }, index) => (id === 0 ? [] : [bytes.subarray(begin, sections[index + 1]!.begin)]));
  return Uint8Array.from([...bytes.subarray(0, 8), ...kept.flatMap((part) => [...part])]);
}
