import {describe, expect, it} from 'vitest';
import type {z} from 'zod';
import type {ReleaseDiff} from '../../../../src/app/release/diff-releases.ts';
import type {ResourceList} from '../../../../src/app/resource/list-resources.ts';
import type {ShownResource} from '../../../../src/app/resource/show-resource.ts';
import type {AllowedWorkspace} from '../../../../src/app/trust/allow-workspace.ts';
import type {ExaminedSecurity} from '../../../../src/app/trust/examine-security.ts';
import type {CreatedFromSecrets} from '../../../../src/app/workspace/create-from-secrets.ts';
import type {CreatedWorkspace} from '../../../../src/app/workspace/create-workspace.ts';
import type {CurrentWorkspace} from '../../../../src/app/workspace/current-workspace.ts';
import type {RenamedWorkspace} from '../../../../src/app/workspace/rename-workspace.ts';
import type {ShownWorkspace} from '../../../../src/app/workspace/show-workspace.ts';
import type {SwitchedWorkspace} from '../../../../src/app/workspace/switch-workspace.ts';
import type {TrustedWorkspace} from '../../../../src/app/workspace/trust-workspace.ts';
import type {UpdatedWorkspace} from '../../../../src/app/workspace/update-workspace.ts';
import type {CheckedWorkspace} from '../../../../src/app/workspace/workspace-check.ts';
import type {
  ChangeOutput,
  ClusterOutput,
  DiagnosticOutput,
  ResourceOutput,
  SummaryOutput,
} from '../../../../src/config/documents/parts.ts';
import {PlanOutput} from '../../../../src/config/documents/plan-output.ts';
import type {Diagnostic} from '../../../../src/core/diagnostic/diagnostic.ts';
import type {Event} from '../../../../src/core/event.ts';
import type {Json} from '../../../../src/core/json.ts';
import type {Change, Plan, Summary} from '../../../../src/core/plan/plan.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import type {ResourceState} from '../../../../src/core/release/resource-state.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import type {EventOutput} from '../../../../src/ui/output/event-output.ts';
import type {ReleaseDiffOutput} from '../../../../src/ui/output/release-diff-output.ts';
import type {ReleaseOutput, StateOutput} from '../../../../src/ui/output/release-output.ts';
import type {ResourceListOutput, ResourceShowOutput} from '../../../../src/ui/output/resource-output.ts';
import type {DoctorSecurityOutput, WorkspaceAllowOutput} from '../../../../src/ui/output/trust-output.ts';
import type {
  WorkspaceCheckOutput,
  WorkspaceCreateOutput,
  WorkspaceCurrentOutput,
  WorkspaceFromSecretsOutput,
  WorkspaceRenameOutput,
  WorkspaceShowOutput,
  WorkspaceSwitchOutput,
  WorkspaceTrustOutput,
  WorkspaceUpdateOutput,
} from '../../../../src/ui/output/workspace-output.ts';

