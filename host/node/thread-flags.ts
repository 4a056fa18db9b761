/** Which of Node's flags a thread is started with. */

/** Those that say how code comes in, which a thread's own code needs too. Each takes a value. */
const LOADING = new Set([
  ...['--import', '--require', '-r', '--loader', '--experimental-loader', '--conditions', '-C'],
]);
/** The same, without a value. */
const LOADING_ALONE = new Set([
  ...['--experimental-strip-types', '--no-experimental-strip-types', '--experimental-transform-types'],
  '--enable-source-maps',
]);

/**
 * Of the process's flags those that a thread is given: how modules are found and read. All others are left out. A thread takes none that
 * are the process's or V8's, such as `--max-old-space-size`, and is not started at all where one is given; the process's hold for its
 * threads without that. Those that say how the program itself came in, such as `--eval`, are not of a thread's code.
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
