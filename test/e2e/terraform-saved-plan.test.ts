import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {canary, leaks} from '../rig/canaries.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {hasTerraform, TERRAFORM} from '../rig/terraform.ts';
import {actionsOf, configMap, terraformData, terraformId, terraformStack} from '../rig/terraform-stack.ts';

const QUEUE = terraformId('queue');

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('a saved plan with Terraform resources', (cluster) => {
    /** A stack that is applied, with a saved change of its queue. */
    async function saved() {
      const open = await terraformStack(cluster);
      const {namespace, spec, stack} = open;
      const web = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'};
      const password = canary('password of the queue');
      const write = (size: string) =>
        spec(
          configMap(namespace, 'web', {zone: 'eu'}),
          terraformData('queue', {input: {size, password, zone: `\${ref:v1:ConfigMap:${namespace}:web#data.zone}`}}),
          configMap(namespace, 'out', {size: `\${ref:${QUEUE}#output.size}`}),
        );
      await write('small');
      expect(await open.apply()).toMatchObject({code: 0});
      await write('large');
      const plan = join(stack.dir, 'plan.json');
      const written = await open.run('preview', '--save', plan);
      expect(written, written.stderr).toMatchObject({code: 0});
      return {
        ...open,
        plan,
        password,
        web,
        write,
        applySaved: (env: Readonly<Record<string, string>> = {}) =>
          stack.gantry(['apply', plan, '--no-wait'], {env: {...open.env, ...env}}),
      };
    }

    it('exactly the plan file that was shown is applied, and it is sealed until then', async () => {
      const {plan, password, applySaved, commands, preview, namespace} = await saved();
      const text = await readFile(plan, 'utf8');
      expect(leaks(text, {password})).toEqual([]);
      expect(JSON.parse(text)).toMatchObject({terraform: expect.any(String)});
      commands();
      const applied = await applySaved();
      expect(applied, applied.stderr).toMatchObject({code: 0});
      // No second plan: the file is read and applied.
      expect(commands()).toEqual(['show', 'apply']);
      const found = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'out'});
      expect(found).toMatchObject({data: {size: 'large'}});
      expect(new Set(Object.values(actionsOf(await preview())))).toEqual(new Set(['unchanged']));
    });

    it.each([
      {
        what: 'the state',
        change: async ({write, apply}: Awaited<ReturnType<typeof saved>>) => {
          await write('medium');
          expect(await apply()).toMatchObject({code: 0});
          await write('large');
        },
        says: 'the Terraform state has changed',
      },
      {
        what: 'the inputs',
        change: ({write}: Awaited<ReturnType<typeof saved>>) => write('huge'),
        says: `the configuration of ${QUEUE} in the stack was edited`,
      },
      {
        what: 'a value of the cluster',
        change: ({web}: Awaited<ReturnType<typeof saved>>) => cluster.patchAs('somebody', web, {data: {zone: 'us'}}),
        says: 'the plan says unchanged for v1:ConfigMap',
      },
    ])('$what changed: the plan is stale', async ({change, says}) => {
      const open = await saved();
      await change(open);
      open.commands();
      const refused = await open.applySaved();
      expect(refused).toMatchObject({code: 5});
      expect(refused.stderr).toContain(says);
      expect(open.commands()).not.toContain('apply');
    });

    it('another version of terraform makes the plan stale', async () => {
      const {applySaved, stack, commands} = await saved();
      const other = join(stack.dir, 'other-terraform');
      const script = `#!/bin/sh
case "$1" in
  version) printf 'Terraform v1.12.9\\non linux_amd64\\n' ;;
  plan) ${TERRAFORM} "$@" | sed 's/"terraform":"[^"]*"/"terraform":"1.12.9"/' ;;
  *) exec ${TERRAFORM} "$@" ;;
esac
`;
      await writeFile(other, script, {mode: 0o700});
      commands();
      const refused = await applySaved({GANTRY_TERRAFORM: other});
      expect(refused).toMatchObject({code: 5});
      expect(refused.stderr).toMatch(/version 1\.\S+ of terraform made the plan, and this is 1\.12\.9/);
      expect(commands()).not.toContain('apply');
    });

    it('a secret that changed makes the plan stale', async () => {
      const {namespace, spec, apply, run, env, stack, commands} = await terraformStack(cluster);
      await stack.write({
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
        'secrets/queue/token': 'first-token-of-the-queue',
      });
      const write = (size: string) =>
        spec(terraformData('queue', {input: {size, value: 'ref://queue/token'}}), configMap(namespace, 'web', {}));
      await write('small');
      expect(await apply()).toMatchObject({code: 0});
      await write('large');
      const plan = join(stack.dir, 'plan.json');
      expect(await run('preview', '--save', plan)).toMatchObject({code: 0});
      expect(await readFile(plan, 'utf8')).not.toContain('first-token');
      await stack.write({'secrets/queue/token': 'second-token-of-the-queue'});
      commands();
      const refused = await stack.gantry(['apply', plan, '--no-wait'], {env});
      expect(refused).toMatchObject({code: 5});
      expect(refused.stderr).toContain(`the secret value input.value of ${QUEUE} has changed`);
      expect(commands()).not.toContain('apply');
    });

    it('values that were unknown are planned again, and must refine what was shown', async () => {
      const {namespace, spec, run, stack, env, commands} = await terraformStack(cluster);
      await spec(
        configMap(namespace, 'web', {zone: 'eu'}),
        terraformData('queue', {input: {size: 's', uid: `\${ref:v1:ConfigMap:${namespace}:web#metadata.uid}`}}),
      );
      const plan = join(stack.dir, 'plan.json');
      expect(await run('preview', '--save', plan)).toMatchObject({code: 0});
      commands();
      const applied = await stack.gantry(['apply', plan, '--no-wait'], {env});
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(commands()).toEqual(['show', 'plan', 'show', 'apply']);
    });
  });
});
