import {expect, it} from 'vitest';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {
  deferRefusal,
  pendingObjects,
  rootRefusals,
} from '../../../../../../src/adapters/kubernetes/runtime/plan/defer-refusal.ts';
import type {PlannedObject} from '../../../../../../src/adapters/kubernetes/runtime/plan/planned-object.ts';
import {plannedObject} from '../execute/fake-objects.ts';

/** A Service `web` comes with the plan, and a Pod of the same name is refused. */
function named(kind: string, id: string): PlannedObject {
  const planned = plannedObject('create');
  const {target, change} = planned;
  const identity = {...target.identity, kind, name: 'web'};
  return {...planned, change: {...change, id}, target: {...target, identity, resource: {...target.resource, id}}};
}

it.each([
  {
    name: 'a missing backend is excused by the Service that comes',
    status: 500,
    message: 'failed calling webhook "x": Post "https://web.shop.svc:443/": service "web" not found',
    subject: 'service',
  },
  {
    name: 'a webhook that says no to an object of that name is not',
    status: 403,
    message: 'admission webhook "policy.example.dev" denied the request: Pod shop/web runs as root',
    subject: undefined,
  },
  {
    name: 'nor a policy of the server',
    status: 403,
    message: `ValidatingAdmissionPolicy 'p' with binding 'b' denied request: web runs as root`,
    subject: undefined,
  },
  {
    name: 'nor a limit that the object is over, though it has the same name',
    status: 403,
    message: 'pods "web" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    details: {kind: 'pods', name: 'web'},
    subject: undefined,
  },
])('$name', ({status, message, details, subject}) => {
  const refusal = refusalOf(status, {kind: 'Status', reason: 'InternalError', message, ...(details && {details})});
  const coming = pendingObjects([named('Service', 'service')]);
  expect(deferRefusal(named('Pod', 'pod'), refusal, coming)).toBe(subject);
});

/** Refused because something called `web` is not found. */
const lacking = (kind: string, id: string): PlannedObject => ({
  ...named(kind, id),
  refusal: refusalOf(403, {kind: 'Status', message: `error looking up "web": not found`}),
});
const invalid = (kind: string, id: string): PlannedObject => ({
  ...named(kind, id),
  refusal: refusalOf(422, {kind: 'Status', message: 'metadata.labels: Invalid value'}),
});

it.each([
  {
    name: 'what lacks a refused object is not told',
    standing: [lacking('Pod', 'a'), invalid('ServiceAccount', 'b')],
    want: ['b'],
  },
  {
    name: 'what lacks a thing that is not refused is',
    standing: [lacking('Pod', 'a'), invalid('ConfigMap', 'b')],
    want: ['a', 'b'],
  },
  {
    name: 'of two that lack each other one is told',
    standing: [lacking('ServiceAccount', 'a'), lacking('Service', 'b')],
    want: ['b'],
  },
])('$name', ({standing, want}) => expect(rootRefusals(standing).map(({change}) => change.id)).toEqual(want));
