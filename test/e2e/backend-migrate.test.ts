import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Cluster} from '../rig/cluster.ts';
import {openGcsTestBackend} from '../rig/gcs.ts';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeProject} from '../rig/project.ts';
import {environmentOf, openS3TestBackend} from '../rig/s3.ts';
import type {Stack} from '../rig/stack.ts';
import {acquireService} from '../services/for-tests.ts';

type Listed = {readonly releases: readonly {readonly revision: number; readonly phase: string}[]};
type Workspaces = {readonly workspaces: readonly {readonly name: string; readonly place: string}[]};
type Refused = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};
type Moved = {
  readonly kind: string;
  readonly written: number;
  readonly there: number;
  readonly switched: readonly {readonly place: string; readonly to: string; readonly done: boolean}[];
};

type Place = {readonly url: string; readonly env: Readonly<Record<string, string>>};
type Open = (cluster: Cluster, skip: (why: string) => never) => Promise<Place>;

const IN_CLUSTER: Open = async (cluster) => {
  const namespace = cluster.freshNamespace('state');
  await cluster.create(namespaceObject(namespace));
  return {url: `kubernetes://${namespace}?workspace=test`, env: {}};
};

const IN_BUCKET: Open = async (_, skip) => {
  const acquired = await acquireService('minio');
  if (acquired.kind === 'missing') skip(acquired.reason);
  const bucket = await openS3TestBackend({service: 'minio'});
  return {url: `s3://${bucket.config.bucket}/team`, env: environmentOf(bucket)};
};

const AT_GOOGLE: Open = async (_, skip) => {
  const acquired = await acquireService('fake-gcs');
  if (acquired.kind === 'missing') skip(acquired.reason);
  const {config, env} = await openGcsTestBackend();
  return {url: `gs://${config.bucket}/team`, env};
};

const LOCAL = 'local:state';
const projectFile = (backend: string): string =>
  `# Ours.\nname: shop\nbackend: "${backend}" # where releases are kept\n`;

onCluster('gantry backend migrate', (cluster) => {
  it.for([
    {name: 'the Secrets of a namespace', open: IN_CLUSTER},
    {name: 'a bucket', open: IN_BUCKET},
    {name: 'a bucket at Google', open: AT_GOOGLE},
  ])(
    'backend migrate moves a directory to $name and back, and each time work continues only in the new backend',
    async ({open}, {skip}) => {
      const {url, env} = await open(cluster, skip);
      const namespace = cluster.freshNamespace();
      const project = await makeProject({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        stacks: {web: {manifests: {settings: configMap('settings', {a: '1'})}}},
      });
      await project.write({'project.yaml': projectFile(LOCAL)});
      const gantry = (args: readonly string[]) => project.gantry(args, {env});
      const apply = async (value: string, args: readonly string[] = []) => {
        await project.write({'web/manifests/settings.yaml': configMap('settings', {a: value})});
        return gantry(['apply', '-s', 'web', '--yes', ...args]);
      };
      const create = ['workspace', 'create', 'kept', '--kubeconfig', cluster.kubeconfigPath, '--shared'];
      expect(await gantry(create)).toMatchObject({code: 0});
      expect(await apply('1')).toMatchObject({code: 0});

      await migrated(project, [LOCAL, url], env);
      // All of the file but the name of the backend is as somebody wrote it.
      expect(await readFile(join(project.dir, 'project.yaml'), 'utf8')).toBe(projectFile(url));
      const there = await apply('2');
      expect(there, there.stderr).toMatchObject({code: 0});
      expect(await revisions(project, env)).toEqual([2, 1]);
      const {document: stored} = await project.json<Workspaces>(['workspace', 'list'], {
        env: {...env, GANTRY_HOME: join(project.home, 'another')},
      });
      expect(stored.workspaces.map(({name}) => name)).toContain('kept');
      await isRefused(project, LOCAL, {env, namesNow: url});

      await migrated(project, [url, LOCAL], env);
      expect(await readFile(join(project.dir, 'project.yaml'), 'utf8')).toBe(projectFile(LOCAL));
      expect(await revisions(project, {})).toEqual([2, 1]);
      const back = await apply('3');
      expect(back, back.stderr).toMatchObject({code: 0});
      expect(await revisions(project, {})).toEqual([3, 2, 1]);
      await isRefused(project, url, {env, namesNow: LOCAL});
      const id = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
      expect(await cluster.get(id)).toMatchObject({data: {a: '3'}});
    },
  );

  it.for([
    {name: 'the Secrets of a namespace', open: IN_CLUSTER},
    {name: 'a bucket', open: IN_BUCKET},
  ])(
    '$name receive no workspace with credentials in plain text, created or migrated, without --allow-plaintext',
    async ({open}, {skip}) => {
      const {url, env} = await open(cluster, skip);
      const project = await makeProject({kubeconfigPath: cluster.kubeconfigPath, namespace: 'any', stacks: {}});
      await project.write({'aws.yaml': {name: 'aws', context: {AWS_SECRET_ACCESS_KEY: 'hush-hush', AWS_REGION: 'eu'}}});
      const create = ['workspace', 'create', '-f', 'aws.yaml'];
      const move = ['backend', 'migrate', 'local', url, '--yes'];
      const there = {...env, GANTRY_BACKEND: url};
      expect(await project.gantry(create)).toMatchObject({code: 0});
      for (const [args, at] of [
        [[...create, '--shared'], there],
        [move, env],
      ] as const) {
        const refused = await project.gantry(args, {env: at});
        expect(refused, refused.stderr).toMatchObject({code: 5});
        expect(refused.stderr).toContain('AWS_SECRET_ACCESS_KEY');
        expect(refused.stdout + refused.stderr).not.toContain('hush-hush');
      }
      expect((await stored()).filter(({place}) => place === 'backend')).toEqual([]);
      const permitted = await project.gantry([...move, '--allow-plaintext'], {env});
      expect(permitted, permitted.stderr).toMatchObject({code: 0});
      expect(await stored()).toContainEqual(expect.objectContaining({name: 'aws', place: 'backend'}));

      async function stored(): Promise<Workspaces['workspaces']> {
        return (await project.json<Workspaces>(['workspace', 'list'], {env: there})).document.workspaces;
      }
    },
  );

  async function migrated(project: Stack, [from, to]: readonly [string, string], env: Place['env']): Promise<void> {
    const ran = await project.json<Moved>(['backend', 'migrate', from, to, '--yes'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0, document: {kind: 'moved'}});
    expect(ran.document.written).toBeGreaterThan(0);
    expect(ran.document.switched).toEqual([{place: join(project.dir, 'project.yaml'), to, done: true}]);
  }

  async function revisions(project: Stack, env: Place['env']): Promise<readonly number[]> {
    const ran = await project.json<Listed>(['release', 'list', '-s', 'web'], {env});
    return ran.document.releases.map(({revision}) => revision);
  }

  async function isRefused(
    project: Stack,
    backend: string,
    {env, namesNow}: {readonly env: Place['env']; readonly namesNow: string},
  ): Promise<void> {
    for (const args of [['preview'], ['apply', '--yes'], ['release', 'list']]) {
      const ran = await project.json<Refused>([...args, '-s', 'web', '--backend', backend], {env});
      expect(ran, ran.stdout).toMatchObject({document: {error: {code: 'backend/moved'}}});
      expect(ran.document.error.message).toContain(namesNow);
    }
  }
});
