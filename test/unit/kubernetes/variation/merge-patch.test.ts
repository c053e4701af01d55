import * as fc from 'fast-check';
import {expect, it} from 'vitest';
import type {Origin} from '../../../../src/core/diagnostic/origin.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {jsonPatch} from '../../../../src/core/variation/json-patch.ts';
import {locate, originOf} from '../../../../src/core/variation/located.ts';
import type {VariationProblem} from '../../../../src/core/variation/problem.ts';
import {mergePatch} from '../../../../src/kubernetes/variation/merge-patch.ts';

const at = (file: string): Origin => ({
  file,
  position: (path) => ({file, line: 1, column: 1, endColumn: 1, text: path.join('/')}),
});

function merged(base: JsonObject, patch: JsonObject) {
  const problems: VariationProblem[] = [];
  const node = mergePatch(locate(base, at('base')), locate(patch, at('patch')), (problem) => problems.push(problem));
  return {node, value: node?.value, problems: problems.map(({message}) => message)};
}

const pod = (spec: JsonObject): JsonObject => ({apiVersion: 'v1', kind: 'Pod', spec});
const service = (ports: Json): JsonObject => ({apiVersion: 'v1', kind: 'Service', spec: {ports}});
const c = (more: JsonObject): JsonObject => ({name: 'a', ...more});

it.each<{name: string; base: JsonObject; patch: JsonObject; want: Json | undefined}>([
  {name: 'maps are merged', base: {a: {b: 1, c: 2}}, patch: {a: {c: 3}}, want: {a: {b: 1, c: 3}}},
  {name: 'null takes away', base: {a: {b: 1, c: 2}}, patch: {a: {b: null}}, want: {a: {c: 2}}},
  {name: 'null of a new map is nothing', base: {}, patch: {a: {b: null, c: 1}}, want: {a: {c: 1}}},
  {name: 'a map takes the place of a scalar', base: {a: 1}, patch: {a: {b: 1}}, want: {a: {b: 1}}},
  {name: 'a scalar takes the place of a map', base: {a: {b: 1}}, patch: {a: 1}, want: {a: 1}},
  {name: 'a list without keys is replaced', base: {a: [1, 2]}, patch: {a: [3]}, want: {a: [3]}},
  {name: '$patch: delete of a map', base: {a: {b: 1}, c: 1}, patch: {a: {$patch: 'delete'}}, want: {c: 1}},
  {name: '$patch: replace of a map', base: {a: {b: 1}}, patch: {a: {$patch: 'replace', c: 2}}, want: {a: {c: 2}}},
  {name: '$patch: delete of the object', base: {a: 1}, patch: {$patch: 'delete'}, want: undefined},
  {
    name: '$retainKeys loses what it does not name',
    base: {strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: 1}}, a: 1},
    patch: {strategy: {$retainKeys: ['type'], type: 'Recreate'}},
    want: {strategy: {type: 'Recreate'}, a: 1},
  },
  {
    name: '$retainKeys of an item keeps the key that finds it',
    base: pod({volumes: [{name: 'v', emptyDir: {}}]}),
    patch: pod({volumes: [{name: 'v', $retainKeys: ['name', 'configMap'], configMap: {name: 'c'}}]}),
    want: pod({volumes: [{name: 'v', configMap: {name: 'c'}}]}),
  },
  {
    name: '$deleteFromPrimitiveList takes values away',
    base: {metadata: {finalizers: ['a', 'b', 'c']}},
    patch: {metadata: {'$deleteFromPrimitiveList/finalizers': ['a', 'c'], finalizers: ['d']}},
    want: {metadata: {finalizers: ['b', 'd']}},
  },
  {
    name: 'containers by name, new ones last',
    base: pod({containers: [c({image: 'x', args: ['1']}), {name: 'b'}]}),
    patch: pod({containers: [{name: 'z'}, c({image: 'y'})]}),
    want: pod({containers: [c({image: 'y', args: ['1']}), {name: 'b'}, {name: 'z'}]}),
  },
  {
    name: '$patch: delete of an item',
    base: pod({containers: [c({}), {name: 'b'}]}),
    patch: pod({containers: [{name: 'b', $patch: 'delete'}]}),
    want: pod({containers: [c({})]}),
  },
  {
    name: '$patch: replace of an item, and of a list',
    base: pod({containers: [c({image: 'x', env: [{name: 'A'}]})], volumes: [{name: 'v'}]}),
    patch: pod({containers: [c({$patch: 'replace', image: 'y'})], volumes: [{$patch: 'replace'}, {name: 'w'}]}),
    want: pod({containers: [c({image: 'y'})], volumes: [{name: 'w'}]}),
  },
  {
    name: 'container ports by port and protocol, TCP by default',
    base: pod({containers: [c({ports: [{containerPort: 53}, {containerPort: 53, protocol: 'UDP'}]})]}),
    patch: pod({containers: [c({ports: [{containerPort: 53, protocol: 'TCP', name: 'dns'}]})]}),
    want: pod({
      containers: [
        c({
          ports: [
            {containerPort: 53, protocol: 'TCP', name: 'dns'},
            {containerPort: 53, protocol: 'UDP'},
          ],
        }),
      ],
    }),
  },
  {
    name: 'ports of a Service by port',
    base: service([{port: 80, targetPort: 1}, {port: 81}]),
    patch: service([{port: 80, targetPort: 2}]),
    want: service([{port: 80, targetPort: 2}, {port: 81}]),
  },
  {
    name: 'ports of a kind that is not the core Service are replaced',
    base: {...service([{port: 80}]), apiVersion: 'serving.knative.dev/v1'},
    patch: service([{port: 81}]),
    want: {...service([{port: 81}]), apiVersion: 'v1'},
  },
  {
    name: 'pod specs inside custom kinds',
    base: {kind: 'Rollout', spec: {workload: {containers: [c({image: 'x'}), {name: 'b'}]}}},
    patch: {spec: {workload: {containers: [c({image: 'y'})]}}},
    want: {kind: 'Rollout', spec: {workload: {containers: [c({image: 'y'}), {name: 'b'}]}}},
  },
  {
    name: 'finalizers are a set',
    base: {metadata: {finalizers: ['a', 'b']}},
    patch: {metadata: {finalizers: ['b', 'c']}},
    want: {metadata: {finalizers: ['a', 'b', 'c']}},
  },
])('$name', ({base, patch, want}) => expect(merged(base, patch)).toMatchObject({value: want, problems: []}));

