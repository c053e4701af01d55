import {expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import {applyAfter} from '../rig/apply-by-hand.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests, namespaceObject, service} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const frozen = (a: string, metadata: JsonObject = {}): JsonObject => ({
  ...configMap('web', {a}, metadata),
  immutable: true,
});
const annotated = (annotations: JsonObject): JsonObject => ({annotations});
const EVERY = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];
const HELD = {finalizers: ['example.com/held']};

onCluster('a replacement that is stopped', (cluster) => {
  const {kubeconfigPath} = cluster;
  const place = () => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'};
    return {namespace, ref, id: `v1:ConfigMap:${namespace}:web`};
  };

  it('a replacement that a finalizer blocks names it, keeps the old object in the release, and continues', async () => {
    const {namespace, ref, id} = place();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(frozen('1'))});
    await applied(stack);
    await cluster.patchAs('somebody', ref, {metadata: HELD});
    await stack.write(manifests(frozen('2')));
    const stopped = await stack.gantry(['apply', '--yes', '--allow-replace', id, '--timeout', '2s']);
    expect(stopped).toMatchObject({code: 6, stdout: expect.stringContaining('example.com/held')});
    expect((await stack.gantry(['resource', 'list'])).stdout).toContain(id);
    const waiting = {id, action: 'create', reason: expect.stringContaining('example.com/held')};
    expect(await pendingChanges(stack)).toMatchObject([waiting]);

    await cluster.patchAs('somebody', ref, {metadata: {finalizers: null}});
    await applied(stack);
    expect(await cluster.get(ref)).toMatchObject({data: {a: '2'}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('an interrupted replacement leaves a free lock and a stack that the next apply finishes', async () => {
    const {namespace, ref, id} = place();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(frozen('1'))});
    await applied(stack);
    await cluster.patchAs('somebody', ref, {metadata: HELD});
    await stack.write(manifests(frozen('2')));
    const interrupt = new AbortController();
    const running = stack.gantry(['apply', '--yes', '--allow-replace', id], {signal: interrupt.signal});
    await expect.poll(() => cluster.get(ref), {timeout: 20_000}).toHaveProperty(['metadata', 'deletionTimestamp']);
    interrupt.abort('SIGINT');
    expect((await running).code).toBe(130);
    await cluster.patchAs('somebody', ref, {metadata: {finalizers: null}});
    await applied(stack);
    expect(await cluster.get(ref)).toMatchObject({data: {a: '2'}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.skipIf(!clusterHas('admission webhooks'))(
    'a replacement that stops between its two steps reports the missing object, and the next apply creates it',
    async () => {
      const {namespace, ref, id} = place();
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(frozen('1'))});
      await applied(stack);
      const lift = await forbidCreation(namespace, 'web');
      await stack.write(manifests(frozen('2')));
      const stopped = await stack.gantry(['apply', '--yes', '--allow-replace', id]);
      expect(stopped).toMatchObject({code: 6, stdout: expect.stringContaining('not in this moment')});
      expect(await cluster.get(ref)).toBeUndefined();
      expect((await stack.gantry(['resource', 'list'])).stdout).not.toContain(id);
      await lift();
      expect((await pendingChanges(stack)).map((change) => [change.id, change.action])).toEqual([[id, 'create']]);
      await applied(stack);
      expect(await cluster.get(ref)).toMatchObject({data: {a: '2'}});
      expect(await pendingChanges(stack)).toEqual([]);
    },
  );

  it('a replacement deletes nothing if the object was edited since the preview', async () => {
    const {namespace, ref} = place();
    const allowed = (a: string) => manifests(frozen(a, annotated({'gantry.dev/replace': 'allowed'})));
    const stack = await makeStack({kubeconfigPath, namespace, files: allowed('1')});
    await applied(stack);
    const old = uidOf(await cluster.get(ref));
    await stack.write(allowed('2'));
    const edit = {metadata: {labels: {theirs: 'x'}}};
    const ran = await applyAfter(stack, () => cluster.patchAs('kubectl-edit', ref, edit));
    expect(ran).toMatchObject({code: 5, failure: {causes: [{code: 'plan/stale'}]}});
    expect(uidOf(await cluster.get(ref))).toBe(old);
    await applied(stack);
    expect(uidOf(await cluster.get(ref))).not.toBe(old);
  });

  it.each([
    {name: 'is forbidden', annotations: {'gantry.dev/replace': 'forbidden'}, needs: 'gantry.dev/replace'},
    {name: 'is not spelled right', annotations: {'gantry.dev/replace': 'alowed'}, needs: 'gantry.dev/replace'},
    {name: 'is protected', annotations: {'gantry.dev/protect': 'true'}, needs: 'gantry.dev/protect'},
  ])('no flag replaces an object whose change $name', async ({annotations, needs}) => {
    const {namespace, ref, id} = place();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(frozen('1', annotated(annotations))),
    });
    await applied(stack);
    const old = uidOf(await cluster.get(ref));
    await stack.write(manifests(frozen('2', annotated(annotations))));
    expect(await pendingChanges(stack, ['--allow-replace', id])).toMatchObject([
      {action: 'replace', blocked: {needs: expect.stringContaining(needs)}},
    ]);
    const refused = await stack.gantry(['apply', '--yes', '--allow-replace', 'all']);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining(needs)});
    expect(uidOf(await cluster.get(ref))).toBe(old);
    await stack.write(manifests(frozen('2')));
    await applied(stack, ['--allow-replace', id]);
    expect(uidOf(await cluster.get(ref))).not.toBe(old);
  });

  it('replacing an object that Gantry does not own needs both permissions, named in one line', async () => {
    const {namespace, ref, id} = place();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('first', {a: '1'}))});
    await applied(stack);
    await cluster.create({...frozen('theirs'), metadata: {name: 'web', namespace}});
    await stack.write(manifests(configMap('first', {a: '1'}), frozen('2')));
    const needs = `--adopt ${id} --allow-replace ${id}`;
    expect(await pendingChanges(stack)).toMatchObject([{id, action: 'replace', blocked: {needs}}]);
    expect((await stack.gantry(['apply', '--yes', '--allow-replace', id])).code).toBe(5);
    await applied(stack, ['--adopt', id, '--allow-replace', id]);
    expect(await cluster.get(ref)).toMatchObject({data: {a: '2'}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('an address of another Service is invalid input, and the Service stays as it is', async () => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'Service', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(service('web'), service('other'))});
    await applied(stack);
    const old = await cluster.get(ref);
    const other = await cluster.get({...ref, name: 'other'});
    const {clusterIP} = other?.['spec'] as {clusterIP: string};
    await stack.write(manifests(service('web', {clusterIP}), service('other')));
    const refused = await stack.gantry(['apply', '--yes', '--allow-replace', 'all']);
    expect(refused).toMatchObject({code: 3, stderr: expect.stringMatching(/spec\.clusterIP: .*:other/)});
    expect(await cluster.get(ref)).toEqual(old);
  });

  it('a full quota does not stop a replacement, because the old object is deleted first', async () => {
    const {namespace, ref, id} = place();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(frozen('1'))});
    await applied(stack);
    const quota = {apiVersion: 'v1', kind: 'ResourceQuota', namespace, name: 'full'};
    await cluster.create({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: {name: 'full', namespace},
      spec: {hard: {'count/configmaps': '1'}},
    });
    await expect.poll(() => cluster.get(quota), {timeout: 20_000}).toHaveProperty('status.used');
    await stack.write(manifests(frozen('2')));
    const old = uidOf(await cluster.get(ref));
    expect(await pendingChanges(stack)).toMatchObject([{id, action: 'replace'}]);
    await cluster.patchAs('somebody', quota, {spec: {hard: {'count/configmaps': '5'}}});
    await applied(stack, ['--allow-replace', id]);
    expect(uidOf(await cluster.get(ref))).not.toBe(old);
  });

  it.skipIf(!clusterHas('users'))('a user who may not delete learns it before anything is deleted', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const rules = [{apiGroups: [''], resources: ['configmaps'], verbs: EVERY.filter((verb) => verb !== 'delete')}];
    const own = await userOf(cluster, namespace, rules);
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath: own, namespace, files: manifests(frozen('1'))});
    await applied(stack);
    const old = uidOf(await cluster.get(ref));
    await stack.write(manifests(frozen('2')));
    expect(await pendingChanges(stack)).toMatchObject([{action: 'replace', verified: false}]);
    const refused = await stack.gantry(['apply', '--yes', '--allow-replace', 'all']);
    expect(refused).toMatchObject({code: 4, stderr: expect.stringContaining('cannot delete')});
    expect(uidOf(await cluster.get(ref))).toBe(old);
  });

  it('dependants wait for the new object', async () => {
    const {namespace, id} = place();
    const dependent = (image: string) => deployment('app', {image, env: [envFrom]});
    const envFrom = {name: 'A', valueFrom: {configMapKeyRef: {name: 'web', key: 'a'}}};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(frozen('1'), dependent('app:1'))});
    await applied(stack);
    await stack.write(manifests(frozen('2'), dependent('app:2')));
    const ran = await stack.gantry(['apply', '--yes', '--allow-replace', id, '-o', 'jsonl']);
    expect(ran.code, ran.stderr).toBe(0);
    const events = ran.stdout.split('\n').filter((line) => line !== '');
    const at = (type: string, name: string) =>
      events.findIndex((line) => line.includes(`"${type}"`) && line.includes(`:${name}"`));
    expect(at('step-done', 'web')).toBeGreaterThan(-1);
    expect(at('step-started', 'app')).toBeGreaterThan(at('step-done', 'web'));
  });

  /** A policy that denies making just this object, once it is in force; answers how to lift it. */
  async function forbidCreation(namespace: string, name: string): Promise<() => Promise<void>> {
    const [api, policy] = ['admissionregistration.k8s.io/v1', {name: `deny-${namespace}`}];
    const refs = ['ValidatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy'].map((kind) => ({
      apiVersion: api,
      kind,
      ...policy,
    }));
    for (const ref of refs) cluster.deleteAtEnd(ref);
    await cluster.create({
      apiVersion: api,
      kind: 'ValidatingAdmissionPolicy',
      metadata: policy,
      spec: {
        matchConstraints: {
          namespaceSelector: {matchLabels: {'kubernetes.io/metadata.name': namespace}},
          resourceRules: [{apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps']}],
        },
        validations: [
          {
            expression: `object.metadata.name != '${name}' && object.metadata.name != 'trial'`,
            message: 'not in this moment',
          },
        ],
      },
    });
    await cluster.create({
      apiVersion: api,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: policy,
      spec: {policyName: policy.name, validationActions: ['Deny']},
    });
    const trial = async () => (await tryCreation(namespace)) === 'denied';
    await expect.poll(trial, {timeout: 30_000, interval: 250}).toBe(true);
    return async () => {
      for (const ref of refs) await cluster.delete(ref);
      await expect.poll(trial, {timeout: 30_000, interval: 250}).toBe(false);
    };
  }

  async function tryCreation(namespace: string): Promise<'denied' | 'taken'> {
    const resource = await cluster.client.discovery.resourceFor({apiVersion: 'v1', kind: 'ConfigMap'});
    if (resource === undefined) throw new Error('no ConfigMaps');
    const object = configMap('trial', {a: '1'}, {namespace});
    const reply = await cluster.client.create({resource, namespace, object, dryRun: true});
    return reply.ok ? 'taken' : 'denied';
  }
});

const uidOf = (object: JsonObject | undefined): unknown =>
  isObject(object?.['metadata']) ? object['metadata']['uid'] : undefined;
