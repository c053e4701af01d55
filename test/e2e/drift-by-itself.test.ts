import {execFile} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {chmod, mkdir, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {loadAll} from 'js-yaml';
import {beforeAll, describe, expect, it, vi} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {once} from '../../src/lib/once.ts';
import {httpDouble} from '../rig/doubles/http-double.ts';
import {configMap, deployment, manifests, namespaceObject} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, runGantry} from '../rig/stack.ts';

type Manifest = JsonObject & {
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly namespace?: string};
};
type Rule = {readonly resources: readonly string[]; readonly verbs: readonly string[]};

const CLUSTER_WIDE = new Set(['Namespace', 'ClusterRole', 'ClusterRoleBinding']);

/** The manifests of examples/drift, with names that belong to this run. */
async function examples(file: string, end: string): Promise<readonly Manifest[]> {
  const text = await readFile(new URL(`../../examples/drift/${file}.yaml`, import.meta.url), 'utf8');
  const own = text.replaceAll(/\bgantry-(drift|state)\b(?!-)/g, `gantry-$1-${end}`);
  return loadAll(own.replaceAll(/\bgantry-drift-reader\b/g, `gantry-drift-reader-${end}`)) as Manifest[];
}

onCluster('drift that is checked by a CronJob', (cluster) => {
  const end = randomBytes(3).toString('hex');
  let management: readonly Manifest[] = [];
  let target: readonly Manifest[] = [];
  const named = (kind: string): Manifest => {
    const found = [...management, ...target].find((one) => one.kind === kind);
    if (found === undefined) throw new Error(`no ${kind}`);
    return found;
  };
  const remove = ({apiVersion, kind, metadata: {name, namespace}}: Manifest) =>
    cluster.deleteAtEnd({apiVersion: String(apiVersion), kind, name, ...(namespace && {namespace})});

  beforeAll(async () => {
    management = await examples('management', end);
    target = await examples('target', end);
    await cluster.create(namespaceObject(`gantry-state-${end}`));
    cluster.deleteAtEnd({apiVersion: 'v1', kind: 'Namespace', name: `gantry-state-${end}`});
    for (const object of [...target, ...management]) {
      await cluster.applyAs('test', object);
      if (CLUSTER_WIDE.has(object.kind)) remove(object);
    }
  });

  it('the server accepts every manifest, and the pods are what the restricted standard demands', async () => {
    const {metadata} = named('CronJob');
    const stored = await cluster.get({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      namespace: metadata.namespace ?? '',
      name: metadata.name,
    });
    expect(stored).toMatchObject({
      spec: {
        concurrencyPolicy: 'Forbid',
        jobTemplate: {
          spec: {
            template: {
              spec: {
                securityContext: {runAsNonRoot: true, seccompProfile: {type: 'RuntimeDefault'}},
                containers: [{args: ['drift', '--all', '-w', 'prod', '--notify', 'ops'], ...LOCKED}],
                initContainers: [LOCKED],
              },
            },
          },
        },
      },
    });
  });

  it.skipIf(!clusterHas('users'))('the restricted standard admits the pods of the CronJob', async () => {
    const spec = templateOf(named('CronJob'));
    const namespace = `gantry-drift-${end}`;
    await cluster.create({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'once', namespace}, spec});
    expect(await cluster.get({apiVersion: 'v1', kind: 'Pod', namespace, name: 'once'})).toBeDefined();
    const container = {name: 'drift', image: 'gantry'};
    const privileged = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {name: 'other', namespace},
      spec: {containers: [container]},
    };
    await expect(cluster.create(privileged)).rejects.toThrow(/PodSecurity/);
  });

  it('the init container copies the configuration of a mounted ConfigMap, and nothing besides', async () => {
    const root = await scratchDirectory();
    const home = await mountedHome(named('ConfigMap'), named('CronJob'), root);
    const text = await readFile(join(home, 'config.yaml'), 'utf8');
    expect(text).toContain('ref://SLACK_URL');
    expect(await readFile(join(home, 'workspaces', 'prod.yaml'), 'utf8')).toContain('name: prod');
    const listed = await runGantry(['workspace', 'list', '-o', 'json'], {
      dir: root,
      home: root,
      env: {GANTRY_HOME: home},
    });
    expect(listed.stdout, listed.stderr).toContain('"management"');
    for (const directory of [home, join(home, 'workspaces')]) expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  describe.skipIf(!clusterHas('users'))('with the accounts of the manifests', () => {
    /** A stack with a release in the backend of the manifests. Its files are not needed any more. */
    const released = once(async () => {
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        files: {
          ...manifests(configMap('settings', {a: '1'}), deployment('web', {replicas: 1})),
          'workspaces/prod.yaml': {name: 'prod', context: {kubeconfig_path: cluster.kubeconfigPath}},
        },
      });
      const ran = await stack.gantry(['apply', '--yes', '-w', 'prod'], {
        env: {GANTRY_BACKEND: `kubernetes://gantry-state-${end}`},
      });
      expect(ran.code, ran.stderr).toBe(0);
      return namespace;
    });

    /** Runs the job as its pod does: with the configuration of the ConfigMap, and with the tokens of the two accounts. */
    async function runJob() {
      await released();
      const root = await scratchDirectory();
      const home = await mountedHome(named('ConfigMap'), named('CronJob'), root);
      const hook = await httpDouble(() => ({status: 200, body: ''}), {tls: false});
      const namespaceOfJob = `gantry-drift-${end}`;
      const [own, reader] = await Promise.all(
        [`gantry-drift-${end}`, `gantry-drift-reader-${end}`].map((name) =>
          tokenKubeconfig(namespaceOfJob, name, root),
        ),
      );
      const workspace = (name: string, path: string | undefined) =>
        writeFile(join(home, 'workspaces', `${name}.yaml`), JSON.stringify({name, context: {kubeconfig_path: path}}));
      // A test has no pod: its account comes from a kubeconfig.
      await workspace('management', own);
      await workspace('prod', reader);
      const {args} = containerOf(named('CronJob'));
      const env = {GANTRY_HOME: home, SLACK_URL: `${hook.url}/hook`};
      const ran = await runGantry([...args, '-o', 'json'], {dir: root, home: root, env});
      return {...ran, hook};
    }

    async function tokenKubeconfig(inNamespace: string, name: string, root: string): Promise<string> {
      const path = `/api/v1/namespaces/${inNamespace}/serviceaccounts/${name}/token`;
      const body = {apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {}};
      const reply = await cluster.client.send({method: 'POST', path, body});
      if (!reply.ok) throw new Error(reply.refusal.message);
      const {token} = (reply.body as {readonly status: {readonly token: string}}).status;
      const [admin] = loadAll(await readFile(cluster.kubeconfigPath, 'utf8')) as {
        readonly clusters: readonly unknown[];
      }[];
      const [first] = admin?.clusters as readonly {readonly name: string}[];
      const file = join(root, `${name}.kubeconfig`);
      const contexts = [{name: 'robot', context: {cluster: first?.name, user: 'robot'}}];
      const kubeconfig = {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: admin?.clusters,
        contexts,
        users: [{name: 'robot', user: {token}}],
      };
      await writeFile(file, JSON.stringify({...kubeconfig, 'current-context': 'robot'}), {mode: 0o600});
      return file;
    }

    it('the job finds drift, notifies, and needs no permission that the manifests do not give', async () => {
      const first = await runJob();
      expect(first.code, first.stderr + first.stdout).toBe(0);
      expect(first.hook.asked).toEqual([]);
      const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace: await released(), name: 'settings'};
      await cluster.patchAs('kubectl-edit', settings, {data: {a: '2'}});
      const second = await runJob();
      expect(second.code, second.stderr).toBe(0);
      expect(second.hook.asked.map(({body}) => (JSON.parse(body) as {text: string}).text)).toEqual([
        expect.stringContaining('shop/shop in prod has drifted: 1 changed, 1 as released'),
      ]);
    });

    const LESS: readonly {
      readonly title: string;
      readonly kind: 'Role' | 'ClusterRole';
      readonly resource: string;
      readonly verb: string;
    }[] = [
      {title: 'list releases', kind: 'Role', resource: 'secrets', verb: 'list'},
      {title: 'get releases', kind: 'Role', resource: 'secrets', verb: 'get'},
      {title: 'list the ConfigMaps of the stacks', kind: 'ClusterRole', resource: 'configmaps', verb: 'list'},
      {title: 'list the Deployments of the stacks', kind: 'ClusterRole', resource: 'deployments', verb: 'list'},
    ];

    it.each(LESS)('without the permission to $title the job fails, and names it', async ({kind, resource, verb}) => {
      const role = named(kind);
      const without = (role['rules'] as unknown as readonly Rule[]).map((rule) =>
        rule.resources.includes(resource) && rule.verbs.includes(verb)
          ? {
              ...rule,
              resources: rule.resources.filter((one) => one !== resource || rule.verbs.length > 1),
              verbs: rule.verbs.length > 1 ? rule.verbs.filter((one) => one !== verb) : rule.verbs,
            }
          : rule,
      );
      await cluster.applyAs('test', {
        ...role,
        rules: without.filter((rule) => rule.resources.length > 0),
      });
      try {
        await vi.waitFor(
          async () => {
            const ran = await runJob();
            expect(ran.code, ran.stdout).toBe(4);
            expect(ran.stdout).toContain(resource);
          },
          {timeout: 30_000, interval: 500},
        );
      } finally {
        await cluster.applyAs('test', role);
        await vi.waitFor(async () => expect((await runJob()).code).toBe(0), {timeout: 30_000, interval: 500});
      }
    });
  });
});

