import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {configMap as configMapObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {secondCluster} from '../rig/second-cluster.ts';
import {hasTerraform, testedTerraform} from '../rig/terraform.ts';
import {actionsOf, configMap, terraformData, terraformId} from '../rig/terraform-stack.ts';
import {kubeconfigOf} from './support/shared-cluster.ts';
import {sharedTerraform} from './support/shared-terraform.ts';

const value = (name: string, path: string): string => `\${ref:shared:${terraformId(name)}#${path}}`;

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('shared resources of type Terraform', (cluster) => {
    async function project() {
      const terraform = await testedTerraform();
      atEndOfTest(terraform.close);
      return sharedTerraform(cluster, terraform.env);
    }

    const dataOf = async (kind: string, namespace: string, name: string) =>
      (await cluster.get({apiVersion: 'v1', kind, namespace, name}))?.['data'];

    it('both types of resources use its attributes, and a removal is refused while they do', async () => {
      const {shared, shop, done, run, list, preview, namespace} = await project();
      await shared(terraformData('zone', {input: {zone: 'a', size: 3}}));
      await done('apply', '-s', 'shared/shared', '--yes');
      await shop(
        configMap(namespace, 'web', {zone: value('zone', 'output.zone')}),
        terraformData('copy', {input: value('zone', 'output.size')}),
        configMap(namespace, 'copied', {size: `\${ref:${terraformId('copy')}#output} nodes`}),
      );
      await done('apply', '-s', 'shop/shop', '--yes');
      expect(await dataOf('ConfigMap', namespace, 'web')).toEqual({zone: 'a'});
      expect(await dataOf('ConfigMap', namespace, 'copied')).toEqual({size: '3 nodes'});
      expect(await list()).toMatchObject([
        {id: terraformId('zone'), stack: 'shared/shared', usedBy: [{stack: 'shop/shop'}]},
      ]);
      await shared(terraformData('other', {input: 'x'}));
      const refused = await run('apply', '-s', 'shared/shared', '--yes');
      expect(refused).toMatchObject({
        code: 5,
        stderr: expect.stringContaining(`${terraformId('zone')} is used by shop/shop`),
      });
      await shared(terraformData('zone', {input: {zone: 'b', size: 4}}));
      const both = await done('apply', '-s', 'shared/shared', '--with-dependants', '--yes');
      expect(both.stdout + both.stderr).toContain('data.zone');
      expect(await dataOf('ConfigMap', namespace, 'web')).toEqual({zone: 'b'});
      expect(await dataOf('ConfigMap', namespace, 'copied')).toEqual({size: '4 nodes'});
      expect(new Set(Object.values(actionsOf(await preview('shop/shop'))))).toEqual(new Set(['unchanged']));
    });

    it('a Terraform resource takes a value that the server gave a shared object', async () => {
      const {shared, shop, done, preview, namespace} = await project();
      const service: JsonObject = {
        id: `v1:Service:${namespace}:db`,
        type: 'Kubernetes',
        attributes: {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: {name: 'db', namespace},
          spec: {ports: [{port: 5432}]},
        },
      };
      await shared(service);
      await done('apply', '-s', 'shared/shared', '--yes');
      await shop(terraformData('copy', {input: `\${ref:shared:v1:Service:${namespace}:db#spec.clusterIP}`}));
      const live = await cluster.get({apiVersion: 'v1', kind: 'Service', namespace, name: 'db'});
      const {clusterIP} = live?.['spec'] as {readonly clusterIP: string};
      const {changes} = await preview('shop/shop');
      expect(changes[0]?.fields).toContainEqual(expect.objectContaining({path: 'input', after: clusterIP}));
      await done('apply', '-s', 'shop/shop', '--yes');
    });

    it('a sensitive attribute comes from the sealed state, and only Secrets and Terraform resources get it', async () => {
      const {made, shared, shop, done, run, preview, namespace, said} = await project();
      const [password, next] = [canary('sensitive output'), canary('next output')];
      await shared(terraformData('login', {input: {password}}));
      await done('apply', '-s', 'shared/shared', '--yes');
      await shop(configMap(namespace, 'web', {password: value('login', 'output.password')}));
      expect(await run('preview', '-s', 'shop/shop')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('a sensitive value would be shown and recorded here'),
      });
      await shop(
        {
          id: `v1:Secret:${namespace}:web`,
          type: 'Kubernetes',
          attributes: {
            apiVersion: 'v1',
            kind: 'Secret',
            metadata: {name: 'web', namespace},
            stringData: {password: value('login', 'output.password')},
          },
        },
        terraformData('copy', {input: {text: `is ${value('login', 'output.password')}`}}),
      );
      await done('apply', '-s', 'shop/shop', '--yes');
      const stored = async () => {
        const data = (await dataOf('Secret', namespace, 'web')) as JsonObject;
        return Buffer.from(String(data['password']), 'base64').toString();
      };
      expect(await stored()).toBe(password);
      expect(new Set(Object.values(actionsOf(await preview('shop/shop'))))).toEqual(new Set(['unchanged']));
      await shared(terraformData('login', {input: {password: next}}));
      await done('apply', '-s', 'shared/shared', '--yes');
      expect(new Set(Object.values(actionsOf(await preview('shop/shop'))))).toEqual(new Set(['update']));
      await done('apply', '-s', 'shop/shop', '--yes');
      expect(await stored()).toBe(next);
      await done('release', 'show', '-s', 'shop/shop', '-o', 'json');
      expect(leaks(said(), {password, next})).toEqual([]);
      for (const directory of [`${made.dir}/state`, made.home])
        for (const [file, text] of await everythingWritten(directory))
          expect(leaks(text, {password, next}), file).toEqual([]);
    });

    it('a stack claims a shared resource by its type and class', async () => {
      const {shared, shop, done, run, namespace} = await project();
      await shared(terraformData('zone', {input: 'a'}, {extensions: {claimedAs: 'zone/small'}}));
      await done('apply', '-s', 'shared/shared', '--yes');
      await shop(configMap(namespace, 'web', {zone: '${ref:shared:claim:zone/small#output}'}));
      await done('apply', '-s', 'shop/shop', '--yes');
      expect(await dataOf('ConfigMap', namespace, 'web')).toEqual({zone: 'a'});
      await shop(configMap(namespace, 'web', {zone: '${ref:shared:claim:zone/large#output}'}));
      const missing = await run('preview', '-s', 'shop/shop');
      expect(missing).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(`${terraformId('zone')} of shared/shared`),
      });
    });

    it('a Secret and a Terraform resource take the value of a claimed Secret', async () => {
      const {shared, shop, done, run, namespace, said} = await project();
      const password = canary('password of a claimed Secret');
      const secret = (name: string, attributes: JsonObject): JsonObject => ({
        id: `v1:Secret:${namespace}:${name}`,
        type: 'Kubernetes',
        attributes: {apiVersion: 'v1', kind: 'Secret', ...attributes},
      });
      const labels = {'gantry.dev/type': 'login'};
      await shared(
        secret('login', {metadata: {name: 'login', namespace, labels}, stringData: {password}}),
        configMap(namespace, 'plain', {}),
      );
      await done('apply', '-s', 'shared/shared', '--yes');
      const claimed = (field: string) => `\${ref:shared:claim:login#${field}.password}`;
      const copy = (field: string) =>
        secret('copy', {metadata: {name: 'copy', namespace}, stringData: {password: claimed(field)}});
      await shop(copy('data'));
      expect(await run('preview', '-s', 'shop/shop')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('Write `stringData.KEY` in place of `data.KEY`'),
      });
      await shop(copy('stringData'), terraformData('copy', {input: {password: claimed('stringData')}}));
      await done('apply', '-s', 'shop/shop', '--yes');
      const data = (await dataOf('Secret', namespace, 'copy')) as JsonObject;
      expect(Buffer.from(String(data['password']), 'base64').toString()).toBe(password);
      expect(leaks(said(), {password})).toEqual([]);
    });

    it('a run makes a cluster by Terraform, and deploys to it', async () => {
      const {made, namespace, shared, run, done, env, said} = await project();
      const second = kubeconfigOf(await secondCluster());
      const own = readFileSync(cluster.kubeconfigPath, 'utf8');
      await made.write({
        // The management workspace has no cluster at all.
        'workspaces/management.yaml': {context: {kubeconfig_path: '/not/there'}},
        'workspaces/prod.yaml': {
          context: {
            kubeconfig_content: {
              shared: terraformId('cluster'),
              path: 'output.kubeconfig_token',
              workspace: 'management',
            },
          },
        },
        'shared/stack.yaml': {workspace: 'management', sources: [{spec: 'spec.yaml'}]},
        'shop/stack.yaml': {workspace: 'prod', namespace, sources: [{manifests: 'manifests/*'}]},
        'shop/manifests/web.yaml': configMapObject('web', {size: '3'}),
      });
      await shared(terraformData('cluster', {input: {kubeconfig_token: own}}));
      await made.allow('prod', {cwd: join(made.dir, 'shop'), env});
      const preview = await done('preview', '--all');
      expect(preview.stdout).toContain('Its cluster is (known after apply) of shared/shared.');
      const applied = await done('apply', '--all', '--yes');
      expect(applied.stdout).toContain('2 applied');
      expect(await dataOf('ConfigMap', namespace, 'web')).toEqual({size: '3'});
      expect((await done('preview', '--all')).stdout).not.toContain('known after apply');
      // Another cluster is not believed.
      await shared(terraformData('cluster', {input: {kubeconfig_token: second}}));
      const other = await run('apply', '--all', '--yes');
      expect(other.code, other.stdout).not.toBe(0);
      expect(other.stdout + other.stderr).toMatch(/workspace trust/);
      await shared(terraformData('cluster', {input: {kubeconfig_token: own}}));
      await done('apply', '--all', '--yes');
      await done('destroy', '--all', '--yes', '--allow-delete', 'all');
      expect(await dataOf('ConfigMap', namespace, 'web')).toBeUndefined();
      const token = /token: (\S{20,})/.exec(own)?.[1];
      if (token !== undefined) expect(said()).not.toContain(token);
    });
  });
});
