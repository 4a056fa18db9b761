/** Binaryen in a page or a worker: compiled while it is fetched. */

/** @throws Error that names the file if it cannot be fetched */
export async function instantiateBinaryen(file: URL): Promise<InstantiateWasm> {
  const response = await fetch(file).catch((cause: unknown) => {
    throw new Error(`${file} cannot be fetched (${String(cause)})`);
  });
  if (!response.ok) throw new Error(`${file} cannot be fetched: the server answers ${response.status}`);
  const module = await compiled(response);
  return (imports, receive) => void WebAssembly.instantiate(module, imports).then(receive);
}

/** Many servers do not send this file's media type, and engines compile a stream only with the right one. */
async function compiled(response: Response): Promise<WebAssembly.Module> {
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') === true;
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Emscripten's hook `instantiateWasm`: it gets the imports and the function that receives the instance. */
export type InstantiateWasm = (
  imports: WebAssembly.Imports,
  receive: (instance: WebAssembly.Instance) => void,
) => void;
