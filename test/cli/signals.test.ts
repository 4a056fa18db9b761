import { describeSignals } from './signalled.ts';

// One for each, which together are of early and late ones.
describeSignals(async (command) => [300 + ((command * 370) % 1700)]);