const LOCKED = {
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: {drop: ['ALL']},
  },
};

type Container = {readonly args: readonly string[]; readonly command: readonly string[]};
type PodSpec = JsonObject & {
  readonly containers: readonly [Container];
  readonly initContainers: readonly [Container];
  readonly volumes: readonly {
    readonly configMap?: {readonly items: readonly {readonly key: string; readonly path: string}[]};
  }[];
};

const templateOf = (cronJob: Manifest): PodSpec =>
  (cronJob as unknown as {spec: {jobTemplate: {spec: {template: {spec: PodSpec}}}}}).spec.jobTemplate.spec.template
    .spec;

const containerOf = (cronJob: Manifest): Container => templateOf(cronJob).containers[0];

/** Mounts a ConfigMap as the kubelet does, with links to a directory of its version, and runs the init container on it. */
async function mountedHome(configMap: Manifest, cronJob: Manifest, root: string): Promise<string> {
  const {volumes, initContainers} = templateOf(cronJob);
  const items = volumes.flatMap(({configMap: mounted}) => mounted?.items ?? []);
  const [mount, home] = [join(root, 'etc'), join(root, 'state', 'home')];
  for (const {key, path} of items) {
    const file = join(mount, '..2026_01_01', path);
    await mkdir(join(file, '..'), {recursive: true});
    await writeFile(file, (configMap['data'] as Readonly<Record<string, string>>)[key] ?? '');
  }
  // The root of the volume is an emptyDir, which every user can write.
  await chmod(mount, 0o777);
  await symlink('..2026_01_01', join(mount, '..data'));
  for (const entry of new Set(items.map(({path}) => path.split('/')[0] ?? '')))
    await symlink(join('..data', entry), join(mount, entry));
  const [, ...args] = initContainers[0].command.map((word) => word.replaceAll("'/etc/gantry'", JSON.stringify(mount)));
  await promisify(execFile)(process.execPath, args, {env: {GANTRY_HOME: home}});
  return home;
}
