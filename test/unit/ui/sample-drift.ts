import type {DriftReport, StackDrift} from '../../../src/app/detect-drift.ts';
import {SAMPLE} from '../../cli/sample-plan.ts';
import {FAILURES} from './sample-failures.ts';

const names = {project: 'shop', stack: 'web', workspace: 'prod'};
const stack: StackDrift = {
  ...names,
  lineage: 'abc',
  revision: 4,
  phase: 'succeeded',
  appliedAt: '2026-05-04T11:58:00Z',
  cluster: SAMPLE.cluster,
  summary: {none: 2, changed: 1, added: 1, unmarked: 1, deleted: 1, replaced: 1, taken: 1},
  objects: [
    {
      id: 'apps/v1:Deployment:shop:web',
      type: 'Kubernetes',
      drift: 'changed',
      fields: [
        {
          path: 'spec.paused',
          before: true,
          after: false,
          cause: 'drift',
          manager: 'kubectl-edit',
          time: '2026-05-04T11:59:00Z',
        },
        {path: 'spec.replicas', before: 3, after: 1, cause: 'conflict', manager: 'hpa', yielded: true},
      ],
    },
    {
      id: 'apps/v1:Deployment:shop:worker',
      type: 'Kubernetes',
      drift: 'added',
      fields: [
        {
          path: 'spec.template.spec.hostNetwork',
          before: true,
          cause: 'added',
          manager: 'kubectl-patch',
          time: '2026-05-04T11:59:00Z',
        },
      ],
      addedByControllers: [
        {
          path: 'metadata.annotations["deployment.kubernetes.io/revision"]',
          before: '2',
          cause: 'added',
          manager: 'kube-controller-manager',
          yielded: true,
        },
      ],
    },
    {
      id: 'v1:Secret:shop:login',
      type: 'Kubernetes',
      drift: 'unmarked',
      reason: 'its ownership label or annotations were removed or changed',
      fields: [],
    },
    {
      id: 'v1:ConfigMap:shop:a',
      type: 'Kubernetes',
      drift: 'deleted',
      reason: 'somebody deleted it after the last release',
      fields: [],
    },
    {
      id: 'v1:ConfigMap:shop:b',
      type: 'Kubernetes',
      drift: 'replaced',
      reason: 'another object has its name now',
      fields: [],
    },
    {
      id: 'v1:ConfigMap:shop:c',
      type: 'Kubernetes',
      drift: 'taken',
      reason: 'it belongs to another stack: shop/api/prod',
      fields: [],
    },
    {id: 'v1:ConfigMap:shop:d', type: 'Kubernetes', drift: 'none', fields: []},
  ],
  diagnostics: [],
};
const quiet: StackDrift = {
  ...stack,
  stack: 'api',
  objects: [
    {
      id: 'apps/v1:Deployment:shop:api',
      type: 'Kubernetes',
      drift: 'none',
      fields: [{path: 'spec.replicas', before: 3, after: 1, cause: 'conflict', manager: 'hpa', yielded: true}],
    },
  ],
};
const failed = [{...names, stack: 'old', failure: FAILURES['release/damaged']}];

export const DRIFT_REPORTS: Readonly<Record<string, DriftReport>> = {
  'of several stacks': {formatVersion: 1, stacks: [quiet, stack], failed},
  'without releases': {formatVersion: 1, stacks: [], failed: []},
};
