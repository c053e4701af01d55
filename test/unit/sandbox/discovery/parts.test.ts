import {expect, it} from 'vitest';
import {joinParts, partIn} from '../../../../src/sandbox/discovery/parts.ts';

it('each part of a file is read alone, also an empty one and one with line breaks', () => {
  const parts = new Map([
    ['a', Buffer.from('one\ntwo\n')],
    ['b', Buffer.alloc(0)],
    ['c', Buffer.from([10, 0, 255])],
  ]);
  const file = joinParts(parts);
  for (const [name, part] of parts) expect(Buffer.from(partIn(file, name) ?? [1])).toEqual(part);
  expect(partIn(file, 'toString')).toBeUndefined();
});
