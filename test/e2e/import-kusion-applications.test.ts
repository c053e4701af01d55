import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {ImportedKusion} from '../../src/app/import/kusion/import-kusion.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {mergePatch} from '../../src/core/module/merge-patch.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {kusionFiles, kusionResource, releaseFile, terraformResource} from '../rig/kusion.ts';
import {catalogueObjects, type KusionNames} from '../rig/kusion-catalogue.ts';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {MAKERS} from '../rig/other-tools.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const PASSWORD = 'b9e2f3c5d41f6a70';

onCluster('gantry import kusion as applications', (cluster) => {
  it('an application takes over the objects of a release: only the ownership changes, and no password is written', async () => {
    const {namespace, home} = await world(cluster);
    const stack = await emptyStack();
    const {document, stdout} = await importing(stack, home);
    expect(document.stacks).toMatchObject([{stack: 'dev', applications: ['report', 'web']}]);
    expect(document.diagnostics.map(({code}) => code)).toEqual(['import/secrets-left-out']);
    const inside = insideOf(stack, namespace);
    const text = await readFile(join(stack.dir, namespace, 'dev/gantry.app.yaml'), 'utf8');
    expect(text).toContain('KEY: secret://login/key');
    expect(text).toContain('postgres:');
    // The workspace sets it for all services.
    expect(text).not.toContain('replicas');
    const built = await inside.gantry(['build', '-o', 'yaml']);
    for (const output of [text, stdout, built.stdout]) expect(output).not.toContain(PASSWORD);

    const before = await uids(cluster, namespace);
    const changes = await pendingChanges(inside, ['--adopt', 'all']);
    expect(changes.map(({id}) => id.split(':').at(-1)).toSorted()).toEqual(
      [...before.keys()].filter((name) => name !== 'login').toSorted(),
    );
    expect(changes.flatMap(({fields, effects = []}) => [...loud(fields), ...effects])).toEqual([]);
    expect(changes.filter(({blocked}) => blocked !== undefined)).toEqual([]);
    await applied(inside);
    expect(await pendingChanges(inside)).toEqual([]);
    expect(await uids(cluster, namespace)).toEqual(before);
    const access = {apiVersion: 'v1', kind: 'Secret', namespace, name: `${namespace}-dev-web-postgres-postgres`};
    expect(await cluster.get(access)).toMatchObject({data: {password: Buffer.from(PASSWORD).toString('base64')}});
    // The release of Kusion has no values of Secrets, but it has these Secrets: going back to it deletes nothing.
    const back = await inside.json<Plan>(['release', 'rollback', '--to', '1', '--dry-run', '--adopt', 'all']);
    expect(back.code, back.stderr).toBe(0);
    expect(back.document.changes.filter(({action}) => action === 'delete' || action === 'replace')).toEqual([]);
  });

  it('a second import of applications changes nothing, and manifests are written if the user asks for them', async () => {
    const {namespace, home} = await world(cluster);
    const stack = await emptyStack();
    const planned = await importing(stack, home, ['--dry-run']);
    expect(planned.document.stacks).toMatchObject([{applications: ['report', 'web']}]);
    await importing(stack, home);
    const again = await importing(stack, home);
    expect(again.document).toMatchObject({created: [], series: [{result: 'same'}]});
    expect(again.document.unchanged.map((file) => file.split('/').at(-1))).toContain('gantry.app.yaml');
    const other = await stack.gantry(['import', 'kusion', home, '--as', 'manifests']);
    expect(other).toMatchObject({code: 3});
    expect(other.stderr).toContain(`${namespace}/dev/stack.yaml`);
    const out = await importing(stack, home, ['--as', 'manifests', '--out', 'there', '--workspaces', 'none']);
    expect(out.document.stacks).toMatchObject([{applications: []}]);
    expect(await readFile(join(stack.dir, 'there', namespace, 'dev/spec.yaml'), 'utf8')).toContain('kind: CronJob');
  });

  it('only applications are wanted, and one is not proven: its first difference is named, and nothing is written', async () => {
    const {namespace, home} = await world(cluster, {strategy: {type: 'Recreate'}});
    const stack = await emptyStack();
    const refused = await stack.gantry(['import', 'kusion', home, '--as', 'app']);
    const id = `apps/v1:Deployment:${namespace}:${namespace}-dev-web`;
    expect(refused).toMatchObject({code: 3});
    expect(refused.stderr).toContain(`because ${id} differs at spec.strategy`);
    expect(await readdir(stack.dir)).toEqual([]);
    // Without the flag, the other application is written, and this one stays manifests: both change nothing.
    const {document} = await importing(stack, home);
    expect(document.stacks).toMatchObject([{applications: ['report']}]);
    expect(document.diagnostics.map(({code}) => code)).toContain('import/kusion-differs');
    const changes = await pendingChanges(insideOf(stack, namespace), ['--adopt', 'all']);
    expect(changes.map(({id: one}) => one)).toContain(id);
    expect(changes.flatMap(({fields, effects = []}) => [...loud(fields), ...effects])).toEqual([]);
  });
});

