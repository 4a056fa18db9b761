import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Both, openBoth } from './both.ts';

let both: Both;
beforeAll(async () => {
  both = await openBoth(`layout Families
category task in family
category family, model
demand compute[model] in [0, inf]
demand size[family] in [0, 9] missing = 2
param gain ~ normal(0, 1)
param base[family] ~ normal(size[family], 1)
param hard[task] ~ normal(base[family], 1)
capability skill[model] ~ normal(gain * log1p(compute[model]), 1)
observe success ~ bernoulli(margin(skill[model], hard[task]))
`);
}, 60_000);
afterAll(() => both.close());

/** 70 tasks, so that there are more levels than there is room for at first. */
const rows = (changed: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 140 }, (_, row) => {
    const [task, model] = [row % 70, row < 70 ? 'a' : 'b'];
    return (
      changed[row] ??
      `t${task},f${task % 3},${model},${model === 'a' ? 1e3 : 2.5},${task % 3 || ''},${row % 2}`
    );
  });
const table = (changed?: Readonly<Record<number, string>>) =>
  `task,family,model,compute,size,success\n${rows(changed).join('\n')}\n`;

describe('what is the same in all rows of a level', () => {
  it('is read by the command module as by the host', async () => {
    const { wanted, found } = await both.answer(table());
    expect(found).toEqual(wanted);
    expect(found.status).toBe(0);
  });

  const cases: Record<string, string> = {
    'a level with two values': table({ 80: 't10,f1,b,2.6,1,0', 81: 't11,f2,a,1001,2,0' }),
    'a level in two groups': table({ 139: 't69,f1,b,2.5,1,0' }),
    'a value where another row of the level has none': table({ 72: 't2,f2,b,2.5,,0', 75: 't5,f2,b,2.5,3,0' }),
    'a contradiction beside another problem': table({ 70: ',f0,b,2.6,,0', 71: 't1,f1,b,x,1,0' }),
  };
  it.each(Object.entries(cases))('is refused in the same words in both, of %s', async (title, text) => {
    const { wanted, found } = await both.answer(text);
    expect(found).toEqual(wanted);
    expect(found.status).not.toBe(0);
    await expect(found.stderr).toMatchFileSnapshot(`messages/levels/${title.replaceAll(' ', '-')}.txt`);
  });
});
