import {describe, expect, it} from 'vitest';
import {type HeaderLines, impersonated} from '../../../../src/sandbox/access/impersonated.ts';

const ACCOUNT = 'system:serviceaccount:default:x';

/** Parses header lines of the form `A: b`. */
const lines = (...all: readonly string[]): HeaderLines =>
  all.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as const);

// All measured on kube-apiserver 1.34.4.
describe('impersonation', () => {
  it("a request without impersonation headers is the owner's", () => {
    const owner = {
      username: 'sandbox',
      groups: ['system:masters', 'system:authenticated'],
      extra: {'gantry.dev/sandbox': ['true']},
    };
    expect(impersonated(lines('Accept: */*'))).toEqual(owner);
    expect(impersonated(lines('Impersonate-User: '))).toEqual(owner);
  });

  it.each([
    {user: 'jane', groups: [], has: ['system:authenticated']},
    {user: 'jane', groups: ['a, b', 'c'], has: ['a, b', 'c', 'system:authenticated']},
    {user: 'jane', groups: ['system:authenticated', 'a'], has: ['system:authenticated', 'a']},
    {user: 'jane', groups: ['system:unauthenticated'], has: ['system:unauthenticated']},
    {user: 'system:anonymous', groups: [], has: ['system:unauthenticated']},
    {user: 'system:anonymous', groups: ['system:masters'], has: ['system:masters', 'system:unauthenticated']},
    {
      user: ACCOUNT,
      groups: [],
      has: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    },
    {user: ACCOUNT, groups: ['g'], has: ['g', 'system:authenticated']},
    {user: 'system:serviceaccount:Default:x', groups: [], has: ['system:authenticated']},
    {user: `${ACCOUNT}:y`, groups: [], has: ['system:authenticated']},
  ])('the user $user with $groups gets the groups $has', ({user, groups, has}) => {
    const asked = lines(`Impersonate-User: ${user}`, ...groups.map((group) => `Impersonate-Group: ${group}`));
    expect(impersonated(asked)).toEqual({username: user, groups: has});
  });

  it('an impersonated user has the uid and the decoded extra fields that were sent', () => {
    const asked = lines(
      'Impersonate-User: jane',
      'Impersonate-User: joe',
      'Impersonate-Uid: u',
      'Impersonate-Extra-Scopes: a',
      'Impersonate-Extra-scopes: b',
      'Impersonate-Extra-B%2fY: c',
      'Impersonate-Extra-x%zz: d',
    );
    expect(impersonated(asked)).toEqual({
      username: 'jane',
      uid: 'u',
      groups: ['system:authenticated'],
      extra: {scopes: ['a', 'b'], 'b/y': ['c'], 'x%zz': ['d']},
    });
  });

  it('impersonation without a user name is refused', () => {
    const asked = lines('Impersonate-Uid: u', 'Impersonate-Group: g', 'Impersonate-Group: h', 'Impersonate-Extra-a: b');
    expect(impersonated(asked)).toEqual({
      without:
        'requested [{Group  g    } {Group  h    } {UserExtra  b  authentication.k8s.io/v1  a} {UID  u  authentication.k8s.io/v1  }] without impersonating a user',
    });
  });
});
