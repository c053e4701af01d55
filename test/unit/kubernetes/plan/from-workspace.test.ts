import {expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {compareObjects} from '../../../../src/kubernetes/fields/compare.ts';
import {fieldSetOf} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {explainDifferences} from '../../../../src/kubernetes/plan/explain-differences.ts';
import {shownRedacted} from '../../../../src/kubernetes/secret/shown-value.ts';
import {schemaOf} from '../fields/fixtures/schema-of.ts';

const url = [{field: 'data'}, {field: 'url'}];
const object = (value: string | undefined): JsonObject => (value === undefined ? {data: {}} : {data: {url: value}});

type Row = {
  readonly name: string;
  /** What was wanted then and is now; undefined: nothing. */
  readonly before?: string;
  readonly now?: string;
  /** What the stack's own files say; absent: the workspace changes nothing, or the release is of an earlier version. */
  readonly own?: {readonly before?: JsonObject; readonly now?: JsonObject};
  readonly want: 'spec' | 'workspace';
};

it.each<Row>([
  {name: 'without a workspace, all is the user’s', before: 'a', now: 'b', want: 'spec'},
  {
    name: 'another patch',
    before: 'a',
    now: 'b',
    own: {before: object('x'), now: object('x')},
    want: 'workspace',
  },
  {
    name: 'another value of the context in the same text',
    before: 'in eu',
    now: 'in us',
    own: {before: object('in ${context:region}'), now: object('in ${context:region}')},
    want: 'workspace',
  },
  {
    name: 'another text around a value of the context',
    before: 'in eu',
    now: 'at us',
    own: {before: object('in ${context:region}'), now: object('at ${context:region}')},
    want: 'spec',
  },
  {name: 'a patch that came', before: 'a', now: 'b', own: {now: object('a')}, want: 'workspace'},
  {name: 'a patch that went', before: 'b', now: 'a', own: {before: object('a')}, want: 'workspace'},
  {name: 'a patch that came with another manifest', before: 'a', now: 'c', own: {now: object('b')}, want: 'spec'},
  {
    name: 'a field that only a patch had, and that went with it',
    before: 'b',
    own: {before: object(undefined)},
    want: 'workspace',
  },
  {
    name: 'a field that left the manifest',
    before: 'b',
    own: {before: object('b'), now: object(undefined)},
    want: 'spec',
  },
  {name: 'a field that only a patch has', now: 'b', own: {now: object(undefined)}, want: 'workspace'},
  {
    name: 'an edit elsewhere says nothing of this field',
    before: 'a',
    now: 'b',
    own: {before: {...object('x'), other: 1}, now: {...object('x'), other: 2}},
    want: 'workspace',
  },
])('$name: $want', ({before, now, own, want}) => {
  const [wanted, prior] = [object(now), object(before)];
  const [change] = explainDifferences(
    [{path: url, ...(before === undefined ? {} : {before}), ...(now === undefined ? {} : {after: now})}],
    {
      schema: DEDUCED,
      live: prior,
      answer: wanted,
      wanted,
      prior,
      applied: prior,
      resolved: wanted,
      seal: (value) => value,
      fields: fieldSetOf(wanted, DEDUCED),
      held: fieldSetOf(prior, DEDUCED),
      show: shownRedacted,
      pathText: formatFieldPath,
      at: () => ({}),
      ...(own === undefined ? {} : {own: {now: own.now, before: own.before}}),
    },
  );
  expect(change?.cause).toBe(want);
});

const workload = (...names: readonly string[]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  spec: {template: {spec: {containers: [{name: 'app', env: names.map((name) => ({name, value: 'x'}))}]}}},
});

it.each([
  {name: 'a manifest that leaves a variable to a patch', before: workload('A', 'B'), now: workload('B'), want: 'spec'},
  {name: 'a patch alone', before: workload('B'), now: workload('B'), want: 'workspace'},
])('another order of a list is by $name: $want', ({before, now, want}) => {
  const [prior, wanted] = [workload('A', 'B'), workload('B', 'A')];
  const schema = schemaOf(wanted as never);
  const [difference] = compareObjects(prior, wanted, schema);
  const [change] = explainDifferences(difference === undefined ? [] : [difference], {
    schema,
    live: prior,
    answer: wanted,
    wanted,
    prior,
    applied: prior,
    resolved: wanted,
    seal: (value) => value,
    fields: fieldSetOf(wanted, schema),
    held: fieldSetOf(prior, schema),
    show: shownRedacted,
    pathText: formatFieldPath,
    at: () => ({}),
    own: {before, now},
  });
  expect(change).toMatchObject({path: 'spec.template.spec.containers[name="app"].env', cause: want});
});
