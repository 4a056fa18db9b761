/** `--statistic 'mean(success)=0.6'`: what a statistic of an outcome is taken as, before there are outcomes. */
import { Option } from 'commander';
import { readNumber } from '../../files/tables/read-number.ts';
import { badUsage } from '../failure.ts';

export interface StatisticOptions {
  readonly statistic: Readonly<Record<string, number>>;
}

/** @throws Failure (usage) when the text is not `NAME=VALUE`, or the statistic was given before */
function parseStatistic(
  text: string,
  earlier: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const equals = text.lastIndexOf('=');
  const name = text.slice(0, Math.max(equals, 0)).replace(/\s+/g, '');
  const value = readNumber(text.slice(equals + 1).trim());
  if (name === '' || value === null) {
    throw badUsage(
      `\`--statistic ${text}\` does not say which statistic has which value.`,
      "Write it as the layout does, with a number: --statistic 'mean(success)=0.6'.",
    );
  }
  if (Object.hasOwn(earlier, name)) {
    throw badUsage(`--statistic gives ${name} twice.`, 'Leave one of them out.');
  }
  return { ...earlier, [name]: value };
}

export function statisticOption(): Option {
  return new Option(
    '--statistic <name=value>',
    "what a statistic of an outcome that the layout reads is taken as, such as 'mean(success)=0.6'; may be given several times",
  )
    .argParser(parseStatistic)
    .default({}, 'none');
}
