import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {canary} from '../rig/canaries.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, namespaceObject, service, workload} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const RESTART = 'gantry.dev/restart-on-change';
const DIGESTS = 'gantry.dev/config-digests';
const DIGEST = '[0-9a-f]{16}';
const RESTARTS = ['pods-restart'];

/** A Deployment that takes all variables from these. */
const uses = (...sources: readonly JsonObject[]): JsonObject =>
  workload('Deployment', 'web', {container: {envFrom: sources}});
const settings = {configMapRef: {name: 'settings'}};
const restarting = (object: JsonObject, value = 'true'): JsonObject => ({
  ...object,
  metadata: {...(object['metadata'] as JsonObject), annotations: {[RESTART]: value}},
});
const database = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'db'},
  stringData: {password: 'ref://db/password'},
};

onCluster('restarts when configuration changes', (cluster) => {
  type Scene = {
    readonly namespace: string;
    readonly stack: Stack;
    readonly write: (...objects: readonly JsonObject[]) => Promise<void>;
    readonly digests: () => Promise<string | undefined>;
    readonly preview: () => Promise<Plan>;
  };

  async function scene(objects: readonly JsonObject[], inStack: JsonObject = {}): Promise<Scene> {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const write: Scene['write'] = (...items) =>
      stack.write({'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items}});
    const sources = [{manifests: 'manifests/*', references: true}];
    const stack = await makeStack({
      namespace,
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources, ...inStack},
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
        'secrets/db': JSON.stringify({password: canary('first')}),
      },
    });
    await write(...objects);
    const digests = async () => {
      type Live = {spec: {template: {metadata: {annotations?: Record<string, string>}}}};
      const live = (await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'})) as Live;
      return live.spec.template.metadata.annotations?.[DIGESTS];
    };
    return {namespace, stack, write, digests, preview: async () => (await stack.json<Plan>(['preview'])).document};
  }

  const changeOf = ({changes}: Plan, kind: string) => changes.find(({id}) => id.includes(`:${kind}:`));
  const notesOf = ({diagnostics}: Plan) => diagnostics.filter(({code}) => code === 'restart/missing');

  it('a changed ConfigMap restarts the pods that use it, and a preview afterwards shows no change', async () => {
    const web = restarting(uses(settings));
    const {stack, write, digests, preview, namespace} = await scene([configMap('settings', {a: '1'}), web]);
    await applied(stack);
    const first = await digests();
    expect(first).toMatch(new RegExp(`^ConfigMap/settings=${DIGEST}$`));
    expect(await pendingChanges(stack)).toEqual([]);

    await write(configMap('settings', {a: '2'}), web);
    const plan = await preview();
    expect(changeOf(plan, 'Deployment')).toMatchObject({
      action: 'update',
      verified: true,
      effects: RESTARTS,
      reason: 'ConfigMap settings changes',
      fields: [{path: `spec.template.metadata.annotations["${DIGESTS}"]`, before: first, cause: 'reference'}],
    });
    expect(notesOf(plan)).toEqual([]);
    const {stdout} = await stack.gantry(['preview']);
    expect(stdout).toContain(`update   apps/v1:Deployment:${namespace}:web  (ConfigMap settings changes)`);
    expect(stdout).toContain('restarts the pods');
    await applied(stack);
    expect(await digests()).not.toBe(first);
    expect(await pendingChanges(stack)).toEqual([]);

    // A rollback wants the old content again, and restarts the pods for it.
    expect(await stack.gantry(['release', 'rollback', '--to', '1', '--yes'])).toMatchObject({code: 0});
    expect(await digests()).toBe(first);
  });

  it('a rotated value of a secret store restarts the pods, and its digest does not reveal it', async () => {
    const web = restarting(uses({secretRef: {name: 'db'}}));
    const {stack, digests, preview} = await scene([database, web]);
    await applied(stack);
    const first = await digests();
    await stack.write({'secrets/db': JSON.stringify({password: canary('second')})});
    expect(changeOf(await preview(), 'Deployment')).toMatchObject({
      effects: RESTARTS,
      reason: 'Secret db changes',
    });
    await applied(stack);
    expect(await digests()).toMatch(new RegExp(`^Secret/db=${DIGEST}$`));
    expect(await digests()).not.toBe(first);
    // Another backend has another key: equal content has another digest.
    const other = await scene([database, web]);
    await applied(other.stack);
    expect(await other.digests()).not.toBe(first);
  });

  it('the plan says that the new annotation restarts the pods once', async () => {
    const objects = [configMap('settings', {a: '1'}), uses(settings)];
    const {stack, write, preview} = await scene(objects);
    await applied(stack);
    await write(configMap('settings', {a: '1'}), restarting(uses(settings)));
    expect(changeOf(await preview(), 'Deployment')).toMatchObject({
      effects: RESTARTS,
      reason: 'the digest of ConfigMap settings is new',
    });
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('restartOnChange of a stack restarts all workloads except those with the annotation "false"', async () => {
    const quiet = restarting({...uses(settings), metadata: {name: 'quiet'}}, 'false');
    const objects = (a: string) => [configMap('settings', {a}), uses(settings), quiet];
    const {stack, write, preview} = await scene(objects('1'), {restartOnChange: true});
    await applied(stack);
    await write(...objects('2'));
    const plan = await preview();
    expect(plan.changes.filter(({effects}) => effects?.includes('pods-restart')).map(({id}) => id)).toEqual([
      expect.stringContaining(':web'),
    ]);
    expect(notesOf(plan)).toEqual([]);
  });

  it('a note names a workload whose pods keep old values', async () => {
    const volume = {name: 'files', projected: {sources: [{configMap: {name: 'settings'}}]}};
    const mounted = workload('DaemonSet', 'agent', {pod: {volumes: [volume]}});
    const {stack, write, preview} = await scene([configMap('settings', {a: '1'}), uses(settings), mounted]);
    await applied(stack);
    expect(notesOf(await preview())).toEqual([]);
    await write(configMap('settings', {a: '2'}), uses(settings), mounted);
    expect(notesOf(await preview())).toMatchObject([
      {
        severity: 'note',
        resource: expect.stringContaining('settings'),
        message:
          'ConfigMap settings changes, and this plan does not restart the pods of DaemonSet agent and Deployment web: they keep the old values until they restart',
      },
    ]);
    await write(configMap('settings', {a: '2'}), uses({...settings, prefix: 'x'}), mounted);
    const {stderr} = await stack.gantry(['preview']);
    expect(stderr).toContain(
      'does not restart the pods of DaemonSet agent: the mounted files change after about a minute',
    );
  });

  it('an object outside the stack restarts the pods when it changes, and not when it appears after them', async () => {
    const optional = {configMapRef: {name: 'features', optional: true}};
    const web = restarting(uses({configMapRef: {name: 'outside'}}, {secretRef: {name: 'late'}}, optional));
    const {stack, write, digests, preview, namespace} = await scene([web]);
    const place = (kind: string, name: string) => ({apiVersion: 'v1', kind, metadata: {name, namespace}});
    await cluster.create({...place('ConfigMap', 'outside'), data: {a: '1'}});
    await applied(stack, ['--no-wait']);
    expect(await digests()).toMatch(new RegExp(`^ConfigMap/features=none,ConfigMap/outside=${DIGEST}$`));
    await cluster.create({...place('Secret', 'late'), stringData: {key: 'a'}});
    expect(await pendingChanges(stack)).toEqual([]);

    const outside = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'outside'};
    await cluster.patchAs('someone', outside, {data: {a: '2'}});
    expect(changeOf(await preview(), 'Deployment')).toMatchObject({reason: 'ConfigMap outside changes'});
    await applied(stack);
    // With the restart, the other one is recorded too.
    expect(await digests()).toMatch(/^ConfigMap\/features=none,ConfigMap\/outside=\w+,Secret\/late=\w+$/);
    await cluster.create({...place('ConfigMap', 'features'), data: {a: '1'}});
    expect(changeOf(await preview(), 'Deployment')).toMatchObject({reason: 'ConfigMap features changes'});
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);

    // A deleted object changes no digest: new pods could not start.
    await cluster.delete(outside);
    expect(await pendingChanges(stack)).toEqual([]);
    await write(restarting(uses({configMapRef: {name: 'features', optional: true}})));
    await applied(stack);
    expect(await digests()).toMatch(/^ConfigMap\/features=\w{16}$/);
  });

  it('content that is known only after apply is unknown in the plan, and its digest is written by the apply', async () => {
    const web = restarting(uses(settings));
    const {stack, write, digests, preview, namespace} = await scene([configMap('settings', {url: 'none'}), web]);
    await applied(stack);
    const first = await digests();
    const referring = configMap('settings', {url: `\${ref:v1:Service:${namespace}:api#spec.clusterIP}`});
    await write(referring, web, service('api'));
    expect(changeOf(await preview(), 'Deployment')).toMatchObject({
      action: 'update',
      reason: 'the content of ConfigMap settings is known only after apply',
      fields: [{path: `spec.template.metadata.annotations["${DIGESTS}"]`, before: first, unknown: true}],
    });
    await applied(stack);
    expect(await digests()).not.toBe(first);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a wrong value of the annotation is an error, and an object that cannot restart has a warning', async () => {
    const {stack, write} = await scene([restarting(uses(settings), 'yes')]);
    expect(await stack.gantry(['validate'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`the annotation ${RESTART} must be "true" or "false"`),
    });
    await write(restarting(configMap('settings', {a: '1'})), deployment('web'));
    expect(await stack.gantry(['validate'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`the annotation ${RESTART} has no effect here`),
    });
  });
});
