import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied, destroyed as destroyedAll} from '../rig/changes.ts';
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

  const destroyed = (made: Stack, args: readonly string[]) => destroyedAll(made, [...args, '--allow-delete', 'all']);

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

  it('the next apply of the owner keeps a claimed resource, a destroy names its user, and an unused one is listed and removed', async () => {
    const {made, get, id} = await projects();
    await applied(made, ['-s', 'shared/shared']);
    await applied(made, ['-s', 'shop/web']);
    await made.write({'shared/manifests/own.yaml': configMap('own', {a: '2'})});
    const shared = await made.json<Plan>(['preview', '-s', 'shared/shared']);
    expect(shared.document.changes.filter(({action}) => action !== 'unchanged').map((one) => one.id)).toEqual([
      id.replace('settings-small', 'own'),
    ]);
    await applied(made, ['-s', 'shared/shared']);
    expect(await get('settings-small')).toBeDefined();
    const remove = ['-C', 'shared', 'shared', 'remove', id, '--yes'];
    await expectRefused(made, remove, {exit: 5, code: 'shared/in-use', says: [`${id} is used by shop/web`]});
    const list = async (args: readonly string[] = []) =>
      (await made.json<SharedList>(['-C', 'shared', 'shared', 'list', ...args])).document.resources;
    expect(await list()).toContainEqual(expect.objectContaining({id, claim: 'settings/small'}));
    await destroyed(made, ['-s', 'shop/web']);
    expect((await list(['--unused-for', '0d'])).map((one) => one.id)).toContain(id);
    const removed = await made.gantry(remove);
    expect(removed.code, removed.stdout + removed.stderr).toBe(0);
    expect(await get('settings-small')).toBeUndefined();
    expect(await get('own')).toMatchObject({data: {a: '2'}});
    expect((await lastOf(made, 'shared/shared')).claims?.[0]).not.toHaveProperty('made');
    const quiet = await made.gantry(['preview', '-s', 'shared/shared', '--exit-code']);
    expect(quiet.code, quiet.stdout).toBe(0);
    await applied(made, ['-s', 'pay/api']);
    expect(await get('settings-small')).toBeDefined();
  });

  it('changes in the files of the owner stay pending, also those that are broken', async () => {
    const {made, get, stack} = await projects();
    await applied(made, ['-s', 'shared/shared']);
    await made.write({
      'shared/stack.yaml': {...stack, guards: {minDeletes: 3}},
      'shared/manifests/own.yaml': configMap('own', {a: '2'}),
      'shared/manifests/broken.yaml': {kind: 'ConfigMap'},
    });
    const ran = await made.gantry(['apply', '-s', 'shop/web', '--yes']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(ran.stderr + ran.stdout).toContain('nothing else of shared/shared is in this plan');
    expect(await get('own')).toMatchObject({data: {a: '1'}});
    expect(await get('settings-small')).toBeDefined();
    const release = await lastOf(made, 'shared/shared');
    expect(release).not.toHaveProperty('guards');
    expect(release.spec).toHaveLength(2);
  });

  it.each([
    {
      name: 'was never applied',
      before: {} as JsonObject,
      after: {'settings/small': SETTINGS},
      says: 'its recipe was added to the files after revision 1',
    },
    {
      name: 'was changed after the apply',
      before: {'settings/small': SETTINGS},
      after: {'settings/small': {...SETTINGS, config: {data: {SIZE: 'huge'}}}},
      says: 'its recipe in the files differs from the one of revision 1',
    },
    {
      name: 'is not for this project',
      before: {'settings/small': {...SETTINGS, usableBy: ['pay*']}},
      after: {'settings/small': {...SETTINGS, usableBy: ['pay*']}},
      says: 'it may be claimed by pay*',
    },
  ])('a recipe that $name makes nothing', async ({before, after, says}) => {
    const {made, get, stack} = await projects(before);
    await applied(made, ['-s', 'shared/shared']);
    await made.write({'shared/stack.yaml': {...stack, claims: after}});
    const refused = await made.gantry(['apply', '-s', 'shop/web', '--yes']);
    expect(refused.code, refused.stdout + refused.stderr).toBe(5);
    expect(refused.stdout + refused.stderr).toContain(says);
    expect(await get('settings-small')).toBeUndefined();
    expect(await get('web')).toBeUndefined();
    if (says.includes('pay')) return applied(made, ['-s', 'pay/api']);
    await applied(made, ['-s', 'shared/shared']);
    await applied(made, ['-s', 'shop/web']);
    expect(await get('settings-small')).toMatchObject({data: after['settings/small'].config.data});
  });

  it('a shared stack without a release makes nothing by itself, but does in a run of its own', async () => {
    const {made, get, id} = await projects();
    const refused = await made.gantry(['apply', '-s', 'shop/web', '--yes']);
    expect(refused.code, refused.stdout).toBe(5);
    expect(refused.stdout + refused.stderr).toContain('shared/shared has no release yet');
    const ran = await made.gantry(['apply', '--all', '--yes']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    for (const name of ['own', 'settings-small', 'web', 'api']) expect(await get(name), name).toBeDefined();
    expect((await lastOf(made, 'shared/shared')).claims?.[0]?.made?.resources).toEqual([id]);
    const quiet = await made.gantry(['preview', '--all', '--exit-code']);
    expect(quiet.code, quiet.stdout).toBe(0);
  });

  it('two applications that claim at the same time get one resource', async () => {
    const {made, get, id} = await projects();
    await applied(made, ['-s', 'shared/shared']);
    const both = await Promise.all(
      ['shop/web', 'pay/api'].map((stack) => made.gantry(['apply', '-s', stack, '--yes'])),
    );
    for (const ran of both) expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    for (const name of ['web', 'api']) expect(await get(name)).toMatchObject({data: {size: 'small'}});
    const {document} = await made.json<SharedList>(['-C', 'shared', 'shared', 'list']);
    expect(document.resources.find((one) => one.id === id)?.usedBy.map(({stack}) => stack)).toEqual([
      'pay/api',
      'shop/web',
    ]);
  });

  it('a run that the user declines changes nothing', async () => {
    const {made, get} = await projects();
    await applied(made, ['-s', 'shared/shared']);
    const no = await made.gantry(['apply', '-s', 'shop/web'], {typed: 'no\n'});
    expect(no.code).toBe(1);
    expect(no.stdout + no.stderr).toMatch(/settings-small[\s\S]*2 changes of 2 stacks/);
    expect(await get('settings-small')).toBeUndefined();
    expect((await lastOf(made, 'shared/shared')).revision).toBe(1);
  });

  it('without a recipe or without the files of the shared stack, the error says what the owner must write', async () => {
    const {made} = await projects({'settings/large': SETTINGS});
    await applied(made, ['-s', 'shared/shared']);
    const refused = await made.gantry(['apply', '-s', 'shop/web', '--yes']);
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr).toContain('"claims: {settings/small: {module: …, config: {…}}}"');
    expect(refused.stderr).toContain('There are recipes for settings/large of shared/shared.');
    await rm(join(made.dir, 'shared'), {recursive: true});
    const alone = await made.gantry(['apply', '-s', 'shop/web', '--yes']);
    expect(alone.code, alone.stdout).toBe(3);
    expect(alone.stderr).toContain('no shared resource can be claimed');
    expect(alone.stderr).toContain('claims: {settings/small');
  });

  it('the owner creates a claimed resource without an application, also by a new recipe', async () => {
    const {made, get, stack, id} = await projects({});
    await applied(made, ['-s', 'shared/shared']);
    const add = ['-C', 'shared', 'shared', 'add', '--claim', 'settings/small', '--yes'];
    const unknown = await made.gantry(add);
    expect(unknown.code, unknown.stdout).toBe(3);
    expect(unknown.stderr).toContain('recipe not found in shared/shared');
    await made.write({
      'shared/stack.yaml': {...stack, claims: {'settings/small': SETTINGS}},
      'shared/manifests/own.yaml': configMap('own', {a: '2'}),
    });
    const ran = await made.gantry(add);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(await get('settings-small')).toBeDefined();
    expect(await get('own')).toMatchObject({data: {a: '1'}});
    expect((await lastOf(made, 'shared/shared')).claims?.[0]?.made).toEqual({resources: [id]});
    await applied(made, ['-s', 'shop/web']);
    expect(await get('web')).toMatchObject({data: {size: 'small'}});
  });

  it('a rollback of the shared stack keeps used resources, and deletes unused ones', async () => {
    const {made, get} = await projects();
    await applied(made, ['-s', 'shared/shared']);
    await applied(made, ['-s', 'shop/web']);
    const back = ['release', 'rollback', '--to', '1', '-s', 'shared/shared', '--yes'];
    const refused = await made.gantry(back);
    expect(refused.code, refused.stdout).toBe(5);
    expect(refused.stderr).toContain('is used by shop/web');
    await destroyed(made, ['-s', 'shop/web']);
    const ran = await made.gantry(back);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(await get('settings-small')).toBeUndefined();
    const quiet = await made.gantry(['preview', '-s', 'shared/shared', '--exit-code']);
    expect(quiet.code, quiet.stdout).toBe(0);
  });

  it.each([
    {
      name: 'an unknown field of the module',
      claims: {'settings/small': {module: 'configuration', config: {dta: {}}}},
      says: /claims\["settings\/small"\]\.config[\s\S]*dta/,
    },
    {name: 'an unknown module', claims: {'a/b': {module: 'nothing'}}, says: /module `nothing` not found/},
    {name: 'a key that is not a type', claims: {'A/b': SETTINGS}, says: /must be TYPE\/CLASS/},
    {
      name: 'a kind that the module does not make',
      claims: {'settings/small': {...SETTINGS, resource: 'Service'}},
      says: /not clear which object is claimed/,
    },
  ])('validate refuses $name', async ({claims, says}) => {
    const {made} = await projects(claims);
    const refused = await made.gantry(['validate', '-s', 'shared/shared']);
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr).toMatch(says);
  });

  it('a stack that is not shared has no recipes, and a plan with claims is not saved', async () => {
    const {made, namespace} = await projects();
    await applied(made, ['-s', 'shared/shared']);
    const saved = await made.gantry(['preview', '--all', '--save', 'plans']);
    expect(saved.stdout + saved.stderr).toContain('A plan that makes claimed resources cannot be saved');
    await made.write({
      'shop/web/stack.yaml': {workspace: 'test', namespace, claims: {'settings/small': SETTINGS}},
    });
    const refused = await made.gantry(['preview', '-s', 'shop/web']);
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr).toContain('works only in stacks of the project shared');
  });
});
