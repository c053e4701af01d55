import {readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {runComponent} from '../rig/gitlab-component.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {writePackageFile} from '../rig/package-file.ts';
import {releaseServer} from '../rig/release-server.ts';
import {freshRunner, makeOrigin} from '../rig/runner.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

onCluster('the component for GitLab', (cluster) => {
  it('jobs of the component preview a merge request, apply the saved plan, and find drift', async () => {
    const namespace = cluster.freshNamespace();
    const [files, home] = [await scratchDirectory(), await scratchDirectory()];
    await writePackageFile(join(files, 'gantry.tgz'));
    const server = await releaseServer(await readFile(join(files, 'gantry.tgz')));
    const origin = await makeOrigin();
    const settings = (a: string) => ({'settings.yaml': configMap('settings', {a})});
    await origin.push({
      'stack.yaml': {name: 'shop', namespace, sources: [{manifests: 'settings.yaml'}]},
      'workspaces/test.yaml': {name: 'test', context: {}},
      ...settings('1'),
    });
    const env = {
      KUBECONFIG: cluster.kubeconfigPath,
      HOME: home,
      // The state that all jobs share.
      GANTRY_HOME: join(home, 'state'),
      ...TESTED_PROGRAM,
    };
    const job = async (
      inputs: Readonly<Record<string, string | boolean>>,
      more: Readonly<Record<string, string>> = {},
      plan?: string,
    ) => {
      const {dir} = await freshRunner(origin, {});
      if (plan !== undefined) await writeFile(join(dir, 'gantry-plan.json'), plan);
      const common = {version: '0.1.0', sha256: server.sha256, releases: server.url, workspace: 'test'};
      const ran = await runComponent({...common, ...inputs}, {dir, env: {...env, ...more}});
      const saved = await readFile(join(dir, 'gantry-plan.json'), 'utf8').catch(() => undefined);
      await rm(`${dir}.tmp`, {recursive: true});
      return {...ran, saved};
    };

    const planned = await job({command: 'preview', 'saved-plan': true});
    expect(planned, planned.log).toMatchObject({code: 0, reports: ['junit', 'codequality', 'terraform']});
    const applied = await job({command: 'apply', 'saved-plan': true}, {}, planned.saved);
    expect(applied, applied.log).toMatchObject({
      code: 0,
      log: expect.stringContaining('Release 1 of'),
      reports: ['junit'],
    });
    expect((await job({command: 'apply', 'saved-plan': true}, {}, planned.saved)).code).toBe(5);

    await origin.push(settings('2'));
    const request = {CI_PIPELINE_SOURCE: 'merge_request_event', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'};
    const preview = await job({command: 'preview'}, request);
    expect(preview, preview.log).toMatchObject({code: 0, log: expect.stringContaining('untrusted mode')});
    expect(preview.log).toContain('1 to update');
    const trusted = await job({command: 'preview', untrusted: 'false'}, request);
    expect(trusted.log).not.toContain('untrusted mode');
    const place = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    await cluster.patchAs('kubectl-edit', place, {data: {a: '9'}});
    expect(await job({command: 'drift'})).toMatchObject({code: 2, reports: ['junit']});
    expect((await job({command: 'apply'})).code).toBe(0);
    expect(await cluster.get(place)).toMatchObject({data: {a: '2'}});
  });
});
