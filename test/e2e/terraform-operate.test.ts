import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Release} from '../../src/core/release/release.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {hasTerraform} from '../rig/terraform.ts';
import {actionsOf, configMap, terraformData, terraformId, terraformStack} from '../rig/terraform-stack.ts';

const QUEUE = terraformId('queue');

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('a released stack with Terraform resources', (cluster) => {
    it('a release is rebuilt from the cluster and the Terraform state after its record was lost', async () => {
      const {namespace, spec, settings, apply, run, preview, stack, env} = await terraformStack(cluster);
      // The cluster may have objects of other release histories with the usual name.
      await settings({name: namespace});
      await spec(
        terraformData('queue', {input: {size: 's', password: 'correct-horse-battery'}}),
        configMap(namespace, 'web', {queue: `\${ref:${QUEUE}#id}`}),
      );
      expect(await apply()).toMatchObject({code: 0});
      const before = (await stack.json<Release>(['release', 'show'], {env})).document;
      await rm(join(stack.dir, 'state', 'releases'), {recursive: true});
      await rm(join(stack.dir, 'state', 'index'), {recursive: true, force: true});
      const rebuilt = await run('release', 'rebuild', '--yes');
      expect(rebuilt, rebuilt.stderr).toMatchObject({code: 0});
      const {document} = await stack.json<Release>(['release', 'show'], {env});
      expect(document.state.find(({id}) => id === QUEUE)).toEqual(before.state.find(({id}) => id === QUEUE));
      const plan = await preview();
      expect(actionsOf(plan)).toEqual({[QUEUE]: 'unchanged', [`v1:ConfigMap:${namespace}:web`]: 'unchanged'});
      const destroyed = await run('destroy', '--yes', '--no-wait');
      expect(destroyed.stderr).toContain(`deleted   ${QUEUE}`);
    });

    it('status and wait name the resources that they do not check', async () => {
      const {namespace, spec, apply, run} = await terraformStack(cluster);
      await spec(terraformData('queue', {input: 's'}), configMap(namespace, 'web', {a: 'b'}));
      expect(await apply()).toMatchObject({code: 0});
      const status = await run('status');
      expect(status).toMatchObject({code: 0});
      expect(status.stdout + status.stderr).toContain('1 Terraform resource is not checked');
      expect(await run('wait')).toMatchObject({code: 0});
    });
  });
});
