import {describe, expect, it} from 'vitest';
import {behindOf, type DeclaredStack, linksToFirst, linksToMakers} from '../../../../src/app/stacks/stacks-behind.ts';
import {idOfObject} from '../../../../src/core/resource/id.ts';
import {configMap, widgetDefinition} from '../../../rig/objects.ts';

type Objects = readonly Record<string, unknown>[];

const declared = (name: string, objects: Objects, more: Partial<DeclaredStack> = {}): DeclaredStack => ({
  name,
  workspace: 'dev',
  resources: objects.map((attributes) => ({
    id: idOfObject(attributes as never),
    type: 'Kubernetes',
    attributes: attributes as never,
    dependsOn: [],
    extensions: {},
  })),
  ...more,
});

const namespace = (name: string) => ({apiVersion: 'v1', kind: 'Namespace', metadata: {name}});
const placed = (name: string) => configMap(name, {}, {namespace: 'shop'});
const widget = {apiVersion: 'g.example/v1', kind: 'Widget', metadata: {name: 'w', namespace: 'shop'}};

const restarting = (config: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: 'web', namespace: 'shop', annotations: {'gantry.dev/restart-on-change': 'true'}},
  spec: {template: {spec: {containers: [{name: 'app', image: 'nginx', envFrom: [{configMapRef: {name: config}}]}]}}},
});

describe('the stacks that a stack waits for without depending on them', () => {
  type Row = {readonly title: string; readonly stacks: readonly DeclaredStack[]; readonly want: object};
  const rows: readonly Row[] = [
    {
      title: 'an object waits for the stack that declares its Namespace',
      stacks: [declared('a', [placed('one')]), declared('z', [namespace('shop')])],
      want: {a: [{stack: 'z', ids: ['v1:Namespace:shop']}]},
    },
    {
      title: 'a namespace that is created for a stack waits for the stack that declares it',
      stacks: [declared('a', [], {namespace: 'shop'}), declared('z', [namespace('shop')])],
      want: {a: [{stack: 'z', ids: ['v1:Namespace:shop']}]},
    },
    {
      title: 'an object of a custom kind waits for the stack with the CRD',
      stacks: [declared('a', [widget]), declared('z', [widgetDefinition({group: 'g.example'})])],
      want: {a: [{stack: 'z', ids: [expect.stringContaining('CustomResourceDefinition')]}]},
    },
    {
      title: 'a workload whose pods restart with a ConfigMap waits for the stack that declares it',
      stacks: [declared('a', [restarting('placed')]), declared('z', [placed('placed')])],
      want: {a: [{stack: 'z', ids: ['v1:ConfigMap:shop:placed']}]},
    },
    {
      title: 'a stack does not wait for another workspace',
      stacks: [declared('a', [placed('one')]), declared('z', [namespace('shop')], {workspace: 'prod'})],
      want: {},
    },
  ];
  it.each(rows)('$title', ({stacks, want}) => {
    expect(Object.fromEntries(behindOf(linksToMakers(stacks)))).toEqual(want);
  });

  it('stacks that write the same object, or need the same namespace, wait for the first of them', () => {
    const stacks = [
      declared('a', [placed('same')], {namespace: 'shop'}),
      declared('b', [placed('other')], {namespace: 'shop'}),
      declared('c', [placed('same')]),
    ];
    expect(Object.fromEntries(behindOf(linksToFirst(stacks, ['b', 'a', 'c'])))).toEqual({
      a: [{stack: 'b', ids: ['v1:Namespace:shop']}],
      c: [{stack: 'a', ids: ['v1:ConfigMap:shop:same']}],
    });
  });
});
