import {GantryError} from '../../core/failure/failure.ts';
import type {ClusterAccess, Credential} from '../../ports/cluster-access.ts';
import {type ForWorkspace, givenToken} from './given-token.ts';
import type {LoginDeps} from './login-deps.ts';
import {readLogin} from './login-files.ts';
import {ended, NOT_RENEWABLE, renewLogin} from './renew-login.ts';
import {bearer, endsSoon, hasEnded, renewalTime, shownToken} from './shown-token.ts';
import type {StoredLogin, StoredToken} from './stored-login.ts';

/** The time after which a provider that did not respond is contacted again, while the current token is still valid, in milliseconds. */
const ASK_AGAIN_MS = 10_000;

/** Returns the user's token for the cluster: the token of a pipeline if there is one, else that of the login, renewed before it expires. */
export function loginCredential(of: ForWorkspace, deps: LoginDeps): ClusterAccess['credential'] {
  let last: string | undefined;
  return async ({again} = {again: false}) => {
    const given = await givenToken(of, deps);
    if ('credential' in given) return given.credential;
    const login = await keptLogin(of, deps, given.missing);
    const token = tokenOf(login, of);
    // A refused token is not sent again. Another process may have renewed it meanwhile.
    const refused = again && token.value === last;
    const credential = await freshOf({login, token, refused}, of, deps);
    last = credential.token.value;
    return credential.shown;
  };
}

async function keptLogin(
  {identity, workspace}: ForWorkspace,
  {directory}: LoginDeps,
  missing?: string,
): Promise<StoredLogin> {
  const login = await readLogin(directory, identity);
  const none = (because: string | undefined): GantryError =>
    new GantryError({
      code: 'credential/none',
      workspace,
      issuer: identity.issuer,
      because,
    });
  if (login === undefined) throw none(missing);
  const lacking = identity.scopes.filter((scope) => !login.scopes.includes(scope));
  if (lacking.length > 0) throw none(`your login does not include the scope ${lacking.join(', ')}`);
  return login;
}

function tokenOf(login: StoredLogin, {identity, workspace}: ForWorkspace): StoredToken {
  const token = shownToken(login, identity);
  if (token === undefined) throw ended(identity, workspace, 'the provider returned no ID token');
  return token;
}

type Kept = {readonly login: StoredLogin; readonly token: StoredToken; readonly refused: boolean};
type Fresh = {readonly token: StoredToken; readonly shown: Credential};

async function freshOf({login, token, refused}: Kept, of: ForWorkspace, deps: LoginDeps): Promise<Fresh> {
  const now = deps.clock.now();
  if (!refused && !endsSoon(token, now)) return fresh(token, renewalTime(token));
  if (login.refreshToken === undefined) {
    if (hasEnded(token, now)) throw ended(of.identity, of.workspace, NOT_RENEWABLE, token.until);
    return fresh(token);
  }
  try {
    const renewed = tokenOf(await renewLogin({...of, stale: login}, deps), of);
    return fresh(renewed, renewalTime(renewed));
  } catch (error) {
    if (!isUnreachable(error) || refused || hasEnded(token, now)) throw error;
    return fresh(token, new Date(now.getTime() + ASK_AGAIN_MS));
  }
}

const fresh = (token: StoredToken, renewFrom?: Date): Fresh => ({token, shown: bearer(token, renewFrom)});

const isUnreachable = (error: unknown): boolean =>
  error instanceof GantryError && error.failure.code === 'identity/unreachable';
