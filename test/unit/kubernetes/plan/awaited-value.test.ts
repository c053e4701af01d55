import {describe, expect, it} from 'vitest';
import type {JsonPath} from '../../../../src/core/json.ts';
import type {Change} from '../../../../src/core/plan/plan.ts';
import {awaitsValue} from '../../../../src/kubernetes/plan/awaited-value.ts';

const change = (action: Change['action'], ...paths: readonly string[]): Change => ({
  id: 'v1:Service:shop:web',
  type: 'Kubernetes',
  action,
  verified: true,
  fields: paths.map((path) => ({path, cause: 'spec'})),
});

type Row = {
  readonly title: string;
  readonly change: Change | undefined;
  readonly path: JsonPath;
  readonly want: boolean;
};

describe('a value of a stack that is applied first is known', () => {
  const rows: readonly Row[] = [
    {title: 'where nothing happens to it', change: undefined, path: ['spec', 'clusterIP'], want: false},
    {title: 'where it stays', change: change('unchanged'), path: ['status', 'x'], want: false},
    {title: 'not of what is made', change: change('create'), path: ['metadata', 'name'], want: true},
    {title: 'not of what is made anew', change: change('replace'), path: ['spec', 'a'], want: true},
    {
      title: 'where another field changes',
      change: change('update', 'metadata.labels.a'),
      path: ['spec', 'a'],
      want: false,
    },
    {title: 'not where it changes itself', change: change('update', 'data.size'), path: ['data', 'size'], want: true},
    {title: 'not where a part of it changes', change: change('update', 'spec.a.b'), path: ['spec', 'a'], want: true},
    {
      title: 'not where it is a part of what changes',
      change: change('update', 'spec'),
      path: ['spec', 'a'],
      want: true,
    },
    {
      title: 'where only its name begins alike',
      change: change('update', 'data.size2'),
      path: ['data', 'size'],
      want: false,
    },
    {title: 'not in a status', change: change('update', 'spec.a'), path: ['status', 'a'], want: true},
    {
      title: 'not the version of the object',
      change: change('update', 'data.a'),
      path: ['metadata', 'resourceVersion'],
      want: true,
    },
    {
      title: 'not in a list of which an item changes',
      change: change('update', 'spec.ports[name="http"].port'),
      path: ['spec', 'ports', 0, 'nodePort'],
      want: true,
    },
    {
      title: 'not where its odd name changes',
      change: change('update', 'data["a.b/c"]'),
      path: ['data', 'a.b/c'],
      want: true,
    },
  ];
  it.each(rows)('$title', ({change: made, path, want}) => expect(awaitsValue(made, path)).toBe(want));
});
