import {expect, it} from 'vitest';
import type {KubernetesClient} from '../../../../../../src/adapters/kubernetes/runtime/client/client.ts';
import type {
  CreateRequest,
  DeleteRequest,
  ObjectReply,
} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import {type Refusal, refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {probeReplacement} from '../../../../../../src/adapters/kubernetes/runtime/plan/probe-replacement.ts';
import {liveObject, plannedObject} from '../execute/fake-objects.ts';

const taken: ObjectReply = {ok: true, status: 201, warnings: [], resent: false, object: {metadata: {name: 'x'}}};
const no = (status: number, reason: string, message: string): ObjectReply => ({
  ok: false,
  status,
  warnings: [],
  resent: false,
  refusal: refusal(status, reason, message),
});
const refusal = (status: number, reason: string, message: string, causes: readonly string[] = []): Refusal =>
  refusalOf(status, {
    kind: 'Status',
    reason,
    message,
    details: {causes: causes.map((text) => ({field: 'data', reason: 'FieldValueForbidden', message: text}))},
  });
const IMMUTABLE = refusal(422, 'Invalid', 'no', ['field is immutable when `immutable` is set']);
const MIXED = refusal(422, 'Invalid', 'no', ['field is immutable when `immutable` is set', 'Required value']);
const NO_CREATE = no(403, 'Forbidden', 'configmaps is forbidden: User "eve" cannot create resource "configmaps"');
const NO_DELETE = no(403, 'Forbidden', 'configmaps is forbidden: User "eve" cannot delete resource "configmaps"');

function probe({
  create,
  remove = taken,
  first = IMMUTABLE,
}: {
  create: ObjectReply;
  remove?: ObjectReply;
  first?: Refusal;
}) {
  const asked: (CreateRequest | DeleteRequest)[] = [];
  const client = {
    create: async (request: CreateRequest) => (asked.push(request), create),
    delete: async (request: DeleteRequest) => (asked.push(request), remove),
  } as unknown as KubernetesClient;
  const {target} = plannedObject('update');
  const {signal} = new AbortController();
  const result = probeReplacement({client, target, live: liveObject('5'), refusal: first, signal});
  return {asked, result};
}

it('a probe checks both steps by dry runs only, and the deletion for exactly the object that was read', async () => {
  const {asked, result} = probe({create: taken});
  expect(await result).toMatchObject({kind: 'replaceable', answer: {metadata: {name: 'settings'}}});
  expect(asked).toMatchObject([
    {dryRun: true, object: {metadata: {name: 'settings-gantry-probe'}}},
    {dryRun: true, name: 'settings', uid: 'u1', resourceVersion: '5'},
  ]);
});

it.each([
  {name: 'accepted under another name', create: taken, want: 'replaceable'},
  {name: 'also refused under another name', create: no(422, 'Invalid', 'no'), want: 'wrong'},
  {name: 'refused only by a quota', create: no(403, 'Forbidden', 'exceeded quota: full'), want: 'replaceable'},
  {
    name: 'denied by a webhook',
    create: no(403, 'Forbidden', 'admission webhook "x" denied the request'),
    want: 'wrong',
  },
  {name: 'invalid, and not allowed as a probe,', create: NO_CREATE, first: MIXED, want: 'wrong'},
  {
    name: 'protected from deletion by a policy',
    create: taken,
    remove: no(403, 'Forbidden', 'admission webhook "keep" denied the request'),
    want: 'wrong',
  },
])('an object that is $name is $want', async ({want, ...answers}) => {
  expect(await probe(answers).result).toMatchObject({kind: want});
});

it.each([
  {right: 'create', create: NO_CREATE},
  {right: 'delete', create: taken, remove: NO_DELETE},
])('a missing permission to $right is reported', async ({right, ...answers}) => {
  expect(await probe(answers).result).toMatchObject({
    kind: 'replaceable',
    denied: {action: right, detail: expect.stringContaining(`cannot ${right}`)},
  });
});

it.each([
  {name: 'if the update was refused as an update', first: IMMUTABLE, want: 'out of range'},
  {name: 'but keeps the errors of the update', first: MIXED, want: 'Required value'},
])('a probe says what is wrong with the new object itself, $name', async ({first, want}) => {
  const create: ObjectReply = {...taken, ok: false, refusal: refusal(422, 'Invalid', 'no', ['out of range'])};
  const {result} = probe({create, first});
  const {kind, ...rest} = await result;
  expect(kind).toBe('wrong');
  expect(JSON.stringify(rest)).toContain(want);
});
