import {expect, it} from 'vitest';
import type {FieldChange} from '../../../src/core/plan/plan.ts';
import {fieldText} from '../../../src/ui/field-text.ts';
import {plainStyle} from './plain-style.ts';

const LONG = 'a'.repeat(60);
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
  {
    name: 'says of a sensitive field that comes or goes that it does, and no more',
    field: {path: 'data.token', cause: 'spec', sensitive: true, after: '***'},
    want: 'data.token: (sensitive, added)',
  },
  {
    name: 'says which field makes the server demand a new object',
    field: {path: 'spec.clusterIP', before: '10.0.0.1', after: 'None', cause: 'spec', forcesReplacement: true},
    want: 'spec.clusterIP: "10.0.0.1" → "None"  (forces the replacement)',
  },
  {
    name: 'says so of a sensitive field, without its value',
    field: {path: 'data.token', cause: 'spec', sensitive: true, forcesReplacement: true},
    want: 'data.token: (sensitive, changed)  (forces the replacement)',
  },
  {
    name: 'names the flag that says a value, without a line that nobody could open',
    field: {
      path: 'spec.image',
      before: 'a:1',
      after: 'a:2',
      cause: 'spec',
      at: {file: '--image', line: 1, column: 7},
    },
    want: 'spec.image: "a:1" → "a:2"  --image',
  },
  {
    name: 'says so when only the order differs',
    field: {path: 'spec.env', before: ['A', 'B'], after: ['B', 'A'], cause: 'spec'},
    want: 'spec.env: ["A","B"] → ["B","A"]  (only the order)',
  },
  {
    name: 'compares long lists and maps by their parts, whatever the order of their keys',
    field: {
      path: 'spec.versions',
      before: [{name: 'v1alpha1', served: true, schema: {type: 'object', properties: {spec: {type: 'object'}}}}],
      after: [
        {served: true, schema: {properties: {spec: {type: 'object'}}, type: 'object'}, name: 'v1alpha1'},
        {name: 'v1', served: true},
      ],
      cause: 'spec',
    },
    want: [
      'spec.versions:',
      '  @@ -6,2 +6,4 @@',
      '       type: "object"',
      '     served: true',
      '  +- name: "v1"',
      '  +  served: true',
    ].join('\n'),
  },
  {
    name: 'lists what comes with a long map',
    field: {
      path: 'spec',
      after: {schedule: '0 3 * * *', args: ['backup', '/data'], empty: {}, text: LONG},
      cause: 'spec',
    },
    want: [
      'spec:',
      '  + args:',
      '  +   - "backup"',
      '  +   - "/data"',
      '  + empty: {}',
      '  + schedule: "0 3 * * *"',
      `  + text: "${LONG}"`,
    ].join('\n'),
  },
  {
    name: 'shows the lines of a text inside a map',
    field: {path: 'data', after: {script: 'set -e\necho hello\n', list: ['a\nb'], long: LONG}, cause: 'spec'},
    want: [
      'data:',
      '  + list:',
      '  +   - |-',
      '  +       a',
      '  +       b',
      `  + long: "${LONG}"`,
      '  + script: |',
      '  +   set -e',
      '  +   echo hello',
    ].join('\n'),
  },
])('$name', ({field, want}) => expect(fieldText(field, plainStyle).join('\n')).toBe(want));

it('a very long structure is shortened, and complete with --detail', () => {
  const field = {path: 'spec.rules', after: Array.from({length: 60}, (_, i) => `rule ${i}`), cause: 'spec'} as const;
  expect(fieldText(field, plainStyle).at(-1)).toBe('  … 20 more lines (--detail shows them)');
  expect(fieldText(field, {...plainStyle, detail: true})).toHaveLength(61);
});
