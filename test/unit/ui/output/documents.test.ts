import {describe, expect, it} from 'vitest';
import type {z} from 'zod';
import type {ApplyOutcome, BuildOutcome} from '../../../../src/app/plan/release-requests.ts';
import type {Plan} from '../../../../src/core/plan/plan.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {bugDocument, errorDocument} from '../../../../src/ui/json.ts';
import {ApplyOutput} from '../../../../src/ui/output/apply-output.ts';
import {BuildOutput, ValidateOutput} from '../../../../src/ui/output/build-output.ts';
import {ErrorOutput} from '../../../../src/ui/output/error-output.ts';
import {applyDocument} from '../../../../src/ui/text/stack/apply-text.ts';
import {buildDocument} from '../../../../src/ui/text/stack/build-text.ts';
import {validDocument} from '../../../../src/ui/text/stack/valid-text.ts';

const NAMES = {formatVersion: 1, project: 'shop', stack: 'dev', workspace: 'dev', lineage: 'l', revision: 1} as const;
const CLUSTER = {server: 'https://k', identity: 'u', method: 'kube-system-uid', version: 'v1.34.0'} as const;
const SUMMARY = {
  create: 1,
  update: 0,
  replace: 0,
  delete: 0,
  adopt: 0,
  unchanged: 0,
  retain: 0,
  forget: 0,
  gone: 0,
  blocked: 0,
};
const PLAN: Plan = {...NAMES, cluster: CLUSTER, summary: SUMMARY, changes: [], diagnostics: [], digest: 'd'};
const RELEASE: Release = {
  ...NAMES,
  formatVersion: 2,
  epoch: 1,
  operation: 'apply',
  phase: 'failed',
  startedAt: '2026-01-01T00:00:00Z',
  finishedAt: '2026-01-01T00:00:01Z',
  by: {user: 'u', host: 'h', bootId: 'b', pid: 1, processStart: '1', command: 'gantry apply'},
  gantryVersion: '0.1.0',
  cluster: CLUSTER,
  summary: SUMMARY,
  spec: [],
  state: [],
};
const FAILURE = {code: 'object/not-ready', resource: 'v1:Pod:a', detail: 'x', seconds: 1} as const;
const APPLIED: ApplyOutcome = {
  kind: 'applied',
  plan: PLAN,
  phase: 'failed',
  release: RELEASE,
  steps: [
    {id: 'v1:Pod:a', action: 'create', outcome: 'failed', seconds: 1.23456, failure: FAILURE},
    {id: 'v1:Pod:b', action: 'create', outcome: 'skipped', seconds: 0, because: 'v1:Pod:a failed'},
  ],
  seconds: 2.5,
  failure: {code: 'apply/partial', failed: ['v1:Pod:a'], skipped: ['v1:Pod:b'], causes: [FAILURE]},
};
const BUILT: BuildOutcome = {
  project: 'shop',
  stack: 'dev',
  resources: [{id: 'v1:Pod:a', type: 'Kubernetes', attributes: {kind: 'Pod'}, dependsOn: [], extensions: {}}],
  diagnostics: [{severity: 'warning', code: 'a/b', message: 'm'}],
};

describe('the JSON documents of commands', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['apply', ApplyOutput, applyDocument(APPLIED)],
    ['apply without changes', ApplyOutput, applyDocument({kind: 'unchanged', plan: PLAN})],
    ['apply that was declined', ApplyOutput, applyDocument({kind: 'declined', plan: PLAN})],
    ['build', BuildOutput, buildDocument(BUILT, {reveal: false})],
    [
      'validate',
      ValidateOutput,
      validDocument({
        ...BUILT,
        kubernetes: ['1.36'],
        isOnline: false,
        unchecked: [{apiVersion: 'a/v1', kind: 'A', objects: 2}],
      }),
    ],
    ['a failure', ErrorOutput, errorDocument(FAILURE)],
    ['wrong input', ErrorOutput, errorDocument({code: 'input/invalid', diagnostics: BUILT.diagnostics})],
    ['a bug', ErrorOutput, bugDocument(new Error('x'))],
  ])('the document %s matches its schema', (_, schema, document) => {
    expect(schema.safeParse(JSON.parse(JSON.stringify(document))).error?.issues).toBeUndefined();
  });
});
