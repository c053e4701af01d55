import {expect, it} from 'vitest';
import {tokenRefusal} from '../../../../../../src/adapters/kubernetes/runtime/client/token-refusal.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const LATER = '2026-05-04T13:00:00.000Z';
const identity = {workspace: 'prod', issuer: 'https://id.example', clientId: 'gantry'};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: object): string => `${part({alg: 'RS256'})}.${part(claims)}.signature`;
const good = {iss: identity.issuer, aud: ['gantry'], exp: Date.parse(LATER) / 1000};

it.each([
  {
    name: 'a token that has ended, by its own word',
    token: token({...good, exp: NOW.getTime() / 1000 - 60}),
    want: {
      code: 'credential/expired',
      what: 'token',
      since: '2026-05-04T11:59:00.000Z',
      issuer: 'https://id.example',
    },
  },
  {
    name: 'a token for others',
    token: token({...good, aud: 'dashboard'}),
    want: {code: 'credential/wrong-audience', audience: ['dashboard'], clientId: 'gantry'},
  },
  {
    name: 'a token without an audience',
    token: token({...good, aud: undefined}),
    want: {code: 'credential/wrong-audience', audience: []},
  },
  {
    name: 'a valid but untrusted token',
    token: token(good),
    want: {code: 'credential/untrusted', issuer: 'https://id.example', clientId: 'gantry', until: LATER},
  },
  {
    name: 'a token of another issuer',
    token: token({...good, iss: 'https://token.actions.githubusercontent.com'}),
    want: {
      code: 'credential/untrusted',
      from: 'https://token.actions.githubusercontent.com',
      detail: expect.stringContaining('token.actions.githubusercontent.com'),
    },
  },
  {
    name: 'an address that is not verified',
    token: token({...good, email_verified: false}),
    want: {code: 'credential/untrusted', detail: expect.stringContaining('email is not verified')},
  },
  {
    name: 'an opaque access token',
    token: 'opaque-token',
    want: {code: 'credential/untrusted', detail: expect.stringContaining('not an ID token')},
  },
  {
    name: 'a payload that is no JSON',
    token: 'aaaa.bbbb.cccc',
    want: {code: 'credential/untrusted', detail: expect.stringContaining('not an ID token')},
  },
  {
    name: 'a time that is no date',
    token: token({...good, exp: 1e20}),
    want: {code: 'credential/untrusted', issuer: 'https://id.example'},
  },
])('a 401 distinguishes $name from other causes', ({token: value, want}) => {
  const headers = [{name: 'authorization', value: new Secret(`Bearer ${value}`)}];
  const failure = tokenRefusal({server: 'https://cluster', identity}, {headers}, NOW);
  expect(failure).toMatchObject(want);
  expect(JSON.stringify(failure)).not.toContain(value);
});

it('the clock of this machine decides where its keeper knows better than the token', () => {
  const headers = [{name: 'authorization', value: new Secret(`Bearer ${token({...good, exp: 1})}`)}];
  const failure = tokenRefusal({server: 'https://cluster', identity}, {headers, until: LATER}, NOW);
  expect(failure).toMatchObject({code: 'credential/untrusted', until: LATER});
});
