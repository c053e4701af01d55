import {z} from 'zod';
import {ApprovalOutput, ApproveOutput} from '../../config/documents/approval-output.ts';
import {PlanFileOutput} from '../../config/documents/plan-file-output.ts';
import {PlanOutput} from '../../config/documents/plan-output.ts';
import {PlanSetOutput} from '../../config/documents/plan-set-output.ts';
import {ProjectRenameOutput, StackRenameOutput} from '../../config/documents/rename-output.ts';
import {DoctorSecurityOutput, WorkspaceAllowOutput} from '../../config/documents/trust-output.ts';
import {
  WorkspaceCreateOutput,
  WorkspaceCurrentOutput,
  WorkspaceRenameOutput,
  WorkspaceShowOutput,
  WorkspaceSwitchOutput,
  WorkspaceTrustOutput,
} from '../../config/documents/workspace-output.ts';
import {ApplyOutput} from './apply-output.ts';
import {
  BackendBackupOutput,
  BackendMigrateOutput,
  BackendRekeyOutput,
  BackendRestoreOutput,
  BackendVerifyOutput,
  ConfigChangeOutput,
  ConfigGetOutput,
  ConfigListOutput,
} from './backend-output.ts';
import {BuildOutput, ValidateOutput} from './build-output.ts';
import {
  ChartAddOutput,
  ChartLockOutput,
  ChartOutdatedOutput,
  ChartPreviewOutput,
  ChartSearchOutput,
  ChartShowOutput,
  ChartValuesOutput,
  ChartVendorOutput,
} from './chart-output.ts';
import {DriftOutput} from './drift-output.ts';
import {ErrorOutput} from './error-output.ts';
import {EventOutput} from './event-output.ts';
import {ExplainFieldOutput} from './explain-field-output.ts';
import {WorkspaceExplainOutput} from './explain-output.ts';
import {ExplainValueOutput} from './explain-value-output.ts';
import {CanIOutput, LoginOutput, LogoutOutput, PermissionsOutput, WhoAmIOutput} from './identity-output.ts';
import {ImportClusterOutput, ImportHelmOutput, ImportKusionOutput, ImportTerraformOutput} from './import-output.ts';
import {InitOutput} from './init-output.ts';
import {ReleaseUnlockOutput} from './lock-output.ts';
import {LogsOutput} from './logs-output.ts';
import {
  ModuleImpactOutput,
  ModuleInitOutput,
  ModuleListOutput,
  ModuleShowOutput,
  ModuleTestOutput,
} from './module-output.ts';
import {NotificationOutput} from './notification-output.ts';
import {CompletionOutput, EnvOutput, KubeconfigOutput} from './program-output.ts';
import {ReleaseDiffOutput} from './release-diff-output.ts';
import {ReleaseImagesOutput} from './release-images-output.ts';
import {ReleaseListOutput, ReleaseLogOutput} from './release-list-output.ts';
import {ReleaseOutput} from './release-output.ts';
import {ReleasePruneOutput} from './release-prune-output.ts';
import {ReleaseRebuildOutput} from './release-rebuild-output.ts';
import {ReleaseVerifyOutput} from './release-verify-output.ts';
import {ReportOutput} from './report-output.ts';
import {OutputListOutput, ResourceGraphOutput, ResourceListOutput, ResourceShowOutput} from './resource-output.ts';
import {SandboxExportOutput, SandboxResetOutput, SandboxServeOutput, SandboxStatusOutput} from './sandbox-output.ts';
import {SetImageOutput} from './set-image-output.ts';
import {SeveralOutput} from './several-output.ts';
import {
  SharedAddOutput,
  SharedGraphOutput,
  SharedListOutput,
  SharedRemoveOutput,
  SharedShowOutput,
} from './shared-output.ts';
import {StatusOutput} from './status-output.ts';
import {TestOutput} from './test-output.ts';
import {WaitOutput} from './wait-output.ts';
import {WhyOutput} from './why-output.ts';
import {WorkspaceDiffOutput} from './workspace-diff-output.ts';
import {
  DoctorOutput,
  WorkspaceAccessOutput,
  WorkspaceCheckOutput,
  WorkspaceDeleteOutput,
  WorkspaceExportOutput,
  WorkspaceFromSecretsOutput,
  WorkspaceListOutput,
  WorkspaceUpdateOutput,
} from './workspace-output.ts';

