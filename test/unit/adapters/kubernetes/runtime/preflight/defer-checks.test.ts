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
  readonly deferred: readonly string[];
};

it.each<Case>([
  {
    name: 'a binding of the user defers a denial',
    objects: [binding('jane'), settings()],
    denials: [denied([ID])],
    stand: [],
    deferred: [ID],
  },
  {
    name: 'a binding of another user has no effect',
    objects: [binding('eve'), settings()],
    denials: [denied([ID])],
    stand: [[ID]],
    deferred: [],
  },
  {
    name: 'an unchanged binding has no effect',
    objects: [binding('jane', 'unchanged'), settings()],
    denials: [denied([ID])],
    stand: [[ID]],
    deferred: [],
  },
  {
    name: 'other namespaces are not deferred',
    objects: [binding('jane'), settings()],
    denials: [denied([ID], {namespace: 'other'})],
    stand: [[ID]],
    deferred: [],
  },
  {
    name: 'the binding and its deps stay denied',
    objects: [binding('jane'), settings()],
    denials: [denied([ID, 'binding', 'role', 'namespace'])],
    stand: [['binding', 'role', 'namespace']],
    deferred: [ID],
  },
  {
    name: 'a second missing permission stays denied',
    objects: [binding('jane'), settings()],
    denials: [denied([ID]), denied([ID], {namespace: 'other'})],
    stand: [[ID]],
    deferred: [],
  },
  {
    name: 'a denied dry run is deferred',
    objects: [binding('jane'), settings(true)],
    denials: [],
    stand: [],
    deferred: [ID],
  },
])('$name', ({objects, denials, stand, deferred}) => {
  const found = deferChecks({denials, objects, user: JANE, after});
  expect(found.denials.map(({ids}) => ids)).toEqual(stand);
  expect(found.ids).toEqual(deferred);
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
