import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {ReleaseDiffOutput} from '../../src/ui/output/release-diff-output.ts';
import {canary} from '../rig/canaries.ts';
import {applied, destroyed} from '../rig/changes.ts';
import {expectNoLeak} from '../rig/leak-check.ts';
import {configMap, deployment} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

const secret = (name: string, password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name},
  stringData: {password},
});

onCluster('gantry release diff', (cluster) => {
  /** Three releases and a destroy, and then nothing but their records: no files, and no cluster that anybody could reach. */
  async function recorded() {
    const namespace = cluster.freshNamespace();
    const secrets = {one: canary('one'), two: canary('two'), first: canary('first'), second: canary('second')};
    const stack = await makeStack({
      files: {
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
      },
    });
    const release = async (objects: readonly JsonObject[], password: string, more: JsonObject = {}): Promise<void> => {
      await stack.write({
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/**/*', references: true}],
          ...more,
        },
        'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: objects},
        'secrets/db': JSON.stringify({password}),
      });
      await applied(stack);
    };
    const env = [
      {name: 'MODE', value: 'a'},
      {name: 'PASSWORD', value: 'ref://db/password'},
    ];
    const web = (more: Parameters<typeof deployment>[1] = {}) => deployment('web', {replicas: 1, env, ...more});
    const keys = secret('keys', 'ref://db/password');
    await release([web(), keys, configMap('old', {a: '1'}), secret('login', secrets.one)], secrets.first);
    const changed = web({image: 'nginx:1.28', env: [{name: 'MODE', value: 'b'}, env[1] as JsonObject]});
    const ignore = [{kind: 'Deployment', path: 'spec.replicas'}];
    await release([changed, keys, configMap('new', {a: '1'}), secret('login', secrets.two)], secrets.first, {ignore});
    await release([changed, keys, configMap('new', {a: '1'}), secret('login', secrets.two)], secrets.second, {ignore});
    await destroyed(stack);
    await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: './gone'}}});
    const cwd = join(stack.home, 'elsewhere');
    await mkdir(cwd, {recursive: true});
    const run = (args: readonly string[]) =>
      stack.gantry(['release', 'diff', ...args, '-s', 'shop/shop', '-w', 'test'], {cwd});
    return {stack, namespace, run, secrets};
  }

  it('two releases are compared field by field for people, machines and pull requests, secrets only as changed or not', async () => {
    const {stack, namespace, run, secrets} = await recorded();
    const forms = {
      human: await run(['1', '2']),
      json: await run(['1', '2', '-o', 'json', '--exit-code']),
      markdown: await run(['1', '2', '-o', 'markdown']),
      rotated: await run(['2', '3', '-o', 'json']),
      last: await run(['-o', 'json']),
      toLast: await run(['1', '--detail']),
      same: await run(['3', '3', '--exit-code']),
    };
    const {human, markdown} = forms;
    expect(human, human.stderr).toMatchObject({code: 0});
    for (const line of [
      /^From +revision 1, succeeded, .* by \S+@\S+$/m,
      /^ +~ update +apps\/v1:Deployment:.*:web$/m,
      /^ +spec\.template\.spec\.containers\[name="app"\]\.env\[name="MODE"\]\.value: "a" → "b"$/m,
      /^ +spec\.template\.spec\.containers\[name="app"\]\.image: "nginx:1\.27" → "nginx:1\.28"$/m,
      /^ +data\.password: \(sensitive, changed\)$/m,
      /^ +\+ create +v1:ConfigMap:.*:new$/m,
      /^ +- delete +v1:ConfigMap:.*:old$/m,
      /^ +ignore: \+ \[\{"kind":"Deployment","path":"spec.replicas"\}\]$/m,
      /^1 created, 2 updated, 1 deleted, 1 unchanged$/m,
    ])
      expect(human.stdout).toMatch(line);
    const document = ReleaseDiffOutput.parse(JSON.parse(forms.json.stdout));
    expect(forms.json.code).toBe(2);
    expect(document).toMatchObject({
      before: {revision: 1, phase: 'succeeded'},
      after: {revision: 2},
      summary: {create: 1, update: 2, delete: 1, unchanged: 1},
      settings: [{path: 'ignore'}],
    });
    expect(document.changes.find(({id}) => id.endsWith(':login'))?.fields).toEqual([
      {path: 'data.password', sensitive: true, cause: 'spec'},
    ]);
    expect(markdown.stdout).toContain('revision 1 → 2');
    expect(markdown.stdout).toContain('+ spec.template.spec.containers[name="app"].image: "nginx:1.28"');

    // Of the third release only what the store had was another.
    const rotated = ReleaseDiffOutput.parse(JSON.parse(forms.rotated.stdout));
    expect(rotated.changes.map(({id, fields}) => [id, fields])).toEqual([
      [
        `apps/v1:Deployment:${namespace}:web`,
        [
          {
            path: 'spec.template.spec.containers[name="app"].env[name="PASSWORD"].value',
            sensitive: true,
            cause: 'secret',
          },
        ],
      ],
      [`v1:Secret:${namespace}:keys`, [{path: 'data.password', sensitive: true, cause: 'secret'}]],
    ]);
    expect(ReleaseDiffOutput.parse(JSON.parse(forms.last.stdout))).toMatchObject({
      before: {revision: 3},
      after: {revision: 4, operation: 'destroy'},
      summary: {delete: 4, unchanged: 0},
    });
    expect(forms.toLast.stdout).toMatch(/revision 4, succeeded \(destroy\)/);
    expect(forms.same).toMatchObject({code: 0, stdout: expect.stringContaining('No differences')});
    await expectNoLeak(
      stack,
      Object.values(forms)
        .map(({stdout, stderr}) => stdout + stderr)
        .join('\n'),
      secrets,
    );
  });

  it('an unknown release is refused, and so is a diff of a single release', async () => {
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: {'manifests/a.yaml': configMap('a', {a: '1'})},
    });
    await expectRefused(stack, ['release', 'diff'], {exit: 3, code: 'release/not-found', says: ['no release']});
    await applied(stack);
    await expectRefused(stack, ['release', 'diff'], {exit: 3, code: 'release/not-found', says: ['only revision 1']});
    await expectRefused(stack, ['release', 'diff', '1', '9'], {
      exit: 3,
      code: 'release/not-found',
      says: ['no revision 9'],
    });
    expect((await stack.gantry(['release', 'diff', 'x'])).code).toBe(3);
  });
});
