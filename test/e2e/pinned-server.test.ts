import {readFile, writeFile} from 'node:fs/promises';
import {createServer} from 'node:https';
import {connect, createServer as createTcpServer} from 'node:net';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {expect, it, onTestFinished} from 'vitest';
import type {ClusterPin} from '../../src/core/workspace/cluster-pin.ts';
import {createAuthority, issueLeaf} from '../../src/sandbox/run/certificate.ts';
import {changePin} from '../rig/change-pin.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {filesBelow} from './support/refusal.ts';

type Kubeconfig = {
  readonly clusters: readonly {
    readonly name: string;
    readonly cluster: {readonly server: string; readonly 'certificate-authority-data': string};
  }[];
};

type Pin = {readonly servers?: readonly {readonly server: string}[]; readonly identities: readonly unknown[]};

const listening = (server: ReturnType<typeof createTcpServer>): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as {readonly port: number}).port)),
  );

/** A server with a CA of its own, which repeats whatever a client wants to hear, and keeps what it was sent. */
async function impostor() {
  const authority = createAuthority('impostor');
  const leaf = issueLeaf(authority, {name: 'kube-apiserver', server: {dns: ['localhost'], ips: ['127.0.0.1']}});
  const heard: string[] = [];
  const server = createServer({cert: leaf.cert, key: leaf.key}, (request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.end('{}');
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  const ca = Buffer.from(authority.cert).toString('base64');
  return {server: `https://127.0.0.1:${port}`, ca, heard};
}

/** Several certificates in one `certificate-authority-data`. */
const bundle = (...all: readonly string[]): string =>
  Buffer.concat(all.map((one) => Buffer.from(one, 'base64'))).toString('base64');

/** Another address of the same server: a load balancer that passes TLS on. */
async function relayTo(server: string): Promise<string> {
  const {hostname, port} = new URL(server);
  const relay = createTcpServer((socket) => {
    const onward = connect(Number(port), hostname);
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
    onTestFinished(() => void (socket.destroy(), onward.destroy()));
  });
  const own = await listening(relay);
  onTestFinished(() => void relay.close());
  return `https://127.0.0.1:${own}`;
}

onCluster('the server of a pinned cluster', (cluster) => {
  async function world(where: 'project' | 'own' = 'project') {
    const namespace = cluster.freshNamespace();
    const original = load(await readFile(cluster.kubeconfigPath, 'utf8')) as Kubeconfig;
    const real = original.clusters[0]?.cluster;
    if (real === undefined) throw new Error('the kubeconfig has no cluster');
    const stack = await makeStack({namespace, files: manifests(configMap('settings', {a: '1'}))});
    const kubeconfig = where === 'own' ? join(stack.home, '.kube', 'config') : join(stack.dir, 'kubeconfig');
    /** As a change of the project does it: the user stays, and the credential would go to another server. */
    const lead = async (server: string, ca = real['certificate-authority-data']): Promise<void> => {
      const clusters = original.clusters.map(({name}) => ({name, cluster: {server, 'certificate-authority-data': ca}}));
      await stack.write({
        [join('..', where === 'own' ? 'home/.kube/config' : 'shop/kubeconfig')]: {...original, clusters},
      });
    };
    const leadUnverified = async (server: string): Promise<void> => {
      const cluster = {server, 'insecure-skip-tls-verify': true};
      const clusters = original.clusters.map(({name}) => ({name, cluster}));
      await stack.write({
        [join('..', where === 'own' ? 'home/.kube/config' : 'shop/kubeconfig')]: {...original, clusters},
      });
    };
    await lead(real.server);
    await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: kubeconfig}}});
    return {stack, namespace, real, lead, leadUnverified, ca: real['certificate-authority-data']};
  }

  async function pinFile(stack: Stack): Promise<string> {
    const [file = ''] = await filesBelow(join(stack.home, '.gantry', 'pins'));
    return file;
  }

  const pinned = async (stack: Stack): Promise<Pin> => JSON.parse(await readFile(await pinFile(stack), 'utf8')) as Pin;

  it.each([
    {name: 'another address and another CA', at: 'another'},
    {name: 'another address, and a bundle that has both CAs', at: 'bundle'},
  ])('a server with $name receives no request and no credential, whatever the command is', async ({at}) => {
    const {stack, lead, ca} = await world();
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
    const before = await pinned(stack);
    const evil = await impostor();
    const both = bundle(ca, evil.ca);
    await lead(evil.server, at === 'bundle' ? both : evil.ca);
    for (const args of [
      ['preview'],
      ['apply', '--yes'],
      ['destroy', '--yes'],
      ['whoami'],
      ['exec', '--', 'true'],
      ['import', 'cluster', '-n', 'default', '--out', 'imported'],
      ['release', 'rebuild', '--yes'],
    ]) {
      const refused = await stack.gantry(args);
      expect(refused, args.join(' ')).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('no credential was sent'),
      });
      expect(refused.stderr).toContain('gantry workspace trust test');
    }
    expect((await stack.gantry(['workspace', 'check', 'test'])).stdout).toMatch(/same cluster +/);
    expect(evil.heard).toEqual([]);
    expect(await pinned(stack)).toEqual(before);
  });

  it.each([
    {name: 'a secret store in its cluster', workspace: 'test'},
    {name: 'another workspace whose kubeconfig is a Secret of its cluster', workspace: 'tenant'},
  ])('an unpinned server receives nothing from $name, which is checked before a plan', async ({workspace}) => {
    const {stack, namespace, lead} = await world();
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
    const evil = await impostor();
    await lead(evil.server, evil.ca);
    const reference = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'login'}, stringData: {a: 'ref://login/a'}};
    const kubeconfig = join(stack.dir, 'kubeconfig');
    await stack.write({
      ...manifests(workspace === 'test' ? reference : configMap('settings', {a: '1'})),
      'workspaces/test.yaml': {
        name: 'test',
        secretStore: {provider: {kubernetes: {namespace}}},
        context: {kubeconfig_path: kubeconfig},
      },
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace,
        sources: [{manifests: 'manifests/*', references: true}],
      },
      'workspaces/tenant.yaml': {context: {kubeconfig_secret: {workspace: 'test', namespace, name: 'tenant'}}},
    });
    // Also who has allowed all that the files say is not led to another server.
    for (const name of new Set(['test', workspace])) await stack.allow(name);
    const refused = await stack.gantry(['preview', '-w', workspace]);
    expect(refused, refused.stderr).toMatchObject({code: 5, stderr: expect.stringContaining('no credential was sent')});
    expect(evil.heard).toEqual([]);
  });

  it('a server at the known address receives nothing if the project names another CA', async () => {
    const {stack, lead, real} = await world();
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
    await lead(real.server, (await impostor()).ca);
    expect(await stack.gantry(['preview'])).toMatchObject({code: 5, stderr: expect.stringContaining('CA sha256:')});
  });

  it("a server at the known address may have another CA in the user's own kubeconfig, which is reported once", async () => {
    const {stack, lead, real, ca} = await world('own');
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
    const evil = await impostor();
    await lead(real.server, bundle(ca, evil.ca));
    const first = await stack.gantry(['preview']);
    expect(first).toMatchObject({code: 0, stderr: expect.stringContaining('changed, but the cluster is the same')});
    expect((await stack.gantry(['preview'])).stderr).not.toContain('is another one');
  });

  it.each(['own', 'project'] as const)(
    'a server receives nothing if the kubeconfig (%s) disables verification, until `workspace trust`',
    async (where) => {
      const {stack, real, leadUnverified} = await world(where);
      expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
      const before = await pinned(stack);
      await leadUnverified(real.server);
      if (where === 'project') await stack.allow();
      const refused = await stack.gantry(['preview']);
      expect(refused, refused.stderr).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('no credential was sent'),
      });
      expect(refused.stderr).toContain('Remove insecure-skip-tls-verify');
      expect(await pinned(stack)).toEqual(before);
      expect(await stack.gantry(['workspace', 'trust'])).toMatchObject({code: 0});
      const trusted = await stack.gantry(['preview']);
      expect(trusted, trusted.stderr).toMatchObject({code: 0});
      expect((await pinned(stack)).servers).toMatchObject([{server: real.server, insecure: true}]);
    },
  );

  it('a server may have another address with the same CA, which is reported once and added to the pin', async () => {
    const {stack, lead, real} = await world();
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
    const moved = await relayTo(real.server);
    await lead(moved);
    const first = await stack.gantry(['preview']);
    expect(first, first.stderr).toMatchObject({code: 0, stderr: expect.stringContaining('has a new address')});
    expect((await stack.gantry(['preview'])).stderr).not.toContain('has a new address');
    expect((await pinned(stack)).servers).toMatchObject([{server: real.server}, {server: moved}]);
  });

  it.each(['with its old MAC', 'without a MAC'])(
    'a server in a pin that was forged %s receives nothing',
    async (mac) => {
      const {stack, lead} = await world();
      expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
      const evil = await impostor();
      await lead(evil.server, evil.ca);
      // A pin of an earlier version has no CA: its address alone would be enough.
      const {servers: _, mac: old, ...pin} = JSON.parse(await readFile(await pinFile(stack), 'utf8')) as ClusterPin;
      const identities = pin.identities.map((known) => ({...known, server: evil.server}));
      const forged = {...pin, identities, ...(mac === 'without a MAC' ? {} : {mac: old})};
      await writeFile(await pinFile(stack), JSON.stringify(forged));
      for (const args of [['preview'], ['apply', '--yes'], ['whoami'], ['exec', '--', 'true']]) {
        const refused = await stack.gantry(args);
        expect(refused, args.join(' ')).toMatchObject({code: 5, stderr: expect.stringContaining('is not trusted')});
      }
      expect(evil.heard).toEqual([]);
    },
  );

  it('a pin without a CA is completed at its recorded address with a note, and refused at another one', async () => {
    const {stack, lead, real} = await world();
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
    await changePin(stack.home, ({servers: _, ...old}) => old);
    const moved = await relayTo(real.server);
    await lead(moved);
    expect(await stack.gantry(['preview'])).toMatchObject({code: 5});
    await lead(real.server);
    const first = await stack.gantry(['preview']);
    expect(first).toMatchObject({code: 0, stderr: expect.stringContaining('the pin of the workspace test now holds')});
    expect((await stack.gantry(['preview'])).stderr).not.toContain('now holds');
    await lead(moved);
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
  });

  it('a server receives nothing if the state is in the cluster itself, until `workspace trust`', async () => {
    const {stack, lead, namespace, real} = await world();
    await cluster.create(namespaceObject(namespace));
    const env = {GANTRY_BACKEND: `kubernetes://${namespace}`};
    const ran = await stack.gantry(['preview'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const evil = await impostor();
    await lead(evil.server, evil.ca);
    for (const args of [['preview'], ['release', 'list'], ['whoami']])
      expect(await stack.gantry(args, {env}), args.join(' ')).toMatchObject({code: 5});
    expect(evil.heard).toEqual([]);
    await lead(await relayTo(real.server));
    expect(await stack.gantry(['workspace', 'trust'], {env})).toMatchObject({code: 0});
    expect(await stack.gantry(['preview'], {env})).toMatchObject({code: 0});
  });
});
