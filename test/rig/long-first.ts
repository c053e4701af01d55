import {BaseSequencer, type TestSpecification} from 'vitest/node';

/** The longest suites, longest first, so that none of them starts last. */
const LONG: readonly string[] = [
  'e2e/terraform-aws',
  'e2e/aws-modules',
  'e2e/terraform-killed',
  'e2e/killed-processes',
  'e2e/terraform-backends',
  'e2e/recorded-applications',
  'e2e/sandbox-applications',
  'e2e/recorded-sessions',
  'contract/reliability-s3',
  'contract/lock-race',
  'e2e/import-helm',
  'e2e/replacement',
  'e2e/sandbox-sessions',
  'e2e/failure-causes',
  'e2e/chaos',
  'e2e/stopped-run',
  'e2e/untrusted-attacks',
  'e2e/untrusted-pull-request',
  'e2e/fuzzed-workspaces',
  'unit/adapters/git',
  'unit/linear-patterns',
  'e2e/locks',
  'e2e/takeover-cases',
  'e2e/never-hangs',
  'e2e/each-kind',
  'e2e/stopped-holder',
  'e2e/status',
  'e2e/backend-outage',
  'e2e/real-input',
  'e2e/backend-kubernetes',
  'e2e/containers',
  'e2e/removals',
  'e2e/several-stacks',
  'e2e/logs',
  'e2e/secrets',
  'e2e/rollback',
  'e2e/release-rebuild',
  'contract/reliability',
  'docs/tutorial',
  'docs/ci-guide',
  'conformance/server',
  'unit/sandbox/run/hold-sandbox',
  'e2e/health',
  'unit/engine/release/model',
  'docs/transcript',
  'e2e/import-cluster',
  'e2e/soak',
  'e2e/kustomize',
  'e2e/secret-references',
  'e2e/replacement-stopped',
  'e2e/takeover',
  'e2e/release-safety',
  'e2e/lock-race',
  'contract/backend-processes',
  'e2e/action',
  'e2e/state-in-cluster',
  'e2e/pipeline',
  'e2e/causes',
  'e2e/login',
  'e2e/references',
  'docs/demo',
  'e2e/resource-import',
  'e2e/instead-of-kubeconfig',
  'e2e/handover',
  'e2e/telemetry',
  'docs/guides/rollback',
  'controlplane/stages',
  'e2e/plan-file',
  'e2e/exec',
  'arch/loading',
  'cli/action-comment',
];

/** The order of test files in every project. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({moduleId}: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place < 0 ? LONG.length : place;
}
