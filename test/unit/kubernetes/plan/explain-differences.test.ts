import {expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {fieldSetOf} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {explainDifferences} from '../../../../src/kubernetes/plan/explain-differences.ts';
import {hidden, shownRedacted} from '../../../../src/kubernetes/secret/shown-value.ts';

const url = [{field: 'data'}, {field: 'url'}];
const object = (value: string | undefined): JsonObject => (value === undefined ? {} : {data: {url: value}});
const byHand: JsonObject = {
  manager: 'kubectl-edit',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-01T00:00:00Z',
  fieldsV1: {'f:data': {'f:url': {}}},
};

type Row = {
  readonly name: string;
  readonly wanted?: string;
  readonly prior?: string;
  readonly neverReleased?: true;
  readonly resolved?: string;
  /** The text takes a value of a secret store. */
  readonly secret?: true;
  readonly held?: true;
  readonly live?: string;
  /** What the last release left; as a rule what it wanted. */
  readonly applied?: string;
  readonly leftNothing?: true;
  readonly answer?: string;
  readonly managedFields?: readonly Json[];
  readonly want: JsonObject;
};

it.each<Row>([
  {name: 'what the user changed is spec', wanted: 'b', prior: 'a', live: 'a', want: {cause: 'spec'}},
  {name: 'what was never released is spec', wanted: 'b', neverReleased: true, live: 'a', want: {cause: 'spec'}},
  {
    name: 'what somebody edited is drift, with who and when',
    wanted: 'a',
    prior: 'a',
    live: 'x',
    managedFields: [byHand],
    want: {cause: 'drift', manager: 'kubectl-edit', time: '2026-01-01T00:00:00Z'},
  },
  {name: 'what somebody took away is drift of nobody', wanted: 'a', prior: 'a', want: {cause: 'drift'}},
  {
    name: 'what another resource says anew is a reference',
    wanted: '${ref:x#y}',
    prior: '${ref:x#y}',
    resolved: 'new',
    live: 'old',
    applied: 'old',
    want: {cause: 'reference'},
  },
  {
    name: 'what the secret store says anew is a secret',
    wanted: 'ref://db/x',
    prior: 'ref://db/x',
    resolved: 'new',
    secret: true,
    live: 'old',
    applied: 'old',
    want: {cause: 'secret'},
  },
  {
    name: 'an edited secret is drift, also where the store has another value',
    wanted: 'ref://db/x',
    prior: 'ref://db/x',
    resolved: 'new',
    secret: true,
    live: 'x',
    applied: 'old',
    managedFields: [byHand],
    want: {cause: 'drift', manager: 'kubectl-edit'},
  },
  {
    name: 'another secret than before is spec',
    wanted: 'ref://db/y',
    prior: 'ref://db/x',
    resolved: 'new',
    secret: true,
    live: 'old',
    applied: 'old',
    want: {cause: 'spec'},
  },
  {
    name: 'a secret that the last release wanted and did not come to is spec',
    wanted: 'ref://db/x',
    prior: 'ref://db/x',
    resolved: 'new',
    secret: true,
    leftNothing: true,
    want: {cause: 'spec'},
  },
  {
    name: 'a secret that is the same, and another answer, is a webhook',
    wanted: 'ref://db/x',
    prior: 'ref://db/x',
    resolved: 'old',
    secret: true,
    live: 'old',
    applied: 'old',
    answer: 'older',
    want: {cause: 'webhook'},
  },
  {
    name: 'an edited reference is drift',
    wanted: '${ref:x#y}',
    prior: '${ref:x#y}',
    resolved: 'a',
    live: 'x',
    applied: 'a',
    managedFields: [byHand],
    want: {cause: 'drift', manager: 'kubectl-edit'},
  },
  {
    name: 'an edited reference whose value changed too is a reference, and names who edited',
    wanted: '${ref:x#y}',
    prior: '${ref:x#y}',
    resolved: 'new',
    live: 'x',
    applied: 'old',
    managedFields: [byHand],
    want: {cause: 'reference', manager: 'kubectl-edit'},
  },
  {
    name: 'what the user changed and somebody edited is spec, and names who edited',
    wanted: 'b',
    prior: 'a',
    live: 'x',
    managedFields: [byHand],
    want: {cause: 'spec', manager: 'kubectl-edit', time: '2026-01-01T00:00:00Z'},
  },
  {
    name: 'a manager that wrote before the last release is not named',
    wanted: 'b',
    prior: 'a',
    live: 'a',
    managedFields: [byHand],
    want: {cause: 'spec'},
  },
  {
    name: 'what the server rewrote at the last release is no drift of a later edit',
    wanted: 'b',
    prior: 'a',
    live: 'mirror/a',
    applied: 'mirror/a',
    answer: 'mirror/b',
    want: {cause: 'spec', after: 'mirror/b'},
  },
  {
    name: 'the same text and the same live value, answered anew, is a webhook',
    wanted: 'a',
    prior: 'a',
    live: 'a',
    answer: 'mirror/a',
    want: {cause: 'webhook', before: 'a', after: 'mirror/a'},
  },
  {
    name: 'an edit that a webhook does not take back is drift',
    wanted: 'a',
    prior: 'a',
    live: 'x',
    answer: 'mirror/a',
    managedFields: [byHand],
    want: {cause: 'drift', manager: 'kubectl-edit'},
  },
  {
    name: 'what was wanted and never came to be is spec',
    wanted: 'a',
    prior: 'a',
    leftNothing: true,
    live: 'x',
    want: {cause: 'spec'},
  },
  {
    name: 'what a run wanted that stopped before it wrote the object is spec',
    wanted: 'b',
    prior: 'b',
    live: 'a',
    applied: 'a',
    want: {cause: 'spec'},
  },
  {name: 'what we held and no longer want is spec', prior: 'a', held: true, live: 'a', want: {cause: 'spec'}},
  {
    name: 'what changes beside what we want is of a webhook',
    prior: 'a',
    live: 'a',
    resolved: 'b',
    want: {cause: 'webhook'},
  },
])('$name', (row) => {
  const {wanted, prior, neverReleased, resolved = wanted, held, live, managedFields = [], want} = row;
  const {applied = prior, leftNothing, secret, answer = resolved} = row;
  const [before, after] = [live, answer];
  const [change] = explainDifferences(
    [{path: url, ...(before === undefined ? {} : {before}), ...(after === undefined ? {} : {after})}],
    {
      schema: DEDUCED,
      live: {...object(live), metadata: {managedFields}},
      answer: object(answer),
      applied: leftNothing ? undefined : object(applied),
      seal: (same) => same,
      at: () => ({}),
      wanted: object(wanted),
      prior: neverReleased ? undefined : object(prior),
      resolved: object(resolved),
      fields: fieldSetOf(object(wanted), DEDUCED),
      held: held ? fieldSetOf(object(live), DEDUCED) : undefined,
      show: shownRedacted,
      pathText: formatFieldPath,
      takesSecret: () => secret === true,
    },
  );
  expect(change).toMatchObject({path: 'data.url', ...want});
  if (!('manager' in want)) expect(change).not.toHaveProperty('manager');
});

it.each([
  {name: 'added', after: 'secret', want: {after: '***'}},
  {name: 'removed', before: 'secret', want: {before: '***'}},
  {name: 'changed', before: 'secret', after: 'other', want: {}},
])('the difference of a sensitive value shows only that it was $name', ({name: _name, want, ...difference}) => {
  const [change] = explainDifferences([{path: url, ...difference}], {
    schema: DEDUCED,
    live: {},
    answer: object('x'),
    applied: undefined,
    seal: (same) => same,
    at: () => ({}),
    wanted: object('x'),
    prior: undefined,
    resolved: object('x'),
    fields: fieldSetOf(object('x'), DEDUCED),
    held: undefined,
    show: hidden,
    pathText: formatFieldPath,
  });
  expect(change).toEqual({path: 'data.url', sensitive: true, cause: 'spec', ...want});
});
