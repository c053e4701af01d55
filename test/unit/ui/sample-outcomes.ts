import type {AppliedOutcome, ApplyOutcome} from '../../../src/app/plan/release-requests.ts';
import type {Failure} from '../../../src/core/failure/failure.ts';
import type {Release} from '../../../src/core/release/release.ts';
import {planWith, SAMPLE, UNCHANGED} from '../../cli/sample-plan.ts';
import {FAILURES} from './sample-failures.ts';

const release: Release = {
  formatVersion: 2,
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

export const FAILED: AppliedOutcome = {
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

/** Every way in which an apply can end. */
export const OUTCOMES: Readonly<Record<string, ApplyOutcome>> = {
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
