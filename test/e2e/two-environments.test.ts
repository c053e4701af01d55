import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {WorkspaceDiff} from '../../src/app/diff-workspaces.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const STACK = `# The shop.
name: shop
namespace: \${context:namespace}   # by environment
sources: [{manifests: app.yaml}]
images:
  # The same in both, until it was tried in staging.
  registry.example/web: registry.example/web:1.0
`;
const APP = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 0
      containers: [{name: app, image: registry.example/web}]
---
apiVersion: v1
kind: Secret
metadata: {name: login}
stringData: {password: correct horse}
`;
const PRODUCTION = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 2}
---
apiVersion: v1
kind: Secret
metadata: {name: login}
stringData: {password: another horse}
`;

onCluster('two environments', (cluster) => {
  const environments = async (files: Readonly<Record<string, unknown>> = {}) => {
    const [staging, prod] = [cluster.freshNamespace('staging'), cluster.freshNamespace('prod')];
    const workspace = (namespace: string) => ({context: {kubeconfig_path: cluster.kubeconfigPath, namespace}});
    const stack = await makeStack({
      files: {
        'stack.yaml': STACK,
        'app.yaml': APP,
        'patches/prod.yaml': PRODUCTION,
        'workspaces/staging.yaml': workspace(staging),
        'workspaces/prod.yaml': workspace(prod),
        ...files,
      },
    });
    return {stack, staging, prod};
  };
  const stackFile = (stack: Stack) => readFile(join(stack.dir, 'stack.yaml'), 'utf8');

  it('each workspace gets its namespace, and the header of a plan names it with the context', async () => {
    const {stack, staging, prod} = await environments();
    const {stdout} = await stack.gantry(['preview', '-w', 'prod']);
    expect(stdout).toMatch(/^Cluster {4}https:\S+, v\S+, context \S+$/m);
    expect(stdout).toContain(`Namespace  ${prod}, for objects without a namespace\n`);
    await applied(stack, ['-w', 'staging']);
    await applied(stack, ['-w', 'prod']);
    const deployment = {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'};
    expect(await cluster.get({...deployment, namespace: staging})).toMatchObject({spec: {replicas: 1}});
    expect(await cluster.get({...deployment, namespace: prod})).toMatchObject({spec: {replicas: 2}});
  });

  it('a plan of a stack without a namespace names the default namespace', async () => {
    const {stack} = await environments({'stack.yaml': 'name: shop\nsources: [{manifests: app.yaml}]\n'});
    const {stdout} = await stack.gantry(['preview', '-w', 'prod']);
    expect(stdout).toMatch(
      /^Namespace {2}default, for objects without a namespace \(the stack and the kubeconfig set none\)$/m,
    );
  });

  it('set image changes one line of stack.yaml, for all workspaces or for one', async () => {
    const {stack} = await environments();
    const all = await stack.gantry(['set', 'image', 'registry.example/web=:1.1']);
    expect(all.stdout).toBe('stack.yaml: images.registry.example/web: registry.example/web:1.0 → :1.1\n');
    expect(await stackFile(stack)).toBe(STACK.replace('registry.example/web:1.0', ':1.1'));
    await stack.gantry(['set', 'image', 'registry.example/web=:1.2', '-w', 'staging']);
    expect(await stackFile(stack)).toBe(
      `${STACK.replace('registry.example/web:1.0', ':1.1')}  staging:\n    registry.example/web: :1.2\n`,
    );
    const again = await stack.gantry(['set', 'image', 'registry.example/web=:1.3']);
    expect(again.stderr).toContain('note: the workspace staging keeps its own image of registry.example/web: :1.2');

    await applied(stack, ['-w', 'staging']);
    await stack.gantry(['set', 'image', 'registry.example/web=:1.4', '-w', 'staging']);
    const [change] = await pendingChanges(stack, ['-w', 'staging']);
    expect(change?.fields).toMatchObject([{after: 'registry.example/web:1.4', cause: 'workspace'}]);
    expect(await pendingChanges(stack, ['-w', 'staging', '--image', 'registry.example/web=:1.2'])).toEqual([]);
  });

  it.each([
    {
      given: 'registry.example/wep=:2',
      stderr: /no container uses this image in the workspace prod.*Did you mean registry\.example\/web\?/s,
    },
    {given: 'registry.example/web=:not a tag', stderr: /"not a tag" is not a valid tag/},
    {given: `registry.example/web=:\${context:tag}`, stderr: /the context of the workspace prod has no key "tag"/},
    {given: 'registry.example/web', stderr: /is not in the form NAME=REF/},
  ])('set image refuses $given, and writes nothing', async ({given, stderr}) => {
    const {stack} = await environments();
    const refused = await stack.gantry(['set', 'image', given]);
    expect(refused).toMatchObject({code: 3, stderr: expect.stringMatching(stderr)});
    expect(await stackFile(stack)).toBe(STACK);
  });

  it('diff compares the files of two workspaces object by object, and shows no secret', async () => {
    const {stack, staging, prod} = await environments();
    const {stdout, code} = await stack.gantry(['diff', '-w', 'staging', '-w', 'prod', '--exit-code']);
    expect(code).toBe(2);
    expect(stdout).toBe(
      [
        'Stack  shop/shop, from its files',
        `From   staging, namespace ${staging}`,
        `To     prod, namespace ${prod}`,
        '',
        `  ~ differs  apps/v1:Deployment:${prod}:web`,
        '      spec.replicas: 1 → 2',
        `  ~ differs  v1:Secret:${prod}:login`,
        '      stringData.password: (sensitive, changed)',
        '',
        '0 only in staging, 0 only in prod, 2 different, 0 equal',
        '',
      ].join('\n'),
    );
    await stack.remove('patches/prod.yaml');
    const same = await stack.gantry(['diff', '-w', 'staging', '-w', 'prod', '--exit-code']);
    expect(same).toMatchObject({code: 0, stdout: expect.stringContaining('No differences.')});
  });

  it('diff with one -w compares the current workspace with it', async () => {
    const {stack, staging, prod} = await environments();
    await stack.gantry(['workspace', 'switch', 'staging']);
    const {code, stdout, stderr} = await stack.gantry(['diff', '-w', 'prod', '--color', 'never'], {typed: ''});
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(`From   staging (from switch), namespace ${staging}\nTo     prod, namespace ${prod}\n`);
    const {document} = await stack.json<WorkspaceDiff>(['diff', '-w', 'prod'], {env: {GANTRY_WORKSPACE: 'staging'}});
    expect(document.before).toEqual({workspace: 'staging', from: 'GANTRY_WORKSPACE', namespace: staging});
    expect(await stack.gantry(['diff', '-w', 'staging', '--color', 'never'], {typed: ''})).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        'the current workspace (from switch) is staging itself.\nhint: Pass -w. Possible: prod.',
      ),
    });
  });

  it('diff --live compares the live objects, without the fields of the server and without a value of a secret', async () => {
    const service = `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {greeting: hello}
