import { beforeAll, expect, it } from 'vitest';
import { decimal } from '../../../host/draws-csv.ts';
import { decimalsOf, halfways, randomDoubles } from '../../wasi/number-cases.ts';
import { type Numbers, openNumbers } from '../../wasi/numbers.ts';

const BATCH = 100_000;
const BATCHES = 40;

let numbers: Numbers;
beforeAll(async () => {
  numbers = await openNumbers();
});

it('the command module writes four million doubles as the host does', () => {
  for (let batch = 0; batch < BATCHES; batch++) {
    const values = randomDoubles(1000 + batch, BATCH);
    const found = numbers.write(values);
    const wrong = [...values].findIndex((value, i) => found[i] !== decimal(value));
    expect(wrong < 0 ? null : [values[wrong], found[wrong]]).toBeNull();
  }
});

it('the command module reads millions of decimals as the host does', () => {
  for (let batch = 0; batch < BATCHES; batch++) {
    const texts = [...decimalsOf(randomDoubles(2000 + batch, BATCH / 4)), ...halfways(3000 + batch, 500)];
    const found = numbers.read(texts);
    const wrong = texts.findIndex((text, i) => !Object.is(found[i], Number(text)));
    expect(wrong < 0 ? null : [texts[wrong], found[wrong]]).toBeNull();
  }
});
