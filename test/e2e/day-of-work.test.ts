import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {httpDouble} from '../rig/doubles/http-double.ts';
import {configMap, deployment} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const IMAGE = 'registry.example/web';
const STACK = `name: web
namespace: \${context:namespace}
sources: [{manifests: app.yaml}]
images:
  # The same everywhere, until it was tried in staging.
  ${IMAGE}: ":1.0"
`;
const APP = [deployment('web', {replicas: 1, image: IMAGE}), configMap('settings', {greeting: 'hello'})];
const PRODUCTION = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}, spec: {replicas: 2}};

/**
 * Types commands at a terminal, and expects success. A command that repeats the stack of the directory or the current workspace is an error.
 */
function terminalOf(stack: Stack) {
  let current: string | undefined;
  return async (line: string, {typed = '', code = 0}: {readonly typed?: string; readonly code?: number} = {}) => {
    const [command, script] = line.split(' -- ');
    const words = (command ?? '').split(' ');
    const repeated = words.filter((word) => word === current || ['-s', '--stack', 'web', 'shop/web'].includes(word));
    expect(repeated, line).toEqual([]);
    if (line.startsWith('workspace switch ')) current = words.at(-1);
    const program = script === undefined ? [] : ['--', 'sh', '-c', script];
    const ran = await stack.gantry([...words, '--color', 'never', ...program], {typed});
    expect(ran, `${line}\n${ran.stdout}${ran.stderr}`).toMatchObject({code});
    return `${ran.stdout}${ran.stderr}`;
  };
}

onCluster('a day of work', (cluster) => {
  it('no command in a day of work repeats a known stack or workspace', async () => {
    const [own, staging, prod] = [
      cluster.freshNamespace('anna'),
      cluster.freshNamespace('staging'),
      cluster.freshNamespace('prod'),
    ];
    const shared = (namespace: string) => ({context: {kubeconfig_path: cluster.kubeconfigPath, namespace}});
    const stack = await makeStack({
      files: {
        'project.yaml': {name: 'shop', backend: {local: {path: '../team'}}},
        'stack.yaml': STACK,
        'app.yaml': APP.map((object) => JSON.stringify(object)).join('\n---\n'),
        'patches/prod.yaml': PRODUCTION,
        'workspaces/staging.yaml': shared(staging),
        'workspaces/prod.yaml': shared(prod),
      },
    });
    const hook = await httpDouble(() => ({status: 200, body: ''}), {tls: false});
    await stack.write({'../home/.gantry/config.yaml': {notify: {team: {webhook: {url: `${hook.url}/hook`}}}}});
    const notified = () => hook.asked.map(({body}) => JSON.parse(body) as unknown);
    const gantry = terminalOf(stack);
    const webIn = async (namespace: string) => {
      const live = await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});
      const spec = live?.['spec'] as {replicas: number; template: {spec: {containers: {image: string}[]}}} | undefined;
      return spec && {replicas: spec.replicas, image: spec.template.spec.containers[0]?.image};
    };

    // A workspace of one's own.
    const created = await gantry(`workspace create anna --kubeconfig ${cluster.kubeconfigPath}`, {typed: '\n'});
    expect(created).toMatch(/mine or shared \[mine\]: /);
    expect(created).toContain('It is yours, and every project finds it.');
    const switched = await gantry('workspace switch anna');
    expect(switched).toMatch(/^Switched to anna .*\nCommands without -w now use it/);
    const updated = await gantry(`workspace update --set context.namespace=${own}`, {typed: 'y\n'});
    expect(updated).toContain(`+ context.namespace: ${own}\nChange the workspace anna? [y/N]`);
    const tried = await gantry('apply', {typed: 'y\n'});
    expect(tried).toContain('Workspace  anna (from switch, ');
    expect(tried).toContain(`Namespace  ${own}, for objects without a namespace\n`);
    expect(tried).toContain('Release 1 of shop/web in anna succeeded: 3 created');
    expect(await webIn(own)).toEqual({replicas: 1, image: `${IMAGE}:1.0`});
    await gantry('exec -- echo "$GANTRY_WORKSPACE" >seen && grep -c server "$KUBECONFIG" >>seen');
    expect(await readFile(join(stack.dir, 'seen'), 'utf8')).toBe('mine/anna\n1\n');

    // Another image in staging.
    await gantry('workspace switch staging');
    expect(await gantry(`set image ${IMAGE}=:1.1`)).toBe(`stack.yaml: images.${IMAGE}: :1.0 → :1.1\n`);
    const applied = await gantry('apply', {typed: 'y\n'});
    expect(applied).toContain('Workspace  staging (from switch, workspaces/staging.yaml)\n');
    expect(applied).toContain('Release 1 of shop/web in staging succeeded');
    expect(await gantry('status')).toContain('Healthy: all 2 resources are ready.');

    // Promote it to production.
    const compared = await gantry('diff -w prod');
    const sides = `From   staging (from switch), namespace ${staging}\nTo     prod, namespace ${prod}\n`;
    expect(compared).toContain(`${sides}\n  ~ differs  apps/v1:Deployment:${prod}:web\n      spec.replicas: 1 → 2\n`);
    const promoted = await gantry('promote --to prod', {typed: 'y\n'});
    expect(promoted).toContain(`From   staging (from switch), revision 1, namespace ${staging}\n`);
    expect(promoted).toContain('spec.replicas: 1 → 2');
    expect(promoted).toContain('Release 1 of shop/web in prod succeeded: 3 created');
    expect(await webIn(prod)).toEqual({replicas: 2, image: `${IMAGE}:1.1`});
    expect(await webIn(own)).toEqual({replicas: 1, image: `${IMAGE}:1.0`});

    // Somebody edits production.
    await gantry('workspace switch prod');
    expect(await gantry('drift --exit-code')).toContain('No drift: shop/web in prod is unchanged since revision 1');
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace: prod, name: 'web'};
    await cluster.patchAs('kubectl-edit', web, {spec: {replicas: 5}});
    const drifted = await gantry('drift --exit-code --notify team', {code: 2});
    expect(drifted).toMatch(
      /~ changed {2}apps\/v1:Deployment:\S+:web\n +spec\.replicas: 5 → 2 {2}\(drift: kubectl-edit/,
    );
    expect(notified()).toMatchObject([{outcome: 'drift', title: expect.stringContaining('shop/web in prod')}]);
    const repaired = await gantry('apply', {typed: 'y\n'});
    expect(repaired).toMatch(/spec\.replicas: 5 → 2 {2}\(drift: kubectl-edit/);
    expect(repaired).toContain('Release 2 of shop/web in prod succeeded: 1 updated, 1 unchanged');
    expect(await webIn(prod)).toEqual({replicas: 2, image: `${IMAGE}:1.1`});
    expect(await gantry('drift --exit-code --notify team')).toContain('No drift');
    expect(notified()).toMatchObject([{outcome: 'drift'}, {outcome: 'recovered'}]);
    expect(await gantry('release list')).toMatch(/^REVISION.*\n2\* +succeeded.*~1.*\n1 +succeeded.*\+3/);

    // Clean up the workspace of one's own.
    await gantry('workspace switch anna');
    expect(await gantry('destroy', {typed: 'web\n'})).toContain('shop/web in anna');
    expect(await webIn(own)).toBeUndefined();
    expect(await webIn(staging)).toEqual({replicas: 1, image: `${IMAGE}:1.1`});
  });
});
