import {expect, it} from 'vitest';
import {ResourceGraphOutput} from '../../src/ui/output/resource-output.ts';
import {configMap, deployment, manifests, namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {makeStack} from '../rig/stack.ts';

const env = [{name: 'A', valueFrom: {configMapKeyRef: {name: 'settings', key: 'a'}}}];
const web = {...deployment('web', {env}), metadata: {name: 'web', namespace: 'shop'}};
const settings = configMap('settings', {a: '1'}, {namespace: 'shop'});
const other = configMap('other', {}, {namespace: 'shop'});

const ids = {
  namespace: 'v1:Namespace:shop',
  settings: 'v1:ConfigMap:shop:settings',
  web: 'apps/v1:Deployment:shop:web',
} as const;

it('gantry resource graph -o json has each edge with its reason, including implied edges', async () => {
  const stack = await makeStack({files: manifests(web, settings, namespaceObject('shop'))});
  const {document, code} = await stack.json<{resources: string[]; edges: object[]}>(['resource', 'graph']);
  expect(code).toBe(0);
  expect(document.resources).toEqual([ids.namespace, ids.settings, ids.web]);
  expect(document.edges).toEqual([
    {id: ids.settings, needs: ids.namespace, rule: 'namespace', because: expect.any(String)},
    {id: ids.web, needs: ids.namespace, rule: 'namespace', because: expect.any(String)},
    {id: ids.web, needs: ids.settings, rule: 'pod', because: 'uses ConfigMap settings'},
  ]);
});

it('gantry resource graph ID shows only a resource and its needs', async () => {
  const stack = await makeStack({files: manifests(web, settings, other)});
  const {stdout, code} = await stack.gantry(['resource', 'graph', ids.web]);
  expect(code).toBe(0);
  expect(stdout).toBe(`2 resources of shop/shop; below each resource are the resources that it needs.

${ids.web}
└─ ${ids.settings}  (uses ConfigMap settings)
`);
});

it('gantry resource graph shows the edges that are ignored because of a cycle, in each format', async () => {
  const namespace = namespaceObject('shop');
  const annotations = {'gantry.dev/order': `after ${ids.settings}`};
  const files = manifests(settings, {...namespace, metadata: {...(namespace['metadata'] as object), annotations}});
  const stack = await makeStack({files});
  const {document} = await stack.json<{resources: string[]; edges: object[]}>(['resource', 'graph']);
  expect(ResourceGraphOutput.safeParse(document).error).toBeUndefined();
  expect(document).toMatchObject({
    resources: [ids.settings, ids.namespace],
    edges: [{id: ids.namespace, needs: ids.settings, rule: 'order'}],
    dropped: [{id: ids.settings, needs: ids.namespace, rule: 'namespace'}],
  });
  const tree = await stack.gantry(['resource', 'graph']);
  expect(tree.stdout).toMatch(
    /This edge is ignored: it would close a cycle.*\n {2}v1:ConfigMap:shop:settings after v1:Namespace:shop {2}\(/,
  );
  expect((await stack.gantry(['resource', 'graph', '--format', 'dot'])).stdout).toMatch(/n0 -> n1 .*style = "dashed"/);
  expect((await stack.gantry(['resource', 'graph', '--format', 'mermaid'])).stdout).toContain('n0 -.->|');
  // What is not shown has no edges.
  const one = await stack.json<{dropped: object[]}>(['resource', 'graph', ids.settings]);
  expect(one.document.dropped).toEqual([]);
});

it('gantry resource graph names the reason of an edge of a custom resource', async () => {
  const widget = {apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name: 'w', namespace: 'shop'}};
  const stack = await makeStack({files: manifests(widgetDefinition({group: 'example.com'}), widget)});
  const {document} = await stack.json<{edges: object[]}>(['resource', 'graph']);
  expect(document.edges).toMatchObject([{id: 'example.com/v1:Widget:shop:w', rule: 'CRD'}]);
});

it('gantry resource graph reports a cycle as an apply does', async () => {
  const after = (id: string) => ({annotations: {'gantry.dev/order': `after ${id}`}});
  const files = manifests(
    configMap('a', {}, {namespace: 'shop', ...after('v1:ConfigMap:shop:b')}),
    configMap('b', {}, {namespace: 'shop', ...after('v1:ConfigMap:shop:a')}),
  );
  const stack = await makeStack({files});
  const {stderr, code} = await stack.gantry(['resource', 'graph']);
  expect(code).toBe(3);
  expect(stderr).toContain('dependency cycle: ');
});

it.each([
  {args: ['nosuch'], says: 'the stack has no such resource'},
  {args: ['--format', 'dot', '-o', 'json'], says: '--format and -o json cannot be used together'},
])('gantry resource graph $args ends with 3', async ({args, says}) => {
  const stack = await makeStack({files: manifests(settings)});
  const {stderr, code} = await stack.gantry(['resource', 'graph', ...args]);
  expect({code, stderr}).toEqual({code: 3, stderr: expect.stringContaining(says)});
});
