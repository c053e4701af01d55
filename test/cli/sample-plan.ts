import type {Change, Plan} from '../../src/core/plan/plan.ts';
import {ACTIONS, type Summary} from '../../src/core/plan/plan.ts';

const change = (rest: Pick<Change, 'id' | 'action'> & Partial<Change>): Change => ({
  type: 'Kubernetes',
  verified: true,
  fields: [],
  ...rest,
});

const summaryOf = (changes: readonly Change[]): Summary => {
  const counts = Object.fromEntries(
    ACTIONS.map((action) => [action, changes.filter((one) => one.action === action).length]),
  );
  return {...counts, blocked: changes.filter(({blocked}) => blocked !== undefined).length} as Summary;
};

/** A plan around some changes. */
export const planWith = (changes: readonly Change[], rest: Partial<Plan> = {}): Plan => ({
  formatVersion: 1,
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  lineage: '8f14e45fceea167a',
  revision: 4,
  cluster: {
    server: 'https://10.0.0.1:6443',
    identity: 'b1946ac9-2e3c-4b7e',
    method: 'kube-system-uid',
    version: 'v1.34.4',
  },
  summary: summaryOf(changes),
  changes,
  diagnostics: [],
  digest: 'sha256:0',
  ...rest,
});

export const UNCHANGED = planWith([change({id: 'v1:Service:shop:web', action: 'unchanged'})]);

/** One of everything that a plan can say. */
export const SAMPLE = planWith([
  change({id: 'v1:Namespace:shop', action: 'unchanged'}),
  change({
    id: 'v1:ConfigMap:shop:settings',
    action: 'create',
    fields: [{path: 'data.mode', after: 'fast', cause: 'spec'}],
  }),
  change({
    id: 'apps/v1:Deployment:shop:web',
    action: 'update',
    fields: [
      {
        path: 'spec.replicas',
        before: 5,
        after: 3,
        cause: 'drift',
        manager: 'kubectl-edit',
        time: '2026-05-04T11:58:00Z',
      },
      {path: 'spec.template.spec.containers[name="app"].image', before: 'web:1.0', after: 'web:1.1', cause: 'spec'},
      {path: 'metadata.labels.tier', after: 'front', cause: 'workspace'},
      {path: 'spec.paused', before: true, cause: 'spec'},
      {
        path: 'spec.template.spec.containers[name="app"].env[name="URL"].value',
        before: 'http://old',
        unknown: true,
        cause: 'reference',
      },
      {path: 'spec.revisionHistoryLimit', before: 10, after: 10, cause: 'ownership'},
      {path: 'spec.strategy.type', after: 'RollingUpdate', cause: 'default'},
    ],
  }),
  change({
    id: 'v1:ConfigMap:shop:nginx',
    action: 'update',
    verified: false,
    reason: 'no right to write',
    fields: [
      {
        path: 'data["nginx.conf"]',
        before: 'worker 1;\nhttp {\n  gzip off;\n  port 80;\n}\n# a\n# b\n# c\n# d\nlast one;\n',
        after: 'worker 1;\nhttp {\n  gzip on;\n  port 80;\n}\n# a\n# b\n# c\n# d\nlast two;\n',
        cause: 'spec',
      },
    ],
  }),
  change({
    id: 'v1:Secret:shop:db',
    action: 'update',
    fields: [{path: 'data.password', cause: 'secret', sensitive: true}],
  }),
  change({
    id: 'batch/v1:Job:shop:migrate',
    action: 'replace',
    reason: 'spec.template is immutable',
    fields: [{path: 'spec.template.spec.containers[name="m"].image', before: 'm:1', after: 'm:2', cause: 'spec'}],
  }),
  change({id: 'v1:Service:shop:old', action: 'delete', reason: 'no longer in the stack'}),
  change({id: 'v1:PersistentVolumeClaim:shop:data', action: 'retain', reason: 'gantry.dev/protect'}),
  change({
    id: 'rbac.authorization.k8s.io/v1:ClusterRole:view-shop',
    action: 'adopt',
    blocked: {
      needs: '--adopt rbac.authorization.k8s.io/v1:ClusterRole:view-shop',
      because: 'it exists and no stack owns it',
    },
  }),
]);
