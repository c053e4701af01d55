import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import {fluxArtifact, orasFiles} from '../rig/artifacts.ts';
import {ociRegistry} from '../rig/oci-registry.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const map = (level: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  LEVEL: ${level}\n`;

type Plan = {readonly changes: readonly {readonly action: string}[]};

onCluster('an OCI artifact as a source', (cluster) => {
  async function stackOf(settings: string, files: Readonly<Record<string, unknown>> = {}) {
    const namespace = cluster.freshNamespace();
    const source = (text: string): string =>
      `name: shop\nworkspace: test\nnamespace: ${namespace}\nsources:\n  - oci: {${text}}\n`;
    const all = {'stack.yaml': source(settings), ...files};
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, files: all});
    const actions = async () => (await stack.json<Plan>(['preview'])).document.changes.map(({action}) => action);
    const live = () => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});
    return {stack, namespace, source, actions, live};
  }

  it('an artifact of Flux is applied, each value names its file, and a pinned digest needs no registry', async () => {
    const registry = await ociRegistry();
    const digest = registry.push(
      'shop/deploy',
      'v1',
      fluxArtifact({'deploy/settings.yaml': map('info'), 'other/x.yaml': '{'}),
    );
    const url = `url: "oci://${registry.host}/shop/deploy"`;
    const {stack, namespace, source, actions, live} = await stackOf(`${url}, tag: v1, path: deploy`);
    const applied = await stack.gantry(['apply', '--yes']);
    expect(applied, applied.stderr).toMatchObject({code: 0});
    expect(await live()).toMatchObject({data: {LEVEL: 'info'}});
    const field = `v1:ConfigMap:${namespace}:settings#data.LEVEL`;
    const {document} = await stack.json<ValueExplanation>(['build', '--explain', field]);
    expect(document.layers.at(-1)?.at).toMatchObject({
      file: `${registry.host}/shop/deploy@${digest.slice(0, 19)}/deploy/settings.yaml`,
      line: 6,
    });
    registry.push('shop/deploy', 'v1', fluxArtifact({'deploy/settings.yaml': map('debug')}));
    expect(await actions()).toEqual(['update']);
    await stack.write({
      'stack.yaml': source(`${url}, tag: v1, path: deploy`),
      'charts.lock.yaml': {
        formatVersion: 1,
        sources: [{oci: `oci://${registry.host}/shop/deploy`, wanted: 'v1', pin: digest}],
      },
    });
    expect(await actions()).toEqual(['unchanged']);
    await stack.remove('charts.lock.yaml');
    await stack.write({'stack.yaml': source(`${url}, tag: v1, digest: "${digest}", path: deploy`)});
    await registry.close();
    expect(await actions()).toEqual(['unchanged']);
  });

  it('a lock of a version keeps its digest without a request, also in a range with the version, until it is upgraded', async () => {
    const registry = await ociRegistry();
    const first = registry.push('shop/deploy', '1.0.0', orasFiles({'settings.yaml': map('info')}));
    const second = registry.push('shop/deploy', '1.1.0', orasFiles({'settings.yaml': map('debug')}));
    const url = `url: "oci://${registry.host}/shop/deploy"`;
    const {stack, source} = await stackOf(`${url}, version: 1.0.0`);
    type Locked = {readonly changed: boolean; readonly sources: readonly {readonly pin: string}[]};
    const lock = async (...more: readonly string[]) => {
      registry.requests.length = 0;
      const {document} = await stack.json<Locked>(['chart', 'lock', ...more]);
      return {...document, requests: registry.requests.length};
    };
    expect(await lock()).toMatchObject({changed: true, sources: [{wanted: '1.0.0', pin: first}]});
    expect(await lock()).toMatchObject({changed: false, requests: 0});
    await stack.write({'stack.yaml': source(`${url}, version: ^1.0.0`)});
    const built = await stack.gantry(['build']);
    expect(built.stderr).not.toContain('can change between two runs');
    expect(await lock()).toMatchObject({changed: true, requests: 0, sources: [{wanted: '^1.0.0', pin: first}]});
    expect(await lock('--upgrade')).toMatchObject({changed: true, sources: [{wanted: '^1.0.0', pin: second}]});
    // A tag is not a range, and the version of a digest that was locked for a range is not known.
    await stack.write({'stack.yaml': source(`${url}, version: ^1.0`)});
    expect((await lock()).requests).toBeGreaterThan(0);
    await stack.write({'stack.yaml': source(`${url}, version: 1.0.0`)});
    await lock();
    await stack.write({'stack.yaml': source(`${url}, tag: "1.0"`)});
    const refused = await stack.gantry(['chart', 'lock']);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('1.0')]);
  });

  it('a private artifact is fetched with the login of the workspace, which is in no output and in no file', async () => {
    const password = 'canary-8e2d-of-the-registry';
    const registry = await ociRegistry({by: 'token', login: {username: 'ann', password}});
    registry.push('shop/deploy', 'latest', orasFiles({'settings.yaml': map('info')}));
    const {stack, live} = await stackOf(`url: "oci://${registry.host}/shop/deploy"`, {
      'workspaces/test.yaml': {
        context: {kubeconfig_path: cluster.kubeconfigPath},
        secretStore: {provider: {env: {prefix: 'SHOP_'}}},
        charts: {credentials: {[`oci://${registry.host}`]: {username: 'ann', password: 'ref://PASSWORD'}}},
      },
    });
    const options = {env: {SHOP_PASSWORD: password}};
    const refused = await stack.gantry(['preview'], options);
    expect(refused.code).not.toBe(0);
    await stack.allow('test', options);
    const applied = await stack.gantry(['apply', '--yes'], options);
    expect(applied, applied.stderr).toMatchObject({code: 0});
    expect(await live()).toMatchObject({data: {LEVEL: 'info'}});
    const kept = await readdir(join(stack.home, '.gantry'), {recursive: true, withFileTypes: true});
    const files = kept.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8'));
    const text = [applied.stdout, applied.stderr, refused.stderr, ...(await Promise.all(files))].join('');
    for (const form of [password, Buffer.from(`ann:${password}`).toString('base64')]) expect(text).not.toContain(form);
    expect(registry.requests.filter(({authorization}) => authorization?.startsWith('Basic ')).length).toBeGreaterThan(
      0,
    );
  });

  it('a chart and a missing tag are explained', async () => {
    const registry = await ociRegistry();
    registry.pushChart('charts', {name: 'web', version: '1.0.0'});
    const chart = await stackOf(`url: "oci://${registry.host}/charts/web", tag: 1.0.0`);
    const ran = await chart.stack.gantry(['preview']);
    expect(ran).toMatchObject({code: 3});
    expect(ran.stderr).toContain('is a Helm chart');
    expect(ran.stderr).toContain('{helm: {oci: …}}');
    await chart.stack.write({'stack.yaml': chart.source(`url: "oci://${registry.host}/charts/web", tag: "2"`)});
    expect((await chart.stack.gantry(['preview'])).stderr).toContain('has no tag 2');
  });
});
