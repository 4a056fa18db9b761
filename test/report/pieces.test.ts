import { describe, expect, it } from 'vitest';
import { openFrame } from '../../reporting/figures/draw/frame.ts';
import { forest } from '../../reporting/figures/kinds/forest.ts';
import { forestPieces, panelPieces } from '../../reporting/report/pieces.ts';
import { BY_CAPABILITY, MANY } from '../figures/forest-data.ts';

describe('pieces of a long figure', () => {
  it('are the figure itself where it fits on a sheet', () => {
    expect(forestPieces(BY_CAPABILITY)).toEqual([BY_CAPABILITY]);
    const data = { title: 'Curves', panels: [1, 2, 3] };
    expect(panelPieces(data, 3)).toEqual([data]);
  });

  it('hold each row once, in its order, and none is higher than a sheet', async () => {
    const [group] = MANY.groups as [(typeof MANY.groups)[number]];
    const data = {
      ...MANY,
      groups: Array.from({ length: 7 }, (_, place) => ({
        ...group,
        title: `theta ${place}`,
        rows: group.rows.slice(0, place === 3 ? undefined : 6 * place + 1),
      })),
    };
    const pieces = forestPieces(data);
    expect(pieces.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))).toEqual(
      data.groups.flatMap(({ rows }) => rows),
    );
    expect(pieces.map(({ title }) => title)).toEqual(
      pieces.map((_, place) => `${MANY.title}, part ${place + 1} of ${pieces.length}`),
    );
    const frame = await openFrame();
    // 23 cm, of which an inch has 96 pixels, and a sheet of A4 has 29.7.
    for (const piece of pieces)
      expect(Number(/ height="(\d+)"/.exec(forest(piece, frame).svg)![1])).toBeLessThan((25 / 2.54) * 96);
  });

  it('say which rows of a divided group they have', () => {
    const titles = forestPieces(MANY).flatMap(({ groups }) => groups.map(({ title }) => title));
    expect(titles[0]).toBe(`theta, 1 to 35 of ${MANY.groups[0]!.rows.length}`);
  });

  it('have so many panels each', () => {
    const pieces = panelPieces({ title: 'Curves', panels: [1, 2, 3, 4, 5] }, 2);
    expect(pieces).toEqual([
      { title: 'Curves, part 1 of 3', panels: [1, 2] },
      { title: 'Curves, part 2 of 3', panels: [3, 4] },
      { title: 'Curves, part 3 of 3', panels: [5] },
    ]);
  });
});
