/** From the bytes of a compiled layout to a module with its manifest. */
import { HostError } from './host-error.ts';
import type { Manifest } from './manifest.ts';

/** A compiled layout that is ready to be given data. Structured cloning carries it to another thread. */
export interface LoadedModule {
  readonly module: WebAssembly.Module;
  readonly manifest: Manifest;
}

/** The version of docs/abi.md that this host speaks. */
const ABI_VERSION = 4;

const SECTION = 'theodolite';

const EXPORTS = [
  'memory',
  'abi_version',
  'allocate',
  'begin_data',
  'column',
  'counts',
  'add_rows',
  'distinct_rows',
  'distinct_column',
  'distinct_counts',
  'bind',
  'values',
  'statistic',
  'log_density',
  'outside_support',
  'log_density_unconstrained',
  'log_prior_unconstrained',
  'constrain',
  'chain_start',
  'chain_run',
  'chain_gradients',
  'scout',
  'smc_start',
  'smc_run',
  'smc_draws',
  'smc_report',
  'distinct_row_numbers',
  'level_statistic',
  'set_levels',
  'set_statistic',
  'level_statistic_room',
  'bind_prediction',
  'predict',
  'outcome_mean',
  'derived',
  'draw_outcome',
  'evaluate_likelihood',
  'log_likelihood',
];

const REMEDY = 'Give a module that `theodolite build` made.';

/**
 * Reads a compiled layout: its custom section `theodolite`, its exports, and that it imports nothing.
 *
 * @throws HostError of kind `module` when the bytes are not such a module, or one of another ABI version.
 */
export async function load(bytes: Uint8Array): Promise<LoadedModule> {
  const module = await compileWasm(bytes);
  const manifest = readManifest(module);
  const [imported] = WebAssembly.Module.imports(module);
  if (imported !== undefined) {
    throw new HostError(
      'module',
      `The module imports \`${imported.module}.${imported.name}\`, but a compiled layout imports nothing.`,
      REMEDY,
    );
  }
  const exported = new Set(WebAssembly.Module.exports(module).map((entry) => entry.name));
  const absent = EXPORTS.find((name) => !exported.has(name));
  if (absent !== undefined) {
    throw new HostError('module', `The module does not export \`${absent}\`.`, 'Build the layout again.');
  }
  return { module, manifest };
}

async function compileWasm(bytes: Uint8Array): Promise<WebAssembly.Module> {
  try {
    // A copy, because a view of shared memory is not accepted.
    return await WebAssembly.compile(new Uint8Array(bytes));
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    throw new HostError('module', `This is not a WebAssembly module: ${error.message}.`, REMEDY);
  }
}

function readManifest(module: WebAssembly.Module): Manifest {
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  if (section === undefined) {
    throw new HostError(
      'module',
      `This WebAssembly module is not a compiled layout: it has no custom section \`${SECTION}\`.`,
      REMEDY,
    );
  }
  let manifest: unknown;
  try {
    manifest = JSON.parse(new TextDecoder().decode(section));
  } catch {
    throw new HostError('module', "The module's manifest is not JSON.", 'Build the layout again.');
  }
  const abi =
    typeof manifest === 'object' && manifest !== null && 'abi' in manifest ? manifest.abi : undefined;
  if (abi !== ABI_VERSION) {
    throw new HostError(
      'module',
      `The module speaks version ${String(abi)} of the ABI, and this host version ${ABI_VERSION}.`,
      'Build the layout again with this version of theodolite.',
    );
  }
  const fields: Partial<Manifest> = manifest as Manifest;
  if (![fields.columns, fields.latents, fields.statistics].every(Array.isArray)) {
    throw new HostError(
      'module',
      "The module's manifest lacks its columns, latents or statistics.",
      'Build the layout again.',
    );
  }
  if (!Array.isArray(fields.dataTerms) || !fields.latents?.every((latent) => 'scale' in latent)) {
    throw new HostError(
      'module',
      "The module's manifest does not say what scales its latents are on, or which demands they meet.",
      'Build the layout again with this version of theodolite.',
    );
  }
  return manifest as Manifest;
}
