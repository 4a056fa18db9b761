import { describe, expect, it } from 'vitest';
import { AGENTS } from '../../../stdlib-layouts/navigation/arena/agents.ts';
import { agentsTable, outcomesOfAgent } from '../../../stdlib-layouts/navigation/arena/tables.ts';
import { makeTasks } from '../../../stdlib-layouts/navigation/arena/tasks.ts';
import { column, ROWS, readBattery } from './battery.ts';

const tasks = makeTasks();

describe('the battery of appendix B.1', () => {
  it('has ten sizes at each of a hundred places, and starts that look anywhere', () => {
    expect(tasks).toHaveLength(1000);
    expect(new Set(tasks.map(({ x, z }) => `${x} ${z}`)).size).toBe(100);
    expect([...new Set(tasks.map(({ size }) => size))]).toEqual([
      0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2,
    ]);
    expect(new Set(tasks.map(({ x, z, size }) => `${x} ${z} ${size}`)).size).toBe(1000);
    const quadrants = [0, 0, 0, 0];
    for (const { heading } of tasks) quadrants[Math.floor(heading / 90)]! += 1;
    expect(Math.min(...quadrants)).toBeGreaterThan(200);
    expect(tasks.filter(({ split }) => split === 'test')).toHaveLength(200);
  });

  it('is what is stored', () => {
    expect(ROWS.map(({ task }) => task)).toEqual(tasks.map(({ name }) => name));
    expect(ROWS.map(({ split }) => split)).toEqual(tasks.map(({ split }) => split));
    for (const [name, key] of [
      ['x', 'x'],
      ['z', 'z'],
      ['heading', 'heading'],
      ['goalSize', 'size'],
    ] as const) {
      expect([...column(ROWS, name)], name).toEqual(tasks.map((task) => task[key]));
    }
    expect(ROWS.map(({ goalDistance }) => goalDistance)).toEqual(
      tasks.map(({ distance }) => distance.toFixed(4)),
    );
  });
});

describe('the agents of appendix C.1', () => {
  it('are ten eyes by ten levels of noise, as stored', () => {
    expect(AGENTS).toHaveLength(100);
    expect(agentsTable()).toBe(readBattery('agents.csv'));
    expect(Object.keys(ROWS[0]!).slice(6, -1)).toEqual(AGENTS.map(({ name }) => name));
  });

  const some = ['p4-nu0.2', 'p8-nu0.7', 'p16-nu0.9', 'p28-nu0.1', 'p40-nu0', 'p40-nu0.6'];
  it.each(some)('act again as they did when the table was made: %s', (name) => {
    const agent = AGENTS.find((each) => each.name === name)!;
    expect(outcomesOfAgent(agent, tasks)).toEqual([...column(ROWS, name)]);
  });

  it('succeed less often with fewer pixels and with more noise, and at about half of the tasks at most', () => {
    const rate = ({ name }: { readonly name: string }) =>
      column(ROWS, name).reduce((sum, each) => sum + each) / ROWS.length;
    const rates = AGENTS.map(rate);
    expect(Math.max(...rates)).toBeGreaterThan(0.45);
    expect(Math.max(...rates)).toBeLessThan(0.55);
    for (const [index, { pixels, noise }] of AGENTS.entries()) {
      // One in a hundred is what chance may turn around.
      if (noise > 0) expect(rates[index]!).toBeLessThan(rates[index - 1]! + 0.01);
      if (pixels > 4) expect(rates[index]!).toBeGreaterThan(rates[index - 10]! - 0.01);
    }
  });
});
