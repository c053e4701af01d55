import type {Diagnostic} from '../../../src/core/diagnostic/diagnostic.ts';
import type {Failure, FailureCode} from '../../../src/core/failure/failure.ts';

const server = 'https://10.0.0.1:6443';

export const DIAGNOSTICS: readonly Diagnostic[] = [
  {
    severity: 'error',
    code: 'schema/type',
    message: 'expected a number, found a string',
    at: {file: '/home/me/shop/web/web.yaml', line: 12, column: 13, endColumn: 18, text: '  replicas: "two"'},
    resource: 'apps/v1:Deployment:shop:web',
    path: 'spec.replicas',
    hint: 'Write it without quotes.',
  },
  {
    severity: 'warning',
    code: 'kubeconfig/missing',
    message: '/home/me/.kube/old is listed in KUBECONFIG, but is missing',
  },
  {
    severity: 'error',
    code: 'yaml/syntax',
    message: 'bad indentation\nof a mapping entry',
    at: {file: '/etc/shop/a.yaml', line: 3, column: 3, endColumn: 6, text: '\t\tkey: 1'},
  },
  {severity: 'note', code: 'spec/order', message: 'the order is made by name', path: 'resources'},
  {
    severity: 'error',
    code: 'schema/unknown',
    message: 'there is no field "imgae"',
    at: {
      file: 'min.json',
      line: 1,
      column: 302,
      endColumn: 309,
      text: `{"a":"${'x'.repeat(293)}","imgae":1,"b":"${'y'.repeat(200)}"}`,
    },
    hint: 'Did you mean image?',
  },
];

