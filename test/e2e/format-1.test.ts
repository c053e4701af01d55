import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {listReleases} from '../../src/app/release/list-releases.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {ReleaseOutput} from '../../src/ui/output/release-output.ts';
import {fakeS3} from '../rig/fake-s3.ts';
import {accessBy, secretsBackend} from '../rig/kubernetes-backends.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {type RecordedMachine, recordedFile, recordedMachine} from '../rig/recorded-format.ts';

type List = {readonly releases: readonly {readonly revision: number}[]; readonly unreadable: readonly unknown[]};

/** Runs that must succeed. */
async function ran(machine: RecordedMachine, stack: string, ...args: readonly string[]): Promise<string> {
  const result = await machine.gantry(stack, args);
  expect(result, `${stack}: ${args.join(' ')}\n${result.stderr}`).toMatchObject({code: 0});
  return result.stdout;
}

const apply = (machine: RecordedMachine, stack: string, ...flags: readonly string[]): Promise<string> =>
  ran(machine, stack, 'apply', '--yes', ...flags);

const color = (value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {color: ${value}}\n`;

/** Changes one ConfigMap of the stack web, and applies it. */
async function applyColor(machine: RecordedMachine, value: string, ...flags: readonly string[]): Promise<void> {
  await writeFile(join(machine.root, 'shop/web/manifests/settings.yaml'), color(value));
  await apply(machine, 'shop/web', ...flags);
}

const quiet = (machine: RecordedMachine, stack: string, ...flags: readonly string[]): Promise<string> =>
  ran(machine, stack, 'preview', '--exit-code', ...flags);

const showRelease = async (machine: RecordedMachine, stack: string, revision: number): Promise<Release> => {
  const {document} = await machine.json(stack, ['release', 'show', String(revision)]);
  return ReleaseOutput.parse(document);
};

/** The stored releases of a stack by the name of their file, as they are stored. */
async function storedReleases(
  machine: RecordedMachine,
  stack: string,
  home = join(machine.home, '.gantry'),
): Promise<ReadonlyMap<string, string>> {
  const index = await readFile(join(home, 'index', `${stack}/prod.json`), 'utf8');
  const {lineage} = JSON.parse(index) as {readonly lineage: string};
  const directory = join(home, 'releases', lineage);
  const names = (await readdir(directory)).filter((name) => /^\d/.test(name)).toSorted();
  return new Map(await Promise.all(names.map(async (n) => [n, await readFile(join(directory, n), 'utf8')] as const)));
}

const formatsOf = (stored: ReadonlyMap<string, string>): readonly string[] =>
  [...stored].map(([name, text]) => `${name} ${String((JSON.parse(text) as JsonObject)['formatVersion'])}`);

describe('a machine with releases of format 1', () => {
  it.each([
    {stack: 'shop/base', revisions: 1, pending: []},
    {stack: 'shop/web', revisions: 5, pending: []},
    {stack: 'shop/jobs', revisions: 1, pending: []},
    {stack: 'shop/gone', revisions: 2, pending: ['v1:ConfigMap:gone:a']},
    {stack: 'shop/stopped', revisions: 2, pending: []},
    {stack: 'shop/rebuilt', revisions: 1, pending: []},
    {stack: 'tools/first', revisions: 1, pending: ['v1:ConfigMap:first:a']},
  ])(
    'an earlier release of $stack in format 1 is shown, and changes of its files are planned',
    async ({stack, revisions, pending}) => {
      const machine = await recordedMachine();
      const {document: list} = await machine.json<List>(stack, ['release', 'list']);
      expect(list.unreadable).toEqual([]);
      expect(list.releases).toHaveLength(revisions);
      for (const {revision} of list.releases)
        expect(await showRelease(machine, stack, revision)).toMatchObject({revision, formatVersion: 2});
      await ran(machine, stack, 'release', 'log');
      await ran(machine, stack, 'resource', 'list');
      await ran(machine, stack, 'drift');
      const {document: plan, stderr} = await machine.json<Plan>(stack, ['preview']);
      const changes = plan.changes.filter(({action}) => action !== 'unchanged');
      expect(
        changes.map(({id}) => id),
        stderr,
      ).toEqual(pending);
    },
  );

  it('fields of format 1 are shown under the names of format 2', async () => {
    const machine = await recordedMachine();
    expect(await showRelease(machine, 'shop/web', 5)).toMatchObject({orphaned: ['v1:ConfigMap:web:loose']});
    const {stackAttributes = {}, state} = await showRelease(machine, 'shop/web', 2);
    expect(stackAttributes['apps/v1:Deployment:web:web']).toMatchObject({spec: {replicas: 2}});
    expect(state).toHaveLength(6);
    expect((await showRelease(machine, 'shop/jobs', 1)).state[0]).toMatchObject({kind: 'Job', done: true});
  });

  it('a new release has format 2 beside format 1, and nothing more is planned afterwards', async () => {
    const machine = await recordedMachine();
    const before = await storedReleases(machine, 'shop/web');
    await applyColor(machine, 'red');
    await quiet(machine, 'shop/web');
    const after = await storedReleases(machine, 'shop/web');
    for (const [name, text] of before) expect(after.get(name), name).toBe(text);
    expect(formatsOf(after).filter((one) => one.endsWith(' 2'))).toEqual(['6-6-pending.json 2', '6-6.json 2']);
    expect(formatsOf(after).filter((one) => one.endsWith(' 1'))).toHaveLength(before.size);
    await ran(machine, 'shop/web', 'destroy', '--yes', '--allow-delete', 'all');
    expect((await showRelease(machine, 'shop/web', 7)).state).toEqual([]);
  });

  it('a rollback to a release of format 1 restores its secrets and its workspace', async () => {
    const machine = await recordedMachine();
    await applyColor(machine, 'red');
    const loose = ['--adopt', 'v1:ConfigMap:web:loose'];
    await ran(machine, 'shop/web', 'release', 'rollback', '--to', '2', '--yes', ...loose);
    expect(await showRelease(machine, 'shop/web', 7)).toMatchObject({from: {revision: 2}, phase: 'succeeded'});
    const {document} = await machine.json<Plan>('shop/web', ['preview', '--revision', '2']);
    expect(document.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
  });

  it('releases of both formats are compared', async () => {
    const machine = await recordedMachine();
    await applyColor(machine, 'red');
    const {document} = await machine.json('shop/web', ['release', 'diff', '5', '6']);
    expect(document).toMatchObject({
      summary: {create: 0, update: 1, delete: 0, unchanged: 4},
      changes: [{id: 'v1:ConfigMap:web:settings', fields: [{path: 'data.color', before: 'green', after: 'red'}]}],
    });
  });

  it('releases of format 1 are pruned', async () => {
    const machine = await recordedMachine();
    await applyColor(machine, 'red');
    await ran(machine, 'shop/web', 'release', 'prune', '--keep', '1', '--yes');
    expect(formatsOf(await storedReleases(machine, 'shop/web')).at(-1)).toBe('6-6.json 2');
    const {document} = await machine.json<List>('shop/web', ['release', 'list']);
    expect(document.releases.length).toBeLessThan(4);
    await quiet(machine, 'shop/web');
  });

  it('a release history of format 1 whose head is lost is rebuilt', async () => {
    const machine = await recordedMachine();
    const home = join(machine.home, '.gantry');
    const index = await readFile(join(home, 'index/shop/web/prod.json'), 'utf8');
    const {lineage} = JSON.parse(index) as {readonly lineage: string};
    await rm(join(home, 'releases', lineage, 'head.json'));
    await ran(machine, 'shop/web', 'release', 'rebuild', '--yes');
    await quiet(machine, 'shop/web');
    expect(formatsOf(await storedReleases(machine, 'shop/web')).at(-1)).toBe('6-6.json 2');
  });

  it('a killed run of format 1 is finished', async () => {
    const machine = await recordedMachine();
    await ran(machine, 'shop/stopped', 'release', 'unlock', '--force', '--yes');
    await apply(machine, 'shop/stopped');
    await quiet(machine, 'shop/stopped');
    expect(await showRelease(machine, 'shop/stopped', 3)).toMatchObject({phase: 'succeeded', formatVersion: 2});
    await ran(machine, 'shop/stopped', 'destroy', '--yes');
  });

  it('releases of format 1 move to another directory, and work continues there', async () => {
    const machine = await recordedMachine();
    const to = join(machine.root, 'elsewhere');
    await ran(machine, 'shop/stopped', 'release', 'unlock', '--force', '--yes');
    await ran(machine, 'shop/web', 'backend', 'migrate', 'local', `local:${to}`, '--yes');
    const flags = ['--backend', `local:${to}`];
    await quiet(machine, 'shop/web', ...flags);
    await applyColor(machine, 'red', ...flags);
    // The move took the lock, and with it an epoch.
    expect(formatsOf(await storedReleases(machine, 'shop/web', to)).slice(-3)).toEqual([
      '5-5.json 1',
      '6-7-pending.json 2',
      '6-7.json 2',
    ]);
    await ran(machine, 'shop/web', 'release', 'rollback', '--to', '5', '--yes', ...flags);
  });

  it('a release of format 1 with a wrong MAC is refused', async () => {
    const machine = await recordedMachine();
    const home = join(machine.home, '.gantry');
    const index = await readFile(join(home, 'index/shop/web/prod.json'), 'utf8');
    const {lineage} = JSON.parse(index) as {readonly lineage: string};
    const file = join(home, 'releases', lineage, '1-1.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"hmac":"[0-9a-f]{4}/, '"hmac":"0000'));
    const {code, document} = await machine.json('shop/web', ['release', 'show', '1']);
    expect({code, document}).toMatchObject({code: 5, document: {error: {code: 'release/untrusted'}}});
  });

  it('a saved plan of format 1 is applied, and so is a directory of them', async () => {
    const machine = await recordedMachine();
    expect(await ran(machine, 'shop/saved', 'apply', '../../plan.json', '--yes')).toContain('1 created, 1 updated');
    expect(await ran(machine, 'tools', 'apply', '../plans/', '--yes')).toContain('2 stacks: 2 applied.');
  });

  it('a saved plan of format 1 is refused if a release of format 2 was recorded since', async () => {
    const machine = await recordedMachine();
    await apply(machine, 'shop/saved');
    const refused = await machine.gantry('shop/saved', ['apply', '../../plan.json', '--yes']);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining('revision 2 was released after')});
  });

  it('releases of format 1 in Secrets are continued', async () => {
    const machine = await recordedMachine();
    const flags = ['--backend', 'kubernetes://gantry-state'];
    await quiet(machine, 'shop/team', ...flags);
    await writeFile(join(machine.root, 'shop/team/manifests/a.yaml'), color('red').replace('settings', 'a'));
    await apply(machine, 'shop/team', ...flags);
    await ran(machine, 'shop/team', 'release', 'rollback', '--to', '1', '--yes', ...flags);
    await ran(machine, 'shop/team', 'release', 'diff', '1', '3', ...flags);
  });

  it('each command refuses releases of a later format 3, and changes nothing', async () => {
    const machine = await recordedMachine();
    await applyColor(machine, 'red');
    const home = join(machine.home, '.gantry');
    const index = await readFile(join(home, 'index/shop/web/prod.json'), 'utf8');
    const {lineage} = JSON.parse(index) as {readonly lineage: string};
    const file = join(home, 'releases', lineage, '6-6.json');
    const later = (await readFile(file, 'utf8')).replace('"formatVersion":2', '"formatVersion":3');
    await writeFile(file, later);
    const before = await storedReleases(machine, 'shop/web');
    const error = {
      code: 'release/newer-format',
      message: expect.stringContaining('newer version of Gantry (format 3)'),
    };
    for (const args of ['preview', 'apply --yes', 'destroy --yes', 'release rollback --to 2 --yes', 'release show'])
      expect(await machine.json('shop/web', args.split(' ')), args).toMatchObject({code: 1, document: {error}});
    expect(await storedReleases(machine, 'shop/web')).toEqual(before);
    const {document} = await machine.json<List>('shop/web', ['release', 'list']);
    expect(document).toMatchObject({unreadable: [{revision: 6, error}]});
    expect(document.releases).toHaveLength(5);
  });

  it('releases of format 1 in a bucket are continued', async () => {
    const machine = await recordedMachine();
    const bucket = await fakeS3();
    for (const name of await readdir(recordedFile('bucket'), {recursive: true, withFileTypes: true})) {
      if (!name.isFile()) continue;
      const path = join(name.parentPath, name.name);
      const key = path.slice(recordedFile('bucket').length + 1);
      bucket.objects.set(key, {body: await readFile(path), etag: `"${bucket.objects.size}"`, metadata: {}});
    }
    const url = `s3://gantry/state?endpoint=${encodeURIComponent(bucket.endpoint)}&region=us-east-1`;
    const flags = ['--backend', url, '--insecure'];
    const env = {AWS_ACCESS_KEY_ID: 'recorder', AWS_SECRET_ACCESS_KEY: 'recorder-secret'};
    const gantry = async (...args: readonly string[]): Promise<void> => {
      const result = await machine.gantry('shop/bucket', [...args, ...flags], {env});
      expect(result, `${args.join(' ')}\n${result.stderr}`).toMatchObject({code: 0});
    };
    await gantry('preview', '--exit-code');
    await writeFile(join(machine.root, 'shop/bucket/manifests/a.yaml'), color('red').replace('settings', 'a'));
    await gantry('apply', '--yes');
    await gantry('release', 'rollback', '--to', '1', '--yes');
    const formats = [...bucket.objects].flatMap(([key, {body}]) =>
      /\/\d+-\d+\.json$/.test(key) ? [(JSON.parse(body.toString()) as JsonObject)['formatVersion']] : [],
    );
    expect(formats.toSorted()).toEqual([1, 1, 2, 2]);
  });
});

