/** Modules of which one export never returns. */
import binaryen from 'binaryen';
import { loadModule } from '../../host/load.ts';
import { sealed, withoutCustom } from './hand-made.ts';

/** A copy of a module, whole and sealed, in which whoever calls the export waits for ever. */
export async function endless(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const module = binaryen.readBinary(withoutCustom(bytes));
  module.setFeatures(binaryen.Features.All);
  const { value } = binaryen.getExportInfo(module.getExport(name));
  const { params, results } = binaryen.getFunctionInfo(module.getFunction(value));
  module.addFunction('$endless', params, results, [], module.loop('again', module.br('again')));
  module.removeExport(name);
  module.addFunctionExport('$endless', name);
  const copy = module.emitBinary();
  module.dispose();
  return sealed(copy, (await loadModule(bytes)).manifest);
}
