import {expect, it} from 'vitest';
import type {FieldPath} from '../../../../src/core/fields/field-path.ts';
import {coversPath, readIgnorePath} from '../../../../src/core/plan/ignore-path.ts';
import {parseIgnore} from '../../../../src/core/plan/parse-ignore.ts';

const replicas: FieldPath = [{field: 'spec'}, {field: 'replicas'}];
const port: FieldPath = [{field: 'spec'}, {field: 'ports'}, {key: {port: 80, protocol: 'TCP'}}, {field: 'name'}];
const note: FieldPath = [{field: 'metadata'}, {field: 'annotations'}, {field: 'a.b/c'}];
const image: FieldPath = [{field: 'containers'}, {key: {name: 'app'}}, {field: 'image'}];
const finalizer: FieldPath = [{field: 'metadata'}, {field: 'finalizers'}, {value: 'x/y'}];

it.each([
  {rule: 'spec.replicas', path: replicas, want: true},
  {rule: 'spec', path: replicas, want: true, why: 'all that is below it'},
  {rule: 'spec.replica', path: replicas, want: false},
  {rule: 'spec.replicas.more', path: replicas, want: false, why: 'a part of what has none'},
  {rule: 'replicas', path: replicas, want: false, why: 'a path begins at the top'},
  {rule: '*.replicas', path: replicas, want: true},
  {rule: 'spec.ports[*].name', path: port, want: true},
  {rule: 'spec.ports.*.name', path: port, want: true},
  {rule: 'spec.ports[port=80].name', path: port, want: true, why: 'some of the keys'},
  {rule: 'spec.ports[port=80,protocol="TCP"].name', path: port, want: true},
  {rule: 'spec.ports[port=80,protocol=UDP].name', path: port, want: false},
  {rule: 'spec.ports[0].name', path: port, want: false, why: 'items that have keys have no number'},
  {rule: 'metadata.annotations["a.b/c"]', path: note, want: true},
  {rule: 'metadata.annotations.*', path: note, want: true},
  {rule: 'metadata.annotations[*]', path: note, want: false, why: 'a map has no items'},
  {rule: 'containers[name="app"].image', path: image, want: true},
  {rule: 'containers[name=app].image', path: image, want: true},
  {rule: 'containers[name="web"].image', path: image, want: false},
  {rule: 'metadata.finalizers["x/y"]', path: finalizer, want: true},
  {rule: 'metadata.finalizers[*]', path: finalizer, want: true},
  {rule: 'spec.args[2]', path: [{field: 'spec'}, {field: 'args'}, {index: 2}], want: true},
  {rule: 'spec.codes[=7]', path: [{field: 'spec'}, {field: 'codes'}, {value: 7}], want: true},
] as const)('$rule on $path: $want', ({rule, path, want}) => {
  const read = readIgnorePath(rule);
  expect(read && coversPath(read, path)).toBe(want);
});

it.each(['', '.', 'spec.', '.spec', 'spec..a', 'spec[', 'spec[]', 'spec]', 'a b', 'spec[name=]', 'spec[name="a]'])(
  '%j is not a path',
  (text) => expect(readIgnorePath(text)).toBeUndefined(),
);

it.each([
  {flag: 'spec.replicas', want: {path: 'spec.replicas'}},
  {flag: 'Deployment:spec.replicas', want: {kind: 'Deployment', path: 'spec.replicas'}},
  {
    flag: 'apps/v1:Deployment:shop:web:spec.replicas',
    want: {id: 'apps/v1:Deployment:shop:web', path: 'spec.replicas'},
  },
  {
    flag: 'rbac.authorization.k8s.io/v1:ClusterRole:system:web:rules',
    want: {id: 'rbac.authorization.k8s.io/v1:ClusterRole:system:web', path: 'rules'},
  },
  {flag: 'metadata.annotations["a:b"]', want: {path: 'metadata.annotations["a:b"]'}},
  {flag: 'ConfigMap:data["a]:b"]', want: {kind: 'ConfigMap', path: 'data["a]:b"]'}},
])('--ignore $flag', ({flag, want}) => expect(parseIgnore(flag)).toEqual({...want, from: `--ignore ${flag}`}));

it.each(['', 'Deployment:', ':spec.replicas', 'Deployment:spec[', 'spec.replicas '])('--ignore %j is refused', (flag) =>
  expect(parseIgnore(flag)).toBeUndefined(),
);
