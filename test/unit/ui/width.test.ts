import {describe, expect, it} from 'vitest';
import {cutEnd, cutMiddle, padEnd, textWidth} from '../../../src/ui/width.ts';

describe('the width of a text on a terminal', () => {
  it.each([
    {text: 'apps/v1:Deployment:shop:web', want: 27},
    {text: '├ └ │ … ·', want: 9},
    {text: '数据库', want: 6},
    {text: 'ｆｕｌｌ', want: 8},
    {text: 'Cafe\u0301', want: 4},
    {text: '🚀', want: 2},
    {text: '👩‍💻', want: 2},
    {text: '❤️', want: 2},
    {text: '한국', want: 4},
    {text: '', want: 0},
  ])('the width of $text is $want', ({text, want}) => expect(textWidth(text)).toBe(want));
});

describe('a shortened text', () => {
  it.each([
    {text: 'short', columns: 5, want: 'short'},
    {text: 'longer', columns: 5, want: 'long…'},
    {text: '数据库', columns: 5, want: '数据…'},
    {text: '数据库', columns: 4, want: '数…'},
    {text: 'Cafe\u0301 au lait', columns: 5, want: 'Cafe\u0301…'},
    {text: 'abc', columns: 1, want: '…'},
    {text: 'abc', columns: 0, want: ''},
  ])('$text loses its end to fit into $columns columns', ({text, columns, want}) =>
    expect(cutEnd(text, columns)).toBe(want),
  );

  it.each([
    {text: 'apps/v1:Deployment:shop:web', columns: 16, want: 'apps/…t:shop:web'},
    {text: '数据库数据库', columns: 8, want: '数…据库'},
    {text: 'abc', columns: 2, want: 'a…'},
  ])('$text loses its middle to fit into $columns columns', ({text, columns, want}) =>
    expect(cutMiddle(text, columns)).toBe(want),
  );

  it('padding counts columns, not characters', () => expect(padEnd('库', 4)).toBe('库  '));
});
