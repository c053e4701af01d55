import {expect, it} from 'vitest';
import {CATALOG} from '../../src/cli/catalog.ts';
import {canary, leaks} from '../rig/canaries.ts';
import {streamOf} from '../rig/event-stream.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('the stream of events', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('every command keeps the rules of the event stream, whether it succeeds or fails', async () => {
    const namespace = cluster.freshNamespace();
    const secrets = {data: canary('stream')};
    const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, stringData: {password: secrets.data}};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(secret, configMap('a', {a: '1'}), deployment('web')),
    });
    const id = `v1:ConfigMap:${namespace}:a`;
    const commands = [
      'init new',
      'validate',
      'build',
      'preview',
      'apply',
      'apply --yes',
      'apply --yes',
      'status',
      'wait --timeout 60',
      'logs',
      'drift',
      'report',
      `why ${id}`,
      'test',
      'why nobody',
      'release list',
      'release log',
      'release prune --keep 1 --yes',
      'release rebuild',
      'release show',
      'release show 99',
      'release diff 1 1',
      'approve nowhere.json',
      'promote --from test --to ./workspaces/test.yaml --dry-run',
      'diff -w test -w ./workspaces/test.yaml',
      'set image nginx=:1.28',
      'chart search web',
      'chart show web',
      'chart add web',
      'chart values',
      'chart outdated',
      'chart lock',
      'chart vendor',
      'module init cache',
      'module list',
      'module show network',
      'module docs network',
      'module test cache',
      'module impact cache=./modules/cache',
      'release rollback --to 1 --yes',
      'release unlock',
      'release verify',
      'resource graph',
      'output',
      'resource list',
      `resource show ${id}`,
      'resource show nobody',
      `resource import ${id}`,
      `resource forget ${id} --yes`,
      `import cluster -n ${namespace} --out imported`,
      `import helm nobody -n ${namespace}`,
      'import kusion nowhere',
      'import terraform nowhere',
      'terraform apply',
      'exec true',
      'shell',
      'env --unset',
      'kubeconfig',
      'credential',
      'login',
      'logout --all',
      'whoami',
      'can-i get pods',
      'completion bash',
      'workspace create own --kubeconfig nowhere',
      'workspace list',
      'workspace show',
      'workspace explain',
      'workspace switch test',
      'workspace current',
      'workspace trust',
      'workspace allow',
      'explain stack.images',
      'doctor',
      'doctor --security',
      'workspace check',
      'workspace access reader --backend s3://team-state',
      'sandbox status',
      'sandbox serve NOT-A-NAME',
      'sandbox export',
      'sandbox reset --yes',
      'status --all-stacks',
      'stack rename shop other --yes',
      'stack rename other shop --yes',
      'project rename other --yes',
      'workspace approve own --suspend --yes',
      'workspace update own --suspend --yes',
      'workspace rename own new --yes',
      'workspace export',
      'workspace delete own --yes',
      'config set backends.moved local:moved',
      'config get backends.moved',
      'config get nobody',
      'backend migrate local moved --yes',
      'backend rekey',
      'backend verify',
      'backend backup state.backup --allow-plaintext',
      'backend restore state.backup --replace --yes',
      'shared add -f external.yaml',
      'shared list',
      'shared show aws:main',
      'shared graph',
      'shared apply --yes',
      'shared adopt aws:main --yes',
      'shared remove aws:main --yes',
      'config list',
      'config unset nobody',
      'config unset backends.moved',
      'destroy --yes',
      'preview -w nowhere',
      'preview --no-such-flag',
    ];
    const untold = CATALOG.map(({path}) => path.join(' ')).filter(
      (name) => !commands.some((one) => one.startsWith(name)),
    );
    expect(untold).toEqual([]);
    const printed: string[] = [];
    for (const command of commands) {
      const ran = await stack.gantry(['-o', 'jsonl', ...command.split(' ')]);
      expect(ran.code, `${command}\n${ran.stderr}`).not.toBe(70);
      const lines = streamOf(ran, command);
      // What is wrong with the flags is known before a command runs.
      if (command !== 'preview --no-such-flag') expect(lines[0], command).toMatchObject({type: 'run-started'});
      printed.push(ran.stdout, ran.stderr);
    }
    expect(leaks(printed.join('\n'), secrets)).toEqual([]);
  });

  it('the stream of an apply contains the plan with its order, each step from start to end, and the release', async () => {
    const namespace = cluster.freshNamespace();
    const waits = {annotations: {'gantry.dev/order': `after apps/v1:Deployment:${namespace}:web`}};
    const files = manifests(deployment('web'), configMap('late', {a: '1'}, waits));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    const ran = await stack.gantry(['apply', '--yes', '-o', 'jsonl']);
    const lines = streamOf(ran);
    const [web, late, own] = [
      `apps/v1:Deployment:${namespace}:web`,
      `v1:ConfigMap:${namespace}:late`,
      `v1:Namespace:${namespace}`,
    ];
    expect(lines.find(({type}) => type === 'plan-made')).toMatchObject({
      operation: 'apply',
      revision: 1,
      steps: expect.arrayContaining([
        {id: web, action: 'create', after: [own]},
        {id: late, action: 'create', after: expect.arrayContaining([web])},
      ]),
    });
    const told = (of: string) =>
      lines.filter(({id, type}) => id === of && type !== 'step-waiting').map(({type}) => type);
    for (const id of [web, late]) expect(told(id)).toEqual(['step-started', 'step-applied', 'step-done']);
    const seqOf = (type: string, of?: string): number =>
      lines.find((line) => line.type === type && (of === undefined || line['id'] === of))?.seq ?? -1;
    expect(seqOf('step-started', late)).toBeGreaterThan(seqOf('step-done', web));
    expect(seqOf('release-recorded')).toBeGreaterThan(seqOf('step-done', late));
    const phases = lines.flatMap(({type, phase}) =>
      type.startsWith('phase-') ? [`${type.slice(6)} ${String(phase)}`] : [],
    );
    expect(phases).toEqual(
      ['build', 'read', 'plan', 'apply', 'record'].flatMap((phase) => [`started ${phase}`, `done ${phase}`]),
    );
  });

  it('the stream ends with the result of a run that failed half-way, and with the error of a stopped one', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(deployment('web', {annotations: failing('never-ready')})),
    });
    const failed = streamOf(await stack.gantry(['apply', '--yes', '--timeout', '2', '-o', 'jsonl']));
    expect(failed.at(-1)).toMatchObject({type: 'result', phase: 'failed'});
    expect(failed.find(({type}) => type === 'step-failed')).toMatchObject({
      failure: {code: 'object/not-ready', message: expect.stringContaining('not ready')},
    });
    const running = startGantry(stack, ['apply', '--yes', '-o', 'jsonl']);
    await running.event('step-started');
    running.child.kill('SIGINT');
    const stopped = await running.ended;
    expect(stopped.code).toBe(130);
    expect(streamOf(stopped).at(-1)?.type).toMatch(/^(result|error)$/);
  });
});
