import {expect, it} from 'vitest';
import type {z} from 'zod';
import {CATALOG} from '../../src/cli/catalog.ts';
import {ApproveOutput} from '../../src/config/documents/approval-output.ts';
import {PlanOutput} from '../../src/config/documents/plan-output.ts';
import {ProjectRenameOutput, StackRenameOutput} from '../../src/config/documents/rename-output.ts';
import {DoctorSecurityOutput, WorkspaceAllowOutput} from '../../src/config/documents/trust-output.ts';
import {
  WorkspaceCreateOutput,
  WorkspaceCurrentOutput,
  WorkspaceRenameOutput,
  WorkspaceShowOutput,
  WorkspaceSwitchOutput,
  WorkspaceTrustOutput,
} from '../../src/config/documents/workspace-output.ts';
import {readYaml} from '../../src/config/yaml/read-yaml.ts';
import {ApplyOutput} from '../../src/ui/output/apply-output.ts';
import {
  BackendBackupOutput,
  BackendMigrateOutput,
  BackendRestoreOutput,
  BackendVerifyOutput,
  ConfigChangeOutput,
  ConfigGetOutput,
  ConfigListOutput,
} from '../../src/ui/output/backend-output.ts';
import {BuildOutput, ValidateOutput} from '../../src/ui/output/build-output.ts';
import {DriftOutput} from '../../src/ui/output/drift-output.ts';
import {EventOutput} from '../../src/ui/output/event-output.ts';
import {ExplainFieldOutput} from '../../src/ui/output/explain-field-output.ts';
import {WorkspaceExplainOutput} from '../../src/ui/output/explain-output.ts';
import {CanIOutput, LogoutOutput, PermissionsOutput, WhoAmIOutput} from '../../src/ui/output/identity-output.ts';
import {ImportClusterOutput, ImportHelmOutput, ImportKusionOutput} from '../../src/ui/output/import-output.ts';
import {InitOutput} from '../../src/ui/output/init-output.ts';
import {ReleaseUnlockOutput} from '../../src/ui/output/lock-output.ts';
import {LogsOutput} from '../../src/ui/output/logs-output.ts';
import {
  ModuleImpactOutput,
  ModuleInitOutput,
  ModuleListOutput,
  ModuleShowOutput,
  ModuleTestOutput,
} from '../../src/ui/output/module-output.ts';
import {CompletionOutput, EnvOutput, KubeconfigOutput} from '../../src/ui/output/program-output.ts';
import {ReleaseDiffOutput} from '../../src/ui/output/release-diff-output.ts';
import {ReleaseImagesOutput} from '../../src/ui/output/release-images-output.ts';
import {ReleaseListOutput, ReleaseLogOutput} from '../../src/ui/output/release-list-output.ts';
import {ReleaseOutput} from '../../src/ui/output/release-output.ts';
import {ReleasePruneOutput} from '../../src/ui/output/release-prune-output.ts';
import {ReleaseRebuildOutput} from '../../src/ui/output/release-rebuild-output.ts';
import {ReleaseVerifyOutput} from '../../src/ui/output/release-verify-output.ts';
import {ReportOutput} from '../../src/ui/output/report-output.ts';
import {
  OutputListOutput,
  ResourceGraphOutput,
  ResourceListOutput,
  ResourceShowOutput,
} from '../../src/ui/output/resource-output.ts';
import {SandboxExportOutput, SandboxResetOutput, SandboxStatusOutput} from '../../src/ui/output/sandbox-output.ts';
import {SetImageOutput} from '../../src/ui/output/set-image-output.ts';
import {
  SharedAddOutput,
  SharedGraphOutput,
  SharedListOutput,
  SharedRemoveOutput,
  SharedShowOutput,
} from '../../src/ui/output/shared-output.ts';
import {StatusOutput} from '../../src/ui/output/status-output.ts';
import {TestOutput} from '../../src/ui/output/test-output.ts';
import {WaitOutput} from '../../src/ui/output/wait-output.ts';
import {WhyOutput} from '../../src/ui/output/why-output.ts';
import {WorkspaceDiffOutput} from '../../src/ui/output/workspace-diff-output.ts';
import {
  DoctorOutput,
  WorkspaceAccessOutput,
  WorkspaceCheckOutput,
  WorkspaceDeleteOutput,
  WorkspaceExportOutput,
  WorkspaceListOutput,
  WorkspaceUpdateOutput,
} from '../../src/ui/output/workspace-output.ts';
import {helmRecord} from '../rig/helm-record.ts';
import {configMap, deployment, failing, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {sampleApplication} from '../rig/sample-application.ts';
import {makeUserKey} from '../rig/ssh-keygen.ts';
import {makeStack} from '../rig/stack.ts';

/** Their stdout is that of a program, or what kubectl reads; a login needs a person (login.test.ts), and what goes on has no end (sandbox.test.ts). charts.test.ts checks those of charts, which need helm, external-resources.test.ts those of shared stacks, and terraform-import.test.ts that of a state. */
const WITHOUT: ReadonlySet<string> = new Set(
  [
    'exec',
    'shell',
    'credential',
    'login',
    'sandbox serve',
    'module docs',
    'backend rekey',
    'import terraform',
    'terraform',
    'shared apply',
    'shared adopt',
  ].concat(['search', 'show', 'add', 'values', 'outdated', 'lock', 'vendor'].map((verb) => `chart ${verb}`)),
);

type Document = readonly [command: string, model: z.ZodType];

onCluster('machine-readable output and its schemas', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('every command in the life of a stack prints documents of its schema, as JSON and as YAML', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    await cluster.create(helmRecord({name: 'chart', namespace, objects: [configMap('charted', {a: '1'})]}));
    const kusion = {
      'kusion/workspaces/prod.yaml': {modules: {mysql: {version: '0.1.0'}}},
      'external.yaml': {
        id: 'v1:Namespace:default',
        type: 'Kubernetes',
        attributes: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'default'}},
      },
    };
    const stack = await makeStack({kubeconfigPath, namespace, files: {...sampleApplication(), ...kusion}});
    await makeUserKey(stack.home);
    const commands: readonly Document[] = [
      ['init new', InitOutput],
      ['explain stack --recursive', ExplainFieldOutput],
      ['validate', ValidateOutput],
      ['build --masked', BuildOutput],
      ['preview --detail', PlanOutput],
      ['apply --dry-run', PlanOutput],
      ['release list', ReleaseListOutput],
      ['apply --yes', ApplyOutput],
      ['apply --yes', ApplyOutput],
      ['preview --save plan.json', PlanOutput],
      ['approve plan.json --yes', ApproveOutput],
      ['set image nginx=nginx:1.27', SetImageOutput],
      ['diff -w test -w ./workspaces/test.yaml', WorkspaceDiffOutput],
      ['diff -w test -w ./workspaces/test.yaml --released', WorkspaceDiffOutput],
      ['diff -w test -w ./workspaces/test.yaml --live', WorkspaceDiffOutput],
      ['status', StatusOutput],
      ['status --all-stacks', StatusOutput],
      ['wait --timeout 60', WaitOutput],
      ['wait --for deleted', WaitOutput],
      ['test', TestOutput],
      ['logs --tail 2', LogsOutput],
      ['drift', DriftOutput],
      ['report', ReportOutput],
      [`why v1:Secret:${namespace}:web`, WhyOutput],
      [`resource forget v1:Secret:${namespace}:web --dry-run`, PlanOutput],
      [`resource forget v1:Secret:${namespace}:web --yes`, ApplyOutput],
      [`import helm chart -n ${namespace} --out from-helm`, ImportHelmOutput],
      ['import kusion kusion --out from-kusion', ImportKusionOutput],
      [`import cluster -n ${namespace} --kind Secret --secrets refs --out imported`, ImportClusterOutput],
      [`resource import v1:Secret:${namespace}:web --dry-run`, PlanOutput],
      [`resource import v1:Secret:${namespace}:web --yes`, ApplyOutput],
      ['env', EnvOutput],
      ['env --unset', EnvOutput],
      ['kubeconfig', KubeconfigOutput],
      ['kubeconfig --merge merged', KubeconfigOutput],
      ['kubeconfig --unmerge merged', KubeconfigOutput],
      ['completion bash', CompletionOutput],
      ['release list', ReleaseListOutput],
      ['release list --all-stacks --limit 1', ReleaseListOutput],
      ['release log', ReleaseLogOutput],
      ['release prune --keep 1 --dry-run', ReleasePruneOutput],
      ['release rebuild --dry-run --force', ReleaseRebuildOutput],
      ['release show', ReleaseOutput],
      ['release show --images', ReleaseImagesOutput],
      ['promote --from test:1 --to ./workspaces/test.yaml --dry-run', PlanOutput],
      ['release diff 1 1', ReleaseDiffOutput],
      ['release rollback --to 1 --dry-run', PlanOutput],
      ['release rollback --to 1 --yes', ApplyOutput],
      ['release unlock', ReleaseUnlockOutput],
      ['resource graph', ResourceGraphOutput],
      ['output', OutputListOutput],
      ['resource list', ResourceListOutput],
      [`resource show v1:Secret:${namespace}:web`, ResourceShowOutput],
      ['workspace create own --kubeconfig KUBECONFIG', WorkspaceCreateOutput],
      ['workspace list', WorkspaceListOutput],
      ['workspace show', WorkspaceShowOutput],
      ['workspace show own', WorkspaceShowOutput],
      ['workspace explain', WorkspaceExplainOutput],
      ['workspace switch own', WorkspaceSwitchOutput],
      ['workspace current', WorkspaceCurrentOutput],
      ['workspace trust', WorkspaceTrustOutput],
      ['workspace allow', WorkspaceAllowOutput],
      ['doctor', DoctorOutput],
      ['doctor --security', DoctorSecurityOutput],
      ['whoami', WhoAmIOutput],
      ['can-i create deployments', CanIOutput],
      ['can-i --list', PermissionsOutput],
      ['logout --all', LogoutOutput],
      ['workspace trust own', WorkspaceTrustOutput],
      ['workspace check own', WorkspaceCheckOutput],
      ['workspace check -l no=where', WorkspaceCheckOutput],
      ['workspace check --access --probe', WorkspaceCheckOutput],
      ['workspace access reader --cluster', WorkspaceAccessOutput],
      ['workspace access deployer --backend s3://team-state', WorkspaceAccessOutput],
      ['workspace access reader --backend gs://team-state', WorkspaceAccessOutput],
      ['workspace check sandbox', WorkspaceCheckOutput],
      ['sandbox status', SandboxStatusOutput],
      ['sandbox export', SandboxExportOutput],
      ['sandbox reset --yes', SandboxResetOutput],
      ['stack rename shop other --yes', StackRenameOutput],
      ['stack rename other shop --yes', StackRenameOutput],
      ['project rename other --yes', ProjectRenameOutput],
      ['project rename shop --yes', ProjectRenameOutput],
      ['workspace approve own --set labels.tier=dev --yes', ApproveOutput],
      ['workspace update own --set labels.tier=dev --yes', WorkspaceUpdateOutput],
      ['workspace export own', WorkspaceExportOutput],
      ['workspace rename own other --yes', WorkspaceRenameOutput],
      ['workspace rename other own --yes', WorkspaceRenameOutput],
      ['workspace delete own --yes', WorkspaceDeleteOutput],
      ['config set backends.moved local:moved', ConfigChangeOutput],
      ['config get backends.moved', ConfigGetOutput],
      ['backend migrate local moved --yes', BackendMigrateOutput],
      ['backend verify', BackendVerifyOutput],
      ['backend backup state.backup --allow-plaintext', BackendBackupOutput],
      ['backend restore state.backup --replace --yes', BackendRestoreOutput],
      ['shared add -f external.yaml', SharedAddOutput],
      ['release verify', ReleaseVerifyOutput],
      ['shared list', SharedListOutput],
      ['shared show v1:Namespace:default', SharedShowOutput],
      ['shared graph', SharedGraphOutput],
      ['shared remove v1:Namespace:default --yes', SharedRemoveOutput],
      ['module init cache', ModuleInitOutput],
      ['module list', ModuleListOutput],
      ['module show ./modules/cache', ModuleShowOutput],
      ['module test ./modules/cache', ModuleTestOutput],
      ['module impact cache=./modules/cache', ModuleImpactOutput],
      ['config list', ConfigListOutput],
      ['config unset backends.moved', ConfigChangeOutput],
      ['destroy --yes --dry-run', PlanOutput],
      ['destroy --yes', ApplyOutput],
      ['release show 1', ReleaseOutput],
      ['release list', ReleaseListOutput],
      ['resource list', ResourceListOutput],
    ];
    const untold = CATALOG.map(({path}) => path.join(' ')).filter(
      (name) => !WITHOUT.has(name) && !commands.some(([command]) => `${command} `.startsWith(`${name} `)),
    );
    expect(untold).toEqual([]);
    for (const [command, model] of commands) {
      const args = command.split(' ').map((word) => (word === 'KUBECONFIG' ? kubeconfigPath : word));
      const ran = await stack.gantry([...args, '-o', 'json']);
      expect(ran.code, `${command}\n${ran.stderr}`).toBe(0);
      expect(model.safeParse(JSON.parse(ran.stdout)).error?.issues, command).toBeUndefined();
    }
    for (const command of ['preview', 'workspace explain', 'release list']) {
      const {stdout} = await stack.gantry([...command.split(' '), '-o', 'yaml']);
      const {documents, diagnostics} = readYaml(stdout, command);
      expect({documents: documents.length, diagnostics}).toEqual({documents: 1, diagnostics: []});
    }
  });

  it('a run that fails half-way prints documents of its schema, as JSON and as a stream of events', async () => {
    const stack = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: manifests(deployment('web', {annotations: failing('never-ready')}), configMap('a', {a: '1'})),
    });
    const streamed = await stack.gantry(['apply', '--yes', '--timeout', '2', '-o', 'jsonl', '-v']);
    expect(streamed.code).toBe(6);
    const lines = streamed.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as {readonly type: string});
    for (const line of lines) expect(EventOutput.safeParse(line).error?.issues, JSON.stringify(line)).toBeUndefined();
    expect(lines.map(({type}) => type)).toEqual(expect.arrayContaining(['step-failed', 'release-recorded']));
    expect(lines.at(-1)?.type).toBe('result');
    const failed = await stack.gantry(['apply', '--yes', '--timeout', '2', '-o', 'json']);
    expect(ApplyOutput.safeParse(JSON.parse(failed.stdout)).error?.issues).toBeUndefined();
    const looks: readonly Document[] = [
      ['wait --timeout 1', WaitOutput],
      ['status', StatusOutput],
    ];
    for (const [command, model] of looks) {
      const {stdout} = await stack.gantry([...command.split(' '), '-o', 'json']);
      expect(model.safeParse(JSON.parse(stdout)).error?.issues, command).toBeUndefined();
      expect(stdout, command).toContain('"trouble"');
    }
    expect(JSON.parse(failed.stdout)).toMatchObject({phase: 'failed', error: {code: 'apply/partial'}});
  });

  it('the stream of a failing command ends with the error', async () => {
    const stack = await makeStack({kubeconfigPath, files: {'manifests/a.yaml': 'a: [\n'}});
    const {code, stdout} = await stack.gantry(['preview', '-o', 'jsonl']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => EventOutput.parse(JSON.parse(line)));
    expect(code).toBe(3);
    expect(lines.at(-1)).toMatchObject({type: 'error', error: {code: 'input/invalid'}});
  });

  it('explain and list of broken workspaces print documents of their schema, and end with the code of the failure', async () => {
    const stack = await makeStack({
      files: {
        'workspaces/test.yaml': {context: {kubeconfig_path: 'gone', AWS_SECRET_ACCESS_KEY: 'x'}},
        'workspaces/wrong.yaml': 'contxt: {}\n',
      },
    });
    const explained = await stack.json(['workspace', 'explain'], {env: {AWS_SESSION_TOKEN: 'y', KUBECONFIG: '/k'}});
    expect(explained.code).toBe(3);
    expect(WorkspaceExplainOutput.safeParse(explained.document).error?.issues).toBeUndefined();
    const listed = await stack.json(['workspace', 'list']);
    expect(listed.code).toBe(0);
    expect(WorkspaceListOutput.safeParse(listed.document).error?.issues).toBeUndefined();
    expect(listed.document).toMatchObject({
      workspaces: [{name: 'test'}, {name: 'wrong', error: {code: 'input/invalid'}}, {name: 'sandbox'}],
    });
  });
});
