import {chmod, mkdir, readFile, writeFile} from 'node:fs/promises';
import {delimiter, dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {changedKubeconfig, userOf, withCluster, withUser} from './support/kubeconfigs.ts';
import {expectRefused} from './support/refusal.ts';

type Source = {readonly kind: string; readonly key?: string; readonly variable?: string; readonly what?: string};
type Value = {
  readonly name: string;
  readonly value: string;
  readonly source: Source;
  readonly shadowed: readonly Value[];
};
type Explained = {
  readonly workspace: {readonly name: string; readonly from: string};
  readonly kubeconfig: {readonly field: string; readonly server?: string; readonly context?: string};
  readonly values: readonly Value[];
};

const manifest = {'manifests/a.yaml': configMap('a', {a: '1'})};
const nowhere = (name: string) => ({server: `https://${name}.invalid:6443`});
const serverNamed = (name: string): string => `https://${name}.invalid:6443`;
const writeHomeConfig = async ({home}: Stack, text: string): Promise<void> => {
  const file = join(home, '.kube', 'config');
  await mkdir(dirname(file), {recursive: true});
  await writeFile(file, text);
};

onCluster('the cluster of a workspace', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** Each level leads to a server of its own name. */
  async function everyLevel(context: Readonly<Record<string, string>>) {
    const level = (name: string) => withCluster(kubeconfigPath, nowhere(name));
    const stack = await makeStack({
      files: {
        'manifests/a.yaml': {...configMap('a', {a: '1'}), metadata: {name: 'a', namespace: 'x'}},
        'workspaces/test.yaml': {name: 'test', context},
        'workspaces/path.kubeconfig': level('path'),
        'variable.kubeconfig': level('variable'),
      },
    });
    await writeHomeConfig(stack, level('home'));
    return stack;
  }

  it.each([
    {
      name: 'kubeconfig_content, before everything else',
      context: ['kubeconfig_content', 'kubeconfig_path'],
      variable: true,
      wins: 'content',
      shadowed: ['kubeconfig_path', 'KUBECONFIG', '~/.kube/config'],
    },
    {
      name: 'kubeconfig_path, before the environment',
      context: ['kubeconfig_path'],
      variable: true,
      wins: 'path',
      shadowed: ['KUBECONFIG', '~/.kube/config'],
    },
    {
      name: 'KUBECONFIG, before ~/.kube/config',
      context: [],
      variable: true,
      wins: 'variable',
      shadowed: ['~/.kube/config'],
    },
    {name: '~/.kube/config, where nothing else is set', context: [], variable: false, wins: 'home', shadowed: []},
  ])('$name selects the cluster, and explain lists what is shadowed', async ({context, variable, wins, shadowed}) => {
    const all: Record<string, string> = {
      kubeconfig_content: withCluster(kubeconfigPath, nowhere('content')),
      kubeconfig_path: 'path.kubeconfig',
    };
    const stack = await everyLevel(Object.fromEntries(context.map((key) => [key, all[key] ?? ''])));
    const env = variable ? {KUBECONFIG: join(stack.dir, 'variable.kubeconfig')} : {};
    const {document, code} = await stack.json<Explained>(['workspace', 'explain'], {env});
    expect(code).toBe(0);
    expect(document.kubeconfig.server).toBe(serverNamed(wins));
    expect(document.values[0]?.shadowed.map(({name}) => name)).toEqual(shadowed);
    const human = await stack.gantry(['workspace', 'explain'], {env});
    for (const words of [serverNamed(wins), ...shadowed]) expect(human.stdout).toContain(words);
    await expectRefused(stack, ['preview'], {exit: 1, code: 'cluster/unreachable', says: [serverNamed(wins)]}, {env});
  });

  it('a context that has priority over a set KUBECONFIG causes a warning', async () => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: manifest});
    const env = {KUBECONFIG: kubeconfigPath};
    const warned = await stack.gantry(['preview'], {env});
    expect(warned).toMatchObject({code: 0});
    expect(warned.stderr).toMatch(/warning: .*kubeconfig_path.*KUBECONFIG is not used/);
    expect((await stack.gantry(['preview'])).stderr).not.toContain('warning');
  });

  it('kube_context selects the context of the kubeconfig', async () => {
    const kubeconfig = changedKubeconfig(kubeconfigPath, (config) => {
      const [first] = config.clusters;
      config.clusters.push({name: 'else', cluster: {...first?.cluster, server: serverNamed('else')}});
      config.contexts.push({name: 'else', context: {...config.contexts[0]?.context, cluster: 'else'}});
    });
    const stack = await makeStack({
      namespace: 'x',
      files: {
        ...manifest,
        'workspaces/test.yaml': {context: {kubeconfig_path: 'two.kubeconfig', kube_context: 'else'}},
        'workspaces/two.kubeconfig': kubeconfig,
      },
    });
    await expectRefused(stack, ['preview'], {exit: 1, code: 'cluster/unreachable', says: [serverNamed('else')]});
    await stack.write({
      'workspaces/test.yaml': {context: {kubeconfig_path: 'two.kubeconfig', kube_context: 'esle'}},
    });
    const says = ['kube_context', 'esle', 'did you mean "else"'];
    await expectRefused(stack, ['preview'], {exit: 3, code: 'context/kubeconfig', says});
  });

  it('the files in KUBECONFIG are merged, and the first that sets a value has priority', async () => {
    const users = changedKubeconfig(kubeconfigPath, (config) => {
      config.clusters = [];
      config.contexts = [];
      config['current-context'] = '';
    });
    const rest = changedKubeconfig(kubeconfigPath, (config) => {
      config.users = [];
    });
    const stack = await makeStack({
      namespace: cluster.freshNamespace(),
      files: {...manifest, 'workspaces/test.yaml': {}, 'users.kubeconfig': users, 'rest.kubeconfig': rest},
    });
    const KUBECONFIG = ['users.kubeconfig', 'rest.kubeconfig'].join(delimiter);
    expect(await stack.gantry(['preview'], {env: {KUBECONFIG}})).toMatchObject({code: 0});
  });

  it("the extension of the stack's resources selects the kubeconfig if nothing higher does", async () => {
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{spec: 'spec.yaml'}]},
        'spec.yaml': {
          resources: [
            {
              id: 'v1:ConfigMap:x:a',
              type: 'Kubernetes',
              attributes: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a', namespace: 'x'}, data: {a: '1'}},
              extensions: {kubeConfig: 'extension.kubeconfig'},
            },
          ],
        },
        'workspaces/test.yaml': {},
        'extension.kubeconfig': withCluster(kubeconfigPath, nowhere('extension')),
      },
    });
    await writeHomeConfig(stack, withCluster(kubeconfigPath, nowhere('home')));
    const explained = await stack.json<Explained>(['workspace', 'explain']);
    expect(explained.document.kubeconfig.server).toBe(serverNamed('extension'));
    await expectRefused(stack, ['preview'], {exit: 1, code: 'cluster/unreachable', says: [serverNamed('extension')]});
    const env = {KUBECONFIG: kubeconfigPath};
    expect((await stack.json<Explained>(['workspace', 'explain'], {env})).document.kubeconfig.field).toBe('KUBECONFIG');
  });

  it('a login program signs in with the certificate or the token that it prints', async () => {
    const user = userOf(kubeconfigPath);
    const inClear = (key: string) => Buffer.from(String(user[`${key}-data`]), 'base64').toString();
    const certificate = {clientCertificateData: inClear('client-certificate'), clientKeyData: inClear('client-key')};
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      // A sandbox knows its user by a token.
      status: user['token'] === undefined ? certificate : {token: user['token']},
    };
    const exec = {apiVersion: 'client.authentication.k8s.io/v1', command: './login', interactiveMode: 'Never'};
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      namespace,
      files: {
        ...manifest,
        'workspaces/test.yaml': {context: {kubeconfig_path: 'own.kubeconfig'}},
        'workspaces/own.kubeconfig': withUser(kubeconfigPath, {exec}),
        'workspaces/login': `#!/bin/sh\necho called >> "$0.log"\ncat <<'END'\n${JSON.stringify(credential)}\nEND\n`,
      },
    });
    await chmod(join(stack.dir, 'workspaces/login'), 0o700);
    await stack.allow();
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})).toBeDefined();
    expect(await readFile(join(stack.dir, 'workspaces/login.log'), 'utf8')).toBe('called\n');
  });

  it.each([
    {
      name: 'that is not installed',
      exec: {command: 'gantry-no-such-login', installHint: 'get it at login.example'},
      exit: 4,
      code: 'credential/refused',
      says: ['login by gantry-no-such-login: the program is not installed', 'login.example'],
    },
    {
      name: 'that fails',
      exec: {command: 'sh', args: ['-c', 'echo the door is shut >&2; exit 3']},
      exit: 4,
      code: 'credential/refused',
      says: ['login by sh', 'the door is shut'],
    },
  ])('a login program $name is named in the error', async ({exec, exit, code, says}) => {
    const stack = await makeStack({
      namespace: 'x',
      files: {
        ...manifest,
        'workspaces/test.yaml': {context: {kubeconfig_path: 'own.kubeconfig'}},
        'workspaces/own.kubeconfig': withUser(kubeconfigPath, {
          exec: {apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', ...exec},
        }),
      },
    });
    await stack.allow();
    await expectRefused(stack, ['preview'], {exit, code, says});
  });
});

