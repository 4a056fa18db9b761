/** The rows of the object-permanence battery: the properties of a task instance, and each agent's result. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** The properties of a task instance that a design can use. Lengths in metres, times in seconds, flags 0 or 1. */
export interface PermanenceTask {
  /** The paradigm: of controls, of three cups, of a grid of holes, or of a chick's two screens. */
  readonly task: string;
  /** The goal is out of sight, so the instance requires object permanence. */
  readonly testsOP: number;
  readonly timeUnderOcclusion: number;
  readonly numPositions: number;
  readonly goalDistance: number;
  /** Left (-1), ahead (0) or right (1). */
  readonly side: number;
  readonly goalSize: number;
  readonly lava: number;
  readonly platform: number;
  readonly ramp: number;
  readonly occluderRed: number;
  readonly occluderGreen: number;
}

export interface TaskInstance extends PermanenceTask {
  /** 0 or 1 for each of agents 1 to 30. */
  readonly outcomes: readonly number[];
  readonly split: 'train' | 'test';
}

/** Every instance of the battery, in the order of the file. Throws an Error if a cell is not a number. */
export function readBattery(file: URL): TaskInstance[] {
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true });
  return rows.map((row, index) => {
    const number = (column: string) => {
      const value = row[column]?.trim() ? Number(row[column]) : Number.NaN;
      if (Number.isNaN(value)) throw new Error(`${file.href}: row ${index + 1} has no number in ${column}`);
      return value;
    };
    return {
      task: row.task ?? '',
      testsOP: number('testsOP'),
      timeUnderOcclusion: number('timeUnderOcclusion'),
      numPositions: number('numPositions'),
      goalDistance: number('goalDistance'),
      side: number('side'),
      goalSize: number('goalSize'),
      lava: number('lava'),
      platform: number('platform'),
      ramp: number('ramp'),
      occluderRed: number('occluderRed'),
      occluderGreen: number('occluderGreen'),
      outcomes: Array.from({ length: 30 }, (_, agent) => number(`agent${agent + 1}`)),
      split: row.split === 'test' ? 'test' : 'train',
    };
  });
}
