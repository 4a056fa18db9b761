import { describeSignals } from '../../cli/signalled.ts';

const MOMENTS = 25;

describeSignals(async (_, toTheEnd) => {
  const milliseconds = await toTheEnd();
  return Array.from({ length: MOMENTS }, (_each, moment) => 100 + (moment / MOMENTS) * milliseconds);
});
