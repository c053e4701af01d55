import {expect, it} from 'vitest';
import {chooseHelmRevision} from '../../../../../src/core/import/helm/choose-helm-revision.ts';

const history = (...statuses: readonly string[]) => statuses.map((status, i) => ({revision: i + 1, status}));

it.each([
  {name: 'the deployed one', of: history('superseded', 'deployed'), want: {revision: 2, warnings: []}},
  {
    name: 'the deployed one though a later one failed, which is said',
    of: history('superseded', 'deployed', 'failed'),
    want: {revision: 2, warnings: [expect.stringContaining('revision 3 is newer than')]},
  },
  {
    name: 'the deployed one while an upgrade is at work, which is said',
    of: history('deployed', 'pending-upgrade'),
    want: {revision: 1, warnings: [expect.stringContaining('is pending-upgrade: Helm is running or was interrupted')]},
  },
  {
    name: 'an earlier one, when asked, and says what it is',
    of: history('superseded', 'deployed'),
    wanted: 1,
    want: {revision: 1, warnings: [expect.stringContaining('is superseded')]},
  },
  {
    name: 'a failed one only when asked',
    of: history('failed'),
    wanted: 1,
    want: {revision: 1, warnings: [expect.stringContaining('failed: only some of its objects may have been written')]},
  },
])('takes $name', ({of, wanted, want}) => expect(chooseHelmRevision(of, wanted)).toEqual(want));

it.each([
  {name: 'none is deployed', of: history('pending-install'), problem: 'is pending-install', hint: '--revision 1'},
  {
    name: 'it failed at first',
    of: history('failed'),
    problem: 'none of its revisions is deployed',
    hint: '--revision 1',
  },
  {name: 'it was uninstalled', of: history('uninstalled'), problem: 'it was uninstalled', hint: 'import cluster'},
  {
    name: 'there is no such revision',
    of: history('superseded', 'deployed'),
    wanted: 7,
    problem: 'revision 7 not found',
    hint: '1 (superseded), 2 (deployed)',
  },
])('refuses where $name', ({of, wanted, problem, hint}) =>
  expect(chooseHelmRevision(of, wanted)).toEqual({
    problem: expect.stringContaining(problem),
    hint: expect.stringContaining(hint),
  }),
);
