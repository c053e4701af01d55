import {globSync} from 'node:fs';

/**
 * Test files that need more than Node.js, and why. `only`: nothing of them runs without it. `too`: they run in `npm test` as well,
 * on the sandbox; tests in them that need more are skipped there.
 */
type Group = {
  readonly why: string;
  readonly only?: readonly string[];
  readonly too?: readonly string[];
  /** The files of `only` fail on a sandbox, instead of skipping what it cannot do. */
  readonly alone?: true;
};

/** Charts and modules must give the same objects on both clusters: `npm run test:cluster` runs these files twice. */
export const ON_BOTH: readonly string[] = [
  'e2e/chart-hooks',
  'e2e/chart-images',
  'e2e/chart-values',
  'e2e/example-applications',
  'e2e/helm-cache',
  'e2e/helm-canaries',
  'e2e/helm-charts',
  'e2e/helm-generated',
  'e2e/helm-render',
  'e2e/hook-faults',
  'e2e/import-helm-chart',
  'e2e/module-secrets',
  'e2e/policy-programs',
  'e2e/rebuilt-cluster',
  'e2e/stacks-of-charts',
];

/** `npm run test:cluster`, on the real control plane: what a fake cluster cannot know. */
const CONTROL_PLANE: readonly Group[] = [
  {
    why: 'the client and the control plane itself',
    alone: true,
    only: ['controlplane/stages', 'controlplane/stop', 'e2e/bad-server', 'e2e/client'],
    too: ['e2e/doctor', 'e2e/never-hangs'],
  },
  {
    why: 'the sandbox is compared with it',
    alone: true,
    only: ['conformance/server', 'e2e/recorded-applications', 'e2e/recorded-sessions'],
    too: ['e2e/differential', 'e2e/differential-local', 'e2e/field-sets'],
  },
  {
    why: 'kubectl, Helm and Kusion work on the same objects',
    only: [
      ...ON_BOTH,
      'e2e/charts',
      'e2e/exec',
      'e2e/helm-audit',
      'e2e/import-cluster',
      'e2e/import-helm',
      'e2e/import-kinds',
      'e2e/instead-of-kubeconfig',
      'e2e/resource-import',
      'e2e/takeover',
      'e2e/takeover-cases',
    ],
    too: ['e2e/handover', 'e2e/import-kusion', 'e2e/import-kusion-applications'],
  },
  {
    why: 'users, certificates and permissions',
    only: ['e2e/kubeconfig-https', 'e2e/permissions'],
    too: [
      'e2e/drift-by-itself',
      'e2e/fail-closed',
      'e2e/ignore',
      'e2e/kubeconfig-secret',
      'e2e/logs',
      'e2e/pinned-server',
      'e2e/preflight',
      'e2e/release-history',
      'e2e/release-rebuild',
      'e2e/secret-references',
      'e2e/secret-stores',
      'e2e/secrets',
      'e2e/state-in-cluster',
      'e2e/strict',
      'e2e/why',
      'e2e/why-leaves',
      'e2e/workspace-access',
    ],
  },
  {
    why: 'webhooks, aggregated APIs, containers, quota',
    only: ['e2e/containers', 'e2e/pod-security', 'e2e/port-forward', 'e2e/unavailable-api', 'e2e/webhook'],
    too: ['e2e/at-rest', 'e2e/causes', 'e2e/quota', 'e2e/replacement-stopped'],
  },
  {
    why: 'pages that show the output of a real server',
    alone: true,
    only: ['docs/ci-guide', 'docs/guides/login', 'docs/guides/operate', 'docs/transcript'],
  },
  {
    why: 'a minute of processor time, or of waiting for leases',
    only: [
      'e2e/backend-outage',
      'e2e/chaos',
      'e2e/hostile-namespace',
      'e2e/killed-processes',
      'e2e/parallel-stacks',
      'e2e/release-safety',
      'e2e/removals',
      'e2e/soak',
      'e2e/watch-soak',
    ],
  },
  {
    why: 'one suite for each feature',
    too: [
      'e2e/added-fields',
      'e2e/application-modules',
      'e2e/application-programs',
      'e2e/applications',
      'e2e/adopt-many',
      'e2e/backend-backup',
      'e2e/claimed-resources',
      'e2e/cluster-facts',
      'e2e/created-namespace',
      'e2e/cleared-fields',
      'e2e/conflicts',
      'e2e/day-of-work',
      'e2e/destroy-all',
      'e2e/drift',
      'e2e/each-kind',
      'e2e/ending-namespace',
      'e2e/failure-causes',
      'e2e/fetched-modules',
      'e2e/git-source',
      'e2e/forged-release',
      'e2e/release-verify',
      'e2e/keyless-releases',
      'e2e/signed-releases',
      'e2e/health',
      'e2e/library',
      'e2e/messages',
      'e2e/locks',
      'e2e/gitlab-component',
      'e2e/made-claims',
      'e2e/made-cluster',
      'e2e/controlled-clusters',
      'e2e/main-job',
      'e2e/moved',
      'e2e/older-backend',
      'e2e/notify',
      'e2e/oci-source',
      'e2e/stale-plan',
      'e2e/one-plan',
      'e2e/only-locked',
      'e2e/ownership',
      'e2e/ttl-jobs',
      'e2e/watch',
      'e2e/plan-file',
      'e2e/planned-namespace',
      'e2e/policies',
      'e2e/promotion',
      'e2e/rename',
      'e2e/status-of-all',
      'e2e/protected-workspace',
      'e2e/real-input',
      'e2e/references',
      'e2e/refused-objects',
      'e2e/replacement',
      'e2e/restart-on-change',
      'e2e/report',
      'e2e/rollback',
      'e2e/runtime-contract',
      'e2e/scaled-by-hand',
      'e2e/several-stacks',
      'e2e/several-workspaces',
      'e2e/sealed-backend',
      'e2e/sealed-by-services',
      'e2e/sealed-for-ssh',
      'e2e/sealed-plans',
      'e2e/unwrapped-once',
      'e2e/shared-clusters',
      'e2e/external-resources',
      'e2e/killed-shared',
      'e2e/shared-readers',
      'e2e/shared-resources',
      'e2e/shared-uses',
      'e2e/status',
      'e2e/throttled-server',
      'e2e/two-environments',
      'e2e/remaining-pvcs',
      'e2e/switched-kubeconfig',
      'e2e/targets',
      'e2e/secrets-to-terraform',
      'e2e/shared-terraform',
      'e2e/terraform',
      'e2e/terraform-accounts',
      'e2e/terraform-adopt',
      'e2e/terraform-lock',
      'e2e/terraform-operate',
      'e2e/terraform-saved-plan',
      'e2e/terraform-selection',
      'e2e/terraform-source',
      'e2e/terraform-source-values',
      'e2e/terraform-alone',
      'e2e/two-runtimes',
      'e2e/workspace-commands',
      'e2e/yaml-as-kubectl',
      'e2e/zero-noise',
    ],
  },
];

