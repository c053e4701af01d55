import {expect, it} from 'vitest';
import {ownershipProblem} from '../../../../src/core/workspace/ownership.ts';

const ME = 1000;
const directory = (uid: number, mode: number) => ({uid, mode, isDirectory: true});

it.each([
  {name: 'the own directory', owned: directory(ME, 0o755), project: 'yes', home: 'yes'},
  {name: 'a directory of root', owned: directory(0, 0o755), project: 'yes', home: 'yes'},
  {name: 'a directory of another user', owned: directory(65534, 0o755), project: 'sudo chown', home: 'sudo chown'},
  {
    name: 'a directory of another user, closed',
    owned: directory(65534, 0o700),
    project: 'sudo chown',
    home: 'sudo chown',
  },
  {name: 'a directory of the group', owned: directory(ME, 0o775), project: 'yes', home: 'chmod 700'},
  {name: 'a directory of everybody', owned: directory(ME, 0o777), project: 'chmod o-w', home: 'chmod 700'},
  {name: 'a directory of everybody, sticky', owned: directory(0, 0o1777), project: 'yes', home: 'chmod 700'},
  {
    name: 'a file of everybody',
    owned: {uid: ME, mode: 0o666, isDirectory: false},
    project: 'chmod o-w',
    home: 'chmod 700',
  },
  {
    name: 'a file of everybody with the sticky bit, which means nothing of a file',
    owned: {uid: ME, mode: 0o1666, isDirectory: false},
    project: 'chmod o-w',
    home: 'chmod 700',
  },
])('$name is believed or repaired', ({owned, project, home}) => {
  const judged = (me: number | undefined, privately: boolean) =>
    ownershipProblem(owned, me, privately)?.repair ?? 'yes';
  expect(judged(ME, false)).toContain(project);
  expect(judged(ME, true)).toContain(home);
  expect(judged(undefined, true)).toBe('yes');
});

it('a directory of a user is not trusted for root', () => {
  expect(ownershipProblem(directory(ME, 0o755), 0, false)?.repair).toContain('sudo chown -R 0');
});
