/** The statistics of the data that the layout reads, and how the command ends where one is not there, in the words of the host (host/instance.ts, host/sampler-instance.ts). */
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
  /** The number of the column of the category whose levels it is taken by. */
  category: i32;
}

let statistics = changetype<List>(0);
let levelStatistics = changetype<List>(0);

/** Makes room for what `table.ts` describes. */
export function openStatistics(): void {
  statistics = openList();
  levelStatistics = openList();
}

/** A statistic of all rows, as the layout writes it. */
export function statistic(text: String): void {
  append(statistics, changetype<usize>(ownText(text)));
}

/** A statistic of the rows of each level of a category. */
export function statisticBy(category: String, text: String): void {
  const made = changetype<LevelStatistic>(reserve(offsetof<LevelStatistic>()));
  made.text = ownText(text);
  made.category = columnCalled(ownText(category));
  append(levelStatistics, changetype<usize>(made));
}

/** Ends the command where a statistic of the bound data is not there: no density would be finite. */
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
