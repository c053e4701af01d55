import {readFile, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {expect, it, onTestFinished} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {type ClusterEntry, secondCluster} from '../rig/second-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {filesBelow} from './support/refusal.ts';

/** A command that shows that it was started. */
const STARTED = ['exec', '-w', 'team', '--', 'sh', '-c', 'touch started'];

/** As `kubectl config use-context` leaves it: all contexts, and which one is current. */
const kubeconfigWith = (entries: Readonly<Record<string, ClusterEntry>>, current: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: Object.entries(entries).map(([name, {cluster}]) => ({name, cluster})),
    users: Object.entries(entries).map(([name, {user}]) => ({name, user})),
    contexts: Object.keys(entries).map((name) => ({name, context: {cluster: name, user: name}})),
    'current-context': current,
  });

async function entryOf(kubeconfigPath: string): Promise<ClusterEntry> {
  const {clusters, users} = load(await readFile(kubeconfigPath, 'utf8')) as {
    readonly clusters: readonly [Pick<ClusterEntry, 'cluster'>];
    readonly users: readonly [Pick<ClusterEntry, 'user'>];
  };
  return {...clusters[0], ...users[0]};
}

onCluster('a kubeconfig whose current context changes', (cluster) => {
  async function world(files: Readonly<Record<string, unknown>> = {}) {
    const stack = await makeStack({files});
    const entries = {staging: await entryOf(cluster.kubeconfigPath), prod: await secondCluster()};
    const kubeconfig = join(stack.home, 'config');
    await stack.write({[join('..', 'home', 'config')]: kubeconfigWith(entries, 'staging')});
    const useContext = (name: string): Promise<void> => writeFile(kubeconfig, kubeconfigWith(entries, name));
    return {stack, kubeconfig, useContext, prod: entries.prod, staging: entries.staging};
  }

  const started = async ({dir}: Stack): Promise<boolean> =>
    (await filesBelow(dir)).some((file) => file.endsWith('started'));
  const serverOf = ({cluster: {server}}: ClusterEntry): string => String(server);
  const checked = async (stack: Stack) => (await stack.gantry(['workspace', 'check', 'team'])).stdout;

  it('a new current context does not change the cluster of a workspace that was created with the kubeconfig', async () => {
    const {stack, kubeconfig, useContext, staging} = await world();
    const created = await stack.gantry(['workspace', 'create', 'team', '--kubeconfig', kubeconfig]);
    expect(created).toMatchObject({code: 0, stdout: expect.stringContaining('the context staging')});
    await useContext('prod');
    const ran = await stack.gantry(['kubeconfig', '-w', 'team', '-o', 'json']);
    expect(JSON.parse(ran.stdout)).toMatchObject({server: serverOf(staging), context: 'staging'});
  });

  it('a workspace that is updated to another kubeconfig keeps the context of that moment', async () => {
    const {stack, kubeconfig, useContext} = await world({'old.kubeconfig': '{"current-context": "gone"}'});
    await stack.gantry(['workspace', 'create', 'team', '--kubeconfig', kubeconfig, '--kube-context', 'prod']);
    await stack.gantry(['workspace', 'update', 'team', '--kubeconfig', kubeconfig, '--yes']);
    await useContext('prod');
    expect((await stack.gantry(['workspace', 'show', 'team'])).stdout).toMatch(/kube_context: "?staging/);
  });

  it.each([
    {name: 'exec', command: ['exec', '-w', 'team', '--', 'true']},
    {name: 'env', command: ['env', '-w', 'team']},
    {name: 'whoami', command: ['whoami', '-w', 'team']},
  ])('exec refuses a switched kubeconfig (5) after `gantry $name` has bound the workspace', async ({command}) => {
    const {stack, kubeconfig, useContext, prod, staging} = await world();
    await stack.write({'workspaces/team.yaml': {context: {kubeconfig_path: kubeconfig}}});
    expect(await checked(stack)).toMatch(/same cluster +- +not bound/);
    expect(await stack.gantry(command)).toMatchObject({code: 0});
    expect(await checked(stack)).toMatch(/same cluster +- +ok/);
    await useContext('prod');
    const refused = await stack.gantry(STARTED);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining(serverOf(prod))});
    expect(refused.stderr).toContain(serverOf(staging));
    expect(await started(stack)).toBe(false);
  });

  it.each([
    {name: 'does not answer', answers: false, says: 'no answer within 2 s'},
    {name: 'does not know the user', answers: true, says: 'Unauthorized'},
  ])('exec of an unbound workspace starts the program with a warning if the cluster $name', async (given) => {
    const {stack, kubeconfig, staging} = await world();
    const entry = given.answers ? {...staging, user: {token: 'nobody'}} : {...staging, cluster: await silent()};
    await writeFile(kubeconfig, kubeconfigWith({staging: entry}, 'staging'));
    await stack.write({'workspaces/team.yaml': {context: {kubeconfig_path: kubeconfig}}});
    const ran = await stack.gantry(STARTED);
    expect(ran).toMatchObject({code: 0, stdout: '', stderr: expect.stringContaining('team is not bound to a cluster')});
    expect(ran.stderr).toContain(given.says);
    expect(await started(stack)).toBe(true);
    expect(await filesBelow(join(stack.home, '.gantry', 'pins'))).toEqual([]);
  });
});

/** A server that takes connections and says nothing. */
async function silent(): Promise<ClusterEntry['cluster']> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {server: `https://127.0.0.1:${(server.address() as {readonly port: number}).port}`};
}
