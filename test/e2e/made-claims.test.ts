import {expect, it} from 'vitest';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied} from '../rig/changes.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

onCluster('claims that a shared stack makes', (cluster) => {
  const {kubeconfigPath} = cluster;
  const SETTINGS = {module: 'configuration', config: {data: {SIZE: 'small'}}};

  /** A shared stack with a recipe and an object of its owner, and two projects whose stacks claim the recipe. */
  async function projects(claims: JsonObject = {'settings/small': SETTINGS}) {
    const namespace = cluster.freshNamespace();
    const made = await makeStack({name: 'root', kubeconfigPath});
    await made.remove('stack.yaml');
    const ofProject = {workspaces: '../workspaces'};
    const stack = {workspace: 'test', namespace, sources: [{manifests: 'manifests/*', references: true}]};
    const claim = (name: string) => configMap(name, {size: '${ref:shared:claim:settings/small#data.SIZE}'});
    await made.write({
      'shared/project.yaml': ofProject,
      'shared/stack.yaml': {...stack, claims},
      'shared/manifests/own.yaml': configMap('own', {a: '1'}),
      'shop/project.yaml': ofProject,
      'shop/web/stack.yaml': stack,
      'shop/web/manifests/web.yaml': claim('web'),
      'pay/project.yaml': ofProject,
      'pay/api/stack.yaml': stack,
      'pay/api/manifests/api.yaml': claim('api'),
    });
    const get = (name: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
    return {made, namespace, get, stack: {...stack, claims}, id: `v1:ConfigMap:${namespace}:settings-small`};
  }

  const lastOf = async (made: Stack, stack: string): Promise<Release> =>
    (await made.json<Release>(['release', 'show', '-s', stack])).document;

  it('an apply of one application makes what it claims in the release of the shared stack first', async () => {
    const {made, get, id} = await projects();
    await applied(made, ['-s', 'shared/shared']);
    expect(await get('settings-small')).toBeUndefined();
    const preview = await made.gantry(['preview', '-s', 'shop/web', '--exit-code']);
    expect(preview.code, preview.stderr).toBe(2);
    expect(preview.stdout).toContain(id);
    const ran = await made.gantry(['apply', '-s', 'shop/web', '--yes']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(await get('web')).toMatchObject({data: {size: 'small'}});
    expect(await get('settings-small')).toMatchObject({
      metadata: {labels: {'gantry.dev/type': 'settings', 'gantry.dev/class': 'small'}},
    });
    const release = await lastOf(made, 'shared/shared');
    expect(release.revision).toBe(2);
    expect(release.claims).toEqual([
      {type: 'settings', class: 'small', recipe: expect.any(String), made: {resources: [id], for: 'shop/web'}},
    ]);
  });
});
