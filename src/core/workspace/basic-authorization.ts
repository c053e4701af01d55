import type {ServerLogin} from './server-login.ts';

/** Returns the value of the header `Authorization` for a login; undefined if it has no password. */
export function basicAuthorization(login: Pick<ServerLogin, 'username' | 'password'> | undefined): string | undefined {
  if (login?.password === undefined) return undefined;
  const {username, password} = login;
  return `Basic ${Buffer.from(`${username?.reveal() ?? ''}:${password.reveal()}`).toString('base64')}`;
}
