/** Binaryen in a page or its worker: fetched, and compiled while it arrives. */

/** @throws Error when the file cannot be fetched; it says from where. */
export async function instantiateBinaryen(file: URL): Promise<InstantiateWasm> {
  const response = await fetch(file).catch((cause: unknown) => {
    throw new Error(`${file} cannot be fetched (${String(cause)})`);
  });
  if (!response.ok) throw new Error(`${file} cannot be fetched: the server answers ${response.status}`);
  const module = await compiled(response);
  return (imports, receive) => void WebAssembly.instantiate(module, imports).then(receive);
}

/** Servers that do not know the type of the file are many, and engines compile no stream of another type. */
async function compiled(response: Response): Promise<WebAssembly.Module> {
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') === true;
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** What Emscripten's hook `instantiateWasm` is given: the imports, and where the instance goes. */
export type InstantiateWasm = (
  imports: WebAssembly.Imports,
  receive: (instance: WebAssembly.Instance) => void,
) => void;
