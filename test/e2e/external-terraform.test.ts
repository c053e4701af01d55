import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {ShownShared} from '../../src/app/shared/show-shared.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {configMap as configMapObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {secondCluster} from '../rig/second-cluster.ts';
import {objectServer} from '../rig/terraform-objects.ts';
import {hasTestProvider, TEST_PROVIDER, testProvider} from '../rig/terraform-provider.ts';
import {actionsOf, configMap} from '../rig/terraform-stack.ts';
import {objectId} from './support/object-stack.ts';
import {kubeconfigOf} from './support/shared-cluster.ts';
import {sharedTerraform} from './support/shared-terraform.ts';

const ADD = ['-C', 'shop', 'shared', 'add', '-f', '../external.yaml', '-w', 'test'] as const;
const value = (name: string, path: string): string => `\${ref:shared:${objectId(name)}#${path}}`;

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  onCluster('external resources of type Terraform', (cluster) => {
    async function project() {
      const [server, setup] = await Promise.all([objectServer(), testProvider()]);
      atEndOfTest(server.close);
      atEndOfTest(setup.close);
      const [calls, program] = [join(setup.memory, 'calls'), join(setup.memory, 'terraform')];
      await writeFile(program, `#!/bin/sh\necho "$@" >> ${calls}\nexec ${setup.env['GANTRY_TERRAFORM']} "$@"\n`, {
        mode: 0o700,
      });
      const stack = await sharedTerraform(cluster, {...setup.env, GANTRY_TERRAFORM: program});
      const extensions = (name: string): JsonObject => ({
        provider: `${TEST_PROVIDER}/1.0.0`,
        resourceType: 'gantrytest_object',
        providerMeta: {address: server.address},
        'kusionstack.io/import-id': name,
      });
      const external = (name: string, attributes: JsonObject = {}): JsonObject => ({
        id: objectId(name),
        type: 'Terraform',
        attributes,
        extensions: extensions(name),
      });
      // An import finds an object by its name, which another object can have later.
      const put = (name: string, fields: Readonly<Record<string, string>> & {readonly id: string}): void => {
        for (const key of [name, fields.id]) server.objects.set(key, {name, serial: '1', ...fields});
      };
      return {
        ...stack,
        server,
        external,
        put,
        /** Returns the number of times that Terraform has read external resources. */
        reads: () =>
          readFileSync(calls, 'utf8')
            .split('\n')
            .filter((line) => line.includes('-generate-config-out')).length,
        register: (...all: readonly JsonObject[]) => stack.made.write({'external.yaml': {resources: all}}),
      };
    }

    const dataOf = async (kind: string, namespace: string, name: string) =>
      (await cluster.get({apiVersion: 'v1', kind, namespace, name}))?.['data'];

    it('stacks use attributes of the resource, and each plan reads all of them in one run of Terraform', async () => {
      const {server, external, put, register, shop, done, list, preview, namespace, reads} = await project();
      put('main', {id: 'object-1', size: 'small'});
      put('other', {id: 'object-2', size: 'large'});
      await register(external('main'), external('other'));
      await done(...ADD);
      expect(await list('--verify')).toMatchObject([
        {id: objectId('main'), external: {type: 'Terraform', state: 'verified'}},
        {id: objectId('other'), external: {type: 'Terraform', state: 'verified'}},
      ]);
      const {'kusionstack.io/import-id': _, ...own} = external('copy')['extensions'] as JsonObject;
      await shop(configMap(namespace, 'web', {size: value('main', 'size'), other: value('other', 'id')}), {
        ...external('copy', {name: value('main', 'name')}),
        extensions: own,
      });
      const before = reads();
      expect(new Set(Object.values(actionsOf(await preview('shop/shop'))))).toEqual(new Set(['create']));
      expect(reads() - before).toBe(1);
      await done('apply', '-s', 'shop/shop', '--yes');
      expect(await dataOf('ConfigMap', namespace, 'web')).toEqual({size: 'small', other: 'object-2'});
      expect(
        [...server.objects].filter(([key, {name}]) => key.startsWith('object-1-main') && name === 'main'),
      ).toHaveLength(1);
      expect((await list()).map(({usedBy}) => usedBy.map(({stack}) => stack))).toEqual([['shop/shop'], ['shop/shop']]);
      put('main', {id: 'object-1', size: 'medium'});
      const changed = (await preview('shop/shop')).changes.find(({id}) => id.endsWith(':web'));
      expect(changed).toMatchObject({
        action: 'update',
        fields: [{path: 'data.size', before: 'small', after: 'medium', cause: 'reference'}],
      });
      const refused = await done('-C', 'shop', 'shared', 'list', '-w', 'test');
      expect(refused.stdout).toContain('shop/shop');
    });

    it.each([
      {name: 'a resource that is gone', next: undefined, says: '(id object-1) is gone'},
      {name: 'another resource with its name', next: 'object-9', says: 'has the id object-9, not object-1'},
    ])('$name is an error with exit code 5, and nothing is changed', async ({next, says}) => {
      const {server, external, put, register, shop, done, run, list, namespace} = await project();
      put('main', {id: 'object-1', size: 'small'});
      put('other', {id: 'object-2', size: 'large'});
      await register(external('main'), external('other'));
      await done(...ADD);
      await shop(configMap(namespace, 'web', {size: value('main', 'size'), other: value('other', 'size')}));
      if (next === undefined) server.objects.delete('main');
      else put('main', {id: next, size: 'small'});
      const refused = await run('apply', '-s', 'shop/shop', '--yes');
      expect(refused, refused.stdout).toMatchObject({code: 5, stderr: expect.stringContaining(says)});
      expect(await dataOf('ConfigMap', namespace, 'web')).toBeUndefined();
      const states = (await list('--verify')).map(({external: one}) => one?.state);
      expect(states).toEqual([next === undefined ? 'gone' : 'replaced', 'verified']);
      const again = await run(...ADD);
      expect(again.code).toBe(next === undefined ? 3 : 5);
      if (next === undefined) return;
      await done(...ADD, '--accept-identity');
      await done('apply', '-s', 'shop/shop', '--yes');
    });

    it('a sensitive attribute is used only in a Secret or in a Terraform resource, and no document has it', async () => {
      const {made, external, put, register, shop, done, run, namespace, said} = await project();
      const password = canary('password of an external object');
      put('main', {id: 'object-1', password});
      await register(external('main'));
      await done(...ADD);
      await shop(configMap(namespace, 'web', {password: value('main', 'password')}));
      const refused = await run('preview', '-s', 'shop/shop');
      expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining('a sensitive value would be shown')});
      const secret: JsonObject = {
        id: `v1:Secret:${namespace}:web`,
        type: 'Kubernetes',
        attributes: {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: {name: 'web', namespace},
          stringData: {url: `db://x:${value('main', 'password')}`},
        },
      };
      await shop(secret);
      await done('apply', '-s', 'shop/shop', '--yes');
      const data = (await dataOf('Secret', namespace, 'web')) as JsonObject;
      expect(Buffer.from(String(data['url']), 'base64').toString()).toBe(`db://x:${password}`);
      const shown = JSON.parse(
        (await done('-C', 'shop', 'shared', 'show', objectId('main'), '-w', 'test', '--verify', '-o', 'json')).stdout,
      ) as ShownShared;
      expect(shown.outputs).toMatchObject({id: 'object-1', password: '***'});
      await done('release', 'show', '-s', 'shop/shop', '-o', 'json');
      expect(leaks(said(), {password})).toEqual([]);
      for (const directory of [`${made.dir}/state`, made.home])
        for (const [file, text] of await everythingWritten(directory))
          expect(leaks(text, {password}), file).toEqual([]);
    });

    it('an adoption imports the resource without a change at its provider, and its users stay', async () => {
      const {server, external, put, register, shared, shop, done, run, list, preview, namespace} = await project();
      put('main', {id: 'object-1', size: 'small'});
      await register(external('main', {name: 'main', size: 'large'}));
      await done(...ADD);
      await shop(configMap(namespace, 'web', {size: value('main', 'size')}));
      await done('apply', '-s', 'shop/shop', '--yes');
      await shared();
      const adopt = ['-C', 'shared', 'shared', 'adopt', objectId('main'), '-s', 'shared/shared', '--yes'] as const;
      const differs = await run(...adopt);
      expect(differs, differs.stdout).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('it differs from the file: size'),
      });
      expect((await list()).map(({stack}) => stack)).toEqual(['external']);
      await register(external('main', {name: 'main', size: 'small'}));
      await done(...ADD);
      const before = structuredClone([...server.objects]);
      await done(...adopt);
      expect([...server.objects]).toEqual(before);
      expect(await list()).toMatchObject([
        {id: objectId('main'), stack: 'shared/shared', usedBy: [{stack: 'shop/shop'}]},
      ]);
      expect((await preview('shared/shared')).changes).toMatchObject([{action: 'unchanged'}]);
      expect((await preview('shop/shop')).changes).toMatchObject([{action: 'unchanged'}]);
    });

    it('a sensitive attribute of the resource is the kubeconfig of another workspace, read at each run', async () => {
      const {made, server, external, put, register, done, run, namespace, said, env, reads} = await project();
      const own = readFileSync(cluster.kubeconfigPath, 'utf8');
      put('cluster', {id: 'object-1', password: own});
      await register(external('cluster'));
      await done(...ADD);
      await made.write({
        'workspaces/prod.yaml': {
          context: {kubeconfig_content: {shared: objectId('cluster'), path: 'password', workspace: 'test'}},
        },
        'shop/stack.yaml': {workspace: 'prod', namespace, sources: [{manifests: 'manifests/*'}]},
        'shop/manifests/web.yaml': configMapObject('web', {size: '3'}),
      });
      await made.allow('prod', {cwd: join(made.dir, 'shop'), env});
      const before = reads();
      await done('apply', '-s', 'shop/shop', '--yes');
      expect(await dataOf('ConfigMap', namespace, 'web')).toEqual({size: '3'});
      expect(reads()).toBeGreaterThan(before);
      expect((await done('preview', '-s', 'shop/shop')).stdout).toContain('No changes');

      // The kubeconfig of another cluster, another resource with the name, and none at all.
      put('cluster', {id: 'object-1', password: kubeconfigOf(await secondCluster())});
      expect(await run('preview', '-s', 'shop/shop')).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('gantry workspace trust prod'),
      });
      put('cluster', {id: 'object-2', password: own});
      expect(await run('preview', '-s', 'shop/shop')).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('has the id object-2, not object-1'),
      });
      server.objects.delete('cluster');
      expect(await run('preview', '-s', 'shop/shop')).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('(id object-1) is gone'),
      });
      const token = /token: (\S{20,})/.exec(own)?.[1];
      if (token !== undefined) expect(said()).not.toContain(token);
    });

    it.each([
      {name: 'an id that its provider does not have', importId: 'nothing', says: 'not found at its provider'},
      {
        name: 'a file without the id at the provider',
        importId: null,
        says: 'needs the extension `kusionstack.io/import-id`',
      },
    ])('$name is not registered', async ({importId, says}) => {
      const {external, register, run, list} = await project();
      const one = external('main');
      await register({
        ...one,
        extensions: {...(one['extensions'] as JsonObject), 'kusionstack.io/import-id': importId},
      });
      const refused = await run(...ADD);
      expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining(says)});
      expect(await list()).toEqual([]);
    });
  });
});
