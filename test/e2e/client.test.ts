import {randomUUID} from 'node:crypto';
import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dump, load} from 'js-yaml';
import {afterAll, beforeAll, describe, expect, inject, it, vi} from 'vitest';
import {connect} from '../../src/adapters/kubernetes/kubeconfig/connect.ts';
import {type KubernetesClient, openClient} from '../../src/adapters/kubernetes/runtime/client/client.ts';
import type {ApiResource} from '../../src/adapters/kubernetes/runtime/client/discovery.ts';
import type {WatchEvent} from '../../src/adapters/kubernetes/runtime/client/watch.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {Event} from '../../src/core/event.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {expiredKubeconfig, userKubeconfig} from '../controlplane/for-tests.ts';
import {connectProxy, socksProxy} from './support/tunnels.ts';

const given = inject('cluster');
const ours = given.kind === 'up' && given.of === 'control plane' && given.signsUsers;

const dir = mkdtempSync(join(tmpdir(), 'gantry-client-'));
const namespace = `client-${randomUUID().slice(0, 8)}`;
const clients: KubernetesClient[] = [];
const events: Event[] = [];

type Kubeconfig = {clusters: {cluster: Record<string, unknown>}[]; users: {user: Record<string, unknown>}[]};

const configMap = (name: string, data: JsonObject = {a: '1'}, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name, namespace, ...metadata},
  data,
});
const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name.includes('TCP')).length;
const robot = () => ({username: `system:serviceaccount:${namespace}:robot`});

