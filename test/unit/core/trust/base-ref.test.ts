import {describe, expect, it} from 'vitest';
import {baseRef, fetchCommand, isFork, shownBase} from '../../../../src/core/trust/base-ref.ts';

const SHA = 'a'.repeat(40);

describe('the base of an untrusted checkout', () => {
  it.each([
    {
      name: 'the flag, before all others',
      flag: 'origin/release',
      env: {GANTRY_BASE: 'x', GITHUB_BASE_REF: 'main'},
      want: {revision: 'refs/remotes/origin/release', branch: 'release', from: '--base'},
      fetch: 'git fetch --no-tags --depth=1 origin +refs/heads/release:refs/remotes/origin/release',
    },
    {
      name: 'a commit in GANTRY_BASE that is not a branch',
      env: {GANTRY_BASE: SHA, GITHUB_BASE_REF: 'main'},
      want: {revision: SHA, from: 'GANTRY_BASE'},
      fetch: `git fetch --no-tags --depth=1 origin ${SHA}`,
    },
    {
      name: 'the branch of a pull request on GitHub',
      env: {GITHUB_BASE_REF: 'main'},
      want: {revision: 'refs/remotes/origin/main', branch: 'main', from: 'GITHUB_BASE_REF'},
      fetch: 'git fetch --no-tags --depth=1 origin +refs/heads/main:refs/remotes/origin/main',
    },
    {
      name: 'the branch of a merge request on GitLab',
      env: {GITHUB_BASE_REF: '', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'a/b'},
      want: {revision: 'refs/remotes/origin/a/b', branch: 'a/b', from: 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME'},
      fetch: 'git fetch --no-tags --depth=1 origin +refs/heads/a/b:refs/remotes/origin/a/b',
    },
    {
      name: 'the default branch of origin',
      env: {},
      want: {revision: 'refs/remotes/origin/HEAD', from: 'origin/HEAD'},
      fetch: 'git fetch --no-tags --depth=1 origin +HEAD:refs/remotes/origin/HEAD',
    },
    {
      name: 'a name, first of a branch of origin',
      env: {GANTRY_BASE: 'main'},
      want: {
        revision: 'main',
        from: 'GANTRY_BASE',
        first: {revision: 'refs/remotes/origin/main', branch: 'main', from: 'GANTRY_BASE'},
      },
      fetch: 'git fetch --no-tags --depth=1 origin +refs/heads/main:refs/remotes/origin/main',
    },
    {
      name: 'what git works out, as it is',
      flag: 'HEAD^1',
      env: {},
      want: {revision: 'HEAD^1', from: '--base'},
      fetch: "git fetch --no-tags --depth=1 origin 'HEAD^1'",
    },
  ])('the base of an untrusted checkout is $name', ({flag, env, want, fetch}) => {
    const base = baseRef(flag, env);
    expect(base).toEqual(want);
    expect(fetchCommand(base)).toBe(fetch);
  });

  it('the base of an untrusted checkout is called by its branch, and its command is safe to paste', () => {
    const base = baseRef(undefined, {GITHUB_BASE_REF: 'x$(touch y)'});
    expect(shownBase(base)).toBe('x$(touch y)');
    expect(fetchCommand(base)).toContain("'+refs/heads/x$(touch y):refs/remotes/origin/x$(touch y)'");
  });
});

describe('the origin of a checkout', () => {
  const env = {GITHUB_REPOSITORY: 'acme/Shop', GITHUB_SERVER_URL: 'https://github.com'};
  it.each([
    {origin: 'github.com/evil/shop//', env, fork: true},
    {origin: 'github.com/acme/shop-2//', env, fork: true},
    {origin: 'github.com/acme/shop//deploy', env, fork: false},
    {origin: 'github.com/evil/shop//', env: {...env, GITHUB_SERVER_URL: ''}, fork: true},
    {origin: 'git.example/evil/shop//', env: {...env, GITHUB_SERVER_URL: 'https://git.example:8443/'}, fork: true},
    // A mirror: no fork is there.
    {origin: 'git.example/shop//', env, fork: false},
    {origin: undefined, env, fork: false},
    {origin: 'github.com/evil/shop//', env: {}, fork: false},
  ])('$origin is a fork: $fork', ({origin, env: of, fork}) => expect(isFork(origin, of)).toBe(fork));
});
