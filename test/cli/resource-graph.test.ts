import {expect, it} from 'vitest';
import {configMap, deployment, manifests, namespaceObject} from '../rig/objects.ts';
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

it('gantry resource graph -o json has each edge with its reason, also what follows from others', async () => {
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

it('gantry resource graph ID shows a resource and what it needs alone', async () => {
  const stack = await makeStack({files: manifests(web, settings, other)});
  const {stdout, code} = await stack.gantry(['resource', 'graph', ids.web]);
  expect(code).toBe(0);
  expect(stdout).toBe(`2 resources of shop/shop; below each what it needs first.

${ids.web}
└─ ${ids.settings}  (uses ConfigMap settings)
`);
});

it('gantry resource graph tells a loop as an apply does', async () => {
  const after = (id: string) => ({annotations: {'gantry.dev/order': `after ${id}`}});
  const files = manifests(
    configMap('a', {}, {namespace: 'shop', ...after('v1:ConfigMap:shop:b')}),
    configMap('b', {}, {namespace: 'shop', ...after('v1:ConfigMap:shop:a')}),
  );
  const stack = await makeStack({files});
  const {stderr, code} = await stack.gantry(['resource', 'graph']);
  expect(code).toBe(3);
  expect(stderr).toContain('no order fits this loop');
});

it.each([
  {args: ['nosuch'], says: 'the stack has no such resource'},
  {args: ['--format', 'dot', '-o', 'json'], says: 'use it without -o json'},
])('gantry resource graph $args ends with 3', async ({args, says}) => {
  const stack = await makeStack({files: manifests(settings)});
  const {stderr, code} = await stack.gantry(['resource', 'graph', ...args]);
  expect({code, stderr}).toEqual({code: 3, stderr: expect.stringContaining(says)});
});