/** The objects of Kusion in the cluster, and its home. Fields of the Deployment may be added. */
const world = async (cluster: Cluster, spec: JsonObject = {}) => {
  const namespace = cluster.freshNamespace();
  const names: KusionNames = {project: namespace, stack: 'dev'};
  const made = catalogueObjects(names, PASSWORD).map((object, index) =>
    index === 0 ? mergePatch(object, {spec}) : object,
  );
  const objects = [...made, configMap('extra', {a: '1'}, {namespace})];
  await cluster.createAs('kusion', namespaceObject(namespace));
  const kusion = MAKERS.find(({name}) => name === 'Kusion');
  await kusion?.make({cluster, namespace, objects});
  const resources = [
    ...[namespaceObject(namespace), ...objects].map((object) => kusionResource(object)),
    terraformResource('db', {length: 16}),
  ];
  const home = await kusionFiles({
    'workspaces/prod.yaml': {
      context: {KUBECONFIG_PATH: cluster.kubeconfigPath},
      modules: {
        service: {path: 'oci://ghcr.io/kusionstack/service', version: '0.2.0', configs: {default: {replicas: 2}}},
        network: {path: 'oci://ghcr.io/kusionstack/network', version: '0.3.0'},
      },
    },
    ...releaseFile({project: namespace, stack: 'dev', revision: 1, spec: resources, state: resources}),
  });
  return {namespace, home, objects};
};

const loud = (fields: Plan['changes'][number]['fields']) => fields.filter(({cause}) => cause !== 'ownership');

async function uids(cluster: Cluster, namespace: string): Promise<ReadonlyMap<string, unknown>> {
  const objects = [...catalogueObjects({project: namespace, stack: 'dev'}, ''), configMap('extra', {}, {namespace})];
  const refs = [namespaceObject(namespace), ...objects].map((object) => ({
    apiVersion: String(object['apiVersion']),
    kind: String(object['kind']),
    ...(object['metadata'] as {namespace?: string; name: string}),
  }));
  const live = await Promise.all(refs.map(async (one) => [one.name, await cluster.get(one)] as const));
  return new Map(live.map(([name, object]) => [name, (object?.['metadata'] as JsonObject | undefined)?.['uid']]));
}

const emptyStack = async (): Promise<Stack> => {
  const stack = await makeStack({});
  await stack.remove('stack.yaml');
  return stack;
};

async function importing(stack: Stack, home: string, args: readonly string[] = []) {
  const ran = await stack.json<ImportedKusion>(['import', 'kusion', home, ...args]);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  return ran;
}

const insideOf = (stack: Stack, project: string): Stack => {
  const there = (args: readonly string[]): readonly string[] => [...args, '-C', `${project}/dev`, '-w', 'prod'];
  return {
    ...stack,
    gantry: (args, options) => stack.gantry(there(args), options),
    json: (args, options) => stack.json(there(args), options),
  };
};
