import {readFile} from 'node:fs/promises';
import {expect, it} from 'vitest';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Ran, type Stack} from '../rig/stack.ts';

const configMap = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}};
const base64 = (text: string): string => Buffer.from(text).toString('base64');

onCluster('a remote kubeconfig', (cluster) => {
  const kubeconfig = (): Promise<string> => readFile(cluster.kubeconfigPath, 'utf8');

  /** The private key or the token in a kubeconfig, which nobody may find in a file or an output. */
  function credentialOf(text: string): Readonly<Record<string, string>> {
    const [, token] = /\btoken: *"?([\w.-]{20,})/.exec(text) ?? [];
    if (token !== undefined) return {token};
    const [, key = ''] = /client-key-data: *"?([A-Za-z0-9+/=]{100,})/.exec(text) ?? [];
    expect(key).not.toBe('');
    // As PEM it has lines: what stands in one of them is enough.
    return {data: key.slice(0, 200), line: Buffer.from(key, 'base64').toString().split('\n')[1] ?? key};
  }

  async function leaksOf({home}: Stack, {stdout, stderr}: Ran, text: string): Promise<readonly string[]> {
    const written = [...(await everythingWritten(home)).values()];
    expect(written.length).toBeGreaterThan(1);
    return leaks([stdout, stderr, ...written].join('\n'), credentialOf(text));
  }

  async function stackWith(context: unknown, more: Readonly<Record<string, unknown>> = {}): Promise<Stack> {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      namespace,
      files: {
        'manifests/a.yaml': {...configMap, metadata: {name: 'a', namespace}},
        'workspaces/test.yaml': {name: 'test', context, secretStore: {provider: {env: {}}}},
        ...more,
      },
    });
    await stack.allow();
    return stack;
  }

  /** A Secret as Kamaji leaves it beside the control plane of a tenant. */
  async function tenantSecret(data: Readonly<Record<string, string>>): Promise<string> {
    const namespace = cluster.freshNamespace('tenants');
    await cluster.create(namespaceObject(namespace));
    const body = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]));
    await cluster.create({apiVersion: 'v1', kind: 'Secret', metadata: {name: 'prod-admin', namespace}, data: body});
    return namespace;
  }

  it('a kubeconfig in a Secret of a management cluster is read again each time, and its rotation is used', async () => {
    const [text, namespace] = [await kubeconfig(), await tenantSecret({'admin.conf': await kubeconfig()})];
    const secret = {name: 'prod-admin', namespace, key: 'admin.conf', workspace: 'management'};
    const stack = await stackWith(
      {kubeconfig_secret: secret},
      {'workspaces/management.yaml': {name: 'management', context: {kubeconfig_path: cluster.kubeconfigPath}}},
    );
    const applied = await stack.gantry(['apply', '--yes']);
    expect(applied).toMatchObject({code: 0});
    expect(await leaksOf(stack, applied, text)).toEqual([]);
    await cluster.patchAs(
      'kamaji',
      {apiVersion: 'v1', kind: 'Secret', namespace, name: 'prod-admin'},
      {
        data: {'admin.conf': base64('kind: Config\ncurrent-context: gone\n')},
      },
    );
    const rotated = await stack.json<{error: {code: string}}>(['preview']);
    expect(rotated).toMatchObject({code: 3, document: {error: {code: 'context/kubeconfig'}}});
  });

  it('a Secret without the key is reported with the existing keys', async () => {
    const namespace = await tenantSecret({'super-admin.conf': 'x', 'admin.svc': 'y'});
    const stack = await stackWith(
      {kubeconfig_secret: {name: 'prod-admin', namespace, workspace: 'management'}},
      {'workspaces/management.yaml': {name: 'management', context: {kubeconfig_path: cluster.kubeconfigPath}}},
    );
    const {code, stderr} = await stack.gantry(['preview']);
    expect(code).toBe(3);
    for (const part of ['"test"', 'context.kubeconfig_secret', 'admin.svc, super-admin.conf', '"management"'])
      expect(stderr).toContain(part);
  });

  it('a kubeconfig in a secret store has priority over KUBECONFIG, with a warning', async () => {
    const text = await kubeconfig();
    const stack = await stackWith({kubeconfig_content: 'ref://PROD_KUBECONFIG'});
    const env = {PROD_KUBECONFIG: base64(text), KUBECONFIG: '/nope'};
    const applied = await stack.gantry(['apply', '--yes'], {env});
    expect(applied).toMatchObject({code: 0});
    expect(applied.stderr).toContain("the environment's KUBECONFIG is not used");
    expect(await leaksOf(stack, applied, text)).toEqual([]);
  });

  it('a missing secret is an error, although another cluster is available', async () => {
    const stack = await stackWith({kubeconfig_content: 'ref://PROD_KUBECONFIG'});
    const {code, stderr} = await stack.gantry(['preview'], {env: {KUBECONFIG: cluster.kubeconfigPath}});
    expect(code).toBe(3);
    for (const part of ['"test"', 'context.kubeconfig_content', 'ref://PROD_KUBECONFIG'])
      expect(stderr).toContain(part);
  });
});
