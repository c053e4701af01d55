import {existsSync} from 'node:fs';
import {mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {loadAll} from 'js-yaml';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {ImportedHelm} from '../../src/app/import/import-helm.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {metadataOf} from '../../src/kubernetes/plan/take-over-managers.ts';
import {canonicalJson} from '../../src/lib/canonical-json.ts';
import type {Cluster} from '../rig/cluster.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, runTool} from '../rig/other-tools.ts';
import {isWrite, type RecordingProxy, startRecordingProxy} from '../rig/recording-proxy.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {pathWith} from './support/gantry-side.ts';
import {createCrds, HELMS, type HelmTool, rendered} from './support/helm-side.ts';
import {copyCharts, isOwn, type TestChart, testCharts} from './support/test-charts.ts';

/** The project's charts that are complete in the record of Helm: it contains no dependencies. */
const TAKEN = ['web', 'store', 'admission', 'operator', 'migrate'];
const CANARY = 'canary-71c0de55';

onCluster('gantry import helm --as chart', (cluster) => {
  beforeAllBuild(...HELMS, 'kubectl');
  let proxy: RecordingProxy;
  beforeAll(async () => {
    proxy = await startRecordingProxy(cluster.kubeconfigPath);
  });
  afterAll(() => proxy?.close());

  describe.each(HELMS)('%s', (helm) => {
    it.each(testCharts().filter((chart) => !isOwn(chart) || TAKEN.includes(chart.name)))(
      'the release $name is taken over with its chart: nothing changes, nothing restarts, and no hook runs',
      async (chart) => {
        const {namespace, remove, path} = await installed(cluster, helm, chart);
        const {stack, run, env} = await opened(proxy, helm);
        const [from, noWait] = isOwn(chart) ? [[], []] : [['--path', path], ['--no-wait']];
        const {document: imported, code, stdout, stderr} = await run([chart.name, '-n', namespace, ...from]);
        expect(code, stdout + stderr).toBe(0);
        const {plan} = imported;
        expect(plan?.changes.every(({action}) => action === 'adopt')).toBe(true);
        expect(loudFields(plan)).toEqual([]);

        const inside = insideOf(stack, imported);
        const before = await identities(cluster, namespace);
        expect(before.length).toBeGreaterThan(1);
        const ran = await inside.gantry(['apply', '--adopt', 'all', '--yes', ...noWait], {env});
        expect(ran, ran.stderr).toMatchObject({code: 0});
        expect(await identities(cluster, namespace)).toEqual(before);

        const since = proxy.requests.length;
        const quiet = await inside.json<Plan>(['preview'], {env});
        expect(quiet.document.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
        expect(proxy.requests.slice(since).filter(isWrite)).toEqual([]);
        await remove();
      },
      600_000,
    );

    it('hooks of a release that was taken over run at its next change', async () => {
      const chart = chartNamed('migrate');
      const {namespace, remove} = await installed(cluster, helm, chart);
      const {stack, run, env} = await opened(proxy, helm);
      const {document: imported} = await run([chart.name, '-n', namespace]);
      const inside = insideOf(stack, imported);
      const first = await inside.json<Plan>(['preview', '--adopt', 'all'], {env});
      expect(first.document.diagnostics).toContainEqual(
        expect.objectContaining({code: 'hook/taken-over', message: expect.stringContaining('no hook of migrate runs')}),
      );
      const forced = await inside.json<Plan>(['preview', '--adopt', 'all', '--run-hooks'], {env});
      expect(hooksOf(forced.document)).toContain('pre-upgrade');
      expect(hooksOf(forced.document)).not.toContain('pre-install');
      await inside.gantry(['apply', '--adopt', 'all', '--yes'], {env});
      const stackFile = await readFile(join(inside.dir, 'stack.yaml'), 'utf8');
      const changedFile = stackFile.replace(/^( *)valuesFiles:/m, '$1values: {schema: 9}\n$&');
      await writeFile(join(inside.dir, 'stack.yaml'), changedFile);
      const changed = await inside.json<Plan>(['preview'], {env});
      expect(hooksOf(changed.document), changed.stderr).toContain('pre-upgrade');
      await remove();
    });

    it('values that may be secret are refused, and written only as the user says', async () => {
      const {namespace, chart} = await installedSmall(cluster, helm, ['--set', `password=${CANARY}`]);
      const {stack, run} = await opened(proxy, helm);
      const args = ['small', '-n', namespace];
      const refused = await run(args);
      expect(refused.code).toBe(3);
      expect(refused.stderr + refused.stdout).toMatch(/may be, secret: password/);
      expect(refused.stderr + refused.stdout).not.toContain(CANARY);
      expect(await readdir(stack.dir)).not.toContain('small');
      const plain = await run([...args, '--secrets', 'plain', '--path', chart]);
      expect(plain.code, plain.stderr).toBe(0);
      const file = join(stack.dir, 'small/values-small.yaml');
      expect(await readFile(file, 'utf8')).toContain(CANARY);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await stack.write({
        'secrets/small-values': JSON.stringify({password: CANARY}),
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: 'kubeconfig'},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
      });
      // The chart hashes the password in the template of a pod, so that helm must have it.
      const refs = await run([...args, '--secrets', 'refs', '--out', 'referred']);
      expect(refs.code, refs.stderr).toBe(0);
      expect(loudFields(refs.document.plan)).toEqual([]);
      const texts = await Promise.all(
        ['stack.yaml', 'values-small.yaml'].map((name) => readFile(join(stack.dir, 'referred', name), 'utf8')),
      );
      expect(texts.join('\n')).not.toContain(CANARY);
      expect(texts[0]).toMatch(/reveal:\s+- password/);
      expect(refs.document.diagnostics).toContainEqual(
        expect.objectContaining({
          code: 'import/helm-opened',
          message:
            'stack.yaml has `reveal: [password]`, so that helm gets these secret values: without it, the chart does not make the objects of the release',
        }),
      );
      expect(plain.document.diagnostics.map(({code}) => code)).not.toContain('import/helm-opened');
      expect(texts[1]).toContain('ref://small-values/password');
    });
  });

  it.each(HELMS)(
    'a release of %s whose values remove defaults by null is taken over without a change',
    async (helm) => {
      const namespace = cluster.freshNamespace('null');
      await cluster.create(namespaceObject(namespace));
      const chart = join(await scratchDirectory(), 'small');
      await writeChart(chart, {
        ...SMALL,
        'values.yaml': 'replicas: 1\npassword: ""\nlimits: {cpu: 1, memory: 2}\nextra: {a: b}\n',
        'templates/more.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}\ndata:\n  limits: {{ .Values.limits | toJson | quote }}\n  extra: {{ .Values.extra | toJson | quote }}\n  own: {{ .Values.own | toJson | quote }}\n',
      });
      const nulls = ['--set', 'limits.cpu=null', '--set', 'extra=null', '--set', 'own.a=null', '--set', 'own.b=1'];
      await runTool(helm, cluster, ['install', 'small', chart, '-n', namespace, ...nulls]);
      const {run, stack, env} = await opened(proxy, helm);
      const {document, code, stderr} = await run(['small', '-n', namespace]);
      expect(code, stderr).toBe(0);
      expect(loudFields(document.plan)).toEqual([]);
      const inside = insideOf(stack, document);
      expect(await inside.gantry(['apply', '--adopt', 'all', '--yes'], {env})).toMatchObject({code: 0});
      const {document: plan} = await inside.json<Plan>(['preview'], {env});
      expect(plan.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
    },
  );

  it('an import without a proof names what differs, and writes nothing', async () => {
    const {namespace, chart} = await installedSmall(cluster, 'helm');
    const {stack, run} = await opened(proxy, 'helm');
    const args = ['small', '-n', namespace];
    const refused = async (...more: readonly string[]): Promise<string> => {
      const {code, stderr, stdout} = await run([...args, ...more]);
      expect(code).toBe(3);
      expect(await readdir(stack.dir)).not.toContain('small');
      return `${stdout}\n${stderr}`;
    };
    const small = async (files: Readonly<Record<string, string>>): Promise<string> => {
      const directory = join(await scratchDirectory(), 'small');
      await writeChart(directory, {...SMALL, ...files});
      return directory;
    };
    const newer = await small({'Chart.yaml': 'apiVersion: v2\nname: small\nversion: 2.0.0\n'});
    expect(await refused('--path', newer)).toContain('the given chart is small 2.0.0, but Helm installed small 1.0.0');
    const other = await small({'templates/more.yaml': ''.concat(SMALL['templates/all.yaml']).replaceAll('web', 'two')});
    expect(await refused('--path', other)).toContain('templates/more.yaml is new');
    expect(await refused('--path', join(chart, 'nowhere'))).toMatch(/chart \S+nowhere not found/);

    await runTool('kubectl', cluster, ['set', 'image', 'deployment/web', 'nginx=nginx:1.29', '-n', namespace]);
    const said = await refused();
    expect(said).toContain(`apps/v1:Deployment:${namespace}:web: spec.template.spec.containers`);
    const forced = await run([...args, '--force']);
    expect(forced.code, forced.stderr).toBe(0);
    expect(await readdir(join(stack.dir, 'small'))).toContain('stack.yaml');
    expect(loudFields(forced.document.plan)).toEqual([
      `apps/v1:Deployment:${namespace}:web spec.template.spec.containers[name="nginx"].image (conflict)`,
    ]);

    const missing = await run(['smal', '-n', namespace]);
    expect(missing).toMatchObject({code: 3});
    expect(missing.stderr + missing.stdout).toContain('Did you mean small?');
  });

  it('a release in the built-in sandbox is taken over with its chart', async () => {
    const chart = join(await scratchDirectory(), 'small');
    await writeChart(chart, SMALL);
    const stack = await makeStack({files: {}});
    const env = {PATH: await pathWith('helm')};
    const install = ['exec', '-w', 'sandbox', '--', 'helm', 'install', 'small', chart, '-n', 'default'];
    expect(await stack.gantry(install, {env})).toMatchObject({code: 0});
    const run = ['import', 'helm', 'small', '-n', 'default', '--as', 'chart', '-w', 'sandbox'];
    const {code, document, stderr} = await stack.json<ImportedHelm>(run, {env});
    expect(code, stderr).toBe(0);
    expect(document).toMatchObject({workspaceFlag: 'sandbox'});
    expect(document.plan?.changes.map(({action}) => action)).toEqual(['adopt', 'adopt']);
  });

  it('a release whose chart has dependencies needs the place of the chart', async () => {
    const chart = chartNamed('platform');
    const {namespace, remove, path} = await installed(cluster, 'helm', chart);
    const {run} = await opened(proxy, 'helm');
    const refused = await run(['platform', '-n', namespace]);
    expect(refused.code).toBe(3);
    expect(refused.stderr + refused.stdout).toContain('does not hold the charts that platform');
    const taken = await run(['platform', '-n', namespace, '--path', path]);
    expect(taken.code, taken.stderr).toBe(0);
    expect(loudFields(taken.document.plan)).toEqual([]);
    await remove();
  });
});

const SMALL = {
  'Chart.yaml': 'apiVersion: v2\nname: small\nversion: 1.0.0\n',
  'values.yaml': 'replicas: 1\npassword: ""\n',
  'templates/all.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
      annotations: {sum: {{ .Values.password | sha256sum }}}
    spec: {containers: [{name: nginx, image: "nginx:1.28"}]}
---
apiVersion: v1
kind: Secret
metadata: {name: web}
stringData: {password: {{ .Values.password | quote }}}
`,
};

const chartNamed = (name: string): TestChart => {
  const found = testCharts().find((one) => one.name === name);
  if (found === undefined) throw new Error(`no chart ${name}`);
  return found;
};

async function opened(proxy: RecordingProxy, helm: HelmTool) {
  const stack = await makeStack({
    files: {
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: 'kubeconfig'}},
      'workspaces/kubeconfig': proxy.kubeconfig,
    },
  });
  const env = {PATH: await pathWith(helm)};
  const run = (args: readonly string[]) =>
    stack.json<ImportedHelm>(['import', 'helm', ...args, '--as', 'chart', '-w', 'test'], {env});
  return {stack, env, run};
}

/** Gives the CRDs of a chart a group of their own: other tests have the chart in the same cluster, and these delete its CRDs. */
async function renameGroup(chart: string, group: string): Promise<void> {
  for (const entry of await readdir(chart, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    if (text.includes('charts.example.dev')) await writeFile(file, text.replaceAll('charts.example.dev', group));
  }
}

/** Lets Helm install one of the project's charts. */
async function installed(cluster: Cluster, helm: HelmTool, chart: TestChart) {
  const {name, file, values, before} = chart;
  const namespace = cluster.freshNamespace('taken');
  await cluster.create(namespaceObject(namespace));
  for (const object of loadAll(before.replaceAll('NAMESPACE', namespace)) as JsonObject[]) await cluster.create(object);
  const charts = await scratchDirectory();
  await copyCharts(chart, charts);
  const path = join(charts, file);
  if (isOwn(chart)) await renameGroup(path, `${namespace}.example.dev`);
  const given = join(charts, 'given.json');
  await writeFile(given, JSON.stringify(values));
  const run = (...args: readonly string[]) => runTool(helm, cluster, [...args, '-n', namespace]);
  if (isOwn(chart) && existsSync(join(path, 'charts')))
    await runTool(helm, cluster, ['dependency', 'update', '--skip-refresh', path]);
  const args = [name, path, '-n', namespace, '-f', given];
  await createCrds(cluster, await rendered({helm, cluster, args}));
  await runTool(helm, cluster, ['install', ...args]);
  return {
    namespace,
    path,
    /** Deletes what other tests cannot have twice. */
    remove: async () => {
      await run('uninstall', name, '--no-hooks', '--wait');
      const crds = join(path, 'crds');
      if (existsSync(crds)) await runTool('kubectl', cluster, ['delete', '-f', crds, '--wait']);
    },
  };
}

async function installedSmall(cluster: Cluster, helm: HelmTool, args: readonly string[] = []) {
  const namespace = cluster.freshNamespace('small');
  await cluster.create(namespaceObject(namespace));
  const chart = join(await scratchDirectory(), 'small');
  await writeChart(chart, SMALL);
  await runTool(helm, cluster, ['install', 'small', chart, '-n', namespace, ...args]);
  return {namespace, chart};
}

async function writeChart(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, file)), {recursive: true});
    await writeFile(join(directory, file), content);
  }
}

const insideOf = (stack: Stack, {directory = '', workspaceFlag = ''}: ImportedHelm): Stack => {
  const there = (args: readonly string[]): readonly string[] => [...args, '-C', directory, '-w', workspaceFlag];
  return {
    ...stack,
    dir: resolve(directory),
    gantry: (args, options) => stack.gantry(there(args), options),
    json: (args, options) => stack.json(there(args), options),
  };
};

const loudFields = (plan: Plan | undefined): readonly string[] =>
  (plan?.changes ?? []).flatMap(({id, fields}) =>
    fields.filter(({cause}) => cause !== 'ownership').map(({path, cause}) => `${id} ${path} (${cause})`),
  );

const hooksOf = ({changes}: Plan): readonly (string | undefined)[] => changes.map(({hook}) => hook?.event);

/** Returns what would differ if an object were made again, or a pod restarted, or a hook run. */
async function identities(cluster: Cluster, namespace: string): Promise<readonly string[]> {
  const lists = await Promise.all(
    [
      'apps/v1 Deployment',
      'apps/v1 ReplicaSet',
      'apps/v1 StatefulSet',
      'batch/v1 Job',
      'v1 Secret',
      'v1 ConfigMap',
    ].map(async (type) => {
      const [apiVersion = '', kind = ''] = type.split(' ');
      const resource = await cluster.client.discovery.resourceFor({apiVersion, kind});
      if (resource === undefined) throw new Error(`no ${kind}`);
      const reply = await cluster.client.list({resource, namespace});
      return reply.ok ? reply.items.map((one) => lineOf(kind, one)) : [];
    }),
  );
  return lists.flat();
}

function lineOf(kind: string, object: JsonObject): string {
  // An API server counts a change of the annotations of a Deployment as a generation.
  const {uid, name} = metadataOf(object);
  return `${kind} ${String(name)} ${String(uid)} ${canonicalJson(object['spec'] ?? object['data'] ?? null)}`;
}
