import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {systemClock} from '../../../../src/adapters/local/clock/system-clock.ts';
import {oidcLogins} from '../../../../src/adapters/oidc/oidc-logins.ts';
import type {OidcIdentity, TokenSource} from '../../../../src/core/workspace/oidc-identity.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {failureOf} from '../../app/workspace/rig.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const EXP = Math.floor(Date.now() / 1000) + 300;
const token = (name: string): string => `${part({alg: 'RS256'})}.${part({sub: name, exp: EXP})}.signature`;

const identityFrom = (from: TokenSource): OidcIdentity => ({
  issuer: 'https://token.actions.githubusercontent.com',
  clientId: 'gantry',
  scopes: [],
  redirectPort: 0,
  token: 'id',
  from,
});

async function credentialOf(from: TokenSource, env: Readonly<Record<string, string>> = {}) {
  const directory = await scratchDirectory();
  const logins = oidcLogins({directory, env, clock: systemClock, signal: new AbortController().signal});
  const credential = logins.credential(identityFrom(from), 'prod');
  return async () => {
    const {headers, until} = await credential();
    return {shown: headers.map(({value}) => value.reveal()), until};
  };
}

/**
 * A double of GitHub's token service, by its documentation (docs.github.com, "OpenID Connect reference", "Methods for requesting
 * the OIDC token"): GET $ACTIONS_ID_TOKEN_REQUEST_URL&audience=AUDIENCE with "Authorization: bearer
 * $ACTIONS_ID_TOKEN_REQUEST_TOKEN" answers {"value": "<JWT>"}.
 */
async function githubDouble(status = 200) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const authorized = request.headers.authorization?.toLowerCase() === 'bearer request-token';
    response.writeHead(authorized ? status : 401, {'content-type': 'application/json'});
    response.end(
      JSON.stringify(status === 200 ? {count: 1, value: token(`job-${asked.length}`)} : {message: 'request-token'}),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token?api-version=2.0`;
  return {asked, env: {ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token'}};
}

describe('a pipeline', () => {
  it('a pipeline reads its token file again each time', async () => {
    const path = join(await scratchDirectory(), 'token');
    await writeFile(path, `${token('one')}\n`);
    const credential = await credentialOf({kind: 'file', path});
    expect(await credential()).toEqual({shown: [`Bearer ${token('one')}`], until: new Date(EXP * 1000).toISOString()});
    await writeFile(path, token('two'));
    expect((await credential()).shown).toEqual([`Bearer ${token('two')}`]);
    for (const wrong of ['', ' \n', 'two words']) {
      await writeFile(path, wrong);
      expect(await failureOf(credential())).toMatchObject({
        code: 'credential/none',
        because: expect.stringContaining(path),
      });
    }
  });

  it('a pipeline reads its token from a variable', async () => {
    const credential = await credentialOf({kind: 'environment', variable: 'CI_TOKEN'}, {CI_TOKEN: 'opaque'});
    expect(await credential()).toEqual({shown: ['Bearer opaque'], until: undefined});
  });

  it('a GitHub pipeline (a double) requests a token for its audience for each credential', async () => {
    const {asked, env} = await githubDouble();
    const credential = await credentialOf({kind: 'github', audience: 'https://prod.example'}, env);
    expect((await credential()).shown).toEqual([`Bearer ${token('job-1')}`]);
    expect((await credential()).shown).toEqual([`Bearer ${token('job-2')}`]);
    expect(asked[0]?.method).toBe('GET');
    expect(asked[0]?.url).toBe('/token?api-version=2.0&audience=https%3A%2F%2Fprod.example');
  });

  it('a refusal of GitHub (a double) is reported without the sent token', async () => {
    const {env} = await githubDouble(500);
    const failure = await failureOf((await credentialOf({kind: 'github', audience: 'a'}, env))());
    expect(failure).toMatchObject({code: 'identity/refused', detail: expect.stringContaining('500')});
    expect(JSON.stringify(failure)).not.toContain('request-token');
  });

  it.each([
    {
      name: 'a file that is not there',
      from: {kind: 'file', path: '/no/such/token'},
      env: {},
      want: '/no/such/token does not exist',
    },
    {name: 'a variable that is not set', from: {kind: 'environment', variable: 'X'}, env: {}, want: 'X is not set'},
    {
      name: 'a job without the right',
      from: {kind: 'github', audience: 'a'},
      env: {GITHUB_ACTIONS: 'true'},
      want: 'id-token: write',
    },
    {name: 'no job at all', from: {kind: 'github', audience: 'a'}, env: {}, want: 'not a GitHub Actions job'},
  ] as const)('without a login, $name is named', async ({from, env, want}) => {
    const credential = await credentialOf(from, env);
    expect(await failureOf(credential())).toMatchObject({
      code: 'credential/none',
      workspace: 'prod',
      because: expect.stringContaining(want),
    });
  });
});
