import {expect, it} from 'vitest';
import type {PlannedObject} from '../../../../../../src/adapters/kubernetes/runtime/plan/planned-object.ts';
import {deferChecks} from '../../../../../../src/adapters/kubernetes/runtime/preflight/defer-checks.ts';
import type {MissingPermission} from '../../../../../../src/core/plan/missing-permission.ts';
import {ID, plannedObject} from '../execute/fake-objects.ts';

const JANE = {username: 'jane', groups: []};
const API = 'rbac.authorization.k8s.io';

function binding(user: string, action: 'create' | 'unchanged' = 'create'): PlannedObject {
  const planned = plannedObject(action);
  const desired = {
    apiVersion: `${API}/v1`,
    kind: 'RoleBinding',
    metadata: {name: 'mine', namespace: 'shop'},
    roleRef: {apiGroup: API, kind: 'ClusterRole', name: 'admin'},
    subjects: [{apiGroup: API, kind: 'User', name: user}],
  };
  return {...planned, change: {...planned.change, id: 'binding'}, target: {...planned.target, desired}};
}

const settings = (forbidden = false): PlannedObject =>
  plannedObject('create', {verified: false, ...(forbidden ? {denied: {action: 'apply', detail: 'forbidden'}} : {})});

const denied = (ids: readonly string[], more: Partial<MissingPermission> = {}): MissingPermission => ({
  verb: 'create',
  group: '',
  resource: 'configmaps',
  namespace: 'shop',
  ids,
  ...more,
});
const after = new Map([
  ['binding', ['role']],
  ['role', ['namespace']],
]);

type Case = {
  readonly name: string;
  readonly objects: readonly PlannedObject[];
  readonly denials: readonly MissingPermission[];
  readonly stand: readonly (readonly string[])[];
  readonly excused: readonly string[];
};

it.each<Case>([
  {
    name: 'what a binding of the plan gives to its user',
    objects: [binding('jane'), settings()],
    denials: [denied([ID])],
    stand: [],
    excused: [ID],
  },
  {
    name: 'nothing, where it binds another',
    objects: [binding('eve'), settings()],
    denials: [denied([ID])],
    stand: [[ID]],
    excused: [],
  },
  {
    name: 'nothing, where it was there before: it gives what it gives',
    objects: [binding('jane', 'unchanged'), settings()],
    denials: [denied([ID])],
    stand: [[ID]],
    excused: [],
  },
  {
    name: 'not what lies elsewhere',
    objects: [binding('jane'), settings()],
    denials: [denied([ID], {namespace: 'other'})],
    stand: [[ID]],
    excused: [],
  },
  {
    name: 'not the binding itself, nor what comes before it',
    objects: [binding('jane'), settings()],
    denials: [denied([ID, 'binding', 'role', 'namespace'])],
    stand: [['binding', 'role', 'namespace']],
    excused: [ID],
  },
  {
    name: 'not what lacks another right, too',
    objects: [binding('jane'), settings()],
    denials: [denied([ID]), denied([ID], {namespace: 'other'})],
    stand: [[ID]],
    excused: [],
  },
  {
    name: 'what a dry run was forbidden, where the server answers no questions',
    objects: [binding('jane'), settings(true)],
    denials: [],
    stand: [],
    excused: [ID],
  },
])('excuses $name', ({objects, denials, stand, excused}) => {
  const found = deferChecks({denials, objects, user: JANE, after});
  expect(found.denials.map(({ids}) => ids)).toEqual(stand);
  expect(found.ids).toEqual(excused);
});

it('a deferred denial names the missing permission and the binding that grants it', () => {
  const {diagnostics} = deferChecks({denials: [denied([ID])], objects: [binding('jane')], user: JANE, after});
  expect(diagnostics).toMatchObject([
    {
      severity: 'note',
      message:
        'you have no permission to create configmaps in namespace shop yet: binding of this plan grants you permissions there',
    },
  ]);
});
