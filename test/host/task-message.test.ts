import { describe, expect, it } from 'vitest';
import type { ChainTask } from '../../host/chain-message.ts';
import { openReceiver, openSender } from '../../host/web/task-message.ts';

const columns = [Float64Array.of(1, 2)];
const others = [Float64Array.of(3)];

function task(rows: Pick<ChainTask, 'columns' | 'counts'>, chain: number): ChainTask {
  return { ...rows, plan: { chain } } as ChainTask;
}

describe('tasks of a web worker', () => {
  it('carry their rows only when these are others than those of the task before', () => {
    const send = openSender();
    const messages = [
      task({ columns }, 1),
      task({ columns }, 2),
      task({ columns: others }, 3),
      task({ columns }, 4),
    ].map(send);
    expect(messages.map(({ rows }) => rows?.columns)).toEqual([columns, undefined, others, columns]);
    expect(messages.some((message) => 'columns' in message.task)).toBe(false);
  });

  it('arrive as they were sent', () => {
    const send = openSender();
    const receive = openReceiver();
    const counted = { columns: others, counts: Uint32Array.of(7) };
    for (const sent of [task(counted, 1), task(counted, 2), task({ columns }, 3), task({ columns }, 4)]) {
      expect(receive(structuredClone(send(sent)))).toEqual(sent);
    }
  });

  it('are copied to each worker apart', () => {
    const sent = [openSender(), openSender()].map((send) => send(task({ columns }, 1)));
    expect(sent.every(({ rows }) => rows !== undefined)).toBe(true);
  });
});
