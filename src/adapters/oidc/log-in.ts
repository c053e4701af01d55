import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import type {LogIn} from '../../ports/logins.ts';
import {codeFlow} from './code-flow.ts';
import {deviceFlow} from './device-flow.ts';
import type {LoginDeps} from './login-deps.ts';
import {readLogin, writeLogin} from './login-files.ts';
import {hasBrowser} from './open-browser.ts';
import {openProvider, type Provider} from './provider.ts';
import {shownToken} from './shown-token.ts';
import type {StoredLogin} from './stored-login.ts';
import {firstLogin} from './token-response.ts';

/** Logs a user in. The stored login replaces an earlier one of the same issuer and client. */
export async function logIn(request: LogIn, deps: LoginDeps): Promise<StoredLogin> {
  const {identity} = request;
  const provider = await openProvider(identity, deps);
  const earlier = await readLogin(deps.directory, identity);
  // Another workspace that shares the login may need more scopes.
  const wanted = [...new Set([...identity.scopes, ...(earlier?.scopes ?? [])])];
  const asked = {
    ...provider,
    scopes: ['openid', ...wanted.filter((scope) => scope !== 'openid' && isOffered(provider, scope))],
  };
  const flow = byDevice(request, provider, deps) ? deviceFlow : codeFlow;
  const tokens = await flow(asked, request, deps);
  const login = firstLogin(tokens, identity, wanted, deps.clock.now());
  if (shownToken(login, identity) === undefined) throw noToken(identity);
  await writeLogin(deps.directory, login);
  return login;
}

const noToken = ({issuer, token}: OidcIdentity): GantryError =>
  new GantryError({code: 'identity/refused', issuer, detail: `it returned no ${token} token`});

/**
 * The scopes that are requested by default. Providers may refuse them as unknown, so they are left out if not offered. Other
 * scopes are always requested.
 */
const USUAL: readonly string[] = ['email', 'profile', 'groups', 'offline_access'];

function isOffered({config}: Provider, scope: string): boolean {
  const offered = config.serverMetadata().scopes_supported;
  return offered === undefined || !USUAL.includes(scope) || offered.includes(scope);
}

function byDevice({way, openBrowser, identity}: LogIn, {config}: Provider, {env}: LoginDeps): boolean {
  const canDevice = config.serverMetadata().device_authorization_endpoint !== undefined;
  if (way === 'device' && !canDevice)
    throw new GantryError({
      code: 'identity/refused',
      issuer: identity.issuer,
      detail: 'it does not support device codes',
      hint: 'omit --device',
    });
  if (way !== undefined) return way === 'device';
  return canDevice && openBrowser && !hasBrowser(env);
}
