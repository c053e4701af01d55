import {describe, expect, it} from 'vitest';
import type {Change, FieldChange} from '../../../../src/core/plan/plan.ts';
import {refines} from '../../../../src/core/plan/refines.ts';

const unknown: FieldChange = {path: 'data.url', unknown: true, cause: 'reference'};
const size: FieldChange = {path: 'data.size', before: '1', after: '2', cause: 'spec'};
const change = (action: Change['action'], verified: boolean, ...fields: readonly FieldChange[]): Change => ({
  id: 'v1:ConfigMap:shop:web',
  type: 'Kubernetes',
  action,
  verified,
  fields,
});
const url: FieldChange = {path: 'data.url', before: 'a', after: 'b', cause: 'reference'};

type Row = {readonly title: string; readonly shown: Change; readonly now: Change; readonly want: boolean};

describe('a plan that waited for another stack is still what was shown', () => {
  const rows: readonly Row[] = [
    {
      title: 'when a value came',
      shown: change('update', false, size, unknown),
      now: change('update', true, size, url),
      want: true,
    },
    {
      title: 'when the value is the same as before',
      shown: change('update', false, unknown),
      now: change('unchanged', true),
      want: true,
    },
    {
      title: 'when it is made, whatever the server adds',
      shown: change('create', false),
      now: change('create', true, size),
      want: true,
    },
    {
      title: 'when the server fills something in',
      shown: change('update', false, unknown),
      now: change('update', true, url, {path: 'spec.x', after: 1, cause: 'default'}),
      want: true,
    },
    {
      title: 'not when it is another change',
      shown: change('update', false, unknown),
      now: change('replace', true, url),
      want: false,
    },
    {
      title: 'not when somebody changed another field',
      shown: change('update', false, unknown),
      now: change('update', true, url, {path: 'data.x', before: 'theirs', after: 'ours', cause: 'drift'}),
      want: false,
    },
    {
      title: 'not when a field that was shown becomes another value',
      shown: change('update', false, size, unknown),
      now: change('update', true, {...size, after: '3'}, url),
      want: false,
    },
    {
      title: 'not when it needs a permission by now',
      shown: change('update', false, unknown),
      now: {...change('update', true, url), blocked: {needs: '--force-conflicts x', because: 'y'}},
      want: false,
    },
    {
      title: 'not when nothing was waited for',
      shown: change('update', true, size),
      now: change('update', true, size, url),
      want: false,
    },
  ];
  it.each(rows)('$title', ({shown, now, want}) => expect(refines(shown, now)).toBe(want));
});
