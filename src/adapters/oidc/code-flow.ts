import {GantryError} from '../../core/failure/failure.ts';
import {untilAborted} from '../../lib/until-aborted.ts';
import type {LogIn} from '../../ports/logins.ts';
import {type CallbackListener, listenForCallback, type Returned} from './callback-listener.ts';
import {explained} from './explain.ts';
import type {LoginDeps} from './login-deps.ts';
import {openBrowser} from './open-browser.ts';
import {type Provider, secretsOf} from './provider.ts';
import type {Tokens} from './token-response.ts';

/** The time to wait for a login in milliseconds. */
const PATIENCE_MS = 5 * 60_000;

type Asked = Provider & {readonly scopes: readonly string[]};

/** Runs the authorization code flow with PKCE: the user logs in at the provider, and the browser returns to a port on this machine. */
export async function codeFlow({openid, config, scopes}: Asked, request: LogIn, deps: LoginDeps): Promise<Tokens> {
  const {identity, onPrompt} = request;
  const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
  const listener = await listen(identity.redirectPort, state, identity.issuer);
  try {
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: listener.redirectUri,
      scope: scopes.join(' '),
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...extra(identity.issuer),
    }).href;
    onPrompt({kind: 'browser', address, opened: request.openBrowser && (await openBrowser(address, deps.env))});
    const returned = await patiently(listener.returned, identity.issuer, deps);
    return await exchanged(returned, identity.issuer, async () => {
      const checks = {expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true};
      try {
        return await openid.authorizationCodeGrant(config, returned.address, checks);
      } catch (error) {
        throw explained(error, {issuer: identity.issuer, ...secretsOf(identity)});
      }
    });
  } finally {
    await listener.close();
  }
}

async function listen(port: number, state: string, issuer: string): Promise<CallbackListener> {
  try {
    return await listenForCallback(port, state);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new GantryError({
      code: 'identity/refused',
      issuer,
      detail: `port ${port} of this machine, to which the browser returns, cannot be opened (${code})`,
      hint: 'stop the program that uses it, choose another redirectPort under identity.oidc, or log in with --device',
    });
  }
}

/** Returns the extra parameters that Google requires for a refresh token. */
const extra = (issuer: string): Readonly<Record<string, string>> =>
  issuer === 'https://accounts.google.com' ? {access_type: 'offline', prompt: 'consent'} : {};

async function patiently(returned: Promise<Returned>, issuer: string, {clock, signal}: LoginDeps): Promise<Returned> {
  const over = new AbortController();
  const late = clock.sleep(PATIENCE_MS, over.signal).then(() => undefined);
  late.catch(() => undefined);
  try {
    const first = await untilAborted(Promise.race([returned, late]), signal);
    if (first !== undefined) return first;
  } finally {
    over.abort();
  }
  throw new GantryError({
    code: 'identity/refused',
    issuer,
    detail: 'nobody logged in within 5 minutes',
    hint: 'log in with --device if no browser can return to this machine',
  });
}

/** Writes the page after the tokens were received or refused, so that it reports the real outcome. */
async function exchanged({answer}: Returned, issuer: string, exchange: () => Promise<Tokens>): Promise<Tokens> {
  try {
    const tokens = await exchange();
    await answer({
      title: 'You are logged in',
      text: `Gantry has your login at ${issuer}. You can close this window.`,
      ok: true,
    });
    return tokens;
  } catch (error) {
    await answer({title: 'The login failed', text: 'See the terminal. You can close this window.', ok: false});
    throw error;
  }
}
