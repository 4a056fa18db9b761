/** A function of JavaScript as WebAssembly's tables take it. */

/** `(module (import "h" "f" (func (result i32))) (export "f" (func 0)))` */
const MODULE = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f],
  ...[2, 7, 1, 1, 0x68, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

/** The function, exported by a module that does nothing but import it. Its result is an i32. */
export function relay(called: () => number): WebAssembly.ExportValue {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { h: { f: called } });
  return exports.f!;
}