/** `npm run test:cluster`, on the sandbox: programs that are built with Go. */
const PROGRAMS: readonly Group[] = [
  {
    why: 'kubectl, Helm, kustomize and age on a sandbox',
    only: [
      'contract/age-program',
      'contract/helm-problems',
      'contract/helm-values',
      'contract/kubeconfig-shapes',
      'contract/kubectl-yaml',
      'docs/guides/adopt',
      'docs/guides/fetched-sources',
      'docs/guides/charts',
      'docs/guides/charts-from-servers',
      'docs/guides/charts-and-the-cluster',
      'docs/guides/charts-hooks',
      'docs/guides/charts-values',
      'docs/guides/from-helm',
      'docs/guides/from-kusion',
      'docs/guides/helm-charts',
      'docs/guides/import',
      'docs/guides/instead-of-kubeconfig',
      'docs/guides/many-clusters',
      'docs/guides/read-a-plan',
      'docs/guides/vary-a-stack',
      'docs/sandbox-in-tests',
      ...ON_BOTH,
      'e2e/chart-servers',
      'e2e/fetched-charts',
      'e2e/helm-untrusted',
      'e2e/hostile-charts',
      'e2e/kustomize',
      'e2e/kustomize-helm',
      'e2e/sandbox-applications',
      'e2e/sandbox-sessions',
    ],
    too: ['e2e/sandbox'],
  },
  {
    why: 'npm, a compiler, minutes of processor time',
    only: ['e2e/format-1', 'e2e/module-commands', 'e2e/module-versions', 'e2e/package'],
  },
];

