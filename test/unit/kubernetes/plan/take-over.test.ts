import {describe, expect, it} from 'vitest';
import {type FieldPath, formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {applyConfiguration} from '../../../../src/kubernetes/fields/apply-configuration.ts';
import {union} from '../../../../src/kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {toFieldsV1} from '../../../../src/kubernetes/fields/fields-v1.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {takeOver} from '../../../../src/kubernetes/plan/take-over.ts';
import {takeOverManagers} from '../../../../src/kubernetes/plan/take-over-managers.ts';
import {prune} from '../../../../src/kubernetes/plan/take-over-prune.ts';

const COPY = 'kubectl.kubernetes.io/last-applied-configuration';

const desired: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name: 'x', namespace: 'n'},
  data: {a: '1'},
};

const entry = (manager: string, operation: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject => ({
  manager,
  operation,
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
});

const DATA = {'f:data': {'.': {}, 'f:a': {}, 'f:b': {}}};

function live(managedFields: readonly JsonObject[], annotations: JsonObject = {}): JsonObject {
  const metadata: JsonObject = {name: 'x', namespace: 'n', annotations, managedFields};
  return {...desired, metadata, data: {a: '1', b: '2'}};
}

const ask = (over: Partial<Parameters<typeof takeOver>[0]>) =>
  takeOver({live: live([]), desired, schema: DEDUCED, adopting: true, released: undefined, ...over});

const ours = (over: Partial<Parameters<typeof takeOver>[0]>): Json | undefined =>
  ask(over)?.managedFields.find(({manager}) => manager === 'gantry')?.['fieldsV1'];

describe('the managers whose fields a take-over takes', () => {
  it.each([
    {name: 'kubectl apply', manager: 'kubectl-client-side-apply', operation: 'Update', adopting: true, want: true},
    {name: 'an unknown manager', manager: 'before-first-apply', operation: 'Update', adopting: true, want: false},
    {name: 'kubectl apply --server-side', manager: 'kubectl', operation: 'Apply', adopting: true, want: true},
    {name: 'Helm 3', manager: 'helm', operation: 'Update', adopting: true, want: true},
    {name: 'Helm 4', manager: 'helm', operation: 'Apply', adopting: true, want: true},
    {name: 'Kusion', manager: 'kusion', operation: 'Update', adopting: true, want: true},
    {name: 'kubectl scale', manager: 'kubectl', operation: 'Update', adopting: true, want: false},
    {name: 'kubectl edit', manager: 'kubectl-edit', operation: 'Update', adopting: true, want: false},
    {name: 'kubectl patch', manager: 'kubectl-patch', operation: 'Update', adopting: true, want: false},
    {name: 'kubectl create alone', manager: 'kubectl-create', operation: 'Update', adopting: true, want: false},
    {name: 'another applier', manager: 'flux', operation: 'Apply', adopting: true, want: false},
    {name: 'a controller', manager: 'kube-controller-manager', operation: 'Update', adopting: true, want: false},
    {name: 'Helm 3 on an object of ours', manager: 'helm', operation: 'Update', adopting: false, want: true},
    {
      name: 'Helm 4 on an object of ours: a conflict',
      manager: 'helm',
      operation: 'Apply',
      adopting: false,
      want: false,
    },
  ])('a take-over takes the fields of $name: $want', ({manager, operation, adopting, want}) => {
    const plan = ask({live: live([entry(manager, operation, DATA)]), adopting});
    expect(plan !== undefined).toBe(want);
    if (want) expect(plan?.managedFields.map((one) => one['manager'])).toEqual(['gantry']);
  });

  it('a take-over leaves out fields that a tool wrote through a subresource', () => {
    expect(ask({live: live([entry('helm', 'Update', DATA, {subresource: 'scale'})])})).toBeUndefined();
  });

  it('a take-over takes the fields of a manager that the user named', () => {
    const table = takeOverManagers(['argocd-controller']);
    expect(ours({live: live([entry('argocd-controller', 'Apply', DATA)]), table})).toEqual(DATA);
  });
});

describe('the fields that a take-over takes', () => {
  const copy = {
    [COPY]: JSON.stringify({
      ...desired,
      data: {a: '1'},
      metadata: {...(desired['metadata'] as JsonObject), annotations: {}},
    }),
  };
  const marks = {'f:metadata': {'f:annotations': {[`f:${COPY}`]: {}}}};

  it('a take-over from kubectl apply takes the last applied manifest and its annotation, but no defaults of its entry', () => {
    expect(ours({live: live([entry('kubectl-client-side-apply', 'Update', DATA)], copy)})).toEqual({
      'f:data': {'.': {}, 'f:a': {}},
      'f:metadata': {'f:annotations': {'.': {}, [`f:${COPY}`]: {}}},
    });
  });

  it.each([
    {name: 'with the entry that the server adds for them', entries: [entry('before-first-apply', 'Update', DATA)]},
    {name: 'without any entry', entries: []},
  ])(
    'a take-over of an object without managed fields, $name, takes those of the last applied manifest',
    ({entries}) => {
      expect(ours({live: live(entries, copy)})).toMatchObject({'f:data': {'f:a': {}}});
      expect(ours({live: live(entries, copy)})).not.toMatchObject({'f:data': {'f:b': {}}});
    },
  );

  it('a take-over from Helm 3 takes the fields of the release and its labels and annotations', () => {
    const released = [{...desired, data: {b: '2'}}];
    expect(ours({live: live([entry('helm', 'Update', DATA)]), released})).toEqual({
      'f:data': {'.': {}, 'f:b': {}},
      'f:metadata': {
        'f:annotations': {'f:meta.helm.sh/release-name': {}, 'f:meta.helm.sh/release-namespace': {}},
        'f:labels': {'f:app.kubernetes.io/managed-by': {}},
      },
    });
  });

  it('a take-over without a record takes the whole entry, or only labels and annotations if the server keeps the rest', () => {
    const all = {...DATA, ...marks};
    expect(ours({live: live([entry('kusion', 'Update', all)])})).toEqual(all);
    expect(ours({live: live([entry('kusion', 'Update', all)]), timid: true})).toEqual(marks);
  });

  it('a take-over takes the data that the server made of an applied stringData', () => {
    const secret = {...live([entry('kubectl', 'Apply', {'f:stringData': {'f:a': {}}})]), kind: 'Secret'};
    expect(ours({live: secret})).toMatchObject({'f:data': {'f:a': {}}});
  });

  it('a take-over leaves out fields that the user leaves to others', () => {
    const left = (path: FieldPath): boolean => formatFieldPath(path) === 'data.b';
    expect(ours({live: live([entry('kusion', 'Update', DATA)]), left})).toEqual({'f:data': {'.': {}, 'f:a': {}}});
  });

  it('the label that the server gives every Namespace is not taken over: a removal would have no effect', () => {
    const namespace: JsonObject = {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'x'}};
    const labels = {'f:labels': {'.': {}, 'f:kubernetes.io/metadata.name': {}, 'f:team': {}}};
    const metadata: JsonObject = {name: 'x', managedFields: [entry('kusion', 'Update', {'f:metadata': labels})]};
    const taken = ours({live: {...namespace, metadata}, desired: namespace});
    expect(taken).toEqual({'f:metadata': {'f:labels': {'.': {}, 'f:team': {}}}});
  });

  it('a take-over keeps the fields that Gantry owned before', () => {
    const entries = [
      entry('gantry', 'Apply', {'f:data': {'f:z': {}}}),
      entry('helm', 'Update', {'f:data': {'f:b': {}}}),
    ];
    expect(ask({live: live(entries)})?.managedFields).toHaveLength(1);
    expect(ours({live: live(entries)})).toEqual({'f:data': {'f:b': {}, 'f:z': {}}});
  });
});

