import {describe, expect, it} from 'vitest';
import {baseRef, fetchCommand, shownBase} from '../../../../src/core/trust/base-ref.ts';

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
      name: 'a commit in GANTRY_BASE, which is no branch',
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
  ])('is $name', ({flag, env, want, fetch}) => {
    const base = baseRef(flag, env);
    expect(base).toEqual(want);
    expect(fetchCommand(base)).toBe(fetch);
  });

  it('is called by its branch, and its command is safe to paste', () => {
    const base = baseRef(undefined, {GITHUB_BASE_REF: 'x$(touch y)'});
    expect(shownBase(base)).toBe('x$(touch y)');
    expect(fetchCommand(base)).toContain("'+refs/heads/x$(touch y):refs/remotes/origin/x$(touch y)'");
  });
});