onCluster('the workspace of a run', (cluster) => {
  const manyWorkspaces = async (): Promise<Stack> => {
    const stack = await makeStack({
      namespace: cluster.freshNamespace(),
      files: {
        ...manifest,
        ...Object.fromEntries(
          ['flag', 'variable', 'test'].map((name) => [
            `workspaces/${name}.yaml`,
            {context: {kubeconfig_path: cluster.kubeconfigPath}},
          ]),
        ),
        'elsewhere.yaml': {context: {kubeconfig_path: cluster.kubeconfigPath}},
      },
    });
    return stack;
  };

  it.each([
    {from: '-w', args: ['-w', 'flag'], env: {GANTRY_WORKSPACE: 'variable'}, name: 'flag'},
    {from: 'GANTRY_WORKSPACE', args: [], env: {GANTRY_WORKSPACE: 'variable'}, name: 'variable'},
    {from: 'stack.yaml', args: [], env: {GANTRY_WORKSPACE: ''}, name: 'test'},
    {from: '-w', args: ['-w', './elsewhere.yaml'], env: {}, name: 'elsewhere'},
  ])('$name is named by $from, and preview says so', async ({from, args, env, name}) => {
    const stack = await manyWorkspaces();
    await stack.gantry(['workspace', 'switch', 'flag']);
    const current = await stack.json<{name: string; from: string}>(['workspace', 'current', ...args], {env});
    expect(current.document).toMatchObject({name, from});
    expect((await stack.json<Plan>(['preview', ...args], {env})).document.workspace).toBe(name);
    const human = await stack.gantry(['preview', ...args], {env});
    expect(human.stdout).toMatch(new RegExp(`Workspace +${name} \\(from ${from}`));
  });

  it('a switch without a terminal selects no workspace, and the error lists the known ones', async () => {
    const stack = await manyWorkspaces();
    await stack.write({'stack.yaml': {name: 'shop', sources: [{manifests: 'manifests/*'}]}});
    expect((await stack.gantry(['workspace', 'switch', 'flag'])).code).toBe(0);
    const says = ['Workspaces here: flag, sandbox, test, variable', 'flag', 'terminal'];
    await expectRefused(stack, ['preview'], {exit: 3, code: 'workspace/not-chosen', says});
  });
});
