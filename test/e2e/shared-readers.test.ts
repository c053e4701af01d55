import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Transport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {readLock} from '../../src/engine/release/lock-record.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {applied} from '../rig/changes.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {configMap, deployment, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack} from '../rig/stack.ts';

const STACKS = Array.from({length: 20}, (_, i) => `s${i}`);
const PROCESSES = Array.from({length: 5}, (_, i) => `p${i}`);

onCluster('readers of a shared stack', (cluster) => {
  const {kubeconfigPath} = cluster;
  const shared = (id: string, path: string): string => `\${ref:shared:${id}#${path}}`;
  const stack = (namespace: string): JsonObject => ({
    workspace: 'test',
    namespace,
    sources: [{manifests: 'manifests/*', references: true}],
  });

  async function projects(files: (namespace: string) => Readonly<Record<string, unknown>>) {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const made = await makeStack({name: 'root', kubeconfigPath});
    await made.remove('stack.yaml');
    const ofProject = {workspaces: '../workspaces'};
    await made.write({
      ...Object.fromEntries(['shared', 'shop', 'pay'].map((name) => [`${name}/project.yaml`, ofProject])),
      'shared/stack.yaml': stack(namespace),
      ...files(namespace),
    });
    const data = async (name: string) =>
      (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name}))?.['data'];
    return {made, namespace, data};
  }

  it('20 stacks and 5 processes take no lock of a shared stack that is applied, and see one release of it', async () => {
    const turnOf = (name: string, turn: string) => ({[`shared/manifests/${name}.yaml`]: configMap(name, {turn})});
    const {made, namespace, data} = await projects((here) => ({
      ...turnOf('first', '1'),
      ...turnOf('second', '1'),
      ...Object.fromEntries(
        [...STACKS, ...PROCESSES].flatMap((name) => [
          [`shop/${name}/stack.yaml`, stack(here)],
          [
            `shop/${name}/manifests/${name}.yaml`,
            configMap(name, {
              first: shared(`v1:ConfigMap:${here}:first`, 'data.turn'),
              second: shared(`v1:ConfigMap:${here}:second`, 'data.turn'),
            }),
          ],
        ]),
      ),
    }));
    await applied(made, ['-s', 'shared/shared']);

    // An apply of the shared stack that holds its lock, and has written half of its objects.
    await made.write({...turnOf('first', '2'), ...turnOf('second', '2')});
    const [half, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transport = (real: Transport): Transport => ({
      ...real,
      send: async (request, credential) => {
        const isSecond = request.method === 'PATCH' && /\/configmaps\/second\?(?!.*dryRun)/.test(request.path);
        if (isSecond) {
          while ((await data('first'))?.['turn' as never] !== '2') await new Promise(setImmediate);
          half.resolve();
          await go.promise;
        }
        return real.send(request, credential);
      },
    });
    const applying = applyRelease(
      applyOf(made, {stack: 'shared/shared', workspace: 'test'}),
      depsOf(made, {transport}),
    );
    await Promise.race([half.promise, applying.then(() => expect.unreachable('the apply did not wait'))]);
    const backend = localBackend({directory: join(made.home, '.gantry')});
    const holder = async () => {
      const {lineage = '', head} = await openHistory({backend, project: 'shared', stack: 'shared', workspace: 'test'});
      const {lock} = (await readLock(backend, lineage)) ?? {};
      return {epoch: head?.epoch, token: lock?.state === 'held' ? lock.token : lock?.state};
    };
    const before = await holder();
    expect(before.token).not.toBe('free');

    // None of them waits for a lock.
    const waitsNever = ['--yes', '--lock-timeout', '0'];
    const several = [...STACKS.flatMap((name) => ['-s', `shop/${name}`]), '--parallel-stacks', '20'];
    const [ran, ...ended] = await Promise.all([
      made.gantry(['apply', ...several, ...waitsNever]),
      ...PROCESSES.map((name) => startGantry(made, ['apply', '-s', `shop/${name}`, ...waitsNever]).ended),
    ]);
    for (const one of [ran, ...ended]) expect(one.code, one.stdout + one.stderr).toBe(0);
    expect(await data('first')).toEqual({turn: '2'});
    for (const name of [...STACKS, ...PROCESSES]) expect(await data(name), name).toEqual({first: '1', second: '1'});
    expect(await holder()).toEqual(before);

    go.resolve();
    expect(await applying).toMatchObject({kind: 'applied', phase: 'succeeded'});
    const again = await made.gantry(['apply', ...several, ...waitsNever]);
    expect(again.code, again.stdout + again.stderr).toBe(0);
    for (const name of STACKS) expect(await data(name), name).toEqual({first: '2', second: '2'});
    const {document} = await made.json<SharedList>(['shared', 'list', '-w', 'test']);
    for (const {id, usedBy} of document.resources)
      expect(usedBy.map((user) => user.sharedRevision).toSorted(), `${id} in ${namespace}`).toEqual([
        ...PROCESSES.map(() => 1),
        ...STACKS.map(() => 2),
      ]);
  }, 120_000);

  it('two projects use one database and one external Service: neither can be deleted, and a changed value shows their restarts', async () => {
    const infra = cluster.freshNamespace('infra');
    await cluster.create(namespaceObject(infra));
    await cluster.create({...service('mail'), metadata: {name: 'mail', namespace: infra}});
    const mail = `v1:Service:${infra}:mail`;
    const reads = (name: string) => ({env: [{name: 'DB', value: name}]});
    const {made, namespace, data} = await projects((here) => {
      const db = `v1:ConfigMap:${here}:database`;
      const user = (project: string, name: string) => ({
        [`${project}/${name}/stack.yaml`]: stack(here),
        [`${project}/${name}/manifests/config.yaml`]: configMap(`${name}-config`, {
          host: shared(db, 'data.host'),
          mail: shared(mail, 'spec.clusterIP'),
        }),
        [`${project}/${name}/manifests/work.yaml`]: deployment(name, {
          replicas: 0,
          ...reads(shared(db, 'data.host')),
        }),
      });
      return {
        'mail.yaml': {
          resources: [
            {
              id: mail,
              type: 'Kubernetes',
              attributes: {apiVersion: 'v1', kind: 'Service', metadata: {name: 'mail', namespace: infra}},
            },
          ],
        },
        'shared/manifests/database.yaml': configMap('database', {host: 'db-1'}),
        ...user('shop', 'web'),
        ...user('pay', 'api'),
      };
    });
    const added = await made.gantry(['-C', 'shop', 'shared', 'add', '-f', '../mail.yaml', '-w', 'test']);
    expect(added.code, added.stderr).toBe(0);
    for (const name of ['shared/shared', 'shop/web', 'pay/api']) await applied(made, ['-s', name]);
    const live = await cluster.get({apiVersion: 'v1', kind: 'Service', namespace: infra, name: 'mail'});
    const address = (live?.['spec'] as {readonly clusterIP: string}).clusterIP;
    for (const name of ['web-config', 'api-config']) expect(await data(name)).toEqual({host: 'db-1', mail: address});

    // The releases record the users.
    for (const name of ['shop/web', 'pay/api']) {
      const {document} = await made.json<Release>(['release', 'show', '-s', name]);
      expect(document.uses?.map(({id}) => id).toSorted()).toEqual([`v1:ConfigMap:${namespace}:database`, mail]);
    }

    // A changed value: both projects, with the workloads that restart.
    await made.write({'shared/manifests/database.yaml': configMap('database', {host: 'db-2'})});
    const {document} = await made.json<Plan>(['preview', '-s', 'shared/shared']);
    expect(document.dependants?.map(({stack: of, restarts}) => [of, restarts])).toEqual([
      ['pay/api', [`apps/v1:Deployment:${namespace}:api`]],
      ['shop/web', [`apps/v1:Deployment:${namespace}:web`]],
    ]);
    const shown = await made.gantry(['preview', '-s', 'shared/shared']);
    for (const name of ['api', 'web'])
      expect(shown.stdout).toContain(`restarts apps/v1:Deployment:${namespace}:${name}`);

    // Neither can be deleted, and the refusal names both projects with their fields.
    await made.write({
      'shared/manifests/database.yaml': '',
      'shared/manifests/other.yaml': configMap('other', {a: '1'}),
    });
    const removals = [
      {field: 'host', args: ['apply', '-s', 'shared/shared', '--yes', '--allow-delete', 'all']},
      {field: 'host', args: ['destroy', '-s', 'shared/shared', '--yes', '--allow-delete', 'all']},
      {field: 'mail', args: ['-C', 'shop', 'shared', 'remove', mail, '-w', 'test', '--yes']},
    ];
    for (const {field, args} of removals) {
      const refused = await made.gantry(args);
      expect(refused.code, refused.stdout + refused.stderr).toBe(5);
      for (const [name, object] of [
        ['shop/web', 'web-config'],
        ['pay/api', 'api-config'],
      ])
        expect(refused.stderr).toMatch(
          new RegExp(`${name} \\(.*data\\.${field} of v1:ConfigMap:${namespace}:${object}`),
        );
    }
    expect(await data('database')).toEqual({host: 'db-1'});
  }, 60_000);
});
