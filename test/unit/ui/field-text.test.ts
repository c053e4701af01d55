import {expect, it} from 'vitest';
import type {FieldChange} from '../../../src/core/plan/plan.ts';
import {fieldText} from '../../../src/ui/field-text.ts';
import {plainStyle} from './plain-style.ts';

const replicas = {path: 'spec.replicas', cause: 'conflict', manager: 'kubectl'} as const;

it.each<{name: string; field: FieldChange; want: string}>([
  {
    name: 'promises no change of a field that is left to its owner',
    field: {...replicas, before: 5, after: 2, yielded: true},
    want: 'spec.replicas: 5  (left to kubectl; the stack says 2)',
  },
  {
    name: 'shows no value of a sensitive field that is left to its owner',
    field: {path: 'data.token', cause: 'conflict', manager: 'rotator', sensitive: true, yielded: true},
    want: 'data.token: (left to rotator)',
  },
  {
    name: 'shows a conflict that will be taken as a change',
    field: {...replicas, before: 5, after: 2},
    want: 'spec.replicas: 5 → 2  (conflict: kubectl)',
  },
])('$name', ({field, want}) => expect(fieldText(field, plainStyle).join('\n')).toBe(want));
