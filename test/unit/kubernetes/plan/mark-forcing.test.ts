import {expect, it} from 'vitest';
import {markForcing} from '../../../../src/kubernetes/plan/mark-forcing.ts';

const STATEFUL_SET = {group: 'apps', kind: 'StatefulSet'};
const DEPLOYMENT = {group: 'apps', kind: 'Deployment'};

it.each([
  {
    name: 'a field below the one that the server names',
    identity: DEPLOYMENT,
    causes: ['spec.selector'],
    paths: ['metadata.labels.app', 'spec.selector.matchLabels.app', 'spec.selectors'],
    want: ['spec.selector.matchLabels.app'],
  },
  {
    name: 'a whole that holds the one that the server names',
    identity: {group: 'storage.k8s.io', kind: 'StorageClass'},
    causes: ['parameters.type'],
    paths: ['parameters', 'provisioner'],
    want: ['parameters'],
  },
  {
    name: 'an item that the server counts and we name',
    identity: DEPLOYMENT,
    causes: ['spec.items[0].a'],
    paths: ['spec.items[name="x"].a', 'spec.other'],
    want: ['spec.items[name="x"].a'],
  },
  {
    name: 'of a StatefulSet, whose server names all of spec, what may not change',
    identity: STATEFUL_SET,
    causes: ['spec'],
    paths: ['spec.replicas', 'spec.serviceName', 'spec.template.metadata.labels.a', 'spec.volumeClaimTemplates'],
    want: ['spec.serviceName', 'spec.volumeClaimTemplates'],
  },
  {
    name: 'the address of a Service, of which the server names another field',
    identity: {group: '', kind: 'Service'},
    causes: ['spec.clusterIPs[0]'],
    paths: ['spec.clusterIP', 'spec.type'],
    want: ['spec.clusterIP'],
  },
  {
    name: 'nothing where the server names no field',
    identity: {group: 'example.com', kind: 'Widget'},
    causes: [''],
    paths: ['spec.size'],
    want: [],
  },
])('marks $name', ({identity, causes, paths, want}) => {
  const fields = paths.map((path) => ({path, cause: 'spec' as const}));
  const marked = markForcing(
    fields,
    causes.map((field) => ({field})),
    identity,
  );
  expect(marked.map(({path}) => path)).toEqual(paths);
  expect(marked.filter(({forcesReplacement}) => forcesReplacement).map(({path}) => path)).toEqual(want);
});