/** `npm run test:services`, on the sandbox, and the story of AWS on the real control plane: MinIO, moto, fake-gcs-server, Azurite, a provider of OpenID Connect, Chromium. */
const SERVICES: readonly Group[] = [
  {
    why: 'a bucket, a secret store of AWS',
    only: [
      'contract/backend-azure',
      'contract/backend-gcs',
      'contract/backend-s3',
      'contract/hostile-services',
      'contract/import-kusion-s3',
      'contract/kubeconfigs-s3',
      'contract/reliability-azure',
      'contract/reliability-gcs',
      'contract/reliability-s3',
      'contract/s3-credentials',
      'contract/key-wrapper-aws',
      'contract/secret-store-aws',
      'docs/guides/backends',
      'e2e/azure-backend',
      'e2e/bucket-access',
      'e2e/s3-backend',
      'e2e/sealed-by-kms',
      'e2e/aws-modules',
      'e2e/terraform-aws',
      'e2e/terraform-import-aws',
    ],
    too: [
      'contract/kubeconfig-sources',
      'contract/lock-race',
      'e2e/backend-backup',
      'e2e/backend-migrate',
      'e2e/damaged-shared-backend',
      'e2e/pipeline',
      'e2e/release-backends',
      'e2e/stopped-holder',
    ],
  },
  {why: 'OpenTofu, if it was built with Go', only: ['contract/runtime-opentofu']},
  {
    why: 'a provider of Terraform that is built with Go',
    only: [
      'contract/terraform-values',
      'e2e/external-terraform',
      'e2e/terraform-backends',
      'e2e/terraform-batches',
      'e2e/terraform-canaries',
      'e2e/terraform-drift',
      'e2e/terraform-faults',
      'e2e/terraform-import',
      'e2e/terraform-import-source',
      'e2e/terraform-killed',
      'e2e/terraform-source-removed',
      'e2e/terraform-write-only',
    ],
  },
  {why: 'a login', only: ['e2e/login']},
  {why: 'a page in Chromium', only: ['e2e/report-page']},
];

/** The test files of each project of vitest, by its name. */
export type Suites = Readonly<Record<'unit' | 'sandbox' | 'cluster' | 'programs' | 'services', readonly string[]>>;

/**
 * Returns the test files of each project. `npm test` runs the projects unit and sandbox, `npm run test:cluster` the projects cluster and
 * programs, `npm run test:services` the project services.
 */
export function suites(): Suites {
  const [cluster, programs, services] = [CONTROL_PLANE, PROGRAMS, SERVICES].map((groups) => all(groups)) as Lists;
  const elsewhere = [CONTROL_PLANE, PROGRAMS, SERVICES].flatMap((groups) => paths(groups, ['only']));
  return {
    unit: without(WITHOUT_CLUSTER, elsewhere),
    sandbox: without(ON_CLUSTER, elsewhere),
    cluster,
    programs,
    services,
  };
}

/** Returns the same for `npm run test:all`: each suite that can use any cluster runs on both, with all programs and services. */
export function allSuites(): Suites {
  const {services} = suites();
  const failOnSandbox = CONTROL_PLANE.filter(({alone}) => alone === true);
  // The same sessions as in the files that run on the control plane.
  const ofSandbox = ['sandbox-applications', 'sandbox-sessions'].map((name) => `test/e2e/${name}.test.ts`);
  return {
    unit: WITHOUT_CLUSTER,
    sandbox: without(ON_CLUSTER, paths(failOnSandbox, ['only'])),
    cluster: without(ON_CLUSTER, ofSandbox),
    programs: [],
    services: without(services, WITHOUT_CLUSTER),
  };
}

type Lists = [readonly string[], readonly string[], readonly string[]];

const paths = (groups: readonly Group[], kinds: readonly ('only' | 'too')[]): readonly string[] =>
  groups.flatMap((group) => kinds.flatMap((kind) => group[kind] ?? [])).map((file) => `test/${file}.test.ts`);
const all = (groups: readonly Group[]): readonly string[] => paths(groups, ['only', 'too']);

const found = (pattern: string): readonly string[] =>
  globSync(pattern, {cwd: new URL('..', import.meta.url).pathname}).toSorted();
const WITHOUT_CLUSTER = found('test/{unit,contract,golden,arch,cli}/**/*.test.ts');
const ON_CLUSTER = found('test/{e2e,docs,conformance,controlplane}/**/*.test.ts');

function without(files: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Set(others);
  return files.filter((file) => !left.has(file));
}
