import {expect, it} from 'vitest';
import {checkPermissions} from '../../../src/app/check-permissions.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../../src/core/plan/permissions.ts';

const PLANNED = {
  ids: ['v1:ConfigMap:shop:settings', 'v1:Service:shop:web'],
  resources: [
    {
      id: 'v1:Service:shop:web',
      attributes: {apiVersion: 'v1', kind: 'Service', metadata: {name: 'web', namespace: 'shop'}},
    },
  ],
};

it.each([
  ['nothing', NO_PERMISSIONS],
  ['all', {...NO_PERMISSIONS, adopt: ['all'], forceConflicts: ['all']}],
  [
    'ids of the plan',
    {...NO_PERMISSIONS, adopt: ['v1:Service:shop:web'], forceConflicts: ['v1:ConfigMap:shop:settings']},
  ],
])('a permission check permits %s', (_what, permissions) => {
  expect(() => checkPermissions(permissions, PLANNED)).not.toThrow();
});

it.each([
  ['v1:Service:shop:wbe', 'Did you mean v1:Service:shop:web?'],
  ['web', 'Run "gantry preview" to list the ids of all changes.'],
])('a permission check refuses %s, which would permit nothing', (id, hint) => {
  const refused = () => checkPermissions({...NO_PERMISSIONS, forceConflicts: [id]}, PLANNED);
  expect(refused).toThrow(GantryError);
  expect(refused).toThrow(
    expect.objectContaining({
      failure: {code: 'input/usage', message: `--force-conflicts ${id}: the stack has no such resource`, hint},
    }),
  );
});

it.each([
  {text: 'Servicee', hint: 'Did you mean service?'},
  {text: 'Deployment', hint: 'Run "gantry preview" to list the ids of all changes.'},
])('the hint for --adopt $text is: $hint', ({text, hint}) => {
  expect(() => checkPermissions({...NO_PERMISSIONS, adopt: [text]}, PLANNED)).toThrow(
    expect.objectContaining({failure: expect.objectContaining({hint})}),
  );
});
