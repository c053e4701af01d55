import {access} from 'node:fs/promises';
import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import {defined} from '../../lib/defined.ts';
import type {KeptLogin, Logins} from '../../ports/logins.ts';
import {logIn} from './log-in.ts';
import {logOut} from './log-out.ts';
import {loginCredential} from './login-credential.ts';
import type {LoginDeps} from './login-deps.ts';
import {allLogins, readLogin} from './login-files.ts';
import {shownToken} from './shown-token.ts';
import type {StoredLogin} from './stored-login.ts';

/** Opens the OpenID Connect logins in a directory that only the user can read. */
export function oidcLogins(deps: LoginDeps): Logins {
  const {directory, env} = deps;
  return {
    logIn: (request) => kept(directory, async () => shown(await logIn(request, deps), request.identity)),
    logOut: (identity) => kept(directory, () => logOut(identity, deps)),
    logOutOfAll: () =>
      kept(directory, async () => {
        const all = await allLogins(directory);
        const done = await Promise.all(all.map((login) => logOut(login, deps)));
        return done.filter((one) => one !== undefined);
      }),
    look: async (identity) => {
      const {from} = identity;
      if (from?.kind === 'environment' && (env[from.variable] ?? '') !== '') return from;
      if (from?.kind === 'github' && (env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') !== '') return from;
      const login = await kept(directory, () => readLogin(directory, identity));
      // A login replaces a missing file.
      if (from?.kind === 'file' && (login === undefined || (await isThere(from.path)))) return from;
      return login === undefined ? {kind: 'login'} : {kind: 'login', login: shown(login, identity)};
    },
    credential: (identity, workspace) => {
      const give = loginCredential({identity, workspace}, deps);
      return (options) => kept(directory, () => give(options));
    },
  };
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EEXIST: 'it is not a directory',
  ENOTDIR: 'it is not a directory',
  EISDIR: 'a directory exists in place of a login file',
};

/** Reports a disk error as such, because neither the provider nor a bug is the cause. */
async function kept<T>(directory: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const words = WORDS[code];
    if (error instanceof GantryError || words === undefined) throw error;
    throw new GantryError({code: 'identity/not-kept', directory, detail: `${words} (${code})`}, {cause: error});
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function shown(login: StoredLogin, identity: OidcIdentity): KeptLogin {
  const {issuer, clientId, subject, name, since, refreshToken} = login;
  const until = shownToken(login, identity)?.until;
  return {
    issuer,
    clientId,
    subject,
    ...defined({name}),
    since,
    until,
    renewable: refreshToken !== undefined,
  };
}
