import {describe, expect, it} from 'vitest';
import type {ReleaseList} from '../../../src/app/release/list-releases.ts';
import type {ReleaseLog} from '../../../src/app/release/log-releases.ts';
import type {WorkspaceExplanation} from '../../../src/app/workspace/explain-workspace.ts';
import type {WorkspaceList} from '../../../src/app/workspace/list-workspace.ts';
import {releaseLogText} from '../../../src/ui/text/release/release-log-text.ts';
import {releaseListText} from '../../../src/ui/text/release/release-text.ts';
import {explanationDocument, explanationText} from '../../../src/ui/text/workspace/explain-text.ts';
import {workspaceListText} from '../../../src/ui/text/workspace/workspace-text.ts';
import {SAMPLE} from '../../cli/sample-plan.ts';
import {golden, plainStyle} from './plain-style.ts';
import {FAILURES} from './sample-failures.ts';

const line: ReleaseList['releases'][number] = {
  revision: 2,
  operation: 'apply',
  phase: 'succeeded',
  startedAt: '2026-05-04T11:00:00Z',
  finishedAt: '2026-05-04T11:01:05Z',
  by: 'ci-deployer (ann@build-7, pid 8, https://ci.example/run/8)',
  user: 'ann',
  host: 'build-7',
  account: 'ci-deployer',
  run: 'https://ci.example/run/8',
  source: {commit: '3f2a1bc04de5', branch: 'main', dirty: true},
  command: 'gantry apply -w prod',
  server: 'https://10.0.0.1:6443',
  resources: 31,
  summary: SAMPLE.summary,
  current: true,
};

const RELEASES: ReleaseList = {
  formatVersion: 1,
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  lineage: '8f14e45f',
  locked: {holder: 'bob@laptop', since: '2026-05-04T11:59:00Z', command: 'gantry destroy -w prod'},
  releases: [
    {...line, revision: 4, from: {revision: 2, failed: 3}, current: false},
    {...line, revision: 3, operation: 'destroy', phase: 'interrupted', current: false},
    line,
    {...line, revision: 1, rebuilt: {unknown: [], unread: []}, current: false},
  ],
  unreadable: [{revision: 1, failure: FAILURES['release/damaged']}],
};

const {locked: _, releases, ...named} = RELEASES;
const LOG: ReleaseLog = {
  ...named,
  entries: [
    {
      kind: 'unlock',
      at: '2026-05-04T11:30:00.123Z',
      by: 'bob@laptop',
      because: 'forced',
      holder: 'ci-deployer (ann@build-7)',
      since: '2026-05-04T11:00:00Z',
      command: 'gantry apply',
    },
    ...releases.map((one) => ({kind: 'release' as const, ...one})),
  ],
};

const WORKSPACES: WorkspaceList = {
  formatVersion: 1,
  current: {name: 'prod', from: 'stack.yaml', found: true},
  workspaces: [
    {
      name: 'prod',
      place: 'file',
      file: '/home/me/shop/workspaces/prod.yaml',
      current: true,
      shadowed: false,
      suspended: true,
      labels: {tier: 'prod'},
    },
    {
      name: 'prod',
      place: 'backend',
      file: 'workspaces/prod.yaml',
      current: false,
      shadowed: true,
      suspended: false,
      labels: {},
    },
    {
      name: 'dev',
      place: 'backend',
      file: 'workspaces/dev.yaml',
      current: false,
      shadowed: false,
      suspended: false,
      labels: {},
      failure: FAILURES['input/invalid'],
    },
  ],
};

const EXPLANATION: WorkspaceExplanation = {
  formatVersion: 1,
  workspace: {name: 'prod', from: '-w', place: 'file', file: '/home/me/shop/workspaces/prod.yaml', suspended: false},
  kubeconfig: {
    field: 'context.kubeconfig_path',
    from: 'files',
    files: ['/home/me/.kube/prod'],
    failure: FAILURES['context/kubeconfig'],
  },
  values: [
    {
      name: 'kubeconfig',
      value: '~/.kube/prod',
      source: {kind: 'context', file: '/home/me/shop/workspaces/prod.yaml', line: 4, key: 'kubeconfig_path'},
      shadowed: [
        {name: 'kubeconfig', value: '/home/me/.kube/other', source: {kind: 'environment', variable: 'KUBECONFIG'}},
      ],
    },
    {
      name: 'AWS_SECRET_ACCESS_KEY',
      value: '***',
      source: {kind: 'environment', variable: 'AWS_SECRET_ACCESS_KEY'},
      shadowed: [],
    },
  ],
  diagnostics: [],
  failure: FAILURES['context/kubeconfig'],
};

describe('tables', () => {
  it('the table of releases shows the holder of the lock and unreadable releases', () =>
    expect(releaseListText(RELEASES, plainStyle)).toMatchFileSnapshot(golden('release-list')));

  it('the log of releases has one line for each release and each broken lock', () =>
    expect(releaseLogText(LOG, plainStyle)).toMatchFileSnapshot(golden('release-log')));

  it('the table of workspaces marks the current one', () =>
    expect(workspaceListText(WORKSPACES, plainStyle)).toMatchFileSnapshot(golden('workspace-list')));

  it('workspace explain shows the source of each value and what it shadows', () =>
    expect(explanationText(EXPLANATION, plainStyle)).toMatchFileSnapshot(golden('workspace-explain')));

  it('the document of workspace explain contains the error of a broken kubeconfig', () =>
    expect(explanationDocument(EXPLANATION)).toMatchObject({
      formatVersion: 1,
      kubeconfig: {field: 'context.kubeconfig_path', error: {code: 'context/kubeconfig', message: expect.any(String)}},
      error: {code: 'context/kubeconfig'},
    }));
});
