import {describe, expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {hasTerraform, MISSING_ID} from '../rig/terraform.ts';
import {actionsOf, changeOf, configMap, terraformData, terraformId, terraformStack} from '../rig/terraform-stack.ts';

const existing = (id: string) => ({extensions: {'kusionstack.io/import-id': id}});

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('Terraform resources that exist already', (cluster) => {
    it('an existing resource is adopted with its real differences, and only once', async () => {
      const {namespace, spec, preview, apply, run, commands} = await terraformStack(cluster);
      const map = configMap(namespace, 'web', {queue: `\${ref:${terraformId('queue')}#id}`});
      await spec(terraformData('queue', {input: 'large'}, existing('q-17')), map);
      const plan = await preview();
      expect(changeOf(plan, terraformId('queue'))).toEqual({
        id: terraformId('queue'),
        type: 'Terraform',
        action: 'adopt',
        reason: 'it exists as q-17',
        verified: true,
        fields: [{path: 'input', after: 'large', cause: 'spec'}],
      });
      expect(plan.summary).toMatchObject({adopt: 1, create: 1});
      expect(await apply()).toMatchObject({code: 0});
      const found = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'});
      expect(found).toMatchObject({data: {queue: 'q-17'}});
      commands();
      expect(new Set(Object.values(actionsOf(await preview())))).toEqual(new Set(['unchanged']));
      expect(commands()).toEqual(['plan']);
      // The release manages it now.
      const destroyed = await run('destroy', '--yes', '--no-wait');
      expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
      expect(destroyed.stderr).toContain(`deleted   ${terraformId('queue')}`);
    });

    it('120 existing resources are one run of terraform', async () => {
      const {spec, preview, apply, commands} = await terraformStack(cluster);
      const names = Array.from({length: 120}, (_, i) => `q${i}`);
      await spec(...names.map((name) => terraformData(name, {}, existing(`id-of-${name}`))));
      const plan = await preview();
      expect(plan.summary).toMatchObject({adopt: 120, create: 0, update: 0});
      expect(commands()).toEqual(['plan', 'show']);
      expect(await apply()).toMatchObject({code: 0});
      expect(commands()).toEqual(['plan', 'show', 'apply']);
      expect((await preview()).summary).toMatchObject({unchanged: 120});
    });

    it('ids of the workspace are adopted as those of the files', async () => {
      const {spec, preview, stack, apply} = await terraformStack(cluster);
      const imported = {[terraformId('queue')]: 'q-1', [terraformId('of another stack')]: 'q-3'};
      await stack.write({
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          modules: {
            queue: {
              path: 'oci://registry.example.com/queue',
              version: '0.1.0',
              configs: {
                default: {importedResources: imported},
                shop: {projectSelector: ['shop'], importedResources: {...imported, [terraformId('queue')]: 'q-2'}},
              },
            },
          },
        },
      });
      await spec(terraformData('queue', {}), terraformData('other', {}));
      const plan = await preview();
      expect(actionsOf(plan)).toEqual({[terraformId('queue')]: 'adopt', [terraformId('other')]: 'create'});
      expect(changeOf(plan, terraformId('queue'))?.reason).toBe('it exists as q-2');
      expect(await apply()).toMatchObject({code: 0});
    });

    it('a resource that does not exist is one error before any write', async () => {
      const {namespace, spec, apply, run, commands} = await terraformStack(cluster);
      await spec(
        terraformData('queue', {}, existing(MISSING_ID)),
        terraformData('other', {}),
        configMap(namespace, 'web', {a: 'b'}),
      );
      const failed = await apply();
      expect(failed).toMatchObject({code: 1});
      const error = `${terraformId('queue')} was not found at its provider as ${MISSING_ID}`;
      expect(failed.stderr.split('\n').filter((line) => /error: /.test(line))).toEqual([
        expect.stringContaining(error),
        `error: Terraform plan failed: ${error}.`,
      ]);
      expect(failed.stderr).toContain('kusionstack.io/import-id');
      expect(commands()).not.toContain('apply');
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'})).toBeUndefined();
      expect((await run('release', 'list')).stdout).not.toContain('succeeded');
    });

    it('resources that need unknown values are adopted in a later batch', async () => {
      const {namespace, spec, preview, apply} = await terraformStack(cluster);
      const uid = `\${ref:v1:ConfigMap:${namespace}:web#metadata.uid}`;
      await spec(
        terraformData('first', {input: 'a'}, existing('q-1')),
        configMap(namespace, 'web', {first: `\${ref:${terraformId('first')}#id}`}),
        terraformData('second', {input: uid}, existing('q-2')),
      );
      expect((await preview()).summary).toMatchObject({adopt: 2, create: 1});
      const applied = await apply();
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect((await preview()).summary).toMatchObject({unchanged: 3});
    });

    it('an id that is not a text is refused with its place', async () => {
      const {spec, run} = await terraformStack(cluster);
      await spec(terraformData('queue', {}, {extensions: {'kusionstack.io/import-id': 17}}));
      const refused = await run('preview');
      expect(refused).toMatchObject({code: 3});
      expect(refused.stderr).toContain('must be the id of an existing resource at its provider');
      expect(refused.stderr).toMatch(/spec\.yaml:\d+/);
    });
  });

  onCluster('Terraform resources with a new id', (cluster) => {
    it('a new id moves the resource: nothing is deleted or created, and what refers to it stays', async () => {
      const {namespace, spec, settings, preview, apply, run, commands} = await terraformStack(cluster);
      const mapOf = (name: string) => configMap(namespace, 'web', {queue: `\${ref:${terraformId(name)}#id}`});
      const password = {size: 'small', password: 'correct-horse-battery'};
      await spec(terraformData('old', {input: password}), mapOf('old'));
      expect(await apply()).toMatchObject({code: 0});

      await spec(terraformData('new', {input: password}), mapOf('new'));
      await settings({moved: [{from: terraformId('old'), to: terraformId('new')}]});
      const plan = await preview();
      expect(plan.changes).toEqual([
        expect.objectContaining({id: terraformId('new'), action: 'unchanged', movedFrom: terraformId('old')}),
        expect.objectContaining({id: `v1:ConfigMap:${namespace}:web`, action: 'unchanged'}),
      ]);
      expect((await run('preview')).stdout).toContain(`${terraformId('new')}  (was ${terraformId('old')})`);
      commands();
      const moved = await apply();
      expect(moved, moved.stderr).toMatchObject({code: 0});
      expect(commands()).toEqual(['plan']);

      expect((await preview()).changes.map(({movedFrom}) => movedFrom)).toEqual([undefined, undefined]);
      const drift = await run('drift');
      expect(drift, drift.stdout).toMatchObject({code: 0});
      await settings({});
      expect(actionsOf(await preview())).toEqual({
        [terraformId('new')]: 'unchanged',
        [`v1:ConfigMap:${namespace}:web`]: 'unchanged',
      });
      // A rollback gives the former id back.
      const back = await preview('--revision', '1');
      expect(back.changes).toContainEqual(
        expect.objectContaining({id: terraformId('old'), action: 'unchanged', movedFrom: terraformId('new')}),
      );
      expect(back.summary).toMatchObject({create: 0, delete: 0, update: 0});
      expect(await run('release', 'rollback', '--to', '1', '--yes', '--no-wait')).toMatchObject({code: 0});
    });

    it('a moved resource can change at once, alone by --target, and be deleted later', async () => {
      const {spec, settings, preview, apply} = await terraformStack(cluster);
      await spec(terraformData('old', {input: 'a'}), terraformData('other', {input: 'a'}));
      expect(await apply()).toMatchObject({code: 0});
      await spec(terraformData('new', {input: 'b'}), terraformData('other', {input: 'b'}));
      await settings({moved: [{from: terraformId('old'), to: terraformId('new')}]});
      const plan = await preview('--target', terraformId('new'));
      expect(plan.changes).toEqual([
        expect.objectContaining({
          id: terraformId('new'),
          action: 'update',
          movedFrom: terraformId('old'),
          fields: [{path: 'input', before: 'a', after: 'b', cause: 'spec'}],
        }),
      ]);
      expect(await apply('--target', terraformId('new'))).toMatchObject({code: 0});
      expect(actionsOf(await preview())).toEqual({
        [terraformId('new')]: 'unchanged',
        [terraformId('other')]: 'update',
      });
      await settings({});
      await spec(terraformData('other', {input: 'b'}));
      expect(await apply()).toMatchObject({code: 0});
      expect(actionsOf(await preview())).toEqual({[terraformId('other')]: 'unchanged'});
    });

    it('a move between two types is refused', async () => {
      const {spec, settings, apply, run} = await terraformStack(cluster);
      await spec(terraformData('old', {input: 'a'}));
      expect(await apply()).toMatchObject({code: 0});
      await spec({
        ...terraformData('new', {}),
        extensions: {provider: 'terraform.io/builtin/terraform', resourceType: 'terraform_other'},
      });
      await settings({moved: [{from: terraformId('old'), to: terraformId('new')}]});
      const refused = await run('preview');
      expect(refused).toMatchObject({code: 3});
      expect(refused.stderr).toContain('terraform_data');
      expect(refused.stderr).toContain('cannot become');
    });
  });
});
