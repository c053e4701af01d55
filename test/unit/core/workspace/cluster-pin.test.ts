import {describe, expect, it} from 'vitest';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import {
  type ClusterPin,
  firstPin,
  judgePin,
  pinKey,
  readPin,
  trustedAfter,
  trustedPin,
} from '../../../../src/core/workspace/cluster-pin.ts';

const admin: ClusterIdentity = {server: 'https://a', identity: 'u1', method: 'kube-system-uid', version: 'v1.34.4'};
const team: ClusterIdentity = {
  server: 'https://a',
  identity: 'n1',
  method: 'namespace-uid',
  namespace: 'team',
  version: 'v1.34.4',
};
const nobody: ClusterIdentity = {server: 'https://a', identity: 'h1', method: 'server-and-ca', version: 'v1.34.4'};
const pinned = (...identities: ClusterIdentity[]): ClusterPin => ({
  ...firstPin('prod', admin, new Date(0)),
  identities,
});

describe('a pinned cluster', () => {
  it.each([
    {name: 'is the same when seen again', pin: pinned(admin), found: admin, want: 'same'},
    {name: 'is the same after an upgrade', pin: pinned(admin), found: {...admin, version: 'v1.35.0'}, want: 'same'},
    {
      name: 'is the same behind another address, which is learned',
      pin: pinned(admin),
      found: {...admin, server: 'https://b'},
      want: 'learned',
    },
    {name: 'is another one when its uid differs', pin: pinned(admin), found: {...admin, identity: 'u2'}, want: 'other'},
    {name: 'is the same for a user of one namespace', pin: pinned(admin), found: team, want: 'learned'},
    {name: 'is the same for a user without any right', pin: pinned(admin), found: nobody, want: 'learned'},
    {name: 'is the same for an admin who comes later', pin: pinned(team), found: admin, want: 'learned'},
    {
      name: 'is the same for a stack in another namespace',
      pin: pinned(team),
      found: {...team, namespace: 'web', identity: 'n2'},
      want: 'learned',
    },
    {
      name: 'is another one when that namespace has another uid',
      pin: pinned(team),
      found: {...team, identity: 'n2'},
      want: 'other',
    },
    {
      name: 'is not vouched for by another address',
      pin: pinned(admin),
      found: {...team, server: 'https://b'},
      want: 'other',
    },
    {
      name: 'is not vouched for by a namespace of the same name elsewhere',
      pin: pinned(admin, team),
      found: {...team, identity: 'n2', server: 'https://b'},
      want: 'other',
    },
    {
      name: 'is told apart by its own method even at the same address',
      pin: pinned(team, admin),
      found: {...admin, identity: 'u2'},
      want: 'other',
    },
    {
      name: 'is another one when the CA changed and nothing else is known',
      pin: pinned(nobody),
      found: {...nobody, identity: 'h2'},
      want: 'other',
    },
  ])('$name', ({pin, found, want}) => expect(judgePin(pin, found).kind).toBe(want));

  it('a pinned cluster keeps known identities and adds new ones', () => {
    expect(judgePin(pinned(admin), team)).toMatchObject({pin: {identities: [admin, team]}});
    const moved = {...admin, server: 'https://b'};
    expect(judgePin(pinned(admin, team), moved)).toMatchObject({pin: {identities: [moved, team]}});
  });

  it('a pinned cluster reports the expected identity', () => {
    expect(judgePin(pinned(team, admin), {...admin, identity: 'u2'})).toMatchObject({expected: admin});
  });
});

it('outlives the releases of the cluster that it replaces only when a person trusted it', () => {
  const noon = new Date('2026-01-01T12:00:00Z');
  const [before, after] = ['2026-01-01T11:00:00.000Z', '2026-01-01T13:00:00.000Z'];
  expect(trustedAfter(trustedPin('prod', admin, noon), before)).toBe(true);
  expect(trustedAfter(trustedPin('prod', admin, noon), after)).toBe(false);
  expect(trustedAfter(firstPin('prod', admin, noon), before)).toBe(false);
});

describe('the key of a pin', () => {
  it('the key of a pin differs for files with the same name and for the backend', () => {
    const keys = [
      pinKey({name: 'prod', place: 'file', file: '/a/workspaces/prod.yaml'}),
      pinKey({name: 'prod', place: 'file', file: '/b/workspaces/prod.yaml'}),
      pinKey({name: 'prod', place: 'file', file: '/c/workspaces/prod.yaml', source: 'github.com/acme/a//prod.yaml'}),
      pinKey({name: 'prod', place: 'file', file: '/c/workspaces/prod.yaml', source: 'github.com/acme/b//prod.yaml'}),
      pinKey({name: 'prod', place: 'backend', file: 'workspaces/prod.yaml'}),
    ];
    expect(new Set(keys).size).toBe(5);
    expect(keys[4]).toBe('pins/prod.json');
  });
});

describe('a stored pin', () => {
  it('a stored pin is read as it was written', () => {
    const pin = pinned(admin, team);
    expect(readPin(JSON.stringify(pin))).toEqual(pin);
    const trusted = trustedPin('prod', admin, new Date(0));
    expect(readPin(JSON.stringify(trusted))).toEqual(trusted);
  });

  it.each([
    ['', undefined],
    ['[]', undefined],
    ['{"formatVersion":1}', undefined],
    [JSON.stringify({...pinned(), identities: []}), undefined],
    [JSON.stringify({...pinned(admin), identities: [{...admin, method: 'guess'}]}), undefined],
    [JSON.stringify({...pinned(admin), formatVersion: 2}), {newerFormat: 2}],
  ])('an invalid stored pin is refused: %s', (text, want) => expect(readPin(text)).toEqual(want));
});
