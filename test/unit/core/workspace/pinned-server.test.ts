import {describe, expect, it} from 'vitest';
import {judgeServer, type PinnedServer, withServer} from '../../../../src/core/workspace/pinned-server.ts';

const identities = [{server: 'https://a'}];
const [a, b] = ['https://a', 'https://b'] as const;
const withCa = {identities, servers: [{server: a, ca: ['one', 'two']}]};
const withKey = {identities, servers: [{server: a, keys: ['key']}]};
const unverified = {identities, servers: [{server: a, insecure: true as const, keys: ['key']}]};

type Row = {
  readonly name: string;
  readonly pin: Parameters<typeof judgeServer>[0];
  readonly seen: PinnedServer;
  /** For the kubeconfig of a project or of others, and for one of the user's own, where that differs. */
  readonly want: string;
  readonly own?: string;
};

const ROWS: readonly Row[] = [
  {name: 'a known address with its CA', pin: withCa, seen: {server: a, ca: ['one', 'two']}, want: 'known'},
  {
    name: 'a known address that is spelled otherwise',
    pin: withCa,
    seen: {server: 'https://A:443/', ca: ['one']},
    want: 'known',
  },
  {name: 'a known address with one CA of its bundle', pin: withCa, seen: {server: a, ca: ['two']}, want: 'known'},
  {
    name: 'a known address with another CA',
    pin: withCa,
    seen: {server: a, ca: ['evil']},
    want: 'other',
    own: 'renewed',
  },
  {
    name: 'a known address with one CA more',
    pin: withCa,
    seen: {server: a, ca: ['one', 'evil']},
    want: 'other',
    own: 'renewed',
  },
  {name: 'a known address without a CA', pin: withCa, seen: {server: a}, want: 'other', own: 'renewed'},
  {
    name: 'a known address that is not verified any more',
    pin: withKey,
    seen: {server: a, insecure: true},
    want: 'other',
  },
  {
    name: 'a known address with a CA that is not verified any more',
    pin: withCa,
    seen: {server: a, insecure: true},
    want: 'other',
  },
  {name: 'a known address that never was verified', pin: unverified, seen: {server: a, insecure: true}, want: 'known'},
  {name: 'a known address for which public authorities vouch', pin: withKey, seen: {server: a}, want: 'known'},
  {name: 'another address with the same CA', pin: withCa, seen: {server: b, ca: ['one']}, want: 'moved'},
  {name: 'another address with another CA', pin: withCa, seen: {server: b, ca: ['evil']}, want: 'other'},
  {name: 'another address with one CA more', pin: withCa, seen: {server: b, ca: ['one', 'evil']}, want: 'other'},
  {name: 'another address without a CA', pin: withCa, seen: {server: b}, want: 'other'},
  {name: 'another address, where a key is pinned', pin: withKey, seen: {server: b}, want: 'by-key'},
  {
    name: 'another address with a CA, where only a key is pinned',
    pin: withKey,
    seen: {server: b, ca: ['evil']},
    want: 'other',
  },
  {name: 'the recorded address of an older pin', pin: {identities}, seen: {server: a, ca: ['one']}, want: 'incomplete'},
  {name: 'another address than that of an older pin', pin: {identities}, seen: {server: b, ca: ['one']}, want: 'other'},
];

describe('a server, before anything is sent to it', () => {
  it.each(ROWS)('a server at $name is judged $want', ({pin, seen, want, own = want}) => {
    expect({others: judgeServer(pin, seen, false).kind, own: judgeServer(pin, seen, true).kind}).toEqual({
      others: want,
      own,
    });
  });

  it('a server that proved to be the cluster replaces the known server at its address', () => {
    const next = withServer(withCa, {server: 'https://a:443', ca: ['three']});
    expect(next).toEqual([{server: 'https://a:443', ca: ['three']}]);
    expect(withServer({servers: next}, {server: b, ca: ['three']})).toHaveLength(2);
  });
});
