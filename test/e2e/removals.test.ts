import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {idOf} from '../../src/core/resource/id.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {configMap, manifests, namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const claim: JsonObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {name: 'data'},
  spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
};

const volume = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: {name},
  spec: {
    capacity: {storage: '1Gi'},
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'manual',
    hostPath: {path: '/data'},
  },
});

const stays = configMap('stays', {a: '1'});
const kept = configMap('kept', {a: '1'});
const PROTECT = {annotations: {'gantry.dev/protect': 'true'}};

onCluster('objects that left the files', (cluster) => {
  const {kubeconfigPath} = cluster;

  it.each([
    {name: 'a claim', object: () => claim, scope: 'namespaced', because: 'it holds data'},
    {name: 'a volume', object: volume, because: 'it holds data'},
    {name: 'a namespace', object: (name: string) => namespaceObject(`${name}-own`), because: 'everything in it'},
    {
      name: 'a definition',
      object: (name: string) => widgetDefinition({group: `${name}.example.com`}),
      because: 'all objects of that kind',
    },
  ])('$name is deleted only with a permission, by an apply and by a destroy', async ({object, scope, because}) => {
    const namespace = cluster.freshNamespace();
    const {apiVersion, kind, name} = identityOf(object(namespace));
    const ref = {apiVersion, kind, name, ...(scope === 'namespaced' ? {namespace} : {})};
    cluster.deleteAtEnd(ref);
    const id = idOf(ref);
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays, object(namespace))});
    await applied(stack);
    await stack.write(manifests(stays));

    const blocked = {needs: `--allow-delete ${id}`, because: expect.stringContaining(because)};
    expect(await pendingChanges(stack)).toMatchObject([{id, action: 'delete', effects: ['data-lost'], blocked}]);
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(`--allow-delete ${id}`);
    expect(await cluster.get(ref)).not.toHaveProperty(['metadata', 'deletionTimestamp']);
    await applied(stack, ['--allow-delete', 'all']);
    expect(await cluster.get(ref)).toBeUndefined();
    expect(await pendingChanges(stack)).toEqual([]);

    await stack.write(manifests(stays, object(namespace)));
    await applied(stack);
    const asked = await stack.gantry(['destroy', '--yes']);
    expect(asked.code).toBe(5);
    expect(asked.stderr).toContain(`gantry destroy --allow-delete ${id}`);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'stays'})).toBeDefined();
    await destroyed(stack, ['--allow-delete', id]);
    expect(await cluster.get(ref)).toBeUndefined();
  });

  it.each([
    {name: 'the files protected', metadata: PROTECT, live: undefined},
    {name: 'somebody protects', metadata: {}, live: PROTECT},
  ])('an object that $name is retained and stays in the release', async ({metadata, live}) => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'};
    const files = manifests(stays, configMap('kept', {a: '1'}, metadata));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    if (live !== undefined) await cluster.patchAs('kubectl-annotate', ref, {metadata: live});
    await stack.write(manifests(stays));
    const retained = {id: idOf(ref), action: 'retain', reason: expect.stringContaining('gantry.dev/protect')};
    expect(await pendingChanges(stack)).toMatchObject([retained]);
    await applied(stack);
    expect(await cluster.get(ref)).toBeDefined();
    expect(await pendingChanges(stack)).toMatchObject([retained]);
    await cluster.patchAs('kubectl-annotate', ref, {metadata: {annotations: {'gantry.dev/protect': null}}});
    await applied(stack);
    expect(await cluster.get(ref)).toBeUndefined();
  });

  it('an object that another stack has taken over is forgotten', async () => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'};
    const first = await makeStack({kubeconfigPath, namespace, files: manifests(stays, kept), name: 'first'});
    const second = await makeStack({kubeconfigPath, namespace, files: manifests(kept), name: 'second'});
    await applied(first);
    await applied(second, ['--adopt', idOf(ref)]);
    await first.write(manifests(stays));
    expect(await pendingChanges(first)).toMatchObject([
      {id: idOf(ref), action: 'forget', reason: expect.stringContaining('another stack')},
    ]);
    await applied(first);
    expect(await cluster.get(ref)).toBeDefined();
    expect(await pendingChanges(first)).toEqual([]);
    expect(await pendingChanges(second)).toEqual([]);
  });

  it('an object that somebody created under the same name is forgotten, never deleted', async () => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays, kept)});
    await applied(stack);
    await cluster.delete(ref);
    await cluster.create(configMap('kept', {theirs: 'x'}, {namespace}));
    await stack.write(manifests(stays));
    expect(await pendingChanges(stack)).toMatchObject([
      {id: idOf(ref), action: 'forget', reason: expect.stringContaining('another object')},
    ]);
    await applied(stack);
    expect(await cluster.get(ref)).toMatchObject({data: {theirs: 'x'}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.each([
    {name: 'namespace', object: (name: string) => namespaceObject(`${name}-own`, {team: 'a'})},
    {name: 'definition', object: (name: string) => widgetDefinition({group: `${name}.example.com`})},
  ])('neither stack deletes a $name that two stacks declare alike', async ({object}) => {
    const namespace = cluster.freshNamespace();
    const shared = object(namespace);
    const ref = identityOf(shared);
    const id = idOf(ref);
    cluster.deleteAtEnd(ref);
    const [first, second] = [
      await makeStack({kubeconfigPath, namespace, files: manifests(stays, shared), name: 'first'}),
      await makeStack({kubeconfigPath, namespace, files: manifests(kept, shared), name: 'second'}),
    ];
    await applied(first);
    const joined = {id, action: 'adopt', reason: expect.stringContaining('neither deletes it')};
    expect((await pendingChanges(second)).find((change) => change.id === id)).toMatchObject(joined);
    await applied(second);
    expect(await pendingChanges(first)).toEqual([]);
    expect(await pendingChanges(second)).toEqual([]);

    await first.write(manifests(stays));
    const forgotten = {id, action: 'forget', reason: expect.stringContaining('another stack declares it too')};
    expect(await pendingChanges(first)).toMatchObject([forgotten]);
    await applied(first);
    await destroyed(first);
    await destroyed(second);
    expect(await cluster.get(ref)).toBeDefined();
    expect(await cluster.get(ref)).not.toHaveProperty(['metadata', 'deletionTimestamp']);
  });

  it('a namespace that two stacks declare differently is taken over only with a permission', async () => {
    const namespace = cluster.freshNamespace();
    const own = cluster.freshNamespace();
    const first = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(namespaceObject(own, {team: 'a'})),
      name: 'first',
    });
    const second = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(namespaceObject(own, {team: 'b'})),
      name: 'second',
    });
    await applied(first);
    const id = `v1:Namespace:${own}`;
    expect(await pendingChanges(second)).toMatchObject([
      {id, action: 'adopt', blocked: {needs: expect.stringContaining(`--adopt ${id}`)}},
    ]);
  });

  it('an object that a controller owns now is forgotten', async () => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays, kept)});
    await applied(stack);
    const owner = await cluster.get({...ref, name: 'stays'});
    const {name, uid} = owner?.['metadata'] as {name: string; uid: string};
    const ownerReferences = [{apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true}];
    await cluster.patchAs('operator', ref, {metadata: {ownerReferences}});
    await stack.write(manifests(stays));
    expect(await pendingChanges(stack)).toMatchObject([
      {id: idOf(ref), action: 'forget', reason: expect.stringContaining('controller')},
    ]);
    await applied(stack);
    expect(await cluster.get(ref)).toBeDefined();
  });

  it.each([
    {
      name: 'an object whose ownership label somebody took off',
      because: 'does not carry the ownership label',
      change: (ref: Ref) => cluster.patchAs('kubectl-label', ref, {metadata: {labels: {'gantry.dev/lineage': null}}}),
    },
    {
      name: 'an object that somebody made again with our labels',
      because: 'its uid is another',
      change: async (ref: Ref) => {
        const live = await cluster.get(ref);
        const {labels, annotations} = live?.['metadata'] as {labels: JsonObject; annotations: JsonObject};
        await cluster.delete(ref);
        await cluster.create(configMap('kept', {a: '1'}, {namespace: ref.namespace ?? '', labels, annotations}));
      },
    },
  ])('$name is deleted only with its id, by an apply and by a destroy', async ({because, change}) => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'};
    const id = idOf(ref);
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays, kept)});
    await applied(stack);
    await change(ref);
    const all = ['--yes', '--allow-delete', 'all'];
    const destroy = await stack.gantry(['destroy', ...all]);
    expect(destroy).toMatchObject({code: 5, stderr: expect.stringContaining(because)});
    expect(destroy.stderr).toContain(`--allow-delete ${id}`);
    const typed = await stack.gantry(['destroy'], {typed: 'shop\n'});
    expect(typed.code, typed.stderr).toBe(5);
    expect(await cluster.get({...ref, name: 'stays'})).toBeDefined();

    await stack.write(manifests(stays));
    const blocked = {needs: `--allow-delete ${id}`, because: expect.stringContaining(because), byId: true};
    expect(await pendingChanges(stack)).toMatchObject([{id, action: 'delete', blocked}]);
    const refused = await stack.gantry(['apply', ...all]);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining(because)});
    expect(await cluster.get(ref)).toBeDefined();
    await applied(stack, ['--allow-delete', id]);
    expect(await cluster.get(ref)).toBeUndefined();
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('an object that only the release claims is not replaced without a permission', async () => {
    const namespace = cluster.freshNamespace();
    const secret = (value: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {name: 'fixed'},
      immutable: true,
      data: {value},
    });
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'fixed'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(secret('1'))});
    await applied(stack);
    await cluster.patchAs('kubectl-label', ref, {metadata: {labels: {'gantry.dev/lineage': null}}});
    await stack.write(manifests(secret('2')));
    const refused = await stack.gantry(['apply', '--yes', '--allow-replace', 'all']);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining(`--adopt ${idOf(ref)}`)});
    await applied(stack, ['--allow-replace', 'all', '--adopt', idOf(ref)]);
    expect(await cluster.get(ref)).toMatchObject({data: {value: '2'}});
  });

  it('an object that is only forgotten needs no proof of ownership, and stays', async () => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays, kept)});
    await applied(stack);
    await cluster.patchAs('kubectl-label', ref, {metadata: {labels: {'gantry.dev/lineage': null}}});
    expect(await stack.gantry(['resource', 'forget', idOf(ref), '--yes'])).toMatchObject({code: 0});
    await destroyed(stack);
    expect(await cluster.get(ref)).toBeDefined();
  });

  it('an object that somebody deleted is gone, and leaves the release', async () => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays, kept)});
    await applied(stack);
    await cluster.delete(ref);
    await stack.write(manifests(stays));
    expect(await pendingChanges(stack)).toMatchObject([
      {id: idOf(ref), action: 'gone', reason: expect.stringContaining('no longer in the cluster')},
    ]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    expect((await stack.gantry(['resource', 'list'])).stdout).not.toContain('kept');
  });

  it('an orphan is shown and not changed, also by destroy', async () => {
    const namespace = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'lost'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays)});
    await applied(stack);
    const live = await cluster.get({...ref, name: 'stays'});
    const {labels} = live?.['metadata'] as {labels: JsonObject};
    const annotations = {'gantry.dev/id': idOf(ref)};
    await cluster.create(configMap('lost', {a: '1'}, {namespace, labels, annotations}));

    const {document} = await stack.json<Plan>(['preview']);
    expect(document.diagnostics).toMatchObject([{severity: 'note', code: 'object/orphan', resource: idOf(ref)}]);
    expect(document.changes.map(({id}) => id)).not.toContain(idOf(ref));
    await applied(stack);
    await destroyed(stack);
    expect(await cluster.get(ref)).toBeDefined();
  });

  it('a namespace that existed before loses its label and annotations, even if another manager removed the label', async () => {
    const namespace = cluster.freshNamespace();
    const own = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'Namespace', name: own};
    await cluster.create(namespaceObject(own));
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays, namespaceObject(own))});
    await applied(stack, ['--adopt', idOf(ref)]);
    await cluster.patchAs('kubectl-label', ref, {metadata: {labels: {'gantry.dev/lineage': null}}});
    await stack.write(manifests(stays));
    expect(await pendingChanges(stack)).toMatchObject([
      {id: idOf(ref), action: 'forget', reason: expect.stringContaining('existed before')},
    ]);
    await applied(stack);
    expect(JSON.stringify(await cluster.get(ref))).not.toContain('gantry.dev/');
    expect(await cluster.get(ref)).toMatchObject({status: {phase: 'Active'}});
  });
});
