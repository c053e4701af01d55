import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import {defined} from '../../lib/defined.ts';
import {explained, oauthError} from './explain.ts';
import type {LoginDeps} from './login-deps.ts';
import {loginFile, readLogin, writeLogin} from './login-files.ts';
import {withLoginLock} from './login-lock.ts';
import {openProvider, secretsOf} from './provider.ts';
import {shownToken} from './shown-token.ts';
import type {StoredLogin} from './stored-login.ts';
import {renewedLogin} from './token-response.ts';

/** A request to renew a login. */
export type Renewal = {
  readonly identity: OidcIdentity;
  readonly workspace: string;
  /** The login whose token has expired or was refused. */
  readonly stale: StoredLogin;
};

/**
 * Renews a login with its refresh token. Only one of several processes does so: many providers accept a refresh token once, and
 * treat a second use as theft. The other processes read the new tokens. Nothing interrupts the renewal between the response and
 * the write to disk.
 */
export async function renewLogin({identity, workspace, stale}: Renewal, deps: LoginDeps): Promise<StoredLogin> {
  const {directory} = deps;
  return withLoginLock(loginFile(directory, identity), async () => {
    const current = await readLogin(directory, identity);
    if (current === undefined) throw ended(identity, workspace, 'you logged out');
    if (shownToken(current, identity)?.from !== shownToken(stale, identity)?.from) return current;
    const renewed = await refreshed(current, {identity, workspace}, deps);
    await writeLogin(directory, renewed);
    return renewed;
  });
}

async function refreshed(
  login: StoredLogin,
  {identity, workspace}: Pick<Renewal, 'identity' | 'workspace'>,
  deps: LoginDeps,
): Promise<StoredLogin> {
  const {refreshToken} = login;
  if (refreshToken === undefined) throw ended(identity, workspace, NOT_RENEWABLE, until(login, identity));
  const {openid, config} = await openProvider(identity, deps);
  const secrets = [refreshToken, ...secretsOf(identity).secrets];
  try {
    const tokens = await openid.refreshTokenGrant(config, refreshToken);
    const renewed = renewedLogin(login, tokens, deps.clock.now());
    // Within the same second, a provider may return the same token.
    if (shownToken(renewed, identity) !== shownToken(login, identity)) return renewed;
    throw ended(identity, workspace, 'the provider returned no new ID token', until(login, identity));
  } catch (error) {
    if (oauthError(error) === 'invalid_grant')
      throw ended(identity, workspace, 'the provider no longer renews it', until(login, identity));
    throw explained(error, {issuer: identity.issuer, secrets});
  }
}

/** The detail of a login without a refresh token. */
export const NOT_RENEWABLE =
  'the provider returned no refresh token (check whether the scope offline_access is allowed)';

const until = (login: StoredLogin, identity: OidcIdentity): string | undefined => shownToken(login, identity)?.until;

/** Returns the error that requires another login. `since` is the end of the old one in RFC 3339. */
export const ended = ({issuer}: OidcIdentity, workspace: string, detail: string, since?: string): GantryError =>
  new GantryError({
    code: 'credential/login-ended',
    workspace,
    issuer,
    detail,
    ...defined({since}),
  });
