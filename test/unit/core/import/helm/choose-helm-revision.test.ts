import {expect, it} from 'vitest';
import {chooseHelmRevision} from '../../../../../src/core/import/helm/choose-helm-revision.ts';

const history = (...statuses: readonly string[]) => statuses.map((status, i) => ({revision: i + 1, status}));

it.each([
  {name: 'the deployed revision', of: history('superseded', 'deployed'), want: {revision: 2, warnings: []}},
  {
    name: 'the deployed revision with a warning if a later one failed',
    of: history('superseded', 'deployed', 'failed'),
    want: {revision: 2, warnings: [expect.stringContaining('revision 3 is newer than')]},
  },
  {
    name: 'the deployed revision with a warning while an upgrade is pending',
    of: history('deployed', 'pending-upgrade'),
    want: {revision: 1, warnings: [expect.stringContaining('is pending-upgrade: Helm is running or was interrupted')]},
  },
  {
    name: 'a requested earlier revision with a warning about its status',
    of: history('superseded', 'deployed'),
    wanted: 1,
    want: {revision: 1, warnings: [expect.stringContaining('is superseded')]},
  },
  {
    name: 'a failed revision only on request',
    of: history('failed'),
    wanted: 1,
    want: {revision: 1, warnings: [expect.stringContaining('failed: only some of its objects may have been written')]},
  },
])('an import of a Helm release chooses $name', ({of, wanted, want}) =>
  expect(chooseHelmRevision(of, wanted)).toEqual(want),
);

it.each([
  {
    name: 'no revision is deployed',
    of: history('pending-install'),
    problem: 'is pending-install',
    hint: '--revision 1',
  },
  {
    name: 'its first revision failed',
    of: history('failed'),
    problem: 'none of its revisions is deployed',
    hint: '--revision 1',
  },
  {name: 'it was uninstalled', of: history('uninstalled'), problem: 'it was uninstalled', hint: 'import cluster'},
  {
    name: 'the requested revision does not exist',
    of: history('superseded', 'deployed'),
    wanted: 7,
    problem: 'revision 7 not found',
    hint: '1 (superseded), 2 (deployed)',
  },
])('an import of a Helm release is refused if $name', ({of, wanted, problem, hint}) =>
  expect(chooseHelmRevision(of, wanted)).toEqual({
    problem: expect.stringContaining(problem),
    hint: expect.stringContaining(hint),
  }),
);
