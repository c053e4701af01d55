import {expect, it} from 'vitest';
import type {CheckedWorkspace} from '../../../../../src/app/workspace/workspace-check.ts';
import {checkText} from '../../../../../src/ui/text/workspace/workspace-check-text.ts';
import {plainStyle} from '../../plain-style.ts';

it('the check of a workspace prints each problem and each hint once', () => {
  const problem = 'there is no workspace managment';
  const failure = {code: 'context/kubeconfig', workspace: 'prod', field: 'context.kubeconfig_secret', problem} as const;
  const hinted = {...failure, hint: 'There are: dev, management.'};
  const one: CheckedWorkspace = {
    name: 'prod',
    place: 'file',
    file: 'workspaces/prod.yaml',
    outcome: 'failed',
    suspended: false,
    labels: {},
    diagnostics: [],
    checks: [
      {kind: 'workspace', outcome: 'passed'},
      {kind: 'kubeconfig', outcome: 'failed', failure: hinted},
      {kind: 'store', name: 'default', outcome: 'failed', failure: hinted},
    ],
  };
  const lines = checkText({formatVersion: 1, workspaces: [one]}, plainStyle)
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'Workspace prod',
    'CHECK OF RESULT REMARKS',
    'file - ok -',
    `kubeconfig - failed context.kubeconfig_secret: ${problem}`,
    `secret store default failed context.kubeconfig_secret: ${problem}`,
    'hint: There are: dev, management.',
  ]);
});
