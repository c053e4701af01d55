import type {Plan} from '../../../../src/core/plan/plan.ts';
import type {ReportCase} from '../../../../src/core/report/report-case.ts';
import {applyCases} from '../../../../src/ui/report/apply-cases.ts';
import {failureCases} from '../../../../src/ui/report/failure-cases.ts';
import {planCases} from '../../../../src/ui/report/plan-cases.ts';
import type {ReportRun} from '../../../../src/ui/report/report-run.ts';
import {buildCases, driftCases, statusCases} from '../../../../src/ui/report/stack-cases.ts';
import {SAMPLE} from '../../../cli/sample-plan.ts';
import {DRIFT_REPORTS} from '../sample-drift.ts';
import {FAILURES} from '../sample-failures.ts';
import {OUTCOMES} from '../sample-outcomes.ts';

export const RUN: ReportRun = {
  command: 'preview',
  version: '0.1.0',
  exitCode: 0,
  places: {root: '/home/me', cwd: '/home/me/shop'},
  fallbackFile: 'shop/stack.yaml',
};

const about = {project: 'shop', stack: 'web', workspace: 'prod'};
const at = {file: '/home/me/shop/manifests/web.yaml', line: 7, column: 13, endColumn: 18, text: '  replicas: "two"'};

/** What the files say beside the plan: of a resource, of a file, of nothing. */
export const REMARKED: Plan = {
  ...SAMPLE,
  diagnostics: [
    {severity: 'warning', code: 'quota/exceeded', message: 'the plan asks for 3 cpu of 2'},
    {
      severity: 'note',
      code: 'image/unmatched',
      message: 'no image is called a',
      at: {...at, file: 'stack.yaml', line: 3},
    },
    {
      severity: 'warning',
      code: 'object/orphan',
      message: 'odd',
      resource: 'v1:Service:shop:old',
      path: 'spec.type',
      at,
    },
  ],
};

const HEALTHY = {
  formatVersion: 1,
  ...about,
  lineage: SAMPLE.lineage,
  cluster: SAMPLE.cluster,
  release: {revision: 4, operation: 'apply', phase: 'succeeded', startedAt: '2026-05-04T11:58:00Z', by: 'ann'},
  healthy: false,
  summary: {ready: 1, progressing: 0, failed: 1, terminating: 0, unknown: 0, missing: 0},
  objects: [
    {id: 'v1:Service:shop:web', kind: 'Service', namespace: 'shop', name: 'web', health: 'ready', message: 'is there'},
    {
      id: 'apps/v1:Deployment:shop:web',
      kind: 'Deployment',
      namespace: 'shop',
      name: 'web',
      health: 'failed',
      message: 'container app ends again and again',
      trouble: {
        events: [{object: 'Pod web-1', type: 'Warning', reason: 'BackOff', message: 'Back-off restarting', count: 5}],
        logs: [{pod: 'web-1', container: 'app', previous: true, lines: ['panic: <no & config>\u001b[31m', ']]> end']}],
      },
    },
  ],
  diagnostics: [],
} as const satisfies Parameters<typeof statusCases>[0];

/** The cases of every kind of run. */
export const CASES: Readonly<Record<string, readonly ReportCase[]>> = {
  preview: planCases(REMARKED),
  ...Object.fromEntries(Object.entries(OUTCOMES).map(([name, outcome]) => [`apply, ${name}`, applyCases(outcome)])),
  'apply, refused': failureCases(FAILURES['plan/blocked'], about, SAMPLE),
  drift: driftCases(DRIFT_REPORTS['of several stacks'] ?? {formatVersion: 1, stacks: [], failed: []}),
  status: statusCases(HEALTHY),
  'status, unreachable': statusCases({...HEALTHY, failure: FAILURES['cluster/unreachable']}),
  validate: buildCases({
    ...about,
    resources: [{id: 'v1:Service:shop:old', type: 'Kubernetes', attributes: {}, dependsOn: [], extensions: {}}],
    diagnostics: REMARKED.diagnostics,
  }),
  ...Object.fromEntries(
    Object.entries(FAILURES).map(([code, failure]) => [`failed, ${code}`, failureCases(failure, about)]),
  ),
};