onCluster('Secrets that an earlier version wrote in format 1', (cluster) => {
  it('Secrets of format 1 are a valid release history in another cluster, MACs included', async () => {
    const namespace = cluster.freshNamespace('state');
    await cluster.create(namespaceObject(namespace));
    for (const file of await readdir(recordedFile('secrets'))) {
      const secret = JSON.parse(await readFile(join(recordedFile('secrets'), file), 'utf8')) as RecordedSecret;
      const {name, labels, annotations} = secret.metadata;
      await cluster.create({...secret, metadata: {name, namespace, labels, annotations}});
    }
    const backend = secretsBackend(await accessBy(cluster.kubeconfigPath), namespace);
    const names = {project: 'shop', stack: 'team', workspace: 'prod'};
    const {last, isUnsigned} = await openHistory({backend, ...names});
    expect({revision: last?.revision, isUnsigned}).toEqual({revision: 2, isUnsigned: undefined});
    const {releases, unreadable} = await listReleases(names, {backend: async () => backend, clock: systemClock});
    expect(unreadable).toEqual([]);
    expect(releases.map(({revision, phase}) => [revision, phase])).toEqual([
      [2, 'succeeded'],
      [1, 'succeeded'],
    ]);
  });
});

type RecordedSecret = JsonObject & {
  readonly metadata: {readonly name: string; readonly labels: JsonObject; readonly annotations: JsonObject};
};
