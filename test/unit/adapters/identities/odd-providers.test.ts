import {generateKeyPairSync, sign} from 'node:crypto';
import {once} from 'node:events';
import {createServer as createPlainServer, type RequestListener} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {describe, expect, it, onTestFinished} from 'vitest';
import {systemClock} from '../../../../src/adapters/local/clock/system-clock.ts';
import {oidcLogins} from '../../../../src/adapters/oidc/oidc-logins.ts';
import type {OidcIdentity} from '../../../../src/core/workspace/oidc-identity.ts';
import type {LoginPrompt} from '../../../../src/ports/logins.ts';
import {createAuthority, issueLeaf} from '../../../controlplane/certificate.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {failureOf} from '../../app/workspace/rig.ts';

const newKey = () => generateKeyPairSync('rsa', {modulusLength: 2048}).privateKey;
const [OWN, STRANGE] = [newKey(), newKey()];
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** How this provider differs from a good one. */
type Odd = {
  readonly name?: string;
  readonly claims?: (good: Record<string, unknown>) => Record<string, unknown>;
  readonly key?: typeof OWN;
  /** Its clock, in seconds against ours. */
  readonly ahead?: number;
  readonly discovery?: RequestListener;
  /** Instead of tokens. */
  readonly token?: {readonly status: number; readonly body: object};
};

