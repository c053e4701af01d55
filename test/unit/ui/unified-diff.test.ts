import {array, assert, constantFrom, property} from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Hunk, unifiedDiff} from '../../../src/ui/unified-diff.ts';

const lines = (before: string, after: string): string[] =>
  unifiedDiff(before, after).flatMap(({head, lines}) => [head, ...lines.map(({sign, text}) => `${sign}${text}`)]);

describe('a unified diff', () => {
  it.each([
    {name: 'has no hunks for equal texts', before: 'a\nb\n', after: 'a\nb\n', want: []},
    {
      name: 'shows a changed line with what stands around it',
      before: '1\n2\n3\n4\n5\n6\n',
      after: '1\n2\n3\nX\n5\n6\n',
      want: ['@@ -2,5 +2,5 @@', ' 2', ' 3', '-4', '+X', ' 5', ' 6'],
    },
    {name: 'shows lines put in at the end', before: 'a\n', after: 'a\nb\n', want: ['@@ -1,1 +1,2 @@', ' a', '+b']},
    {
      name: 'remarks upon a lost line end',
      before: 'a\n',
      after: 'a',
      want: ['@@ -1,1 +1,2 @@', ' a', '+\\ no newline at the end'],
    },
  ])('$name', ({before, after, want}) => expect(lines(before, after)).toEqual(want));

  it('a unified diff turns one text into the other', () => {
    const text = array(constantFrom('a', 'b', 'c', ''), {maxLength: 12}).map((parts) => `${parts.join('\n')}\n`);
    assert(property(text, text, (before, after) => patched(before, unifiedDiff(before, after)) === after));
  });
});

/** Applies the hunks as `patch` does. */
function patched(before: string, hunks: readonly Hunk[]): string {
  const old = before.slice(0, -1).split('\n');
  let at = 0;
  const result = hunks.flatMap(({head, lines}) => {
    const start = Number(/^@@ -(\d+)/.exec(head)?.[1]) - 1;
    const kept = old.slice(at, start);
    at = start + lines.filter(({sign}) => sign !== '+').length;
    return [...kept, ...lines.filter(({sign}) => sign !== '-').map(({text}) => text)];
  });
  return `${[...result, ...old.slice(at)].join('\n')}\n`;
}