describe.skipIf(!ours)(`the client (${given.name})`, () => {
  const adminPath = given.kind === 'up' && given.of === 'control plane' ? given.kubeconfigPath : '';

  /** A client by the kubeconfig at a path, perhaps changed first. */
  async function client(
    path = adminPath,
    change: (config: Kubeconfig) => void = () => undefined,
  ): Promise<KubernetesClient> {
    const config = load(readFileSync(path, 'utf8')) as Kubeconfig;
    change(config);
    const changed = join(dir, `${randomUUID()}.yaml`);
    writeFileSync(changed, dump(config), {mode: 0o600});
    const access = await connect(
      {workspace: 'test', field: 'KUBECONFIG', from: {kind: 'files', paths: [changed], skipped: []}},
      {env: {PATH: process.env['PATH']}},
    );
    const opened = await openClient(access, {
      cacheDir: join(dir, 'cache'),
      clock: systemClock,
      onEvent: (event) => events.push(event),
    });
    clients.push(opened);
    return opened;
  }

  let admin: KubernetesClient;
  let configMaps: ApiResource;
  let deployments: ApiResource;
  let namespaces: ApiResource;
  const resource = async (apiVersion: string, kind: string): Promise<ApiResource> => {
    const found = await admin.discovery.resourceFor({apiVersion, kind});
    if (found === undefined) throw new Error(`no ${kind}`);
    return found;
  };

  const apply = (
    name: string,
    object = configMap(name),
    more: {force?: boolean; dryRun?: boolean; fieldManager?: string} = {},
  ) => admin.apply({resource: configMaps, namespace, name, object, force: false, ...more});

  const patch = (operations: JsonObject[]) => admin.patch({resource: configMaps, namespace, name: 'patch', operations});

  beforeAll(async () => {
    admin = await client();
    [configMaps, deployments, namespaces] = await Promise.all([
      resource('v1', 'ConfigMap'),
      resource('apps/v1', 'Deployment'),
      resource('v1', 'Namespace'),
    ]);
    const object = {apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}};
    expect(await admin.apply({resource: namespaces, name: namespace, object, force: false})).toMatchObject({
      ok: true,
      status: 201,
    });
  });
  afterAll(async () => {
    await admin.delete({resource: namespaces, name: namespace});
    for (const opened of clients) await opened.close();
    rmSync(dir, {recursive: true, force: true});
  });

  describe('objects through the client', () => {
    it('apply distinguishes a creation from a change, and writes nothing in a dry run', async () => {
      expect(await apply('a', undefined, {dryRun: true})).toMatchObject({ok: true, status: 201});
      expect(await admin.get({resource: configMaps, namespace, name: 'a'})).toMatchObject({
        ok: false,
        refusal: {kind: 'not-found'},
      });
      expect(await apply('a')).toMatchObject({ok: true, status: 201, resent: false});
      expect(await apply('a', configMap('a', {a: '2'}))).toMatchObject({
        ok: true,
        status: 200,
        object: {data: {a: '2'}},
      });
      const got = await admin.get({resource: configMaps, namespace, name: 'a'});
      expect(got).toMatchObject({
        ok: true,
        object: {metadata: {managedFields: [{manager: 'gantry', operation: 'Apply'}]}},
      });
    });

    it('a conflict names the manager and the field, and force takes the field', async () => {
      await apply('conflict', configMap('conflict', {a: '1', b: '1'}), {fieldManager: 'other'});
      expect(await apply('conflict', configMap('conflict', {a: '2', b: '1'}))).toMatchObject({
        ok: false,
        refusal: {kind: 'conflict', conflicts: [{field: '.data.a', manager: 'other', operation: 'Apply'}]},
      });
      expect(await apply('conflict', configMap('conflict', {a: '2'}), {force: true})).toMatchObject({
        ok: true,
        status: 200,
      });
    });

    it('another resourceVersion is stale, and so is another uid', async () => {
      const first = await apply('stale');
      if (!first.ok) throw new Error('not applied');
      const {resourceVersion = '', uid = ''} = first.object['metadata'] as Record<string, string>;
      await apply('stale', configMap('stale', {a: '2'}));
      const old = configMap('stale', {a: '3'}, {resourceVersion, uid});
      expect(await apply('stale', old)).toMatchObject({ok: false, refusal: {kind: 'stale', status: 409}});
      const foreign = configMap('stale', {a: '3'}, {uid: randomUUID()});
      expect(await apply('stale', foreign)).toMatchObject({ok: false, refusal: {kind: 'stale'}});
    });

    it.each([
      {name: 'an unknown field', spec: {replicaz: 1}},
      {name: 'a wrong type', spec: {replicas: 'two'}},
    ])('$name is invalid input, although the server answers 500', async ({spec}) => {
      const object = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd', namespace}, spec};
      const before = events.length;
      const reply = await admin.apply({
        resource: deployments,
        namespace,
        name: 'd',
        object,
        force: false,
        dryRun: true,
      });
      expect(reply).toMatchObject({ok: false, refusal: {kind: 'wrong-input', status: 500}});
      expect(events).toHaveLength(before);
    });

    it('an invalid object is reported with its field', async () => {
      const object = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: {name: 'd', namespace},
        spec: {selector: {}, template: {spec: {containers: []}}},
      };
      expect(await admin.create({resource: deployments, namespace, object, dryRun: true})).toMatchObject({
        ok: false,
        refusal: {kind: 'invalid', causes: expect.arrayContaining([expect.objectContaining({field: 'spec.selector'})])},
      });
    });

    it('a missing namespace is not found, and a duplicate name already exists', async () => {
      const object = {...configMap('x'), metadata: {name: 'x', namespace: 'nowhere'}};
      expect(
        await admin.apply({resource: configMaps, namespace: 'nowhere', name: 'x', object, force: false, dryRun: true}),
      ).toMatchObject({refusal: {kind: 'not-found', subject: {kind: 'namespaces', name: 'nowhere'}}});
      await apply('twice');
      expect(await admin.create({resource: configMaps, namespace, object: configMap('twice')})).toMatchObject({
        refusal: {kind: 'already-exists'},
      });
    });

    it('a JSON patch tests and changes an object', async () => {
      await apply('patch');
      expect(
        await patch([
          {op: 'test', path: '/data/a', value: 'no'},
          {op: 'remove', path: '/data/a'},
        ]),
      ).toMatchObject({ok: false, refusal: {kind: 'invalid'}});
      expect(await patch([{op: 'replace', path: '/data/a', value: '9'}])).toMatchObject({
        ok: true,
        object: {data: {a: '9'}},
      });
    });

    it('a delete checks its preconditions', async () => {
      const made = await apply('gone');
      if (!made.ok) throw new Error('not applied');
      const {uid = ''} = made.object['metadata'] as Record<string, string>;
      const target = {resource: configMaps, namespace, name: 'gone'};
      expect(await admin.delete({...target, uid: randomUUID()})).toMatchObject({ok: false, refusal: {kind: 'stale'}});
      expect(await admin.delete({...target, uid, dryRun: true})).toMatchObject({ok: true});
      expect(await admin.get(target)).toMatchObject({ok: true});
      expect(await admin.delete({...target, uid, propagationPolicy: 'Background'})).toMatchObject({ok: true});
      expect(await admin.delete({...target, uid})).toMatchObject({ok: false, refusal: {kind: 'not-found'}});
    });

    it('a list contains all pages, by label, in one namespace or in all', async () => {
      const labels = {labels: {page: namespace}};
      const names = Array.from({length: 501}, (_, i) => `p${i}`);
      const replies = await Promise.all(names.map((name) => apply(name, configMap(name, {}, labels))));
      expect(replies.every((reply) => reply.ok)).toBe(true);
      for (const where of [{}, {namespace}]) {
        const list = await admin.list({resource: configMaps, labelSelector: `page=${namespace}`, ...where});
        expect(list).toMatchObject({ok: true, resourceVersion: expect.stringMatching(/^\d+$/)});
        if (list.ok) expect(list.items).toHaveLength(501);
        if (list.ok) expect(list.items[0]).toMatchObject({apiVersion: 'v1', kind: 'ConfigMap'});
      }
    });
  });

  describe('a watch of the client', () => {
    it('a watch continues from a list, delivers changes and bookmarks, and ends when the server ends it', async () => {
      const list = await admin.list({resource: configMaps, namespace});
      if (!list.ok) throw new Error('not listed');
      const seen: WatchEvent[] = [];
      const {signal} = new AbortController();
      const done = (async () => {
        const request = {
          resource: configMaps,
          namespace,
          resourceVersion: list.resourceVersion,
          labelSelector: 'watched=yes',
          timeoutSeconds: 4,
          signal,
        };
        for await (const event of admin.watch(request)) seen.push(event);
      })();
      await apply('watched', configMap('watched', {}, {labels: {watched: 'yes'}}));
      await apply('unwatched');
      await apply('watched', configMap('watched', {a: '2'}, {labels: {watched: 'yes'}}));
      await admin.delete({resource: configMaps, namespace, name: 'watched'});
      await done;
      expect(seen.filter(({type}) => type !== 'bookmark').map(({type}) => type)).toEqual([
        'added',
        'modified',
        'deleted',
        'ended',
      ]);
      expect(seen).toContainEqual({type: 'bookmark', resourceVersion: expect.stringMatching(/^\d+$/)});
      expect(seen.at(-1)).toEqual({type: 'ended', why: 'closed'});
    });
  });

  describe('discovery by the client', () => {
    it('discovery reports which kinds the server has, and which it does not have', async () => {
      expect(deployments).toEqual({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        resource: 'deployments',
        namespaced: true,
        aliases: ['deployment', 'deploy'],
        verbs: expect.arrayContaining(['patch', 'watch']),
      });
      expect(namespaces.namespaced).toBe(false);
      expect(await admin.discovery.resourceFor({apiVersion: 'apps/v1', kind: 'Deploymint'})).toBeUndefined();
      expect(await admin.discovery.resourceFor({apiVersion: 'no.such/v1', kind: 'X'})).toBeUndefined();
      expect(await admin.discovery.apiVersions()).toEqual(expect.arrayContaining(['v1', 'apps/v1', 'batch/v1']));
    });

    it('discovery from the cache of a second run is the same', async () => {
      const second = await client();
      expect(await second.discovery.resourcesOf('apps/v1')).toEqual(await admin.discovery.resourcesOf('apps/v1'));
      expect(await second.openapi.schemas('apps/v1')).toEqual(await (await client()).openapi.schemas('apps/v1'));
    });

    it('discovery finds a CRD of the same run after a refresh of its group', async () => {
      const group = `${namespace}.example.com`;
      const crds = await resource('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
      const name = `widgets.${group}`;
      const object = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: {name},
        spec: {
          group,
          scope: 'Namespaced',
          names: {plural: 'widgets', kind: 'Widget'},
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  properties: {spec: {type: 'object', properties: {size: {type: 'integer'}}}},
                },
              },
            },
          ],
        },
      };
      const apiVersion = `${group}/v1`;
      expect(await admin.openapi.schemas(apiVersion)).toBeUndefined();
      await admin.apply({resource: crds, name, object, force: false});
      try {
        await vi.waitFor(
          async () => {
            await admin.discovery.refresh(apiVersion);
            expect(await admin.discovery.resourceFor({apiVersion, kind: 'Widget'})).toMatchObject({
              resource: 'widgets',
              namespaced: true,
            });
            admin.openapi.refresh();
            expect(await admin.openapi.schemas(apiVersion)).toBeDefined();
          },
          {timeout: 15_000},
        );
      } finally {
        await admin.delete({resource: crds, name});
      }
    });

    it('discovery reads the schemas of a group', async () => {
      expect(await admin.openapi.schemas('apps/v1')).toHaveProperty([
        'components',
        'schemas',
        'io.k8s.api.apps.v1.Deployment',
      ]);
    });
  });

  describe('the identity of the client', () => {
    it('an administrator identifies the cluster by kube-system', async () => {
      const kubeSystem = await admin.get({resource: namespaces, name: 'kube-system'});
      if (!kubeSystem.ok) throw new Error('no kube-system');
      const {uid} = kubeSystem.object['metadata'] as Record<string, string>;
      expect(await admin.identify({})).toEqual({
        server: admin.server,
        identity: uid,
        method: 'kube-system-uid',
        version: expect.stringMatching(/^v1\./),
      });
      expect(await admin.whoAmI()).toMatchObject({groups: expect.arrayContaining(['system:masters'])});
      expect(await admin.mayI({verb: 'delete', group: 'apps', resource: 'deployments'})).toMatchObject({allowed: true});
    });

    it('a refusal of a limited user is returned as data, and the cluster is identified by its address', async () => {
      const limited = await client(await userKubeconfig({kubeconfigPath: adminPath, user: 'limited'}));
      const get = await limited.get({resource: configMaps, namespace, name: 'a'});
      expect(get).toMatchObject({ok: false, refusal: {kind: 'forbidden', by: 'authorization'}});
      expect(await limited.list({resource: configMaps})).toMatchObject({ok: false, refusal: {kind: 'forbidden'}});
      expect(await limited.identify({namespace})).toMatchObject({
        method: 'server-and-ca',
        identity: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(await limited.mayI({verb: 'get', group: '', resource: 'secrets', namespace})).toMatchObject({
        allowed: false,
      });
    });

    it('a user of one namespace identifies the cluster by this namespace', async () => {
      const user = `reader-${namespace}`;
      const rbac = 'rbac.authorization.k8s.io/v1';
      const role = {
        apiVersion: rbac,
        kind: 'Role',
        metadata: {name: 'r', namespace},
        rules: [{apiGroups: [''], resources: ['namespaces'], verbs: ['get']}],
      };
      const binding = {
        apiVersion: rbac,
        kind: 'RoleBinding',
        metadata: {name: 'r', namespace},
        roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r'},
        subjects: [{kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io'}],
      };
      for (const object of [role, binding])
        await admin.create({resource: await resource(rbac, object.kind), namespace, object});
      const limited = await client(await userKubeconfig({kubeconfigPath: adminPath, user}));
      await vi.waitFor(async () =>
        expect(await limited.identify({namespace})).toMatchObject({method: 'namespace-uid'}),
      );
    });

    it('an impersonating kubeconfig acts as the other user', async () => {
      const bob = await client(adminPath, ({users}) =>
        Object.assign(users[0]?.user ?? {}, {as: 'bob', 'as-groups': ['a', 'b'], 'as-user-extra': {'x/y': ['1']}}),
      );
      expect(await bob.whoAmI()).toMatchObject({username: 'bob', groups: expect.arrayContaining(['a', 'b'])});
    });

    it('an expired certificate is reported with its date', async () => {
      const late = await client(await expiredKubeconfig({kubeconfigPath: adminPath, user: 'late'}));
      await expect(late.identify({})).rejects.toMatchObject({
        failure: {code: 'credential/expired', what: 'client certificate', since: expect.stringMatching(/^\d{4}-.*Z$/)},
      });
    });

    it('a token that the server does not know is refused', async () => {
      const nobody = await client(adminPath, ({users}) => users[0] && (users[0].user = {token: 'wrong'}));
      await expect(nobody.identify({})).rejects.toMatchObject({
        failure: {code: 'credential/refused', server: nobody.server},
      });
    });
  });

  describe('dynamic credentials', () => {
    let token = '';
    beforeAll(async () => {
      const accounts = await resource('v1', 'ServiceAccount');
      const made = await admin.create({
        resource: accounts,
        namespace,
        object: {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'robot', namespace}},
      });
      expect(made).toMatchObject({ok: true});
      const path = `/api/v1/namespaces/${namespace}/serviceaccounts/robot/token`;
      const reply = await admin.send({
        method: 'POST',
        path,
        body: {apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {}},
      });
      token = reply.ok ? (reply.body as {status: {token: string}}).status.token : '';
    });

    it('a token file is read again when the server refuses the old token', async () => {
      const tokenFile = join(dir, 'token');
      writeFileSync(tokenFile, 'old');
      const opened = await client(adminPath, ({users}) => users[0] && (users[0].user = {tokenFile}));
      writeFileSync(tokenFile, token);
      expect(await opened.whoAmI()).toMatchObject(robot());
    });

    it('an exec plugin logs in, and logs in again when its token is refused', async () => {
      const script = join(dir, 'login');
      const count = join(dir, 'logins');
      writeFileSync(
        script,
        `#!/bin/sh\necho x >> '${count}'\nif [ "$(wc -l < '${count}')" -lt 2 ]; then T=old; else T='${token}'; fi\necho '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"'$T'"}}'\n`,
      );
      chmodSync(script, 0o700);
      const exec = {apiVersion: 'client.authentication.k8s.io/v1', command: './login', interactiveMode: 'Never'};
      const opened = await client(adminPath, ({users}) => users[0] && (users[0].user = {exec}));
      expect(await Promise.all([opened.whoAmI(), opened.whoAmI()])).toMatchObject([robot(), robot()]);
      expect(readFileSync(count, 'utf8')).toBe('x\nx\n');
    });

    it('an exec plugin may return a certificate', async () => {
      const {users} = load(readFileSync(adminPath, 'utf8')) as Kubeconfig;
      const decoded = (field: string): string => Buffer.from(String(users[0]?.user[field]), 'base64').toString();
      const status = {
        clientCertificateData: decoded('client-certificate-data'),
        clientKeyData: decoded('client-key-data'),
      };
      const path = join(dir, 'credential.json');
      writeFileSync(
        path,
        JSON.stringify({kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status}),
      );
      const exec = {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: 'cat',
        args: [path],
        interactiveMode: 'Never',
      };
      const opened = await client(adminPath, ({users}) => users[0] && (users[0].user = {exec}));
      expect(await opened.whoAmI()).toMatchObject({username: 'admin'});
    });
  });

  describe('the connection of the client', () => {
    it('the connection uses a proxy with a password', async () => {
      const proxy = await connectProxy('me', 'p@ss');
      const url = new URL(proxy.url);
      url.password = 'p@ss';
      const opened = await client(adminPath, ({clusters}) =>
        Object.assign(clusters[0]?.cluster ?? {}, {'proxy-url': url.href}),
      );
      expect(await opened.version()).toMatch(/^v1\./);
      expect(proxy.asked).toEqual([new URL(admin.server).host]);
      url.password = 'wrong';
      const refused = await client(adminPath, ({clusters}) =>
        Object.assign(clusters[0]?.cluster ?? {}, {'proxy-url': url.href}),
      );
      await expect(refused.version()).rejects.toMatchObject({
        failure: {code: 'cluster/unreachable', detail: expect.stringMatching(/refused the tunnel: HTTP\/1.1 407/)},
      });
      await proxy.close();
    });

    it('the connection uses a SOCKS proxy', async () => {
      const proxy = await socksProxy();
      const opened = await client(adminPath, ({clusters}) =>
        Object.assign(clusters[0]?.cluster ?? {}, {'proxy-url': proxy.url}),
      );
      expect(await opened.version()).toMatch(/^v1\./);
      expect(proxy.asked).toEqual([new URL(admin.server).host]);
      await proxy.close();
    });

    it.each([
      {name: 'kubernetes.default.svc', want: 'reached'},
      {name: 'elsewhere.example', want: 'cluster/tls'},
    ])('the connection checks the name in tls-server-name: $name', async ({name, want}) => {
      const opened = await client(adminPath, ({clusters}) =>
        Object.assign(clusters[0]?.cluster ?? {}, {'tls-server-name': name}),
      );
      const found = await opened.version().then(
        () => 'reached',
        (error: {failure: {code: string}}) => error.failure.code,
      );
      expect(found).toBe(want);
    });

    it('a server is not trusted without its CA', async () => {
      const opened = await client(adminPath, ({clusters}) => delete clusters[0]?.cluster['certificate-authority-data']);
      await expect(opened.version()).rejects.toMatchObject({failure: {code: 'cluster/tls'}});
    });

    it('a closed client leaves no open connection', async () => {
      const before = sockets();
      const opened = await client();
      await opened.version();
      const abort = new AbortController();
      const watching = Array.fromAsync(opened.watch({resource: configMaps, namespace, signal: abort.signal}));
      await opened.close();
      await watching.catch(() => undefined);
      await vi.waitFor(() => expect(sockets()).toBeLessThanOrEqual(before));
    });
  });
});
