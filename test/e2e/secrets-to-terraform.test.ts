import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {hasTerraform, testedTerraform} from '../rig/terraform.ts';

const RECORD = 'terraform:builtin:terraform_data:record';

describe.runIf(hasTerraform())('values of Secrets for Terraform', () => {
  onCluster('a stack and a shared stack', (cluster) => {
    it('Terraform gets the decoded value, which is in no output, release or document', async () => {
      const namespace = cluster.freshNamespace('tf');
      const [own, shared, next] = [canary('own'), canary('shared'), canary('next')];
      const secret = (name: string, password: string): JsonObject => ({
        id: `v1:Secret:${namespace}:${name}`,
        type: 'Kubernetes',
        attributes: {apiVersion: 'v1', kind: 'Secret', metadata: {name, namespace}, stringData: {password}},
      });
      const sharedStack = (password: string) => ({'shared/spec.yaml': {resources: [secret('login', password)]}});
      const age = await ageIdentity();
      const terraform = await testedTerraform();
      atEndOfTest(terraform.close);
      const made = await makeStack({name: 'root', kubeconfigPath: cluster.kubeconfigPath});
      await made.remove('stack.yaml');
      const backend = {local: {path: '../state'}, encryption: {age: {recipients: [age.recipient]}}};
      const stack = {workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]};
      await made.write({
        'shared/project.yaml': {workspaces: '../workspaces', backend},
        'shared/stack.yaml': stack,
        ...sharedStack(shared),
        'shop/project.yaml': {workspaces: '../workspaces', backend},
        'shop/stack.yaml': stack,
        'shop/spec.yaml': {
          resources: [
            secret('own', own),
            {
              id: RECORD,
              type: 'Terraform',
              attributes: {
                input: {
                  own: `\${ref:v1:Secret:${namespace}:own#data.password}`,
                  shared: `\${ref:shared:v1:Secret:${namespace}:login#data.password}`,
                },
              },
              extensions: {resourceType: 'terraform_data'},
            },
            secret('copy', `\${ref:${RECORD}#output.own} and \${ref:${RECORD}#output.shared}`),
          ],
        },
      });
      const env = {...terraform.env, GANTRY_AGE_KEY: age.key};
      const said: unknown[] = [];
      const apply = async (name: string) => {
        const ran = await made.gantry(['apply', '-s', name, '--yes'], {env});
        said.push(ran);
        expect(ran, ran.stderr).toMatchObject({code: 0});
      };
      const preview = async () => {
        const seen = await made.json<Plan>(['preview', '-s', 'shop/shop'], {env});
        said.push(seen);
        expect(seen.code, seen.stderr).toBe(0);
        return Object.fromEntries(seen.document.changes.map(({id, action}) => [id, action]));
      };
      const copied = async () => {
        const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'copy'});
        return Buffer.from(String((live?.['data'] as JsonObject)['password']), 'base64').toString();
      };

      await apply('shared/shared');
      await apply('shop/shop');
      expect(await copied()).toBe(`${own} and ${shared}`);
      expect(new Set(Object.values(await preview()))).toEqual(new Set(['unchanged']));

      await made.write(sharedStack(next));
      await apply('shared/shared');
      expect(await preview()).toMatchObject({[RECORD]: 'update', [`v1:Secret:${namespace}:own`]: 'unchanged'});
      await apply('shop/shop');
      expect(await copied()).toBe(`${own} and ${next}`);

      said.push(await made.gantry(['release', 'show', '-s', 'shop/shop', '-o', 'json'], {env}));
      const canaries = {own, shared, next};
      expect(leaks(JSON.stringify(said), canaries)).toEqual([]);
      for (const directory of [`${made.dir}/state`, made.home])
        for (const [file, text] of await everythingWritten(directory)) expect(leaks(text, canaries), file).toEqual([]);
    });
  });
});
