/** Chooses the Node flags with which a thread is started. */

/** Flags for loading code, which a thread needs too. Each takes a value. */
const LOADING = new Set([
  ...['--import', '--require', '-r', '--loader', '--experimental-loader', '--conditions', '-C'],
]);
/** The same, for flags without a value. */
const LOADING_ALONE = new Set([
  ...['--experimental-strip-types', '--no-experimental-strip-types', '--experimental-transform-types'],
  '--enable-source-maps',
]);

/**
 * The process's flags that a thread gets: how modules are found and read. All others are omitted. A thread cannot be
 * started with flags of the process or of V8, such as `--max-old-space-size`; the process's values apply to its threads
 * anyway. Flags for the program itself, such as `--eval`, do not apply to a thread's code.
 */
export function threadFlags(flags: readonly string[] = process.execArgv): string[] {
  return flags.flatMap((flag, index) => {
    const name = flag.split('=', 1)[0]!;
    if (LOADING_ALONE.has(name)) return [flag];
    if (!LOADING.has(name)) return [];
    const value = flags[index + 1];
    return flag.includes('=') || value === undefined ? [flag] : [flag, value];
  });
}
