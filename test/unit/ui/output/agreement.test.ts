import {describe, expect, it} from 'vitest';
import type {ReleaseDiff} from '../../../../src/app/release/diff-releases.ts';
import type {OutputList} from '../../../../src/app/resource/list-outputs.ts';
import type {ResourceList} from '../../../../src/app/resource/list-resources.ts';
import type {ShownResource} from '../../../../src/app/resource/show-resource.ts';
import type {CreatedFromSecrets} from '../../../../src/app/workspace/create-from-secrets.ts';
import type {UpdatedWorkspace} from '../../../../src/app/workspace/update-workspace.ts';
import type {CheckedWorkspace} from '../../../../src/app/workspace/workspace-check.ts';
import type {
  ChangeOutput,
  ClusterOutput,
  DiagnosticOutput,
  DocumentOf,
  ResourceOutput,
  SummaryOutput,
} from '../../../../src/config/documents/parts.ts';
import {PlanOutput} from '../../../../src/config/documents/plan-output.ts';
import type {Diagnostic} from '../../../../src/core/diagnostic/diagnostic.ts';
import type {Event} from '../../../../src/core/event.ts';
import type {Change, Plan, Summary} from '../../../../src/core/plan/plan.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import type {ResourceState} from '../../../../src/core/release/resource-state.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import type {EventOutput} from '../../../../src/ui/output/event-output.ts';
import type {ReleaseDiffOutput} from '../../../../src/ui/output/release-diff-output.ts';
import type {ReleaseOutput} from '../../../../src/ui/output/release-output.ts';
import type {
  OutputListOutput,
  ResourceListOutput,
  ResourceShowOutput,
} from '../../../../src/ui/output/resource-output.ts';
import type {StateOutput} from '../../../../src/ui/output/state-output.ts';
import type {
  WorkspaceCheckOutput,
  WorkspaceFromSecretsOutput,
  WorkspaceUpdateOutput,
} from '../../../../src/ui/output/workspace-output.ts';

/** Compiles only if both types are equal. */
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

describe('the models of JSON outputs', () => {
  it('the models of JSON outputs agree with the types of core and app, or this file does not compile', () => {
    agree<Diagnostic, DocumentOf<typeof DiagnosticOutput>, Diagnostic>();
    agree<ClusterIdentity, DocumentOf<typeof ClusterOutput>, ClusterIdentity>();
    agree<Summary, DocumentOf<typeof SummaryOutput>, Summary>();
    agree<Change, DocumentOf<typeof ChangeOutput>, Change>();
    agree<Resource, DocumentOf<typeof ResourceOutput>, Resource>();
    agree<Plan, DocumentOf<typeof PlanOutput>, Plan>();
    agree<Release, DocumentOf<typeof ReleaseOutput>, Release>();
    agree<ReleaseDiff, DocumentOf<typeof ReleaseDiffOutput>, ReleaseDiff>();
    agree<
      keyof CheckedWorkspace,
      keyof DocumentOf<typeof WorkspaceCheckOutput>['workspaces'][number],
      keyof CheckedWorkspace
    >();
    agree<keyof UpdatedWorkspace, keyof DocumentOf<typeof WorkspaceUpdateOutput>, keyof UpdatedWorkspace>();
    agree<keyof CreatedFromSecrets, keyof DocumentOf<typeof WorkspaceFromSecretsOutput>, keyof CreatedFromSecrets>();
    agree<ResourceList, DocumentOf<typeof ResourceListOutput>, ResourceList>();
    agree<OutputList, DocumentOf<typeof OutputListOutput>, OutputList>();
    agree<ShownResource, DocumentOf<typeof ResourceShowOutput>, ShownResource>();
  });

  it('the models of JSON outputs have every key, including optional ones', () => {
    agree<keyof Diagnostic, keyof DocumentOf<typeof DiagnosticOutput>, keyof Diagnostic>();
    agree<keyof ClusterIdentity, keyof DocumentOf<typeof ClusterOutput>, keyof ClusterIdentity>();
    agree<keyof Change, keyof DocumentOf<typeof ChangeOutput>, keyof Change>();
    agree<keyof Plan, keyof DocumentOf<typeof PlanOutput>, keyof Plan>();
    agree<keyof Release, keyof DocumentOf<typeof ReleaseOutput>, keyof Release>();
    agree<keyof ResourceState, keyof DocumentOf<typeof StateOutput>, keyof ResourceState>();
    agree<
      Event['type'] | 'result' | 'error',
      DocumentOf<typeof EventOutput>['type'],
      Event['type'] | 'result' | 'error'
    >();
  });

  it('the model of a plan accepts a plan and refuses unknown keys', () => {
    expect(PlanOutput.safeParse(PLAN).success).toBe(true);
    expect(PlanOutput.safeParse({...PLAN, surprise: 1}).success).toBe(false);
  });
});
