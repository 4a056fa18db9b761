/**
 * The statistics of the data that the layout reads. Ends the command if one is undefined, in the words of the host
 * (host/instance.ts, host/sampler-instance.ts).
 */
import { levelStatisticAt, statisticAt } from '../layout';
import { columnAt, columnCalled } from './columns';
import { levelAt } from './levels';
import { List, append, itemAt, openList, reserve } from './storage';
import { BAD_INPUT, raise } from './problems';
import { subject } from './read-table';
import { tellNoLevelStatistic, tellNoStatistic } from './sentences';
import { Text, ownText } from './text';

@unmanaged
class LevelStatistic {
  text: Text;
  /** The index of the column of the category that groups it. */
  category: i32;
}

let statistics = changetype<List>(0);
let levelStatistics = changetype<List>(0);

/** Allocates the lists that `table.ts` fills. */
export function openStatistics(): void {
  statistics = openList();
  levelStatistics = openList();
}

/** Adds a statistic of all rows, with its source text. */
export function statistic(text: String): void {
  append(statistics, changetype<usize>(ownText(text)));
}

/** Adds a per-level statistic, with its category and source text. */
export function statisticBy(category: String, text: String): void {
  const made = changetype<LevelStatistic>(reserve(offsetof<LevelStatistic>()));
  made.text = ownText(text);
  made.category = columnCalled(ownText(category));
  append(levelStatistics, changetype<usize>(made));
}

/** Ends the command if a statistic of the bound data is undefined: no density would be finite. */
export function requireStatistics(): void {
  for (let i = 0; i < statistics.length; i++) {
    if (!isNaN(statisticAt(i))) continue;
    tellNoStatistic(subject(), changetype<Text>(itemAt(statistics, i)));
    raise(BAD_INPUT);
  }
  for (let i = 0; i < levelStatistics.length; i++) {
    const described = changetype<LevelStatistic>(itemAt(levelStatistics, i));
    const levels = columnAt(described.category).levels;
    const values = levelStatisticAt(i);
    for (let level = 0; level < levels.names.length; level++) {
      if (!isFinite(load<f64>(values + (<usize>level << 3)))) refuseLevel(described, levelAt(levels, level));
    }
  }
}

function refuseLevel(described: LevelStatistic, level: Text): void {
  tellNoLevelStatistic(subject(), described.text, level, columnAt(described.category).name);
  raise(BAD_INPUT);
}