/** Maps the name of a schema to the model of a document that a command prints. */
export const OUTPUT_MODELS: Readonly<Record<string, z.ZodType>> = {
  plan: PlanOutput,
  'plan-file': PlanFileOutput,
  'plan-set': PlanSetOutput,
  approval: ApprovalOutput,
  approve: ApproveOutput,
  several: SeveralOutput,
  env: EnvOutput,
  kubeconfig: KubeconfigOutput,
  completion: CompletionOutput,
  diff: WorkspaceDiffOutput,
  drift: DriftOutput,
  report: ReportOutput,
  status: StatusOutput,
  logs: LogsOutput,
  wait: WaitOutput,
  test: TestOutput,
  apply: ApplyOutput,
  build: BuildOutput,
  'build-explain': ExplainValueOutput,
  validate: ValidateOutput,
  'chart-search': ChartSearchOutput,
  'chart-show': ChartShowOutput,
  'chart-add': ChartAddOutput,
  'chart-values': ChartValuesOutput,
  'chart-outdated': ChartOutdatedOutput,
  'chart-lock': ChartLockOutput,
  'chart-vendor': ChartVendorOutput,
  'chart-preview': ChartPreviewOutput,
  'module-impact': ModuleImpactOutput,
  'module-init': ModuleInitOutput,
  'module-list': ModuleListOutput,
  'module-show': ModuleShowOutput,
  'module-test': ModuleTestOutput,
  'set-image': SetImageOutput,
  'stack-rename': StackRenameOutput,
  'project-rename': ProjectRenameOutput,
  explain: ExplainFieldOutput,
  init: InitOutput,
  'backend-backup': BackendBackupOutput,
  'backend-restore': BackendRestoreOutput,
  'backend-migrate': BackendMigrateOutput,
  'backend-rekey': BackendRekeyOutput,
  'backend-verify': BackendVerifyOutput,
  'release-verify': ReleaseVerifyOutput,
  'config-list': ConfigListOutput,
  'config-get': ConfigGetOutput,
  'config-change': ConfigChangeOutput,
  'import-cluster': ImportClusterOutput,
  'import-helm': ImportHelmOutput,
  'import-kusion': ImportKusionOutput,
  'import-terraform': ImportTerraformOutput,
  release: ReleaseOutput,
  'release-diff': ReleaseDiffOutput,
  'release-images': ReleaseImagesOutput,
  'release-list': ReleaseListOutput,
  'release-log': ReleaseLogOutput,
  'release-prune': ReleasePruneOutput,
  'release-rebuild': ReleaseRebuildOutput,
  'release-unlock': ReleaseUnlockOutput,
  'resource-graph': ResourceGraphOutput,
  output: OutputListOutput,
  'resource-list': ResourceListOutput,
  resource: ResourceShowOutput,
  'sandbox-export': SandboxExportOutput,
  'sandbox-reset': SandboxResetOutput,
  'sandbox-serve': SandboxServeOutput,
  'sandbox-status': SandboxStatusOutput,
  'shared-add': SharedAddOutput,
  'shared-graph': SharedGraphOutput,
  'shared-list': SharedListOutput,
  'shared-remove': SharedRemoveOutput,
  shared: SharedShowOutput,
  'workspace-check': z
    .union([WorkspaceCheckOutput, WorkspaceAccessOutput])
    .meta({title: 'Gantry workspace check and workspace access'}),
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
  'can-i-list': PermissionsOutput,
  notification: NotificationOutput,
  event: EventOutput,
  error: ErrorOutput,
};