it('the position of each field is that of its author, whatever its index has become', () => {
  const base = pod({containers: [{name: 'gone'}, c({image: 'x', env: [{name: 'A', value: '1'}]})]});
  const {node} = merged(
    base,
    pod({containers: [{name: 'gone', $patch: 'delete'}, c({env: [{name: 'B', value: '2'}]})]}),
  );
  const origin = node && originOf(node);
  const place = (...path: (string | number)[]) => {
    const {file, text} = origin?.position(path) ?? {file: '', text: ''};
    return `${file}:${text}`;
  };
  expect(place('spec', 'containers', 0, 'image')).toBe('base:spec/containers/1/image');
  expect(place('spec', 'containers', 0, 'env', 0, 'value')).toBe('base:spec/containers/1/env/0/value');
  expect(place('spec', 'containers', 0, 'env', 1, 'value')).toBe('patch:spec/containers/1/env/0/value');
  expect(place('spec', 'containers', 0, 'env', 1, 'nowhere')).toBe('patch:spec/containers/1/env/0/nowhere');
  expect(place('spec', 'containers', 0, 'image', 'deeper')).toBe('base:spec/containers/1/image/deeper');
});

it('fields that a patch does not name stay, and the others follow RFC 7386 (except keyed lists)', () => {
  const values = fc.letrec<{json: Json}>((tie) => ({
    json: fc.oneof(
      {depthSize: 'small'},
      fc.constantFrom<Json>(1, 'x', true, null),
      fc.array(fc.constantFrom<Json>(1, 'x'), {maxLength: 3}),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('json'), {maxKeys: 3}) as fc.Arbitrary<Json>,
    ),
  })).json;
  const objects = fc.dictionary(fc.constantFrom('a', 'b', 'c'), values, {maxKeys: 3}) as fc.Arbitrary<JsonObject>;
  const rfc7386 = (base: Json | undefined, patch: Json): Json => {
    if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
    const isMap = typeof base === 'object' && base !== null && !Array.isArray(base);
    const result: Record<string, Json> = isMap ? {...(base as JsonObject)} : {};
    for (const [name, value] of Object.entries(patch)) {
      if (value === null) delete result[name];
      else result[name] = rfc7386(result[name], value);
    }
    return result;
  };
  fc.assert(
    fc.property(objects, objects, (base, patch) => {
      expect(merged(base, patch)).toMatchObject({problems: []});
      expect(merged(base, patch).value).toEqual(rfc7386(base, patch));
    }),
  );
});

it.each<{ops: Json; want: Json; problem?: string}>([
  {ops: [{op: 'add', path: '/l/0', value: 9}], want: {l: [9, 1, 2], 'a/b': {'~': 1}}},
  {ops: [{op: 'add', path: '/l/-', value: 9}], want: {l: [1, 2, 9], 'a/b': {'~': 1}}},
  {ops: [{op: 'add', path: '/l/2', value: 9}], want: {l: [1, 2, 9], 'a/b': {'~': 1}}},
  {ops: [{op: 'replace', path: '/a~1b/~0', value: 2}], want: {l: [1, 2], 'a/b': {'~': 2}}},
  {ops: [{op: 'move', from: '/l/0', path: '/m'}], want: {l: [2], m: 1, 'a/b': {'~': 1}}},
  {
    ops: [
      {op: 'copy', from: '/l', path: '/m'},
      {op: 'remove', path: '/l/1'},
    ],
    want: {l: [1], m: [1, 2], 'a/b': {'~': 1}},
  },
  {ops: [{op: 'add', path: '/l/3', value: 9}], want: {}, problem: 'cannot add /l/3: the list has only 2 items'},
  {ops: [{op: 'remove', path: '/l/01'}], want: {}, problem: 'cannot remove /l/01: no such field'},
  {ops: [{op: 'add', path: '/x/y', value: 1}], want: {}, problem: 'cannot add /x/y: its parent `x` does not exist'},
  {
    ops: [{op: 'add', path: '/l/0/y', value: 1}],
    want: {},
    problem: 'cannot add /l/0/y: its parent is neither',
  },
  {ops: [{op: 'copy', from: '/x', path: '/y'}], want: {}, problem: 'cannot copy /y: no such field /x'},
  {ops: [{op: 'test', path: '/l', value: [2, 1]}], want: {}, problem: 'cannot test /l: it has another value'},
])('JSON patch $ops', ({ops, want, problem}) => {
  const base = {l: [1, 2], 'a/b': {'~': 1}};
  const problems: string[] = [];
  const node = jsonPatch(locate(base, at('base')), locate(ops, at('patch')), ({message}) => problems.push(message));
  if (problem === undefined) expect({value: node.value, problems}).toEqual({value: want, problems: []});
  else expect({value: node.value, problems}).toEqual({value: base, problems: [expect.stringContaining(problem)]});
});
