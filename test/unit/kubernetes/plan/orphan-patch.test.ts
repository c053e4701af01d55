import {expect, it} from 'vitest';
import {orphanPatch} from '../../../../src/kubernetes/plan/orphan-patch.ts';

const live = (created: string) => ({
  metadata: {
    resourceVersion: '7',
    labels: {'gantry.dev/lineage': 'abc', team: 'a'},
    annotations: {'gantry.dev/id': 'x', 'gantry.dev/created': created, note: 'b'},
    managedFields: [
      {manager: 'gantry', operation: 'Apply'},
      {manager: 'kubectl', operation: 'Update'},
    ],
  },
});

it('the orphaning patch removes only our label, annotations and field ownership, from exactly the version that was read', () => {
  expect(orphanPatch(live('true'))).toEqual([
    {op: 'replace', path: '/metadata/resourceVersion', value: '7'},
    {op: 'replace', path: '/metadata/managedFields', value: [{manager: 'kubectl', operation: 'Update'}]},
    {op: 'remove', path: '/metadata/labels/gantry.dev~1lineage'},
    {op: 'remove', path: '/metadata/annotations/gantry.dev~1id'},
    {op: 'remove', path: '/metadata/annotations/gantry.dev~1created'},
  ]);
});

it('the orphaning patch keeps the annotation that another stack shares the object', () => {
  expect(JSON.stringify(orphanPatch(live('shared')))).not.toContain('created');
});
