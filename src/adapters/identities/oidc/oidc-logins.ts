import {access} from 'node:fs/promises';
import type {OidcIdentity} from '../../../core/workspace/oidc-identity.ts';
import type {KeptLogin, Logins} from '../../../ports/logins.ts';
import type {Doors} from './doors.ts';
import {logIn} from './log-in.ts';
import {logOut} from './log-out.ts';
import {loginCredential} from './login-credential.ts';
import {allLogins, readLogin} from './login-files.ts';
import {shownToken} from './shown-token.ts';
import type {StoredLogin} from './stored-login.ts';

/** Logins by OpenID Connect, kept in a directory that only the user may read. */
export function oidcLogins(doors: Doors): Logins {
  const {directory, env} = doors;
  return {
    logIn: async (request) => shown(await logIn(request, doors), request.identity),
    logOut: (identity) => logOut(identity, doors),
    logOutOfAll: async () => {
      const all = await allLogins(directory);
      const done = await Promise.all(all.map((login) => logOut(login, doors)));
      return done.filter((one) => one !== undefined);
    },
    look: async (identity) => {
      const {from} = identity;
      if (from?.kind === 'environment' && (env[from.variable] ?? '') !== '') return from;
      if (from?.kind === 'github' && (env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') !== '') return from;
      const login = await readLogin(directory, identity);
      // A file that is not there is what a login stands in for.
      if (from?.kind === 'file' && (login === undefined || (await isThere(from.path)))) return from;
      return login === undefined ? {kind: 'login'} : {kind: 'login', login: shown(login, identity)};
    },
    credential: (identity, workspace) => loginCredential({identity, workspace}, doors),
  };
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
    ...(name === undefined ? {} : {name}),
    since,
    ...(until === undefined ? {} : {until}),
    renewable: refreshToken !== undefined,
  };
}
