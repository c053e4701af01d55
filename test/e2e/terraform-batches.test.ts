import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {hasTestProvider} from '../rig/terraform-provider.ts';
import {configMap} from '../rig/terraform-stack.ts';
import {objectId, objectStack, processesOf} from './support/object-stack.ts';

const APPLY = ['apply', '--yes', '--no-wait'] as const;

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  onCluster('a release with several turns between Kubernetes and Terraform', (cluster) => {
    it('when the second batch fails, the first one is recorded, and the next run goes on with the third', async () => {
      const {begin, server, start, preview, here, object, namespace} = await objectStack(cluster);
      const mapId = (name: string): string => `v1:ConfigMap:${namespace}:${name}`;
      const uidOf = (name: string): string => `\${ref:${mapId(name)}#metadata.uid}`;
      const idOf = (name: string): string => `\${ref:${objectId(name)}#id}`;
      const order = ['map-1', 'object-1', 'map-2', 'object-2', 'map-3', 'object-3', 'map-4'];
      await begin('turns');
      await here.write({
        'spec.yaml': {
          resources: [
            configMap(namespace, 'map-1', {zone: 'eu'}),
            object('object-1', {size: uidOf('map-1')}),
            configMap(namespace, 'map-2', {of: idOf('object-1')}),
            object('object-2', {size: uidOf('map-2')}),
            configMap(namespace, 'map-3', {of: idOf('object-2')}),
            object('object-3', {size: uidOf('map-3')}),
            configMap(namespace, 'map-4', {of: idOf('object-3')}),
          ],
        },
      });
      const idIn = (name: string): string => (name.startsWith('map') ? mapId(name) : objectId(name));
      const actions = ({changes}: Plan) =>
        order.map((name) => changes.find(({id}) => id === idIn(name))?.action ?? 'none');
      const live = async (name: string) =>
        (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name})) as
          | {readonly metadata: JsonObject; readonly data: JsonObject}
          | undefined;
      const recorded = async () => {
        const {stdout} = await start('release', 'show', '-o', 'json').ended;
        const {state} = JSON.parse(stdout) as {readonly state: readonly {readonly id: string}[]};
        return order.filter((name) => state.some(({id}) => id === idIn(name)));
      };

      expect(actions(await preview())).toEqual(order.map(() => 'create'));
      server.reset(async ({name}) => (name === 'object-2' ? 'refuse' : undefined));
      const failed = await start(...APPLY).ended;
      expect(failed, failed.stderr).toMatchObject({code: 6});
      expect(await recorded()).toEqual(['map-1', 'object-1', 'map-2']);
      expect(await live('map-3')).toBeUndefined();
      const plan = await preview();
      expect(actions(plan)).toEqual(['unchanged', 'unchanged', 'unchanged', 'create', 'create', 'create', 'create']);
      expect(plan.diagnostics.filter(({code}) => code === 'terraform/may-exist')).toEqual([]);

      server.at(async () => undefined);
      const next = await start(...APPLY).ended;
      expect(next, next.stderr).toMatchObject({code: 0});
      expect([...next.stderr.matchAll(/^created +(\S+)/gm)].map(([, id]) => id)).toEqual(order.slice(3).map(idIn));
      expect(await recorded()).toEqual(order);
      // Each value is that of the object that was created before.
      const objects = new Map([...server.objects.values()].map((one) => [one['name'], one]));
      for (const turn of [1, 2, 3]) {
        const one = objects.get(`object-${turn}`);
        expect(one?.['size']).toBe((await live(`map-${turn}`))?.metadata['uid']);
        expect((await live(`map-${turn + 1}`))?.data).toEqual({of: one?.['id']});
      }
      expect(objects.size).toBe(3);
      expect(new Set(actions(await preview()))).toEqual(new Set(['unchanged']));
    });

    it('an object that may exist is named until its own resource is applied', async () => {
      const {begin, server, start, preview, here, object, namespace} = await objectStack(cluster);
      const map = configMap(namespace, 'between', {of: `\${ref:${objectId('first')}#id}`});
      const write = (size: string) =>
        here.write({
          'spec.yaml': {
            resources: [
              object('first', {size}),
              map,
              object('last', {size: `\${ref:v1:ConfigMap:${namespace}:between#metadata.uid}`}),
            ],
          },
        });
      const mayExist = async () =>
        (await preview()).diagnostics.flatMap(({code, resource}) => (code === 'terraform/may-exist' ? [resource] : []));
      await begin('lost');
      await write('small');
      server.reset(async ({name, phase, provider}) => {
        if (name !== 'last' || phase !== 'after') return;
        const {terraform, watcher} = await processesOf(provider);
        for (const pid of [program.child.pid ?? 0, watcher, terraform, provider]) process.kill(pid, 'SIGKILL');
      });
      const program = start(...APPLY);
      expect(await program.ended).toMatchObject({code: -1});
      expect(await mayExist()).toEqual([objectId('last')]);

      // The first batch of the next run succeeds, and the second one fails.
      await write('large');
      server.at(async ({name}) => (name === 'last' ? 'refuse' : undefined));
      expect(await start(...APPLY).ended).toMatchObject({code: 6});
      expect(await mayExist()).toEqual([objectId('last')]);
      server.at(async () => undefined);
      const targeted = await start(...APPLY, '--target', objectId('first')).ended;
      expect(targeted, targeted.stderr).toMatchObject({code: 0});
      expect(await mayExist()).toEqual([objectId('last')]);
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
      expect(await mayExist()).toEqual([]);
    });
  });
});
