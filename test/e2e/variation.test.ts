import {expect, it} from 'vitest';
import type {Release} from '../../src/core/release/release.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const manifest = ({
  replicas = 1,
  level = 'info',
  url = 'https://${context:region}.example',
} = {}): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
        - name: app
          image: nginx:1.27
          args: [a, b]
          env:
            - {name: LEVEL, value: ${level}}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  url: ${url}
  team: a
`;

const patch = ({level = 'warn', more = ''} = {}): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers:
        - name: app
          env:
            - {name: LEVEL, value: ${level}}
${more}`;

const LEVEL = 'spec.template.spec.containers[name="app"].env[name="LEVEL"].value';

onCluster('one stack in several workspaces', (cluster) => {
  const {kubeconfigPath} = cluster;
  const workspace = (context: Readonly<Record<string, string>>) => ({
    context: {kubeconfig_path: kubeconfigPath, ...context},
  });

  const stackFor = async (namespace: string): Promise<Stack> =>
    makeStack({
      files: {
        'stack.yaml': `name: shop\nnamespace: ${namespace}\nsources:\n  - {manifests: app.yaml, references: true}\n`,
        'app.yaml': manifest(),
        'patches/prod.yaml': patch(),
        'workspaces/prod.yaml': workspace({region: 'eu-1'}),
        'workspaces/dev.yaml': workspace({region: 'local'}),
      },
    });
  const prod = ['-w', 'prod'];
  const fieldsIn = async (stack: Stack, args: readonly string[] = prod) =>
    (await pendingChanges(stack, args)).flatMap(({fields}) =>
      fields.map(({path, after, cause, at}) => ({
        path,
        after,
        cause,
        ...(at === undefined ? {} : {at: `${at.file.replace(`${stack.dir}/`, '')}:${at.line}`}),
      })),
    );

  it('each workspace has its own variation, with and without a cluster', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackFor(namespace);
    for (const [name, level, url] of [
      ['prod', 'warn', 'https://eu-1.example'],
      ['dev', 'info', 'https://local.example'],
    ] as const) {
      const built = await stack.json<{workspace: string; resources: unknown}>(['build', '-w', name]);
      expect(built.document).toMatchObject({workspace: name});
      expect(JSON.stringify(built.document.resources)).toContain(`"LEVEL","value":"${level}"`);
      expect(JSON.stringify(built.document.resources)).toContain(`"url":"${url}"`);
    }
    const without = await stack.gantry(['build']);
    expect(without).toMatchObject({code: 3, stderr: expect.stringContaining('Choose one with -w')});

    await applied(stack, prod);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toMatchObject({
      data: {url: 'https://eu-1.example'},
    });
    expect(await fieldsIn(stack)).toEqual([]);
  });

  it('a changed patch has the cause workspace, and an edited manifest the cause spec', async () => {
    const stack = await stackFor(cluster.freshNamespace());
    await applied(stack, prod);

    await stack.write({'patches/prod.yaml': patch({level: 'error'})});
    expect(await fieldsIn(stack)).toEqual([
      {path: LEVEL, after: 'error', cause: 'workspace', at: 'patches/prod.yaml:10'},
    ]);
    await stack.write({'app.yaml': manifest({replicas: 2})});
    expect(await fieldsIn(stack)).toEqual([
      {path: 'spec.replicas', after: 2, cause: 'spec', at: 'app.yaml:6'},
      {path: LEVEL, after: 'error', cause: 'workspace', at: 'patches/prod.yaml:10'},
    ]);
    await applied(stack, prod);
    expect(await fieldsIn(stack)).toEqual([]);
    // What the manifest says of a patched field counts for nothing.
    await stack.write({'app.yaml': manifest({replicas: 2, level: 'debug'})});
    expect(await fieldsIn(stack)).toEqual([]);
  });

  it('added and removed patches have the cause workspace', async () => {
    const stack = await stackFor(cluster.freshNamespace());
    await stack.remove('patches/prod.yaml');
    await applied(stack, prod);
    const args = 'spec.template.spec.containers[name="app"].args';
    await stack.write({'patches/prod.yaml': patch({more: '          args: [a, b, c]\n  paused: true\n'})});
    expect((await fieldsIn(stack)).map(({path, cause}) => [path, cause])).toEqual([
      ['spec.paused', 'workspace'],
      [args, 'workspace'],
      [LEVEL, 'workspace'],
    ]);
    await applied(stack, [...prod, '--no-wait']);
    await stack.remove('patches/prod.yaml');
    expect((await fieldsIn(stack)).map(({path, cause}) => [path, cause])).toEqual([
      ['spec.paused', 'workspace'],
      [args, 'workspace'],
      [LEVEL, 'workspace'],
    ]);
  });

  it('another value of the context has the cause workspace, and another text around it the cause spec', async () => {
    const stack = await stackFor(cluster.freshNamespace());
    await applied(stack, prod);
    await stack.write({'workspaces/prod.yaml': workspace({region: 'us-1'})});
    expect(await fieldsIn(stack)).toEqual([
      {path: 'data.url', after: 'https://us-1.example', cause: 'workspace', at: 'app.yaml:24'},
    ]);
    await stack.write({'app.yaml': manifest({url: 'http://${context:region}.example'})});
    expect(await fieldsIn(stack)).toEqual([
      {path: 'data.url', after: 'http://us-1.example', cause: 'spec', at: 'app.yaml:24'},
    ]);
  });

  it('a changed field that a patch set is still drift', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackFor(namespace);
    await stack.write({
      'patches/prod.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {team: b}\n',
    });
    await applied(stack, prod);
    await cluster.patchAs(
      'kubectl-edit',
      {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'},
      {
        data: {team: 'c'},
      },
    );
    expect(await fieldsIn(stack)).toEqual([{path: 'data.team', after: 'b', cause: 'drift', at: 'patches/prod.yaml:4'}]);
  });

  it('an unknown field in a patch points to the patch', async () => {
    const stack = await stackFor(cluster.freshNamespace());
    await stack.write({'patches/prod.yaml': patch({more: '  replicsa: 2\n'})});
    const ran = await stack.gantry(['preview', ...prod]);
    expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('patches/prod.yaml:11')});
    expect(ran.stderr).toContain('did you mean replicas?');
  });

  it("a Secret is kept out of the recorded attributes of the stack's files, and out of every line", async () => {
    const stack = await stackFor(cluster.freshNamespace());
    const secret = (value: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {password: ${value}}\n`;
    await stack.write({
      'app.yaml': `${manifest()}---\n${secret('from-the-manifest')}`,
      'patches/prod.yaml': secret('from-the-patch'),
    });
    await applied(stack, prod);
    const {document, stdout} = await stack.json<Release>(['release', 'show', ...prod]);
    expect(document.stackAttributes).toMatchObject({
      [document.spec.find(({id}) => id.includes('Secret'))?.id ?? '']: {data: {password: '***'}},
    });
    for (const value of ['from-the-manifest', 'from-the-patch'])
      for (const text of [value, Buffer.from(value).toString('base64')]) expect(stdout).not.toContain(text);
    await stack.write({'patches/prod.yaml': secret('another-value')});
    const [change] = await pendingChanges(stack, prod);
    expect(change?.fields).toMatchObject([{path: 'data.password', cause: 'workspace', sensitive: true}]);
    expect(JSON.stringify(change)).not.toContain('another-value');
  });
});