`;
    const {stack, staging, prod} = await environments({'app.yaml': `${APP}---\n${service}`});
    const live = ['diff', '-w', 'staging', '-w', 'prod', '--live'];
    await applied(stack, ['-w', 'staging']);
    const missing = await stack.gantry(live);
    expect(missing).toMatchObject({code: 3, stderr: expect.stringContaining('shop/shop/prod has no release')});
    await applied(stack, ['-w', 'prod']);
    // --live compares neither the files nor the releases.
    await stack.remove('patches/prod.yaml');
    const deployment = {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'};
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', name: 'settings'};
    await cluster.patchAs('kubectl-edit', {...deployment, namespace: prod}, {spec: {replicas: 3}});
    await cluster.patchAs('kubectl-edit', {...settings, namespace: staging}, {data: {copy: 'correct horse'}});
    const {stdout, stderr, code} = await stack.gantry([...live, '--exit-code']);
    expect(code, stderr).toBe(2);
    expect(stdout).toBe(
      [
        'Stack  shop/shop, live objects',
        `From   staging, revision 1, namespace ${staging}`,
        `To     prod, revision 1, namespace ${prod}`,
        '',
        `  ~ differs  apps/v1:Deployment:${prod}:web`,
        '      spec.replicas: 1 → 3',
        `  ~ differs  v1:ConfigMap:${prod}:settings`,
        '      data.copy: (sensitive, removed)',
        `  ~ differs  v1:Secret:${prod}:login`,
        '      data.password: (sensitive, changed)',
        '',
        '0 only in staging, 0 only in prod, 3 different, 1 equal',
        '',
      ].join('\n'),
    );
    await cluster.delete({...settings, namespace: staging});
    const {document, ...ran} = await stack.json<WorkspaceDiff>(live);
    expect(document).toMatchObject({
      of: 'live',
      summary: {create: 1, update: 2, delete: 0, unchanged: 1},
      diagnostics: [
        {
          code: 'diff/missing',
          message: `v1:ConfigMap:${staging}:settings of staging is not compared: somebody deleted it after the last release`,
        },
      ],
    });
    expect(`${stdout}${ran.stdout}${ran.stderr}`).not.toMatch(/horse|hmac|Y29ycmVjdCBob3JzZQ/);
  });

  it('diff --released compares the last successful releases, whatever the files make now', async () => {
    const {stack, prod} = await environments();
    const releases = ['diff', '-w', 'staging', '-w', 'prod', '--released'];
    await applied(stack, ['-w', 'staging']);
    const missing = await stack.gantry(releases);
    expect(missing).toMatchObject({code: 3, stderr: expect.stringContaining('shop/shop/prod has no release')});
    await stack.gantry(['set', 'image', 'registry.example/web=:2.0']);
    await applied(stack, ['-w', 'prod']);
    const {document, stdout} = await stack.json<WorkspaceDiff>(releases);
    expect(document).toMatchObject({
      of: 'releases',
      before: {workspace: 'staging', revision: 1},
      after: {workspace: 'prod', revision: 1},
      changes: [
        {
          id: `apps/v1:Deployment:${prod}:web`,
          fields: [
            {path: 'spec.replicas', before: 1, after: 2},
            {before: 'registry.example/web:1.0', after: 'registry.example/web:2.0'},
          ],
        },
      ],
      diagnostics: [{code: 'diff/secrets'}],
    });
    expect(stdout).not.toMatch(/horse|hmac/);
  });
});
