import {describe, expect, it} from 'vitest';
import {checkOrigin, originOf} from '../../../../src/core/release/origin.ts';

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
  ])('is one for %s', (remote) =>
    expect(originOf({remote, path: 'deploy/web/'})).toBe('github.com/acme/shop//deploy/web'),
  );

  it.each([
    {remote: '/srv/git/shop.git', path: '', want: 'srv/git/shop//'},
    {remote: 'file:///srv/git/shop.git', path: 'web', want: 'srv/git/shop//web'},
    {remote: '../shop', path: 'web', want: '../shop//web'},
  ])('can be a path: $remote', ({remote, path, want}) => expect(originOf({remote, path})).toBe(want));

  it('holds no password', () => {
    expect(originOf({remote: 'https://user:hunter2@host/p', path: ''})).not.toContain('hunter2');
  });

  it('is not different when one side does not know it', () => {
    const head = {formatVersion: 1, lineage: 'a', epoch: 1, token: 't', revision: 0} as const;
    checkOrigin(undefined, 'a');
    checkOrigin(head, 'a');
    checkOrigin({...head, origin: 'a'}, undefined);
    expect(() => checkOrigin({...head, origin: 'a'}, 'b')).toThrow('release/foreign-origin');
  });
});
