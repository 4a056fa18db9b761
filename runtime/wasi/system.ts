/** The functions of WASI preview 1 that the command imports. */

// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "args_sizes_get")
export declare function args_sizes_get(count: usize, bytes: usize): i32;
// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "args_get")
export declare function args_get(pointers: usize, bytes: usize): i32;
// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "fd_read")
export declare function fd_read(descriptor: i32, vectors: usize, count: i32, read: usize): i32;
// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "fd_write")
export declare function fd_write(descriptor: i32, vectors: usize, count: i32, written: usize): i32;
// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "fd_prestat_get")
export declare function fd_prestat_get(descriptor: i32, result: usize): i32;
// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "fd_prestat_dir_name")
export declare function fd_prestat_dir_name(descriptor: i32, path: usize, length: usize): i32;
// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "path_open")
export declare function path_open(
  directory: i32,
  lookup: u32,
  path: usize,
  length: usize,
  open: u32,
  rights: u64,
  inheriting: u64,
  flags: u32,
  descriptor: usize,
): i32;
// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "proc_exit")
export declare function proc_exit(status: i32): void;

/** Error codes of `wasi_snapshot_preview1`. */
export const ACCESS: i32 = 2;
export const INTERRUPTED: i32 = 27;
export const INPUT_OUTPUT: i32 = 29;
export const IS_DIRECTORY: i32 = 31;
export const NO_ENTRY: i32 = 44;
export const NO_SPACE: i32 = 51;
export const NOT_A_DIRECTORY: i32 = 54;
export const NOT_PERMITTED: i32 = 63;
export const BROKEN_PIPE: i32 = 64;
export const NOT_CAPABLE: i32 = 76;

export const STANDARD_INPUT: i32 = 0;
export const STANDARD_OUTPUT: i32 = 1;
export const STANDARD_ERROR: i32 = 2;
/** The first descriptor that may be a granted directory. */
export const FIRST_GIVEN: i32 = 3;

/** An I/O vector with one buffer, and the address to which a call writes a number. */
const vector = memory.data(8, 8);
const answer = memory.data(8, 8);

let lastError: i32 = 0;

/** The error of the last `readSome` or `writeAll`; 0 if there was none. */
export function errorNumber(): i32 {
  return lastError;
}

/** Reads at most `bytes` bytes. Returns their number, 0 at the end, or −1 after an error. */
export function readSome(descriptor: i32, at: usize, bytes: i32): i32 {
  store<usize>(vector, at);
  store<i32>(vector, bytes, 4);
  do lastError = fd_read(descriptor, vector, 1, answer);
  while (lastError == INTERRUPTED);
  return lastError == 0 ? load<i32>(answer) : -1;
}

/** Writes `bytes` bytes; false after an error. */
export function writeAll(descriptor: i32, at: usize, bytes: i32): bool {
  for (let done = 0; done < bytes; ) {
    store<usize>(vector, at + <usize>done);
    store<i32>(vector, bytes - done, 4);
    lastError = fd_write(descriptor, vector, 1, answer);
    if (lastError == INTERRUPTED) continue;
    if (lastError != 0) return false;
    done += load<i32>(answer);
  }
  return true;
}