describe('the fields that others keep', () => {
  const copy = {[COPY]: JSON.stringify(desired)};
  const marks = {'f:metadata': {'f:annotations': {[`f:${COPY}`]: {}}}};

  it('a take-over keeps the entries of others unchanged', () => {
    const people = entry('kubectl-edit', 'Update', {'f:data': {'f:b': {}}}, {time: '2026-01-01T00:00:00Z'});
    expect(ask({live: live([people, entry('helm', 'Update', DATA)])})?.managedFields).toContainEqual(people);
  });

  it('a take-over takes kubectl’s copy of the manifest from any manager, unless the stack contains it', () => {
    const created = entry('kubectl-create', 'Update', {...DATA, ...marks});
    expect(ask({live: live([created], copy)})?.managedFields).toEqual([
      {...created, fieldsV1: DATA},
      expect.objectContaining({manager: 'gantry', fieldsV1: marks}),
    ]);
    const asking = {...desired, metadata: {name: 'x', namespace: 'n', annotations: copy}};
    expect(ask({live: live([created], copy), desired: asking})).toBeUndefined();
  });

  it('kubectl create loses the fields that kubectl apply continued with', () => {
    const entries = [entry('kubectl-create', 'Update', DATA), entry('kubectl-client-side-apply', 'Update', marks)];
    expect(ask({live: live(entries, copy)})?.managedFields[0]).toMatchObject({
      manager: 'kubectl-create',
      fieldsV1: {'f:data': {'f:b': {}}},
    });
  });
});

