import {expect, it} from 'vitest';
import type {ResourceExplanation} from '../../src/app/explain-resource.ts';
import type {FieldExplanation} from '../../src/core/plan/explanation.ts';
import {WhyOutput} from '../../src/ui/output/why-output.ts';
import {canary} from '../rig/canaries.ts';
import {applied} from '../rig/changes.ts';
import {installWebhook, rewriteImages} from '../rig/mutating-webhook.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const WEB = (image: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
        - name: side
          image: busybox:1
        - name: app
          image: ${image}
          envFrom:
            - configMapRef: {name: settings}
`;

onCluster('gantry why', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function shop(): Promise<{stack: Stack; namespace: string; web: string; settings: string}> {
    const namespace = cluster.freshNamespace();
    const files = {'manifests/web.yaml': WEB('nginx:1.27'), 'manifests/settings.yaml': configMap('settings', {a: '1'})};
    const stack = await makeStack({kubeconfigPath, namespace, files});
    return {
      stack,
      namespace,
      web: `apps/v1:Deployment:${namespace}:web`,
      settings: `v1:ConfigMap:${namespace}:settings`,
    };
  }

  async function why(stack: Stack, ...args: string[]): Promise<ResourceExplanation> {
    const {document, stdout, code} = await stack.json<ResourceExplanation>(['why', ...args]);
    expect(code, stdout).toBe(0);
    expect(WhyOutput.parse(document)).toEqual(document);
    return document;
  }

  it('why shows what a new resource waits for, and which resources need it', async () => {
    const {stack, web, settings, namespace} = await shop();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    expect(await why(stack, web)).toMatchObject({
      id: web,
      action: 'create',
      owners: [],
      needs: [{id: settings, action: 'create', because: expect.stringContaining('settings')}],
      waitsFor: [settings],
    });
    expect(await why(stack, settings)).toMatchObject({neededBy: [{id: web}], needs: [], waitsFor: []});
    const {stdout} = await stack.gantry(['why', web]);
    expect(stdout).toContain(`${settings}  (`);
    expect(stdout).toContain('waits for its create');
    const {field} = await why(stack, web, 'spec.template.spec.dnsPolicy');
    expect(field).toMatchObject({source: 'default', after: 'ClusterFirst', owners: []});
    expect(field).not.toHaveProperty('live');
  });

  it('why shows the source, the live value, the owner and the cause of each field', async () => {
    const {stack, web, namespace} = await shop();
    await applied(stack);
    const ref = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    await cluster.patchAs('kubectl-edit', ref, {spec: {replicas: 2}});
    await cluster.patchAs('kubectl-label', ref, {metadata: {labels: {team: 'a'}}});
    await stack.write({'manifests/web.yaml': WEB('nginx:1.28')});
    const at = (line: number) => ({file: expect.stringContaining('web.yaml'), line, column: expect.any(Number)});
    const ours = {manager: 'gantry', operation: 'Apply'};
    const table: readonly {path: string; field: Partial<FieldExplanation>; changes: readonly object[]}[] = [
      {
        path: 'spec.template.spec.containers[name=app].image',
        field: {
          path: 'spec.template.spec.containers[name="app"].image',
          source: 'files',
          at: at(16),
          written: 'nginx:1.28',
          live: 'nginx:1.27',
          released: 'nginx:1.27',
          after: 'nginx:1.28',
          owners: [expect.objectContaining(ours)],
        },
        changes: [{cause: 'spec'}],
      },
      {
        path: 'spec.template.spec.containers[0].image',
        field: {path: 'spec.template.spec.containers[name="side"].image', source: 'files', at: at(14)},
        changes: [],
      },
      {
        path: 'spec.replicas',
        field: {
          source: 'files',
          at: at(6),
          written: 1,
          live: 2,
          released: 1,
          after: 1,
          owners: [expect.objectContaining({manager: 'kubectl-edit', operation: 'Update'})],
        },
        changes: [{cause: 'drift', manager: 'kubectl-edit'}],
      },
      {path: 'metadata.namespace', field: {source: 'stack', live: namespace}, changes: []},
      {
        path: 'metadata.labels["gantry.dev/lineage"]',
        field: {source: 'gantry', owners: [expect.objectContaining(ours)]},
        changes: [],
      },
      {
        path: 'metadata.labels.team',
        field: {source: 'manager', owners: [expect.objectContaining({manager: 'kubectl-label'})]},
        changes: [{cause: 'added', manager: 'kubectl-label'}],
      },
      {path: 'spec.template.spec.dnsPolicy', field: {source: 'default', live: 'ClusterFirst', owners: []}, changes: []},
      {path: 'metadata.uid', field: {source: 'server'}, changes: []},
      {
        path: 'status.replicas',
        field: {
          source: 'manager',
          owners: [expect.objectContaining({manager: 'kube-controller-manager', subresource: 'status'})],
        },
        changes: [],
      },
    ];
    for (const {path, field, changes} of table) {
      const told = await why(stack, web, path);
      expect(told.field, path).toMatchObject(field);
      expect(told.changes, path).toMatchObject(changes);
    }
    const {owners, waitsFor, effects} = await why(stack, web);
    expect(owners.map(({manager}) => manager)).toEqual(
      expect.arrayContaining(['gantry', 'kubectl-edit', 'kubectl-label', 'kube-controller-manager']),
    );
    expect(owners.find(({manager}) => manager === 'kubectl-edit')).toMatchObject({fields: 1});
    expect({waitsFor, effects}).toEqual({waitsFor: [], effects: ['scaled', 'pods-restart']});
    const {stdout} = await stack.gantry(['why', web, 'spec.replicas']);
    expect(stdout).toMatch(/From +.*web\.yaml:6:/);
    expect(stdout).toMatch(/Why +drift: kubectl-edit \(.+\) changed it after the last release/);
  });

  it.skipIf(!clusterHas('admission webhooks'))("why shows that a webhook replaces the user's value", async () => {
    const {stack, web, namespace} = await shop();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    await installWebhook({cluster, namespace, mutation: rewriteImages('mirror.example/')});
    await applied(stack);
    const path = 'spec.template.spec.containers[name="app"].image';
    const {field, changes} = await why(stack, web, path);
    expect(changes).toEqual([]);
    expect(field).toMatchObject({
      source: 'files',
      sent: 'nginx:1.27',
      live: 'mirror.example/nginx:1.27',
      rewritten: true,
    });
    expect((await stack.gantry(['why', web, path])).stdout).toMatch(
      /web\.yaml:16:\d+, rewritten by an admission webhook/,
    );
  });

  it('why never shows the value of a secret', async () => {
    const namespace = cluster.freshNamespace();
    const [first, second] = [canary('first'), canary('second')];
    const secret = (password: string) =>
      manifests({apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, stringData: {password}});
    const stack = await makeStack({kubeconfigPath, namespace, files: secret(first)});
    await applied(stack);
    await stack.write(secret(second));
    const id = `v1:Secret:${namespace}:keys`;
    const told = await why(stack, id, 'data.password');
    expect(told.field).toMatchObject({source: 'files', live: '***', written: '***', released: '***', at: {line: 12}});
    expect(told.changes).toMatchObject([{sensitive: true, cause: 'spec'}]);
    for (const args of [
      ['why', id],
      ['why', id, 'data'],
      ['why', id, 'stringData.password'],
    ]) {
      const both = [await stack.gantry(args), await stack.gantry([...args, '-o', 'json'])];
      for (const value of [first, second])
        for (const text of [value, Buffer.from(value).toString('base64')])
          expect(both.map(({stdout, stderr}) => stdout + stderr).join('')).not.toContain(text);
    }
  });

  it('why shows that an object that left the files is deleted, and its live state', async () => {
    const {stack, settings} = await shop();
    await applied(stack);
    await stack.remove('manifests/settings.yaml');
    const told = await why(stack, settings, 'data.a');
    expect(told).toMatchObject({action: 'delete', field: {source: 'release', live: '1', released: '1'}});
  });

  it('why refuses an unknown id or field, and names the most similar ones', async () => {
    const {stack, web} = await shop();
    await applied(stack);
    const wrong = await stack.gantry(['why', web.replace('web', 'wbe')]);
    expect(wrong).toMatchObject({code: 3, stderr: expect.stringContaining(`Did you mean ${web}?`)});
    const field = await stack.gantry(['why', web, 'spec.replica']);
    expect(field).toMatchObject({code: 3, stderr: expect.stringContaining('spec.replicas')});
    const short = await stack.gantry(['why', web, 'image']);
    expect(short).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('spec.template.spec.containers[name="app"].image'),
    });
  });
});
