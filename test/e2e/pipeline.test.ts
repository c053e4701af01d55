import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {lockKey} from '../../src/core/release/keys.ts';
import {decodeLock, encodeLock} from '../../src/core/release/lock.ts';
import {buildDeps} from '../../src/main.ts';
import {killNow} from '../rig/child.ts';
import type {Cluster} from '../rig/cluster.ts';
import {readJunit} from '../rig/junit-schema.ts';
import {configMap, deployment, failing, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {freshRunner, makeOrigin, type Origin, type Runner} from '../rig/runner.ts';
import {openS3TestBackend} from '../rig/s3.ts';
import {readSarif} from '../rig/sarif-schema.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import type {Ran} from '../rig/stack.ts';
import {acquireService} from '../services/for-tests.ts';

type Skip = (reason: string) => never;
type Backing = {
  readonly name: string;
  readonly env: (cluster: Cluster, skip: Skip) => Promise<Readonly<Record<string, string>>>;
};

const BACKENDS: readonly Backing[] = [
  {
    name: 'a directory that is shared',
    env: async () => ({GANTRY_BACKEND: `local:${join(await scratchDirectory(), 'state')}`}),
  },
  {
    name: 'Secrets in the cluster of staging',
    env: async (cluster) => {
      const name = cluster.freshNamespace('state');
      await cluster.create(namespaceObject(name));
      return {GANTRY_BACKEND: `kubernetes://${name}?workspace=staging`};
    },
  },
  {
    name: 'a bucket',
    env: async (_, skip) => {
      const acquired = await acquireService('minio');
      if (acquired.kind === 'missing') skip(acquired.reason);
      const {config, service} = await openS3TestBackend({service: 'minio'});
      const {endpoint, region, accessKeyId, secretAccessKey, caFile = ''} = service;
      return {
        GANTRY_BACKEND: `s3://${config.bucket}/state?region=${region}&endpoint=${encodeURIComponent(endpoint)}`,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_CA_BUNDLE: caFile,
      };
    },
  },
];

const IN = {namespace: '${context:namespace}'};

/** One stack for two workspaces, whose namespaces stand for two clusters. */
const files = (names: {readonly staging: string; readonly prod: string}, web: object = {}) => ({
  'project.yaml': 'name: shop\n',
  'stack.yaml': 'name: web\nsources: [{manifests: manifests/*, references: true}]\n',
  'manifests/settings.yaml': configMap('settings', {mode: 'slow', url: 'https://${context:host}'}, IN),
  'manifests/web.yaml': {...deployment('web', {replicas: 1, image: 'web:1.0', ...web}), metadata: {name: 'web', ...IN}},
  'patches/prod.yaml': {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {name: 'web', namespace: names.prod},
    spec: {replicas: 2},
  },
  'workspaces/staging.yaml': {name: 'staging', context: {namespace: names.staging, host: 'staging.example.com'}},
  'workspaces/prod.yaml': {name: 'prod', context: {namespace: names.prod, host: 'example.com'}},
});

const FORMATS = {markdown: 'md', json: 'json', junit: 'xml', sarif: 'sarif'};
const reports = (name: string): readonly string[] =>
  Object.entries(FORMATS).map(([format, ending]) => `--report=${format}=${name}.${ending}`);

onCluster('a pipeline of fresh runners', (cluster) => {
  type World = {
    readonly origin: Origin;
    readonly namespaces: {readonly staging: string; readonly prod: string};
    readonly runner: () => Promise<Runner>;
    readonly env: Readonly<Record<string, string>>;
  };

  async function world(backing: Backing, skip: Skip, web: object = {}): Promise<World> {
    const namespaces = {staging: cluster.freshNamespace(), prod: cluster.freshNamespace()};
    for (const name of Object.values(namespaces)) await cluster.create(namespaceObject(name));
    const env = {KUBECONFIG: cluster.kubeconfigPath, ...(await backing.env(cluster, skip))};
    const origin = await makeOrigin();
    await origin.push(files(namespaces, web));
    return {origin, namespaces, env, runner: () => freshRunner(origin, env)};
  }

  /** The same words for what is another one in each run. */
  function normalized(text: string, {namespaces, env}: World, ...runners: readonly Runner[]): string {
    const named: readonly (readonly [string | RegExp, string])[] = [
      ...runners.map(({dir}) => [dir, '/work'] as const),
      [namespaces.staging, 'shop-staging'],
      [namespaces.prod, 'shop-prod'],
      [env['GANTRY_BACKEND'] ?? '', 'BACKEND'],
      [/https:\/\/[\w.]+:\d+/g, 'https://cluster:6443'],
      [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UID'],
      [/\b[0-9a-f]{64}\b/g, 'DIGEST'],
      [/\b[0-9a-f]{32}\b/g, 'FINGERPRINT'],
      [/"lineage": "[^"]*"/g, '"lineage": "LINEAGE"'],
      [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
      [/\bv1\.\d+\.\d+\b/g, 'v1.99.0'],
      [/"seconds": [\d.]+/g, '"seconds": 1'],
      [/time="[\d.]+"/g, 'time="1.000"'],
      [/\((?:\d+m )?[\d.]+ ?m?s\)/g, '(1s)'],
      [/"semanticVersion": "[^"]*"/g, '"semanticVersion": "0.0.0"'],
    ];
    return named.reduce((own, [what, word]) => own.replaceAll(what, word), text);
  }

  const golden = async (name: string, own: World, runner: Runner): Promise<void> => {
    readJunit(await runner.read(`${name}.xml`));
    readSarif(await runner.read(`${name}.sarif`));
    for (const ending of Object.values(FORMATS))
      await expect(normalized(await runner.read(`${name}.${ending}`), own, runner)).toMatchFileSnapshot(
        `../golden/reports/pipeline/${name}.${ending}`,
      );
  };

  const ends = (ran: Ran, code: number): void => {
    expect(ran, ran.stderr).toMatchObject({code});
  };

  async function webOf(namespace: string) {
    const web = await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});
    const {replicas, template} = web?.['spec'] as {replicas: number; template: {spec: {containers: {image: string}[]}}};
    return {replicas, image: template.spec.containers[0]?.image};
  }

  describe.each(BACKENDS)('a pipeline whose releases are stored in $name', (backing) => {
    it('one runner previews and another applies exactly that plan: staging, then production with another image', async ({
      skip,
    }) => {
      const own = await world(backing, skip);
      for (const [workspace, image] of [
        ['staging', ':1.1'],
        ['prod', ':1.0.5'],
      ] as const) {
        const [preview, apply] = [await own.runner(), await own.runner()];
        const save = ['preview', '-w', workspace, '--image', `web=${image}`, '--save', 'plan.json', '--exit-code'];
        ends(await preview.gantry([...save, ...reports(`${workspace}-preview`)]), 2);
        await golden(`${workspace}-preview`, own, preview);
        await apply.fetchFrom(preview, 'plan.json');
        ends(await apply.gantry(['apply', 'plan.json', '-w', workspace, ...reports(`${workspace}-apply`)]), 0);
        await golden(`${workspace}-apply`, own, apply);
        const again = await own.runner();
        ends(await again.gantry(['preview', '-w', workspace, '--image', `web=${image}`, '--exit-code']), 0);
        // What was carried out is no plan any more.
        await again.fetchFrom(preview, 'plan.json');
        const twice = await again.gantry(['apply', 'plan.json', '-w', workspace]);
        ends(twice, 5);
        expect(twice.stderr).toContain('plan/head-moved');
      }
      expect(await webOf(own.namespaces.staging)).toEqual({replicas: 1, image: 'web:1.1'});
      expect(await webOf(own.namespaces.prod)).toEqual({replicas: 2, image: 'web:1.0.5'});
      const last = await own.runner();
      const drift = await last.gantry(['drift', '-w', 'prod', '--all', '--exit-code']);
      expect(drift, drift.stderr).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('unchanged since revision 1'),
      });
    });

    it('a push in between makes the plan stale: nothing is written, and each change is named', async ({skip}) => {
      const own = await world(backing, skip);
      const [preview, apply] = [await own.runner(), await own.runner()];
      ends(await preview.gantry(['preview', '-w', 'staging', '--save', 'plan.json']), 0);
      await own.origin.push({'manifests/settings.yaml': configMap('settings', {mode: 'fast'}, IN)});
      ends(await (await own.runner()).gantry(['apply', '-w', 'staging', '--yes']), 0);
      await apply.fetchFrom(preview, 'plan.json');
      const late = await apply.gantry(['apply', 'plan.json', ...reports('stale')]);
      ends(late, 5);
      expect(late.stderr).toContain('plan/head-moved');
      await golden('stale', own, apply);
      const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace: own.namespaces.staging, name: 'settings'};
      expect(await cluster.get(settings)).toMatchObject({data: {mode: 'fast'}});
    });

    it('the next runner takes over the lock of a lost runner, and finishes its work', async ({skip}) => {
      const own = await world(backing, skip, {annotations: failing('never-ready')});
      const lost = await own.runner();
      const run = lost.start(['apply', '-w', 'staging', '--yes', '-o', 'jsonl']);
      await run.event('step-waiting');
      await killNow(run.child);
      // As it would be seen from another machine, where nobody can look at the process; its lease is short.
      await farAway(own, lost);
      await own.origin.push(files(own.namespaces));
      const next = await own.runner();
      const early = await next.gantry(['apply', '-w', 'staging', '--yes', '--lock-timeout', '0', ...reports('locked')]);
      ends(early, 5);
      expect(await next.read('locked.xml')).toMatch(/ errors="1" [^]*type="release\/locked">[^]*far-away/);
      const ran = await next.gantry(['apply', '-w', 'staging', '--yes', '--lock-timeout', '60']);
      ends(ran, 0);
      expect(ran.stderr).toContain('far-away');
      expect(await webOf(own.namespaces.staging)).toEqual({replicas: 1, image: 'web:1.0'});
    });
  });

  async function farAway({env}: World, {dir, gantry}: Runner): Promise<void> {
    const {lineage} = JSON.parse((await gantry(['preview', '-w', 'staging', '-o', 'json'])).stdout) as Plan;
    const home = await scratchDirectory();
    const signal = new AbortController().signal;
    const deps = buildDeps(
      {env: {...env, PATH: process.env['PATH'], HOME: home, GANTRY_HOME: home}, cwd: dir},
      {onEvent: () => {}, signal, interactive: false, command: 'test', about: {directory: dir, workspace: 'staging'}},
    );
    const backend = await deps.backend();
    const stored = await backend.get(lockKey(lineage));
    if (stored === undefined) throw new Error('no lock was left');
    const lock = decodeLock(lockKey(lineage), stored.value);
    if (lock.state !== 'held') throw new Error('the lock was given back');
    const holder = {...lock.holder, host: 'far-away', bootId: randomBytes(4).toString('hex')};
    await backend.put(lockKey(lineage), encodeLock({...lock, durationMs: 3000, holder}), stored.version);
  }
});