describe('the fields that a take-over removes', () => {
  const object = (spec: JsonObject): JsonObject => ({
    apiVersion: 'example.dev/v1',
    kind: 'Thing',
    metadata: {name: 'x'},
    spec,
  });
  const setOf = (spec: JsonObject) => fieldSetOf(object(spec), DEDUCED);

  it.each([
    {name: 'a field that is wanted no more', held: {a: 1, b: 2}, wanted: {a: 1}, theirs: {}, left: {a: 1, b: 2, c: 3}},
    {name: 'a whole part', held: {p: {q: 1, r: 2}}, wanted: {}, theirs: {}, left: {p: {q: 1, r: 2}, a: 1}},
    {
      name: 'a part of which somebody holds something',
      held: {p: {q: 1, r: 2}},
      wanted: {},
      theirs: {p: {q: 1}},
      left: {p: {q: 1, r: 2, s: 3}},
    },
    {name: 'nothing that was not held', held: {}, wanted: {}, theirs: {}, left: {a: 1}},
    {name: 'a list as a whole', held: {l: [1, 2]}, wanted: {a: 1}, theirs: {}, left: {l: [1, 2], a: 1}},
    {name: 'all', held: {a: 1}, wanted: {}, theirs: {}, left: {a: 1}},
  ])('$name: as the server’s merge has it', ({held, wanted, theirs, left}) => {
    const plan = {held: setOf(held), kept: union(setOf(wanted), setOf(theirs)), schema: DEDUCED};
    const pruned = prune(object(left), plan);
    const managedFields = [
      entry('gantry', 'Apply', toFieldsV1(setOf(held)), {apiVersion: 'example.dev/v1'}),
      entry('other', 'Update', toFieldsV1(setOf(theirs)), {apiVersion: 'example.dev/v1'}),
    ];
    const merged = applyConfiguration({
      live: {...object(left), metadata: {name: 'x', managedFields}},
      desired: object(wanted),
      schema: DEDUCED,
      manager: 'gantry',
    });
    expect(withoutEmpty(pruned)).toEqual(withoutEmpty(merged.object));
  });
});

/** A merge leaves null or nothing of what it emptied: for the server it is the same. */
const withoutEmpty = ({spec, ...rest}: JsonObject): JsonObject =>
  spec === undefined || spec === null || Object.keys(spec).length === 0 ? rest : {...rest, spec};
