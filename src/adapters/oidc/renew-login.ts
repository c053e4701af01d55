import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import {defined} from '../../lib/defined.ts';
import type {Doors} from './doors.ts';
import {explained, oauthError} from './explain.ts';
import {loginFile, readLogin, writeLogin} from './login-files.ts';
import {withLoginLock} from './login-lock.ts';
import {openProvider, secretsOf} from './provider.ts';
import {shownToken} from './shown-token.ts';
import type {StoredLogin} from './stored-login.ts';
import {renewedLogin} from './token-response.ts';

/** What renewing a login needs. */
export type Renewal = {
  readonly identity: OidcIdentity;
  readonly workspace: string;
  /** The login whose token has ended, or was refused. */
  readonly stale: StoredLogin;
};

/**
 * New tokens for a login, by its refresh token. Of several processes one asks: many providers take a refresh token once, and
 * see a thief in who shows it again. The others find what it was given. Nothing interrupts it between answer and disk.
 */
export async function renewLogin({identity, workspace, stale}: Renewal, doors: Doors): Promise<StoredLogin> {
  const {directory} = doors;
  return withLoginLock(loginFile(directory, identity), async () => {
    const current = await readLogin(directory, identity);
    if (current === undefined) throw ended(identity, workspace, 'you have logged out');
    if (shownToken(current, identity)?.from !== shownToken(stale, identity)?.from) return current;
    const renewed = await refreshed(current, {identity, workspace}, doors);
    await writeLogin(directory, renewed);
    return renewed;
  });
}

async function refreshed(
  login: StoredLogin,
  {identity, workspace}: Pick<Renewal, 'identity' | 'workspace'>,
  doors: Doors,
): Promise<StoredLogin> {
  const {refreshToken} = login;
  if (refreshToken === undefined) throw ended(identity, workspace, NOT_RENEWABLE, until(login, identity));
  const {openid, config} = await openProvider(identity, doors);
  const secrets = [refreshToken, ...secretsOf(identity).secrets];
  try {
    const tokens = await openid.refreshTokenGrant(config, refreshToken);
    const renewed = renewedLogin(login, tokens, doors.clock.now());
    // Within the same second a provider may well sign the same token again.
    if (shownToken(renewed, identity) !== shownToken(login, identity)) return renewed;
    throw ended(identity, workspace, 'the provider gave no new ID token', until(login, identity));
  } catch (error) {
    if (oauthError(error) === 'invalid_grant')
      throw ended(identity, workspace, 'the provider does not renew it any more', until(login, identity));
    throw explained(error, {issuer: identity.issuer, secrets});
  }
}

/** Detail of a login without a refresh token. */
export const NOT_RENEWABLE = 'the provider gave nothing to renew it with (is the scope offline_access allowed?)';

const until = (login: StoredLogin, identity: OidcIdentity): string | undefined => shownToken(login, identity)?.until;

/** The error that asks for another login; `since` is the end of the old one in RFC 3339. */
export const ended = ({issuer}: OidcIdentity, workspace: string, detail: string, since?: string): GantryError =>
  new GantryError({
    code: 'credential/login-ended',
    workspace,
    issuer,
    detail,
    ...defined({since}),
  });
