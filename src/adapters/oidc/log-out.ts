import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import type {LoggedOut} from '../../ports/logins.ts';
import {explained} from './explain.ts';
import type {LoginDeps} from './login-deps.ts';
import {loginFile, ownDirectory, readLogin, removeLogin} from './login-files.ts';
import {withLoginLock} from './login-lock.ts';
import {openProvider, type Provider} from './provider.ts';
import type {StoredLogin} from './stored-login.ts';

type Client = Pick<OidcIdentity, 'issuer' | 'clientId' | 'clientSecret' | 'caFile'>;

/** Deletes a login, and revokes it at the provider. The local login is deleted even if the provider cannot be reached. */
export async function logOut(client: Client, deps: LoginDeps): Promise<LoggedOut | undefined> {
  const {directory} = deps;
  if ((await readLogin(directory, client)) === undefined) return undefined;
  await ownDirectory(directory);
  return withLoginLock(loginFile(directory, client), async () => {
    const login = await readLogin(directory, client);
    if (login === undefined) return undefined;
    await removeLogin(directory, client);
    const {issuer, clientId, subject} = login;
    return {issuer, clientId, subject, ...(await revoked(login, client, deps))};
  });
}

type Revoked = Pick<LoggedOut, 'revoked' | 'because' | 'endSession'>;

async function revoked(login: StoredLogin, client: Client, deps: LoginDeps): Promise<Revoked> {
  if (login.confidential === true && client.clientSecret === undefined)
    return {revoked: false, because: 'the secret of the client is required: log out with -w'};
  try {
    const provider = await openProvider(client, deps);
    const {revocation_endpoint: endpoint} = provider.config.serverMetadata();
    if (endpoint === undefined)
      return {revoked: false, because: 'the provider does not support it', ...endSession(provider, login)};
    await revoke(login, provider, client);
    return {revoked: true, ...endSession(provider, login)};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    const {failure} = error;
    return {revoked: false, because: 'detail' in failure ? failure.detail : failure.code};
  }
}

async function revoke(
  {issuer, refreshToken, access}: StoredLogin,
  {openid, config}: Provider,
  {clientSecret}: Client,
): Promise<void> {
  const tokens = [
    ...(refreshToken === undefined ? [] : [{token: refreshToken, hint: 'refresh_token'}]),
    ...(access === undefined ? [] : [{token: access.value, hint: 'access_token'}]),
  ];
  const secrets = [...tokens.map(({token}) => token), ...(clientSecret === undefined ? [] : [clientSecret.reveal()])];
  try {
    for (const {token, hint} of tokens) await openid.tokenRevocation(config, token, {token_type_hint: hint});
  } catch (error) {
    throw explained(error, {issuer, secrets});
  }
}

/** Returns the logout address without the ID token, which would appear in the browser's history. The provider asks the user instead. */
function endSession({config}: Provider, {clientId}: StoredLogin): Pick<LoggedOut, 'endSession'> {
  const {end_session_endpoint: endpoint} = config.serverMetadata();
  if (endpoint === undefined || URL.parse(endpoint) === null) return {};
  const address = new URL(endpoint);
  address.searchParams.set('client_id', clientId);
  return {endSession: address.href};
}