type DeepReadonly<T> = [Json] extends [T]
  ? T
  : T extends (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? {readonly [K in keyof T]: DeepReadonly<T[K]>}
      : T;
type Out<T extends z.ZodType> = DeepReadonly<z.output<T>>;

/** Compiles only while both say the same. */
const agree = <A extends B, B extends C, C = A>(_same?: [A, B, C]): true => true;

const PLAN: Plan = {
  formatVersion: 1,
  project: 'shop',
  stack: 'dev',
  workspace: 'dev',
  lineage: '0123456789abcdef',
  revision: 1,
  cluster: {server: 'https://k', identity: 'u', method: 'kube-system-uid', version: 'v1.34.0'},
  summary: {
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
  },
  changes: [
    {
      id: 'v1:ConfigMap:shop:a',
      type: 'Kubernetes',
      action: 'create',
      verified: true,
      fields: [{path: 'data.a', after: '1', cause: 'spec'}],
    },
  ],
  diagnostics: [
    {
      severity: 'warning',
      code: 'yaml/boolean-word',
      message: 'm',
      at: {file: 'f', line: 1, column: 1, endColumn: 2, text: 'y'},
    },
  ],
  digest: 'd',
};

describe('the schemas of results', () => {
  it('the schemas agree with the types of core, or this file does not compile', () => {
    agree<Diagnostic, Out<typeof DiagnosticOutput>, Diagnostic>();
    agree<ClusterIdentity, Out<typeof ClusterOutput>, ClusterIdentity>();
    agree<Summary, Out<typeof SummaryOutput>, Summary>();
    agree<Change, Out<typeof ChangeOutput>, Change>();
    agree<Resource, Out<typeof ResourceOutput>, Resource>();
    agree<Plan, Out<typeof PlanOutput>, Plan>();
    agree<Release, Out<typeof ReleaseOutput>, Release>();
    agree<ReleaseDiff, Out<typeof ReleaseDiffOutput>, ReleaseDiff>();
    agree<CreatedWorkspace, Out<typeof WorkspaceCreateOutput>, CreatedWorkspace>();
    agree<CurrentWorkspace, Out<typeof WorkspaceCurrentOutput>, CurrentWorkspace>();
    agree<ShownWorkspace, Out<typeof WorkspaceShowOutput>, ShownWorkspace>();
    agree<SwitchedWorkspace, Out<typeof WorkspaceSwitchOutput>, SwitchedWorkspace>();
    agree<RenamedWorkspace, Out<typeof WorkspaceRenameOutput>, RenamedWorkspace>();
    agree<
      keyof CheckedWorkspace,
      keyof Out<typeof WorkspaceCheckOutput>['workspaces'][number],
      keyof CheckedWorkspace
    >();
    agree<keyof UpdatedWorkspace, keyof Out<typeof WorkspaceUpdateOutput>, keyof UpdatedWorkspace>();
    agree<keyof CreatedFromSecrets, keyof Out<typeof WorkspaceFromSecretsOutput>, keyof CreatedFromSecrets>();
    agree<TrustedWorkspace, Out<typeof WorkspaceTrustOutput>, TrustedWorkspace>();
    agree<AllowedWorkspace, Out<typeof WorkspaceAllowOutput>, AllowedWorkspace>();
    agree<ExaminedSecurity, Out<typeof DoctorSecurityOutput>, ExaminedSecurity>();
    agree<ResourceList, Out<typeof ResourceListOutput>, ResourceList>();
    agree<ShownResource, Out<typeof ResourceShowOutput>, ShownResource>();
  });

  it('the schemas have every key, including optional ones', () => {
    agree<keyof Diagnostic, keyof Out<typeof DiagnosticOutput>, keyof Diagnostic>();
    agree<keyof ClusterIdentity, keyof Out<typeof ClusterOutput>, keyof ClusterIdentity>();
    agree<keyof Change, keyof Out<typeof ChangeOutput>, keyof Change>();
    agree<keyof Plan, keyof Out<typeof PlanOutput>, keyof Plan>();
    agree<keyof Release, keyof Out<typeof ReleaseOutput>, keyof Release>();
    agree<keyof ResourceState, keyof Out<typeof StateOutput>, keyof ResourceState>();
    agree<keyof CreatedWorkspace, keyof Out<typeof WorkspaceCreateOutput>, keyof CreatedWorkspace>();
    agree<keyof SwitchedWorkspace, keyof Out<typeof WorkspaceSwitchOutput>, keyof SwitchedWorkspace>();
    agree<Event['type'] | 'result' | 'error', Out<typeof EventOutput>['type'], Event['type'] | 'result' | 'error'>();
  });

  it('the schema of a plan accepts a plan and refuses unknown keys', () => {
    expect(PlanOutput.safeParse(PLAN).success).toBe(true);
    expect(PlanOutput.safeParse({...PLAN, surprise: 1}).success).toBe(false);
  });
});
