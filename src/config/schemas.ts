import {z} from 'zod';
import {ApplyOutput} from './output/apply-output.ts';
import {BackendMigrateOutput, ConfigChangeOutput, ConfigGetOutput, ConfigListOutput} from './output/backend-output.ts';
import {BuildOutput, ValidateOutput} from './output/build-output.ts';
import {DriftOutput} from './output/drift-output.ts';
import {ErrorOutput} from './output/error-output.ts';
import {EventOutput} from './output/event-output.ts';
import {WorkspaceExplainOutput} from './output/explain-output.ts';
import {ExplainValueOutput} from './output/explain-value-output.ts';
import {CanIOutput, LoginOutput, LogoutOutput, RightsOutput, WhoAmIOutput} from './output/identity-output.ts';
import {ImportClusterOutput, ImportHelmOutput, ImportKusionOutput} from './output/import-output.ts';
import {InitOutput} from './output/init-output.ts';
import {ReleaseUnlockOutput} from './output/lock-output.ts';
import {LogsOutput} from './output/logs-output.ts';
import {PlanFileOutput} from './output/plan-file-output.ts';
import {PlanOutput} from './output/plan-output.ts';
import {PlanSetOutput} from './output/plan-set-output.ts';
import {CompletionOutput, EnvOutput, KubeconfigOutput} from './output/program-output.ts';
import {ReleaseDiffOutput} from './output/release-diff-output.ts';
import {ReleaseListOutput, ReleaseLogOutput} from './output/release-list-output.ts';
import {ReleaseOutput} from './output/release-output.ts';
import {ReleasePruneOutput} from './output/release-prune-output.ts';
import {ReleaseRebuildOutput} from './output/release-rebuild-output.ts';
import {ResourceGraphOutput, ResourceListOutput, ResourceShowOutput} from './output/resource-output.ts';
import {
  SandboxExportOutput,
  SandboxResetOutput,
  SandboxServeOutput,
  SandboxStatusOutput,
} from './output/sandbox-output.ts';
import {SeveralOutput} from './output/several-output.ts';
import {StatusOutput} from './output/status-output.ts';
import {DoctorSecurityOutput, WorkspaceAllowOutput} from './output/trust-output.ts';
import {WaitOutput} from './output/wait-output.ts';
import {WhyOutput} from './output/why-output.ts';
import {
  DoctorOutput,
  WorkspaceCheckOutput,
  WorkspaceCreateOutput,
  WorkspaceCurrentOutput,
  WorkspaceDeleteOutput,
  WorkspaceExportOutput,
  WorkspaceFromSecretsOutput,
  WorkspaceListOutput,
  WorkspaceRenameOutput,
  WorkspaceShowOutput,
  WorkspaceSwitchOutput,
  WorkspaceTrustOutput,
  WorkspaceUpdateOutput,
} from './output/workspace-output.ts';
import {ProjectFile} from './project-file.ts';
import {SpecFile} from './sources/spec/spec-file.ts';
import {StackFile} from './stack-file.ts';
import {UserConfig} from './user-config.ts';
import {PatchesFile} from './variation/patch-model.ts';
import {WorkspaceFile} from './workspace-file.ts';

/** Every published shape: files that users write, documents that commands print. */
const MODELS: Readonly<Record<string, z.ZodType>> = {
  project: ProjectFile,
  config: UserConfig,
  stack: StackFile,
  patches: PatchesFile,
  workspace: WorkspaceFile,
  spec: SpecFile,
  plan: PlanOutput,
  'plan-file': PlanFileOutput,
  'plan-set': PlanSetOutput,
  several: SeveralOutput,
  env: EnvOutput,
  kubeconfig: KubeconfigOutput,
  completion: CompletionOutput,
  drift: DriftOutput,
  status: StatusOutput,
  logs: LogsOutput,
  wait: WaitOutput,
  apply: ApplyOutput,
  build: BuildOutput,
  'build-explain': ExplainValueOutput,
  validate: ValidateOutput,
  init: InitOutput,
  'backend-migrate': BackendMigrateOutput,
  'config-list': ConfigListOutput,
  'config-get': ConfigGetOutput,
  'config-change': ConfigChangeOutput,
  'import-cluster': ImportClusterOutput,
  'import-helm': ImportHelmOutput,
  'import-kusion': ImportKusionOutput,
  release: ReleaseOutput,
  'release-diff': ReleaseDiffOutput,
  'release-list': ReleaseListOutput,
  'release-log': ReleaseLogOutput,
  'release-prune': ReleasePruneOutput,
  'release-rebuild': ReleaseRebuildOutput,
  'release-unlock': ReleaseUnlockOutput,
  'resource-graph': ResourceGraphOutput,
  'resource-list': ResourceListOutput,
  resource: ResourceShowOutput,
  'sandbox-export': SandboxExportOutput,
  'sandbox-reset': SandboxResetOutput,
  'sandbox-serve': SandboxServeOutput,
  'sandbox-status': SandboxStatusOutput,
  'workspace-check': WorkspaceCheckOutput,
  'workspace-create': WorkspaceCreateOutput,
  'workspace-create-from-secrets': WorkspaceFromSecretsOutput,
  'workspace-current': WorkspaceCurrentOutput,
  'workspace-delete': WorkspaceDeleteOutput,
  'workspace-explain': WorkspaceExplainOutput,
  'workspace-export': WorkspaceExportOutput,
  'workspace-list': WorkspaceListOutput,
  'workspace-rename': WorkspaceRenameOutput,
  'workspace-show': WorkspaceShowOutput,
  'workspace-switch': WorkspaceSwitchOutput,
  'workspace-trust': WorkspaceTrustOutput,
  'workspace-allow': WorkspaceAllowOutput,
  doctor: DoctorOutput,
  'doctor-security': DoctorSecurityOutput,
  'workspace-update': WorkspaceUpdateOutput,
  why: WhyOutput,
  login: LoginOutput,
  logout: LogoutOutput,
  whoami: WhoAmIOutput,
  'can-i': CanIOutput,
  'can-i-list': RightsOutput,
  event: EventOutput,
  error: ErrorOutput,
};

/** The JSON Schemas of all published shapes, by file name. */
export const jsonSchemas = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(MODELS).map(([name, model]) => [`${name}.schema.json`, schemaText(model)]));

const schemaText = (model: z.ZodType): string =>
  `${JSON.stringify(z.toJSONSchema(model, {io: 'input', unrepresentable: 'any', reused: 'inline'}), undefined, 2)}\n`;