/** One of every failure: a new code does not compile until it is here. */
export const FAILURES: {readonly [Code in FailureCode]: Extract<Failure, {readonly code: Code}>} = {
  'input/invalid': {code: 'input/invalid', diagnostics: DIAGNOSTICS},
  'input/usage': {code: 'input/usage', message: 'Unknown command.', hint: 'Did you mean preview?'},
  'input/confirmation-needed': {code: 'input/confirmation-needed', flag: '--yes'},
  'workspace/not-chosen': {code: 'workspace/not-chosen', known: ['dev', 'prod'], unusedSwitch: 'dev'},
  'workspace/not-found': {
    code: 'workspace/not-found',
    name: 'prd',
    known: ['prod'],
    looked: ['workspaces/', 'local'],
    from: '-w',
  },
  'workspace/exists': {code: 'workspace/exists', name: 'prod'},
  'workspace/suspended': {code: 'workspace/suspended', name: 'prod'},
  'workspace/in-use': {code: 'workspace/in-use', name: 'prod', stacks: ['shop/web/prod', 'shop/db/prod']},
  'context/kubeconfig': {
    code: 'context/kubeconfig',
    workspace: 'prod',
    field: 'context.kubeconfig_path',
    problem: '/home/me/.kube/prod is missing',
  },
  'credential/refused': {code: 'credential/refused', server, detail: 'Unauthorized'},
  'credential/expired': {code: 'credential/expired', server, what: 'client certificate', since: '2026-01-01'},
  'permission/denied': {
    code: 'permission/denied',
    server,
    action: 'patch',
    detail: 'deployments.apps "web" is forbidden',
    resource: 'apps/v1:Deployment:shop:web',
  },
  'cluster/unreachable': {code: 'cluster/unreachable', server, detail: 'connect ECONNREFUSED 10.0.0.1:6443'},
  'cluster/tls': {code: 'cluster/tls', server, detail: 'self-signed certificate'},
  'cluster/other': {code: 'cluster/other', workspace: 'prod', expected: 'b1946ac9', found: '591785b7'},
  'object/refused': {code: 'object/refused', diagnostics: DIAGNOSTICS.slice(0, 1)},
  'object/write-refused': {
    code: 'object/write-refused',
    resource: 'v1:Service:shop:web',
    status: 422,
    detail: 'spec.clusterIP: field is immutable.',
  },
  'object/not-ready': {
    code: 'object/not-ready',
    resource: 'apps/v1:Deployment:shop:web',
    detail: '1 of 3 ready',
    seconds: 600,
  },
  'object/not-gone': {
    code: 'object/not-gone',
    resource: 'v1:PersistentVolumeClaim:shop:data',
    detail: 'is being deleted; held by the finalizers kubernetes.io/pvc-protection (a pod still uses it)',
    seconds: 600,
    limit: 'resource',
  },
  'object/failed': {
    code: 'object/failed',
    resource: 'batch/v1:Job:shop:migrate',
    detail: 'BackoffLimitExceeded; pod migrate-x2x: container main ended with 1, Error',
    trouble: {
      events: [
        {
          object: 'Pod migrate-x2x',
          type: 'Warning',
          reason: 'BackOff',
          message: 'Back-off restarting \u001b[2Jfailed container',
          count: 5,
          time: '2026-05-04T11:59:00Z',
        },
        {
          object: 'Job migrate',
          type: 'Warning',
          reason: 'BackoffLimitExceeded',
          message: 'Job has reached the specified backoff limit',
          count: 1,
        },
      ],
      logs: [
        {pod: 'migrate-x2x', container: 'main', previous: true, lines: ['starting', '\u001b[31mno table "users"']},
        {pod: 'migrate-x2x', container: 'main', lines: ['starting']},
      ],
    },
  },
  'plan/stale': {code: 'plan/stale', resource: 'v1:Service:shop:web', detail: 'it was made again'},
  'plan/unreadable': {code: 'plan/unreadable', file: 'plan.json', problem: 'it was edited, or cut'},
  'plan/blocked': {
    code: 'plan/blocked',
    blocked: [
      {
        id: 'v1:Service:shop:web',
        action: 'adopt',
        needs: '--adopt v1:Service:shop:web',
        because: 'it exists and no stack owns it',
        fields: [],
      },
    ],
  },
  'import/refused': {
    code: 'import/refused',
    refused: [
      {id: 'v1:ConfigMap:shop:settings', fields: [], because: 'it does not exist in the cluster'},
      {
        id: 'apps/v1:Deployment:shop:web',
        fields: [{path: 'spec.replicas', before: 3, after: 2, cause: 'spec'}],
        because: 'it differs from the file: spec.replicas',
        instead: 'needs: gantry apply --target apps/v1:Deployment:shop:web --adopt apps/v1:Deployment:shop:web',
      },
    ],
  },
  'release/locked': {
    code: 'release/locked',
    holder: 'ann@build-7, pid 4711, https://ci.example/run/8',
    since: '2026-05-04T11:58:00Z',
    command: 'gantry apply -w prod',
    user: 'ann',
    host: 'build-7',
    pid: 4711,
    run: 'https://ci.example/run/8',
    leaseSeconds: 60,
    renewedSecondsAgo: 12,
    alive: 'unknown',
  },
  'release/lease-lost': {code: 'release/lease-lost', detail: 'bob@laptop holds it now'},
  'release/not-found': {code: 'release/not-found', detail: 'shop/web/prod has no revision 9'},
  'resource/not-found': {
    code: 'resource/not-found',
    series: 'shop/web/prod',
    id: 'v1:Service:shop:wbe',
    nearest: 'v1:Service:shop:web',
  },
  'resource/no-such-field': {
    code: 'resource/no-such-field',
    id: 'v1:Service:shop:web',
    path: 'spec.prots',
    nearest: ['spec.ports'],
  },
  'release/foreign-origin': {code: 'release/foreign-origin', expected: 'github.com/a/shop', found: 'github.com/b/shop'},
  'release/damaged': {code: 'release/damaged', key: 'releases/8f14/3-1.json', detail: 'the digest differs'},
  'release/newer-format': {code: 'release/newer-format', key: 'releases/8f14/head.json', found: 2},
  'backend/io': {code: 'backend/io', detail: 'EACCES: permission denied, open /home/me/.gantry/x'},
  'apply/partial': {
    code: 'apply/partial',
    failed: ['apps/v1:Deployment:shop:web'],
    skipped: ['v1:Service:shop:web'],
    causes: [{code: 'object/not-ready', resource: 'apps/v1:Deployment:shop:web', detail: '1 of 3 ready', seconds: 600}],
  },
  'apply/timeout': {code: 'apply/timeout', seconds: 30},
  'forward/port-taken': {
    code: 'forward/port-taken',
    port: 8080,
    detail: 'listen EADDRINUSE: address already in use 127.0.0.1:8080',
  },
  'forward/impossible': {code: 'forward/impossible', detail: 'service web has no port 81; it has 80 http'},
  'wait/unmet': {
    code: 'wait/unmet',
    until: 'ready',
    resources: ['apps/v1:Deployment:shop:web'],
    of: 7,
    causes: [{code: 'object/not-ready', resource: 'apps/v1:Deployment:shop:web', detail: '1 of 3 ready', seconds: 600}],
  },
  cancelled: {code: 'cancelled', signal: 'SIGINT', run: {operation: 'apply', done: 3, total: 12}},
};
