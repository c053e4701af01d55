import {describe, expect, it} from 'vitest';
import {callerIdentity} from '../../../../../src/adapters/aws/login/caller-identity.ts';
import type {JsonObject} from '../../../../../src/core/json.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import {type Answer, httpDouble} from '../../../../rig/doubles/http-double.ts';

const KEYS = {AWS_ACCESS_KEY_ID: 'AKIAUS', AWS_SECRET_ACCESS_KEY: 'canary-key', AWS_REGION: 'us-east-1'};
const account = (id: string): Answer => ({
  status: 200,
  body: `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>${id}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
});
const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<ErrorResponse><Error><Code>${code}</Code><Message>canary-of-the-message</Message></Error></ErrorResponse>`,
});

async function world(answer: Answer) {
  const server = await httpDouble(() => answer, {tls: false});
  const ask = (block: JsonObject = {}, variables: Readonly<Record<string, string>> = KEYS) =>
    callerIdentity(
      {
        block: {endpoints: [{sts: server.url}], ...block},
        variables: new Map(Object.entries(variables).map(([name, value]) => [name, new Secret(value)])),
      },
      {
        env: {AWS_ACCESS_KEY_ID: 'of-process', AWS_SECRET_ACCESS_KEY: 'of-process', AWS_SESSION_TOKEN: 'of-process'},
        signal: new AbortController().signal,
      },
    );
  return {server, ask};
}

describe('the account of the keys of a provider', () => {
  it('the account is asked at the server of the provider, with its own keys alone', async () => {
    const {server, ask} = await world(account('111111111111'));
    expect(await ask({sts_region: 'eu-west-1'}, {...KEYS, AWS_SESSION_TOKEN: 'of-us'})).toEqual({
      account: '111111111111',
    });
    const [{method, path, headers, body} = {}] = server.asked as readonly Partial<(typeof server.asked)[number]>[];
    expect({method, path, body}).toEqual({
      method: 'POST',
      path: '/',
      body: 'Action=GetCallerIdentity&Version=2011-06-15',
    });
    expect(headers).toMatchObject({
      'x-amz-security-token': 'of-us',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIAUS\/\d{8}\/eu-west-1\/sts\/aws4_request, /,
      ),
    });
    expect(JSON.stringify(server.asked)).not.toContain('canary-key');
  });

  it.each([
    {name: 'a role', block: {assume_role: [{role_arn: 'arn:aws:iam::222222222222:role/deploy'}]}},
    {
      name: 'the last one of several roles',
      block: {
        assume_role: [
          {role_arn: 'arn:aws:iam::333333333333:role/first'},
          {role_arn: 'arn:aws-cn:iam::222222222222:role/a/b'},
        ],
      },
    },
    {
      name: 'a role by a token',
      block: {assume_role_with_web_identity: {role_arn: 'arn:aws:iam::222222222222:role/deploy'}},
    },
  ])('the account is that of $name, and nothing is sent', async ({block}) => {
    const {server, ask} = await world(account('111111111111'));
    expect(await ask(block)).toEqual({account: '222222222222'});
    expect(server.asked).toEqual([]);
  });

  it.each([
    {name: 'a server without a token service', block: {skip_requesting_account_id: true}},
    {name: 'keys in files of its own', block: {shared_credentials_files: ['/keys']}},
  ])('the account is unknown for $name, and nothing is sent', async ({block}) => {
    const {server, ask} = await world(account('111111111111'));
    expect(await ask(block)).toEqual({unknown: true});
    expect(server.asked).toEqual([]);
  });

  it('the account is unknown without keys', async () => {
    const {ask} = await world(account('111111111111'));
    expect(await ask({}, {AWS_SHARED_CREDENTIALS_FILE: '/dev/null'})).toEqual({unknown: true});
  });

  it.each([
    {name: 'expired keys', answer: refusal(403, 'ExpiredToken'), fault: 'denied', says: 'have expired'},
    {name: 'unknown keys', answer: refusal(403, 'InvalidClientTokenId'), fault: 'denied', says: 'InvalidClientTokenId'},
    {name: 'a wrong signature', answer: refusal(403, 'SignatureDoesNotMatch'), fault: 'denied', says: 'does not recog'},
    {
      name: 'a failing server',
      answer: refusal(503, 'ServiceUnavailable'),
      fault: 'unreachable',
      says: 'did not answer',
    },
    {name: 'another server', answer: {status: 200, body: '<html>'}, fault: 'unreachable', says: 'HTTP 200'},
  ])('$name: the reason is a text of this program', async ({answer, fault, says}) => {
    const {ask} = await world(answer);
    const found = await ask();
    expect(found).toEqual({fault, because: expect.stringContaining(says)});
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it('a server that cuts the connection is named', async () => {
    const {server, ask} = await world(account('111111111111'));
    server.interfere = () => 'cut';
    expect(await ask()).toEqual({fault: 'unreachable', because: expect.stringContaining('127.0.0.1')});
  });
});
