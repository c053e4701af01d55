import {describe, expect, it} from 'vitest';
import type {AppliedOutcome, ApplyOutcome} from '../../../src/app/release-requests.ts';
import {ApplyOutput} from '../../../src/config/output/apply-output.ts';
import type {Failure} from '../../../src/core/failure/failure.ts';
import type {Release} from '../../../src/core/release/release.ts';
import {applyDocument, applyText} from '../../../src/ui/apply-text.ts';
import {planWith, SAMPLE, UNCHANGED} from '../../cli/sample-plan.ts';
import {golden, plainStyle} from './plain-style.ts';
import {FAILURES} from './sample-failures.ts';

const release: Release = {
  formatVersion: 1,
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  lineage: SAMPLE.lineage,
  revision: 4,
  epoch: 9,
  operation: 'apply',
  phase: 'succeeded',
  startedAt: '2026-05-04T11:58:00Z',
  finishedAt: '2026-05-04T11:59:05Z',
  by: {user: 'ann', host: 'build-7', bootId: 'b', pid: 1, processStart: '0', command: 'gantry apply -w prod'},
  gantryVersion: '0.1.0',
  cluster: SAMPLE.cluster,
  summary: SAMPLE.summary,
  spec: [],
  state: [],
};

const done = (id: string, action: 'create' | 'update' | 'delete') => ({
  id,
  action,
  outcome: 'done' as const,
  seconds: 1.23456,
});

const SUCCEEDED: AppliedOutcome = {
  kind: 'applied',
  plan: SAMPLE,
  phase: 'succeeded',
  release,
  steps: [done('a', 'create'), done('b', 'update'), done('c', 'update'), done('d', 'delete')],
  seconds: 65.2,
};

const failure = FAILURES['apply/partial'] as Failure;
const ROLLED_BACK: AppliedOutcome = {...SUCCEEDED, release: {...release, revision: 5, from: {revision: 3, failed: 4}}};

const FAILED: AppliedOutcome = {
  ...SUCCEEDED,
  phase: 'failed',
  failure,
  steps: [
    done('v1:Namespace:shop', 'create'),
    {
      id: 'apps/v1:Deployment:shop:web',
      action: 'update',
      outcome: 'failed',
      seconds: 600,
      failure: FAILURES['object/not-ready'],
    },
    {id: 'v1:Secret:shop:db', action: 'update', outcome: 'failed', seconds: 1, failure: FAILURES['credential/refused']},
    {
      id: 'v1:Service:shop:web',
      action: 'delete',
      outcome: 'skipped',
      seconds: 0,
      because: 'apps/v1:Deployment:shop:web',
    },
  ],
};

const FAILED_BACK: AppliedOutcome = {...FAILED, release: ROLLED_BACK.release};

const OUTCOMES: Readonly<Record<string, ApplyOutcome>> = {
  succeeded: SUCCEEDED,
  failed: FAILED,
  unchanged: {kind: 'unchanged', plan: UNCHANGED},
  'nothing there': {kind: 'unchanged', plan: planWith([])},
  declined: {kind: 'declined', plan: SAMPLE},
  'failed, and rolled back': {...FAILED, rollback: {kind: 'applied', to: 3, outcome: ROLLED_BACK, kept: []}},
  'failed, as did its rollback': {...FAILED, rollback: {kind: 'applied', to: 3, outcome: FAILED_BACK, kept: []}},
  'failed, with nothing to go back to': {
    ...FAILED,
    rollback: {kind: 'stopped', failure: FAILURES['release/not-found']},
  },
  'failed, and its rollback lacks something': {
    ...FAILED,
    rollback: {kind: 'stopped', to: 3, failure: FAILURES['plan/blocked']},
  },
};

describe('what an apply did', () => {
  it('is said with counts, revision, time and causes', () =>
    expect(
      Object.entries(OUTCOMES)
        .map(([name, outcome]) => `# ${name}\n${applyText(outcome, plainStyle)}`)
        .join('\n'),
    ).toMatchFileSnapshot(golden('apply')));

  it.each(Object.entries(OUTCOMES))('is for machines what its schema says: %s', (_, outcome) =>
    expect(ApplyOutput.safeParse(JSON.parse(JSON.stringify(applyDocument(outcome)))).error?.issues).toBeUndefined(),
  );

  it('counts each object once: what was to stay as it is, and is not well, is not unchanged', () => {
    const [unwell] = FAILED.steps.filter(({outcome}) => outcome === 'failed');
    const steps = [{...(unwell as (typeof FAILED.steps)[number]), action: 'unchanged' as const}];
    expect(SAMPLE.summary.unchanged).toBe(1);
    expect(applyText({...FAILED, steps}, plainStyle)).toMatch(/failed: 1 failed \(/);
  });

  it('has for machines the release, every step and the error', () => {
    expect(JSON.parse(JSON.stringify(applyDocument(FAILED)))).toMatchObject({
      formatVersion: 1,
      outcome: 'applied',
      revision: 4,
      phase: 'failed',
      seconds: 65.2,
      steps: [
        {id: 'v1:Namespace:shop', outcome: 'done', seconds: 1.235},
        {failure: {code: 'object/not-ready'}},
        {},
        {because: 'apps/v1:Deployment:shop:web'},
      ],
      error: {code: 'apply/partial', message: expect.any(String), diagnostics: []},
    });
  });
});
