/** The statistics of the data that the layout reads, and how the command ends where one is not there, in the words of the host (host/instance.ts, host/sampler-instance.ts). */
import { levelStatisticAt, statisticAt } from '../layout';
import { columnAt, columnCalled } from './columns';
import { levelAt } from './levels';
import { List, append, itemAt, openList } from './list';
import { putName, putText } from './printable';
import { BAD_INPUT, endProblem, problem, raise, remedy } from './problems';
import { subject } from './read-table';
import { reserve } from './reserve';
import { Sink, put } from './sink';
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
    const to = begin('The statistic ');
    putName(to, changetype<Text>(itemAt(statistics, i)));
    put(to, ' of these data is not a number.');
    put(remedy(), 'Give data of which it is one; if they are such, build the layout again.');
    endProblem();
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
  const to = begin('There is no ');
  putName(to, described.text);
  put(to, ' for the level ');
  putName(to, level);
  put(to, ' of ');
  putName(to, columnAt(described.category).name);
  put(to, ': too few of its rows have what the statistic is of.');
  const help = remedy();
  put(help, 'An `sd` takes two rows, and any other statistic one. Give the level more rows, leave its rows out, ');
  put(help, 'or take the statistic of all rows, without `by`.');
  endProblem();
  raise(BAD_INPUT);
}

function begin(words: String): Sink {
  const to = problem();
  putText(to, subject());
  put(to, ': ');
  put(to, words);
  return to;
}
