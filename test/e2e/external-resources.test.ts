import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {AddedShared} from '../../src/app/shared/add-shared.ts';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import type {ShownShared} from '../../src/app/shared/show-shared.ts';
import {PlanOutput} from '../../src/config/documents/plan-output.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Release} from '../../src/core/release/release.ts';
import {ApplyOutput} from '../../src/ui/output/apply-output.ts';
import {applied, destroyed} from '../rig/changes.ts';
import {configMap, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('external resources', (cluster) => {
  const {kubeconfigPath} = cluster;
  const shared = (id: string, path: string): string => `\${ref:shared:${id}#${path}}`;

  const stack = (namespace: string): JsonObject => ({
    workspace: 'test',
    namespace,
    sources: [{manifests: 'manifests/*', references: true}],
  });

  const external = (object: JsonObject, namespace: string): JsonObject => {
    const {apiVersion, kind, metadata} = object as {apiVersion: string; kind: string; metadata: {name: string}};
    const {name} = metadata;
    return {
      id: `${apiVersion}:${kind}:${namespace}:${name}`,
      type: 'Kubernetes',
      attributes: {apiVersion, kind, metadata: {name, namespace}},
    };
  };

  /** A Service and a ConfigMap of another team, a file that names them, and a stack that uses them. */
  async function project() {
    const [namespace, infra] = [cluster.freshNamespace(), cluster.freshNamespace('infra')];
    await cluster.create(namespaceObject(infra));
    const own = {...service('db'), metadata: {name: 'db', namespace: infra}};
    const limits = configMap('limits', {size: '3'}, {namespace: infra});
    await cluster.create(own);
    await cluster.create(limits);
    const [db, settings] = [`v1:Service:${infra}:db`, `v1:ConfigMap:${infra}:limits`];
    const made = await makeStack({name: 'root', kubeconfigPath});
    await made.remove('stack.yaml');
    await made.write({
      'db.yaml': {resources: [external(own, infra), external(limits, infra)]},
      'shop/project.yaml': {workspaces: '../workspaces'},
      'shop/web/stack.yaml': stack(namespace),
      'shop/web/manifests/web.yaml': configMap('web', {
        url: `http://${shared(db, 'spec.clusterIP')}:80`,
        size: shared(settings, 'data.size'),
      }),
      'shared/project.yaml': {workspaces: '../workspaces'},
      'shared/stack.yaml': stack(infra),
      'shared/manifests/own.yaml': configMap('own', {a: '1'}),
    });
    const data = async (name: string) =>
      (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name}))?.['data'];
    const uidOf = async (object: JsonObject): Promise<string> => {
      const {apiVersion, kind, metadata} = object as {apiVersion: string; kind: string; metadata: {name: string}};
      const live = await cluster.get({apiVersion, kind, namespace: infra, name: metadata.name});
      return String((live?.['metadata'] as JsonObject | undefined)?.['uid']);
    };
    const recreated = async (object: JsonObject): Promise<void> => {
      await cluster.delete({...(object as {apiVersion: string; kind: string}), namespace: infra, name: 'limits'});
      await cluster.create(object);
    };
    const add = (...more: readonly string[]) =>
      made.gantry(['-C', 'shop', 'shared', 'add', '-f', '../db.yaml', '-w', 'test', ...more]);
    return {made, namespace, infra, own, limits, db, settings, data, uidOf, recreated, add};
  }

  const list = async (made: Stack, ...more: readonly string[]) =>
    (await made.json<SharedList>(['-C', 'shop', 'shared', 'list', '-w', 'test', ...more])).document.resources;

  it('a stack takes live values from external resources, and its release records the uid and the fields', async () => {
    const {made, namespace, own, db, settings, infra, data, uidOf, add} = await project();
    const added = await add('-o', 'json');
    expect(added.code, added.stderr).toBe(0);
    expect((JSON.parse(added.stdout) as AddedShared).resources).toEqual([
      {id: db, type: 'Kubernetes', outcome: 'added', uid: await uidOf(own)},
      expect.objectContaining({id: settings, outcome: 'added'}),
    ]);
    await applied(made, ['-s', 'shop/web']);
    const live = await cluster.get({apiVersion: 'v1', kind: 'Service', namespace: infra, name: 'db'});
    const address = String((live?.['spec'] as JsonObject)['clusterIP']);
    expect(await data('web')).toEqual({url: `http://${address}:80`, size: '3'});
    const {document} = await made.json<Release>(['release', 'show', '-s', 'shop/web']);
    expect(document.uses).toEqual([
      expect.objectContaining({stack: 'external', id: settings}),
      {
        stack: 'external',
        id: db,
        uid: await uidOf(own),
        fields: [{resource: `v1:ConfigMap:${namespace}:web`, path: 'data.url', from: 'spec.clusterIP'}],
      },
    ]);
    // No file is needed, and the cluster is asked only with --verify.
    await made.remove('shop/web/stack.yaml');
    expect(await list(made)).toMatchObject([
      {id: settings, stack: 'external', external: {state: 'unverified'}, usedBy: [{stack: 'shop/web'}]},
      {id: db, stack: 'external', external: {state: 'unverified', uid: await uidOf(own)}},
    ]);
    expect((await list(made, '--verify')).map((one) => one.external?.state)).toEqual(['verified', 'verified']);

    // Only one workspace has shared resources. A command that writes needs the name all the same.
    const implied = await made.json<SharedList>(['-C', 'shop', 'shared', 'list', '--verify']);
    expect(implied, implied.stderr).toMatchObject({code: 0, document: {workspace: 'test'}});
    expect(implied.document.resources.map((one) => one.external?.state)).toEqual(['verified', 'verified']);
    const shown = await made.json<ShownShared>(['-C', 'shop', 'shared', 'show', db, '--verify']);
    expect(shown, shown.stderr).toMatchObject({code: 0, document: {id: db}});
    const refused = await made.gantry(['-C', 'shop', 'shared', 'remove', db, '--yes']);
    expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining('-w WORKSPACE')});
  });

  it('an external resource from a missing file is refused with the form of the file', async () => {
    const {made} = await project();
    const ran = await made.gantry(['-C', 'shop', 'shared', 'add', '-f', 'missing.yaml', '-w', 'test']);
    expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('missing.yaml')});
    expect(ran.stderr).toContain('hint: Pass -f with the path of a YAML file that has `id`, `type` and `attributes`');
  });

  it('a plan that uses an external resource is refused when the object was replaced or is gone, until it is accepted or removed', async () => {
    const {made, settings, limits, infra, recreated, uidOf, data, add} = await project();
    await add();
    await applied(made, ['-s', 'shop/web']);
    const before = await uidOf(limits);
    await recreated({...limits, data: {size: '5'}});
    const other = await made.gantry(['preview', '-s', 'shop/web']);
    expect(other.code, other.stdout).toBe(5);
    expect(other.stderr).toContain(`${settings} has the uid ${await uidOf(limits)}, not ${before}`);
    expect(other.stderr).toContain('gantry shared add -f FILE --accept-identity -w test');
    expect(other.stderr).toContain(`gantry shared remove ${settings}`);
    expect((await list(made, '--verify')).map((one) => one.external?.state)).toEqual(['replaced', 'verified']);
    // Adding it again does not accept it by accident.
    const again = await add();
    expect(again.code).toBe(5);
    const accepted = await add('--accept-identity');
    expect(accepted.code, accepted.stderr).toBe(0);
    await applied(made, ['-s', 'shop/web']);
    expect(await data('web')).toMatchObject({size: '5'});
    await cluster.delete({apiVersion: 'v1', kind: 'ConfigMap', namespace: infra, name: 'limits'});
    const gone = await made.gantry(['preview', '-s', 'shop/web']);
    expect(gone.code, gone.stdout).toBe(5);
    expect(gone.stderr).toContain('is gone');
  });

  it('the registration of a used resource is not removed, and the object stays when it is', async () => {
    const {made, settings, namespace, infra, add} = await project();
    await add();
    await applied(made, ['-s', 'shop/web']);
    const refused = await made.gantry(['shared', 'remove', settings, '-w', 'test', '--yes']);
    expect(refused.code, refused.stdout).toBe(5);
    expect(refused.stderr).toContain(`shop/web (data.size of v1:ConfigMap:${namespace}:web)`);
    await destroyed(made, ['-s', 'shop/web', '--allow-delete', 'all']);
    const removed = await made.gantry(['shared', 'remove', settings, '-w', 'test', '--yes']);
    expect(removed.code, removed.stderr).toBe(0);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace: infra, name: 'limits'})).toBeDefined();
    expect((await list(made)).map(({id}) => id)).not.toContain(settings);
    const unknown = await made.gantry(['preview', '-s', 'shop/web']);
    expect(unknown.code).toBe(3);
    expect(unknown.stderr).toContain('no shared stack of the workspace has it');
    const managed = `v1:ConfigMap:${infra}:own`;
    await applied(made, ['-s', 'shared/shared']);
    const kept = await made.gantry(['shared', 'remove', managed, '-w', 'test', '--yes']);
    expect(kept.code).toBe(3);
    expect(kept.stderr).toContain('managed by the shared stack shared/shared');
    expect(kept.stderr).toContain('gantry shared apply -s shared/shared');
  });

  it('all problems of a file are reported at once, and nothing is registered then', async () => {
    const {made, infra, db, own} = await project();
    await applied(made, ['-s', 'shared/shared']);
    const absent = configMap('absent', {});
    await made.write({
      'bad.yaml': [
        external(own, infra),
        external(absent, infra),
        {id: 'v1:Service:x:y', type: 'Kubernetes', attributes: external(own, infra)['attributes']},
        {id: 'aws:rds', type: 'Terraform', attributes: {password: 'canary-1'}},
      ],
      'managed.yaml': external(configMap('own', {}), infra),
      'missing.yaml': [external(own, infra), external(absent, infra)],
    });
    const bad = await made.gantry(['-C', 'shop', 'shared', 'add', '-f', '../bad.yaml', '-w', 'test']);
    expect(bad.code).toBe(3);
    expect(bad.stderr).toContain(`Write \`id: ${db}\``);
    expect(bad.stderr).toContain('password seems to be a credential');
    expect(bad.stderr).toContain('aws:rds needs the extension `kusionstack.io/import-id`');
    expect(bad.stderr + bad.stdout).not.toContain('canary-1');
    const missing = await made.gantry(['-C', 'shop', 'shared', 'add', '-f', '../missing.yaml', '-w', 'test']);
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain(`v1:ConfigMap:${infra}:absent not found in the cluster`);
    const managed = await made.gantry(['-C', 'shop', 'shared', 'add', '-f', '../managed.yaml', '-w', 'test']);
    expect(managed.code).toBe(3);
    expect(managed.stderr).toContain(`the shared stack shared/shared has v1:ConfigMap:${infra}:own already`);
    expect((await list(made)).map(({stack: of}) => of)).toEqual(['shared/shared']);
  });

  it('no value of an external Secret is stored or shown, and only a Secret takes one', async () => {
    const {made, infra, namespace} = await project();
    const login = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'login',
        namespace: infra,
        annotations: {'kubectl.kubernetes.io/last-applied-configuration': '{"data":"canary-2"}'},
      },
      stringData: {password: 'canary-2'},
    };
    await cluster.create(login);
    const id = `v1:Secret:${infra}:login`;
    await made.write({'login.yaml': {id, type: 'Kubernetes', attributes: login}});
    const added = await made.gantry(['-C', 'shop', 'shared', 'add', '-f', '../login.yaml', '-w', 'test']);
    expect(added.code, added.stderr).toBe(0);
    expect(added.stderr).toContain('stringData of');
    const shown = await made.gantry(['-C', 'shop', 'shared', 'show', id, '-w', 'test', '--verify', '-o', 'json']);
    expect((JSON.parse(shown.stdout) as ShownShared).outputs).toMatchObject({
      type: 'Opaque',
      metadata: {name: 'login'},
    });
    for (const text of [added.stdout, added.stderr, shown.stdout, await stored(made)]) {
      expect(text).not.toContain('canary-2');
      expect(text).not.toContain(Buffer.from('canary-2').toString('base64'));
    }
    const released = 'releases do not hold values of secrets';
    for (const [path, reason] of [
      ['data.password', 'a value of a shared Secret would be shown and recorded here'],
      ['metadata.annotations', released],
      ['metadata', released],
    ] as const) {
      await made.write({'shop/web/manifests/web.yaml': configMap('web', {a: shared(id, path)})});
      const refused = await made.gantry(['preview', '-s', 'shop/web']);
      expect(refused.code, refused.stdout).toBe(3);
      expect(refused.stderr).toContain(reason);
    }
    const copy = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'copy'},
      stringData: {p: shared(id, 'data.password')},
    };
    await made.write({'shop/web/manifests/web.yaml': copy});
    await applied(made, ['-s', 'shop/web']);
    const copied = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'copy'});
    expect(copied?.['data']).toEqual({p: Buffer.from('canary-2').toString('base64')});
    expect(await stored(made)).not.toContain('canary-2');
    await made.write({'shop/web/manifests/web.yaml': configMap('web', {a: shared(id, 'metadata.name')})});
    await applied(made, ['-s', 'shop/web']);
    const live = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'});
    expect(live?.['data']).toEqual({a: 'login'});
  });

  it('ten registrations of one file at once all succeed and leave one document for each resource', async () => {
    const {made, add} = await project();
    const all = await Promise.all(Array.from({length: 10}, () => add()));
    expect(all.map(({code}) => code)).toEqual(Array.from({length: 10}, () => 0));
    expect(await documents(made)).toHaveLength(2);
    expect((await made.gantry(['backend', 'verify'])).code).toBe(0);
  });

  it('a changed, copied or truncated registration is not believed', async () => {
    const {made, db, add} = await project();
    await add();
    const [first = '', second = ''] = await documents(made);
    const text = await readFile(first, 'utf8');
    for (const bad of [text.replace('"uid": "', '"uid": "0'), await readFile(second, 'utf8'), text.slice(0, 40)]) {
      await writeFile(first, bad);
      const refused = await made.gantry(['preview', '-s', 'shop/web']);
      expect([1, 5], refused.stdout).toContain(refused.code);
      expect((await made.gantry(['backend', 'verify'])).code).not.toBe(0);
    }
    // It is replaced or removed without being believed.
    expect((await add()).code).not.toBe(0);
    expect((await add('--accept-identity')).code).toBe(0);
    expect((await made.gantry(['preview', '-s', 'shop/web'])).code).toBe(0);
    const unsigned = JSON.stringify({...(JSON.parse(text) as JsonObject), mac: undefined});
    await writeFile(first, unsigned);
    expect((await made.gantry(['-C', 'shop', 'shared', 'show', db, '-w', 'test'])).stderr).toContain('MAC');
    const removed = await made.gantry(['-C', 'shop', 'shared', 'remove', idIn(text), '-w', 'test', '--yes']);
    expect(removed.code, removed.stderr).toBe(0);
    expect(await documents(made)).toEqual([second]);
    await writeFile(first, text);
    expect((await made.gantry(['preview', '-s', 'shop/web'])).code).toBe(0);
  });

  it('a renamed workspace keeps its external resources, and a deleted one leaves none', async () => {
    const {made, db} = await project();
    await made.remove('workspaces/test.yaml');
    const created = await made.gantry(['workspace', 'create', 'test', '--kubeconfig', kubeconfigPath]);
    expect(created.code, created.stderr).toBe(0);
    expect((await made.gantry(['-C', 'shop', 'shared', 'add', '-f', '../db.yaml', '-w', 'test'])).code).toBe(0);
    const renamed = await made.gantry(['workspace', 'rename', 'test', 'other', '--yes']);
    expect(renamed.code, renamed.stderr).toBe(0);
    const {document} = await made.json<ShownShared>(['-C', 'shop', 'shared', 'show', db, '-w', 'other', '--verify']);
    expect(document.external).toMatchObject({state: 'verified'});
    expect(await list(made)).toEqual([]);
    const moved = await made.gantry(['backend', 'migrate', 'local', 'local:moved', '--yes']);
    expect(moved.code, moved.stderr).toBe(0);
    const there = await made.json<ShownShared>([
      '-C',
      'shop',
      'shared',
      'show',
      db,
      '-w',
      'other',
      '--backend',
      'local:moved',
    ]);
    expect(there.document.usedBy).toEqual([]);
    const deleted = await made.gantry(['workspace', 'delete', 'shared/other', '--yes', '--backend', 'local:moved']);
    expect(deleted.code, deleted.stderr).toBe(0);
    const left = await made.gantry(['-C', 'shop', 'shared', 'show', db, '-w', 'other', '--backend', 'local:moved']);
    expect(left.code).toBe(3);
  });

  it('an adopted resource is managed by the shared stack as it is, and its users stay protected', async () => {
    const {made, settings, namespace, infra, limits, uidOf, add} = await project();
    await add();
    await applied(made, ['-s', 'shop/web']);
    const [uid, file] = [await uidOf(limits), join(made.dir, 'shared/manifests/configmap-limits.yaml')];
    const dry = await made.json(['shared', 'adopt', settings, '--dry-run']);
    expect(dry.code, dry.stderr).toBe(0);
    expect(PlanOutput.safeParse(dry.document).error).toBeUndefined();
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    const adopted = await made.gantry(['shared', 'adopt', settings, '-s', 'shared/shared', '--yes']);
    expect(adopted.code, adopted.stdout + adopted.stderr).toBe(0);
    expect(await readFile(file, 'utf8')).toContain("size: '3'");
    expect(await uidOf(limits)).toBe(uid);
    expect(await list(made)).toMatchObject([
      {stack: 'external'},
      {id: settings, stack: 'shared/shared', usedBy: [{stack: 'shop/web'}]},
    ]);
    expect(await documents(made)).toHaveLength(1);
    // It can be repeated, and then changes nothing.
    for (const command of [['adopt', settings], ['apply']]) {
      const again = await made.json(['shared', ...command, '--yes']);
      expect(again.code, again.stderr).toBe(0);
      expect(ApplyOutput.safeParse(again.document).error).toBeUndefined();
    }
    expect((await made.gantry(['preview', '-s', 'shop/web', '--exit-code'])).code).toBe(0);
    // The release of the user still names it as external.
    await made.remove('shared/manifests/configmap-limits.yaml');
    const refused = await made.gantry(['shared', 'apply', '--yes', '--allow-delete', 'all']);
    expect(refused.code, refused.stdout).toBe(5);
    expect(refused.stderr).toContain(`shop/web (data.size of v1:ConfigMap:${namespace}:web)`);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace: infra, name: 'limits'})).toBeDefined();
  });

  it('an object that replaced the registered one is neither adopted nor taken over by an apply', async () => {
    const {made, settings, limits, recreated, infra, add} = await project();
    await add();
    await recreated(limits);
    const adopted = await made.gantry(['shared', 'adopt', settings, '--yes']);
    expect(adopted.code, adopted.stdout).toBe(5);
    expect(adopted.stderr).toContain('has the uid');
    await made.write({'shared/manifests/limits.yaml': limits});
    const args = ['shared', 'apply', '--yes', '--adopt', 'all'];
    const applied1 = await made.gantry(args);
    expect(applied1.code, applied1.stdout).toBe(5);
    expect(applied1.stderr).toContain('has the uid');
    await cluster.delete({apiVersion: 'v1', kind: 'ConfigMap', namespace: infra, name: 'limits'});
    const created = await made.gantry(args);
    expect(created.code, created.stdout).toBe(5);
    expect(created.stderr).toContain('is gone');
    expect((await made.gantry(['-C', 'shop', 'shared', 'remove', settings, '--yes', '-w', 'test'])).code).toBe(0);
    const whole = await made.gantry(args);
    expect(whole.code, whole.stderr).toBe(0);
  });

  it('twenty stacks read managed and external values while a shared stack is applied', async () => {
    const {made, namespace, infra, settings, data, add} = await project();
    await add();
    await applied(made, ['-s', 'shared/shared']);
    const values = {size: shared(settings, 'data.size'), a: shared(`v1:ConfigMap:${infra}:own`, 'data.a')};
    await made.write(
      Object.fromEntries(
        Array.from({length: 20}, (_, i) => [
          [`shop/s${i}/stack.yaml`, stack(namespace)],
          [`shop/s${i}/manifests/s.yaml`, configMap(`s${i}`, values)],
        ])
          .flat()
          .map(([file, content]) => [file, content] as const),
      ),
    );
    await made.write({'shared/manifests/own.yaml': configMap('own', {a: '2'})});
    const users = ['-C', 'shop', 'apply', '--all', '--yes', '--parallel-stacks', '20'];
    const [ran, changed] = await Promise.all([made.gantry(users), made.gantry(['shared', 'apply', '--yes'])]);
    expect(changed.code, changed.stderr).toBe(0);
    // A stack whose value changed between its plan and its first write is refused, and writes nothing.
    if (ran.code !== 0) expect(`${ran.stdout}${ran.stderr}`).toContain('The plan is stale');
    expect([0, 5], ran.stderr).toContain(ran.code);
    for (let i = 0; i < 20; i++)
      expect([undefined, {size: '3', a: '1'}, {size: '3', a: '2'}]).toContainEqual(await data(`s${i}`));
    expect((await made.gantry(users)).code).toBe(0);
    for (let i = 0; i < 20; i++) expect(await data(`s${i}`)).toEqual({size: '3', a: '2'});
    expect((await list(made)).find(({id}) => id === settings)?.usedBy).toHaveLength(21);
  });

  it('resources that nobody has used for a time are listed, and others are not', async () => {
    const {made, db, settings, add} = await project();
    await add();
    await applied(made, ['-s', 'shop/web']);
    const unused = async (time: string) => (await list(made, '--unused-for', time)).map(({id}) => id);
    expect(await unused('0s')).toEqual([]);
    await made.write({'shop/web/manifests/web.yaml': configMap('web', {size: shared(settings, 'data.size')})});
    await applied(made, ['-s', 'shop/web']);
    const [only] = await list(made, '--unused-for', '0s');
    const {document} = await made.json<Release>(['release', 'show', '-s', 'shop/web']);
    expect(only).toMatchObject({id: db, unusedSince: document.startedAt});
    expect(await unused('30d')).toEqual([]);
  });
});

const idIn = (text: string): string => String((JSON.parse(text) as JsonObject)['id']);

const directoryOf = ({home}: Stack): string => join(home, '.gantry/shared');

const documents = async (made: Stack): Promise<readonly string[]> =>
  (await readdir(directoryOf(made), {recursive: true}))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(directoryOf(made), name))
    .toSorted();

const stored = async (made: Stack): Promise<string> =>
  (await Promise.all((await documents(made)).map((file) => readFile(file, 'utf8')))).join('\n');
