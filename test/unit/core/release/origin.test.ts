import {describe, expect, it} from 'vitest';
import {checkOrigin, isTakenOver, originOf, originText, recordedOrigin} from '../../../../src/core/release/origin.ts';

describe('origin', () => {
  it.each([
    'https://github.com/acme/shop.git',
    'https://github.com/acme/shop',
    'https://github.com/acme/shop/',
    'https://robot:token@github.com/acme/shop.git',
    'https://GitHub.com:443/acme/shop',
    'git@github.com:acme/shop.git',
    'ssh://git@github.com:22/acme/shop.git',
    'github.com:acme/shop',
  ])('every form of a URL has the same origin: %s', (remote) =>
    expect(originOf({remote, path: 'deploy/web/'})).toBe('github.com/acme/shop//deploy/web'),
  );

  it.each([
    {remote: '/srv/git/shop.git', path: '', want: 'srv/git/shop//'},
    {remote: 'file:///srv/git/shop.git', path: 'web', want: 'srv/git/shop//web'},
    {remote: '../shop', path: 'web', want: '../shop//web'},
  ])('the origin can be a path: $remote', ({remote, path, want}) => expect(originOf({remote, path})).toBe(want));

  it('the origin contains no password', () => {
    expect(originOf({remote: 'https://user:hunter2@host/p', path: ''})).not.toContain('hunter2');
  });

  const A = {origin: 'a', directory: '/a'};
  const B = {origin: 'b', directory: '/b'};
  const [plainA, plainB] = [{directory: '/a'}, {directory: '/b'}];

  it.each([
    {name: 'the same remote in another checkout', head: A, here: {...A, directory: '/other'}},
    {name: 'the same directory without a remote', head: plainA, here: plainA},
    {name: 'a directory that got a remote', head: plainA, here: A},
    {name: 'a directory that lost its remote', head: A, here: plainA},
    {name: 'a run without files', head: A, here: undefined},
    {name: 'a new release history', head: undefined, here: A},
    {name: 'a head without an origin', head: {}, here: A},
  ])('the check of the origin permits $name', ({head, here}) => {
    checkOrigin(head, here);
    expect(isTakenOver(head, here)).toBe(false);
  });

  it.each([
    {name: 'another remote in the same directory', head: A, here: {...B, directory: '/a'}, says: ['a', 'b']},
    {name: 'another directory without a remote', head: plainA, here: plainB, says: ['/a', '/b']},
    {name: 'a directory without a remote after a remote', head: A, here: plainB, says: ['a', '/b']},
    {name: 'a remote after another directory', head: plainA, here: B, says: ['/a', 'b']},
    {name: 'an unknown directory after a remote', head: {origin: 'a'}, here: plainB, says: ['a', '/b']},
  ])('the check of the origin refuses $name', ({head, here, says: [expected, found]}) => {
    expect(() => checkOrigin(head, here)).toThrow('release/foreign-origin');
    expect(originText(head)).toContain(expected);
    expect(originText(here)).toContain(found);
    expect(isTakenOver(head, here)).toBe(true);
  });

  it.each([
    {name: 'a run without files keeps the recorded origin', head: A, here: undefined, want: A},
    {name: 'a recorded origin keeps a lost remote', head: A, here: plainA, want: A},
    {
      name: 'a recorded origin has the directory of the last run',
      head: A,
      here: {...A, directory: '/c'},
      want: {...A, directory: '/c'},
    },
    {name: 'a takeover replaces the whole recorded origin', head: A, here: plainB, want: plainB},
  ])('$name', ({head, here, want}) => expect(recordedOrigin(head, here)).toEqual(want));
});
