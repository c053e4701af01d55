import {describe, expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {hasTerraform} from '../rig/terraform.ts';
import {actionsOf, changeOf, configMap, terraformData, terraformId, terraformStack} from '../rig/terraform-stack.ts';

const [QUEUE, ALARM, OTHER] = [terraformId('queue'), terraformId('alarm'), terraformId('other')];

/** A queue, an alarm and a ConfigMap that need it, and two resources that nothing needs. */
const resources = (namespace: string, input: string) => [
  terraformData('queue', {input}),
  terraformData('alarm', {input: `${input} of \${ref:${QUEUE}#id}`}),
  terraformData('other', {input}),
  configMap(namespace, 'web', {size: `\${ref:${QUEUE}#output}`}),
  configMap(namespace, 'alone', {input}),
];

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('a part of a stack with Terraform resources', (cluster) => {
    it.each([
      {flags: `--target ${ALARM}`, selected: [QUEUE, ALARM]},
      {flags: `--target ${QUEUE}`, selected: [QUEUE]},
      {flags: '--target v1:ConfigMap:NS:web', selected: [QUEUE, 'v1:ConfigMap:NS:web']},
      {flags: '--target terraform_data', selected: [QUEUE, ALARM, OTHER]},
      {flags: '--target *:queue', selected: [QUEUE]},
      {flags: `--exclude ${QUEUE}`, selected: [OTHER, 'v1:ConfigMap:NS:alone']},
      {
        flags: '--exclude terraform_data',
        selected: ['v1:ConfigMap:NS:alone'],
      },
      {flags: `--exclude ${ALARM}`, selected: [QUEUE, OTHER, 'v1:ConfigMap:NS:web', 'v1:ConfigMap:NS:alone']},
    ])('$flags includes what it needs, and leaves the rest', async ({flags, selected}) => {
      const {namespace, spec, apply, preview} = await terraformStack(cluster);
      await spec(...resources(namespace, 'small'));
      expect(await apply()).toMatchObject({code: 0});
      await spec(...resources(namespace, 'large'));
      const own = (text: string) => text.replace('NS', namespace);
      const wanted = new Set(selected.map(own));
      const plan = await preview(...own(flags).split(' '));
      expect(new Set(Object.keys(actionsOf(plan)))).toEqual(wanted);
      const applied = await apply(...own(flags).split(' '));
      expect(applied, applied.stderr).toMatchObject({code: 0});
      // Only the excluded resources are still pending.
      const left = Object.entries(actionsOf(await preview()));
      const pending = left.filter(([, action]) => action !== 'unchanged').map(([id]) => id);
      expect(new Set(pending)).toEqual(new Set(left.map(([id]) => id).filter((id) => !wanted.has(id))));
    });

    it('a deletion by --target includes the deletions of what uses it', async () => {
      const {namespace, spec, apply, preview} = await terraformStack(cluster);
      await spec(...resources(namespace, 'small'));
      expect(await apply()).toMatchObject({code: 0});
      await spec(terraformData('other', {input: 'large'}), configMap(namespace, 'alone', {input: 'small'}));
      const plan = await preview('--target', QUEUE);
      expect(actionsOf(plan)).toEqual({
        [QUEUE]: 'delete',
        [ALARM]: 'delete',
        [`v1:ConfigMap:${namespace}:web`]: 'delete',
      });
      expect(await apply('--target', QUEUE)).toMatchObject({code: 0});
      expect(actionsOf(await preview())).toEqual({[OTHER]: 'update', [`v1:ConfigMap:${namespace}:alone`]: 'unchanged'});
    });
  });

  onCluster('--replace', (cluster) => {
    it('a resource is replaced although nothing changed, with what takes its values, in each batch', async () => {
      const {namespace, spec, apply, preview} = await terraformStack(cluster);
      const web = `v1:ConfigMap:${namespace}:web`;
      await spec(...resources(namespace, 'small'), terraformData('last', {input: `\${ref:${web}#metadata.uid}`}));
      expect(await apply()).toMatchObject({code: 0});
      const last = terraformId('last');
      const plan = await preview('--replace', QUEUE, '--replace', last);
      expect(actionsOf(plan)).toEqual({
        [QUEUE]: 'replace',
        [ALARM]: 'update',
        [OTHER]: 'unchanged',
        [web]: 'update',
        [`v1:ConfigMap:${namespace}:alone`]: 'unchanged',
        [last]: 'replace',
      });
      expect(changeOf(plan, QUEUE)).toMatchObject({reason: 'you asked for it with --replace'});
      expect(changeOf(plan, QUEUE)).not.toHaveProperty('blocked');
      const applied = await apply('--replace', QUEUE, '--replace', last);
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(new Set(Object.values(actionsOf(await preview())))).toEqual(new Set(['unchanged']));
    });

    it('a saved plan replaces what it has shown', async () => {
      const {spec, preview, run} = await terraformStack(cluster);
      await spec(terraformData('queue', {input: 'small'}), terraformData('other', {input: 'small'}));
      expect(await run('apply', '--yes')).toMatchObject({code: 0});
      await preview('--replace', QUEUE, '--save', 'plan.json');
      const applied = await run('apply', 'plan.json');
      expect(applied, applied.stderr).toMatchObject({code: 0, stderr: expect.stringContaining(`replaced  ${QUEUE}`)});
      expect(applied.stderr).not.toContain(OTHER);
    });

    it('an id that no Terraform resource has is a warning, and nothing is replaced', async () => {
      const {namespace, spec, apply, preview} = await terraformStack(cluster);
      await spec(...resources(namespace, 'small'));
      expect(await apply()).toMatchObject({code: 0});
      const web = `v1:ConfigMap:${namespace}:web`;
      const plan = await preview('--replace', web, '--replace', terraformId('none'));
      expect(new Set(Object.values(actionsOf(plan)))).toEqual(new Set(['unchanged']));
      expect(plan.diagnostics.map(({message}) => message)).toEqual([
        `--replace ${web} replaces no Terraform resource of the stack`,
        `--replace ${terraformId('none')} replaces no Terraform resource of the stack`,
      ]);
    });
  });

  onCluster('rules for Terraform resources', (cluster) => {
    it('an ignored attribute keeps its value, and is set when the resource is created', async () => {
      const {spec, settings, apply, preview, run} = await terraformStack(cluster);
      const queue = (size: string, color: string) => terraformData('queue', {input: {size, color, list: [size, 'b']}});
      await settings({
        ignore: [
          {path: 'input.size', kind: 'terraform_data'},
          {path: 'input.list[*]', name: 'queue'},
        ],
      });
      await spec(queue('small', 'red'));
      expect(await apply()).toMatchObject({code: 0});
      await spec(queue('large', 'red'));
      expect((await preview()).changes).toEqual([expect.objectContaining({id: QUEUE, action: 'unchanged'})]);
      await spec(queue('large', 'blue'));
      const plan = await preview();
      expect(changeOf(plan, QUEUE)?.fields).toEqual([
        {path: 'input.color', before: 'red', after: 'blue', cause: 'spec'},
      ]);
      expect(plan.diagnostics.filter(({code}) => code === 'ignore/unused')).toEqual([]);
      expect(await apply()).toMatchObject({code: 0});

      await settings({});
      expect(changeOf(await preview(), QUEUE)?.fields.map(({path}) => path)).toEqual(['input.list[0]', 'input.size']);
      const flag = `${QUEUE}:input`;
      expect(actionsOf(await preview('--ignore', flag))).toEqual({[QUEUE]: 'unchanged'});
      expect((await run('preview', '--ignore', 'terraform_data:input.nothing')).stderr).toContain('matches no field');
    });

    it('a plan that deletes too many resources is blocked by the guard', async () => {
      const {namespace, spec, apply, preview} = await terraformStack(cluster);
      const names = ['a', 'b', 'c', 'd', 'e'];
      await spec(configMap(namespace, 'web', {}), ...names.map((name) => terraformData(name, {})));
      expect(await apply()).toMatchObject({code: 0});
      await spec(configMap(namespace, 'web', {}));
      const plan = await preview();
      expect(plan.summary).toMatchObject({delete: 5, blocked: 5});
      expect(changeOf(plan, terraformId('a'))?.blocked?.because).toContain('deletes 5 of the 6');
      expect(await apply()).toMatchObject({code: 5});
      const flags = names.flatMap((name) => ['--allow-delete', terraformId(name)]);
      expect(await apply(...flags)).toMatchObject({code: 0});
    });
  });
});