/** A double of a provider, on plain HTTP of this machine, that a test can make lie (OpenID Connect Core and Discovery 1.0). */
async function oddProvider({name, claims = (good) => good, key = OWN, ahead = 0, discovery, token}: Odd) {
  let nonce = '';
  const now = (): number => Math.floor(Date.now() / 1000) + ahead;
  const server = createPlainServer((request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response.setHeader('date', new Date(now() * 1000).toUTCString());
    const json = (body: object, status = 200): void => {
      response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
    };
    const good = {iss: issuer, sub: 'jane', aud: 'gantry', nonce, iat: now(), exp: now() + 300};
    const idToken = (): string => {
      const head = `${part({alg: 'RS256', kid: 'own'})}.${part(claims(good))}`;
      return `${head}.${sign('sha256', Buffer.from(head), key).toString('base64url')}`;
    };
    const answers: Readonly<Record<string, () => void>> = {
      '/.well-known/openid-configuration': () =>
        discovery === undefined
          ? json({
              issuer: name ?? issuer,
              authorization_endpoint: `${issuer}/auth`,
              token_endpoint: `${issuer}/token`,
              device_authorization_endpoint: `${issuer}/device`,
              jwks_uri: `${issuer}/jwks`,
            })
          : discovery(request, response),
      '/jwks': () => json({keys: [{...jwk(), kid: 'own', alg: 'RS256', use: 'sig'}]}),
      '/device': () =>
        json({device_code: 'd', user_code: 'ABCD', verification_uri: `${issuer}/go`, expires_in: 60, interval: 0.01}),
      '/token': () => {
        void text(request).then(() =>
          token === undefined
            ? json({token_type: 'bearer', access_token: 'access', id_token: idToken(), expires_in: 300})
            : json(token.body, token.status),
        );
      },
    };
    (answers[request.url ?? ''] ?? (() => json({}, 404)))();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {issuer, onPrompt: (prompt: LoginPrompt) => void (nonce = visit(prompt))};
}

/** The browser that has logged in comes back at once. Answers the nonce that the provider was given. */
function visit({kind, address}: LoginPrompt): string {
  if (kind === 'device') return '';
  const {searchParams} = new URL(address);
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  back.searchParams.set('code', 'code');
  void fetch(back).then((answer) => answer.text());
  return searchParams.get('nonce') ?? '';
}

const jwk = () => {
  const {kty, n, e} = OWN.export({format: 'jwk'});
  return {kty, n, e};
};

const identityOf = (issuer: string, more: Partial<OidcIdentity> = {}): OidcIdentity => ({
  issuer,
  clientId: 'gantry',
  scopes: [],
  redirectPort: 0,
  token: 'id',
  ...more,
});

async function loginsHere() {
  const directory = await scratchDirectory();
  return oidcLogins({directory, env: {}, clock: systemClock, signal: new AbortController().signal});
}

async function logIn(odd: Odd, way: 'browser' | 'device' = 'browser') {
  const {issuer, onPrompt} = await oddProvider(odd);
  const logins = await loginsHere();
  return {issuer, logins, login: logins.logIn({identity: identityOf(issuer), way, openBrowser: false, onPrompt})};
}

describe('a provider (a double) is refused', () => {
  it.each<{name: string; odd: Odd; want: string}>([
    {name: 'whose token is signed by another key', odd: {key: STRANGE}, want: 'its response is invalid'},
    {
      name: 'whose token is for another client',
      odd: {claims: (good) => ({...good, aud: 'other'})},
      want: 'another client',
    },
    {
      name: 'whose token answers another login',
      odd: {claims: (good) => ({...good, nonce: 'x'})},
      want: 'another login',
    },
    {
      name: 'whose token comes from another issuer',
      odd: {claims: (good) => ({...good, iss: 'https://evil'})},
      want: '',
    },
    {
      name: 'whose token has ended',
      odd: {claims: (good) => ({...good, iat: 1, exp: 2})},
      want: 'not valid at this time',
    },
    {name: 'that calls itself otherwise', odd: {name: 'https://id.example'}, want: 'another issuer'},
    {
      name: 'that is no provider',
      odd: {discovery: (_, response) => void response.writeHead(404).end()},
      want: 'not that of an OpenID provider',
    },
    {
      name: 'that answers with a page',
      odd: {discovery: (_, response) => void response.writeHead(200, {'content-type': 'text/html'}).end('<p>')},
      want: 'not JSON',
    },
    {
      name: 'that refuses the client',
      odd: {token: {status: 401, body: {error: 'invalid_client', error_description: 'who is that?'}}},
      want: 'invalid_client: who is that?',
    },
  ])('$name', async ({odd, want}) => {
    const {issuer, logins, login} = await logIn(odd);
    const failure = await failureOf(login);
    expect(failure).toMatchObject({code: 'identity/refused', issuer, detail: expect.stringContaining(want)});
    expect(JSON.stringify(failure)).not.toContain('eyJ');
    expect(await logins.look(identityOf(issuer))).toEqual({kind: 'login'});
  });

  it('a provider with an untrusted certificate is refused unless caFile trusts it', async () => {
    const server = createTlsServer(issueLeaf(createAuthority(), {name: 'id', server: {dns: [], ips: ['127.0.0.1']}}));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const logins = await loginsHere();
    const request = {way: 'device', openBrowser: false, onPrompt: () => undefined} as const;
    expect(await failureOf(logins.logIn({...request, identity: identityOf(issuer)}))).toMatchObject({
      code: 'identity/unreachable',
      hint: expect.stringContaining('caFile'),
    });
    const identity = identityOf(issuer, {caFile: '/no/such/ca.pem'});
    expect(await failureOf(logins.logIn({...request, identity}))).toMatchObject({
      detail: expect.stringContaining('/no/such/ca.pem'),
    });
  });
});

describe('a login at a provider (a double)', () => {
  it.each([-3600, 3600])(
    'a login works with clocks that differ by %i seconds and keeps its duration',
    async (ahead) => {
      const {login} = await logIn({ahead});
      const {until = ''} = await login;
      expect(Math.abs(Date.parse(until) - Date.now() - 300_000)).toBeLessThan(30_000);
    },
  );

  it.each([
    {said: 'expired_token', want: 'expired_token'},
    {said: 'access_denied', want: 'access_denied'},
  ])('a login by device code ends with $said', async ({said, want}) => {
    const {login} = await logIn({token: {status: 400, body: {error: said}}}, 'device');
    expect(await failureOf(login)).toMatchObject({code: 'identity/refused', detail: want});
  });

  it.each(['browser', 'device'] as const)('an unfinished login by %s ends with Ctrl-C', async (way) => {
    const pending = {status: 400, body: {error: 'authorization_pending'}};
    const {issuer} = await oddProvider({token: pending});
    const [interrupt, prompted] = [new AbortController(), Promise.withResolvers<void>()];
    const directory = await scratchDirectory();
    const logins = oidcLogins({directory, env: {}, clock: systemClock, signal: interrupt.signal});
    const request = {identity: identityOf(issuer), way, openBrowser: false};
    const login = logins.logIn({...request, onPrompt: () => prompted.resolve()});
    login.catch(() => undefined);
    await prompted.promise;
    interrupt.abort('SIGINT');
    await expect(login).rejects.toBe('SIGINT');
  });

  it('a login listens on the given port and reports a port that is in use', async () => {
    const taken = createPlainServer();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const {port} = taken.address() as AddressInfo;
    const {issuer, onPrompt} = await oddProvider({});
    const identity = identityOf(issuer, {redirectPort: port});
    const login = (await loginsHere()).logIn({identity, way: 'browser', openBrowser: false, onPrompt});
    expect(await failureOf(login)).toMatchObject({
      code: 'identity/refused',
      detail: expect.stringContaining(`port ${port}`),
    });
  });

  it('a login uses PKCE and requests only offered scopes', async () => {
    const {issuer, onPrompt} = await oddProvider({});
    let asked = new URLSearchParams();
    const identity = identityOf(issuer, {scopes: ['email', 'own']});
    await (await loginsHere()).logIn({
      identity,
      way: 'browser',
      openBrowser: false,
      onPrompt: (prompt) => {
        asked = new URL(prompt.address).searchParams;
        onPrompt(prompt);
      },
    });
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email own',
      nonce: expect.stringMatching(/.{20}/),
      state: expect.stringMatching(/.{20}/),
    });
  });
});
