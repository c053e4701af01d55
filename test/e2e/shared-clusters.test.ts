import {expect, it} from 'vitest';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied, destroyed} from '../rig/changes.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {secondCluster} from '../rig/second-cluster.ts';
import {expectRefused} from './support/refusal.ts';
import {kubeconfigOf, sharedClusterProject} from './support/shared-cluster.ts';

/** Where the workspaces of the project are found. */
const HERE = ['-C', 'shop/web'];

onCluster('a cluster as a shared resource', (cluster) => {
  const web = (namespace: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'});

  it('a workspace takes its kubeconfig from a Secret of a shared stack of another workspace', async () => {
    const {made, prod, id} = await sharedClusterProject(cluster);
    const early = await made.gantry(['preview', '-s', 'shop/web']);
    expect(early.code, early.stdout).toBe(3);
    expect(early.stderr).toContain(`the shared resource ${id} of the workspace management`);
    await applied(made, ['-s', 'shared/shared']);
    await applied(made, ['-s', 'shop/web']);
    expect(await web(prod)).toBeUndefined();
    const status = await made.gantry(['status', '-s', 'shop/web', '--exit-code']);
    expect(status.code, status.stderr).toBe(0);
    const {document} = await made.json<Release>(['release', 'show', '-s', 'shop/web']);
    expect(document.uses).toEqual([
      {stack: 'shared/shared', id, revision: 1, digest: expect.any(String), workspace: 'management', fields: []},
    ]);
    const {document: list} = await made.json<SharedList>([...HERE, 'shared', 'list', '-w', 'management']);
    expect(list.resources.map(({usedBy}) => usedBy)).toEqual([
      [{stack: 'shop/web', workspace: 'prod', revision: 1, sharedRevision: 1, fields: []}],
    ]);
    const text = await made.gantry([...HERE, 'shared', 'list', '-w', 'management']);
    expect(text.stdout).toContain('shop/web in prod');
  });

  it('the kubeconfig of the cluster of the suite works, from a Secret in another cluster', async () => {
    const {made, prod} = await sharedClusterProject(cluster, {reversed: true});
    await applied(made, ['-s', 'shared/shared']);
    await applied(made, ['-s', 'shop/web']);
    expect(await web(prod)).toMatchObject({data: {size: '3'}});
    await destroyed(made, ['-s', 'shop/web', '--allow-delete', 'all']);
    expect(await web(prod)).toBeUndefined();
  });

  it('explain, list, show and check name the shared resource, and programs get its kubeconfig', async () => {
    const {made, id} = await sharedClusterProject(cluster);
    await applied(made, ['-s', 'shared/shared']);
    const said = `data.value of the shared resource ${id} of the workspace management`;
    const explained = await made.json([...HERE, 'workspace', 'explain', 'prod']);
    expect(explained.document).toMatchObject({kubeconfig: {from: 'shared', address: said}});
    expect((await made.gantry([...HERE, 'workspace', 'explain', 'prod'])).stdout).toContain(said);
    const shown = await made.gantry([...HERE, 'workspace', 'show', 'prod']);
    expect(shown.stdout).toContain(id);
    for (const args of [
      ['workspace', 'check', 'prod'],
      ['whoami', '-w', 'prod'],
      ['doctor', '-w', 'prod'],
      ['env', '-w', 'prod'],
      ['exec', '-w', 'prod', '--', 'true'],
      ['kubeconfig', '-w', 'prod', '--print'],
    ]) {
      const ran = await made.gantry([...HERE, ...args]);
      expect([args, ran.code], ran.stdout + ran.stderr).toEqual([args, 0]);
    }
  });

  it('a removal is refused while a stack is in the cluster, or a workspace of the backend takes its kubeconfig from it', async () => {
    const {made, id, content} = await sharedClusterProject(cluster);
    await applied(made, ['-s', 'shared/shared']);
    await applied(made, ['-s', 'shop/web']);
    const destroy = ['destroy', '-s', 'shared/shared', '--yes', '--allow-delete', 'all'];
    await expectRefused(made, destroy, {
      exit: 5,
      code: 'shared/in-use',
      says: [`${id} is used by shop/web in prod (it is the cluster of that workspace)`],
    });
    await destroyed(made, ['-s', 'shop/web', '--allow-delete', 'all']);
    await made.write({'../home/.gantry/workspaces/eu.yaml': {name: 'eu', context: {kubeconfig_content: content}}});
    await expectRefused(made, destroy, {
      exit: 5,
      code: 'shared/in-use',
      says: ['the workspace eu (context.kubeconfig_content)'],
    });
    await made.remove('../home/.gantry/workspaces/eu.yaml');
    expect(await made.gantry(destroy)).toMatchObject({code: 0});
  });

  it('a Secret that others put in the place of the released one is not believed', async () => {
    const {made, management, id} = await sharedClusterProject(cluster);
    await applied(made, ['-s', 'shared/shared']);
    const ref = {apiVersion: 'v1', kind: 'Secret', namespace: management, name: 'prod-kubeconfig'};
    await cluster.delete(ref);
    await expectRefused(made, ['preview', '-s', 'shop/web'], {
      exit: 3,
      code: 'context/kubeconfig',
      says: ['Secret prod-kubeconfig not found'],
    });
    const other = Buffer.from(kubeconfigOf(await secondCluster())).toString('base64');
    await cluster.applyAs('mallory', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'prod-kubeconfig', namespace: management},
      data: {value: other},
    });
    for (const args of [
      ['preview', '-s', 'shop/web'],
      ['apply', '--yes', '-s', 'shop/web'],
    ])
      await expectRefused(made, args, {
        exit: 3,
        code: 'context/kubeconfig',
        says: [id, 'was replaced by another object of the same name after revision 1 of shared/shared'],
      });
    const ran = await made.gantry([...HERE, 'exec', '-w', 'prod', '--', 'true']);
    expect(ran.code, ran.stdout).toBe(3);
  });

  it('a cluster that was replaced is refused until the workspace trusts it', async () => {
    const {made, secret} = await sharedClusterProject(cluster);
    await applied(made, ['-s', 'shared/shared']);
    await applied(made, ['-s', 'shop/web']);
    await secret(kubeconfigOf(await secondCluster()));
    await applied(made, ['-s', 'shared/shared']);
    const refused = await made.gantry(['preview', '-s', 'shop/web']);
    expect(refused.code, refused.stdout).toBe(5);
    expect(refused.stderr).toContain('gantry workspace trust');
    const trusted = await made.gantry([...HERE, 'workspace', 'trust', 'prod', '--yes']);
    expect(trusted.code, trusted.stderr).toBe(0);
    const now = await made.gantry(['preview', '-s', 'shop/web']);
    expect(now.code, now.stderr).toBe(0);
  });

  it.each([
    {
      name: 'an unknown resource',
      content: {shared: 'v1:Secret:NS:prd-kubeconfig'},
      says: 'Did you mean v1:Secret:NS:prod-kubeconfig?',
    },
    {name: 'another stack', content: {stack: 'shared/other'}, says: 'is not in a release of shared/other'},
    {name: 'a stack that is not shared', content: {stack: 'shop/web'}, says: 'shop/web is not a shared stack'},
    {name: 'no path', content: {path: null}, says: '`path` is missing'},
    {name: 'an unknown key', content: {path: 'data.vale'}, says: 'has no key vale: it has value; did you mean value?'},
    {name: 'an unknown workspace', content: {workspace: 'managment'}, says: 'managment'},
  ])('$name is an error that names the field', async ({content: change, says}) => {
    const {made, content, management, workspace} = await sharedClusterProject(cluster);
    await applied(made, ['-s', 'shared/shared']);
    const asked = JSON.parse(JSON.stringify({...content, ...change}).replaceAll(':NS:', `:${management}:`)) as object;
    await workspace(asked);
    await expectRefused(made, ['preview', '-s', 'shop/web'], {
      exit: 3,
      code: 'context/kubeconfig',
      says: ['context.kubeconfig_content', says.replaceAll('NS', management)],
    });
  });

  it('workspaces that need each other are an error that prints the loop', async () => {
    const {made, content, allow} = await sharedClusterProject(cluster);
    await made.write({
      'workspaces/management.yaml': {context: {kubeconfig_content: {...content, workspace: 'prod'}}},
    });
    await allow('management');
    const refused = await made.gantry(['preview', '-s', 'shop/web']);
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr).toMatch(
      /the kubeconfig of prod \(\S+\) → the kubeconfig of management \(\S+\) → the kubeconfig of prod/,
    );
  });
});
