import {GantryError} from '../../../core/failure/failure.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {expiryState} from '../../../core/workspace/credential-expiry.ts';
import {tokenExpiry} from '../../../core/workspace/token-expiry.ts';
import {defined} from '../../../lib/defined.ts';
import type {ClusterAccess, Credential, CredentialExpiry} from '../../../ports/cluster-access.ts';
import {certificateOf} from './certificate.ts';
import type {Entry} from './entry.ts';
import {checkPlugin, type PluginHost, pluginCredential} from './exec-plugin.ts';
import {oidcCredential} from './oidc.ts';
import {readText} from './read-files.ts';

type Header = Credential['headers'][number];

/**
 * Returns a function that gets a user's credential. Errors in files are reported now; later calls read the files again,
 * since certificates and tokens are renewed in place, and `again` also repeats the login. Expired credentials are not
 * sent. As in kubectl, a written token, password or certificate takes precedence over an exec plugin, and over plain
 * http no credential is sent.
 */
export async function accessOf(
  user: Entry | undefined,
  host: PluginHost,
): Promise<Pick<ClusterAccess, 'credential' | 'expires'>> {
  if (user === undefined) return {credential: async () => ({headers: []})};
  checkUser(user);
  const others = impersonation(user);
  if (!host.server.startsWith('https:')) return {credential: async () => ({headers: others})};
  const found = await fixedCredential(user);
  const dynamic = dynamicCredential(user, found, host);
  // For a program that logs in, its own answer decides.
  const endOf = (fixed: Credential): CredentialExpiry | undefined =>
    dynamic === undefined ? expiryOf(fixed) : undefined;
  const expires = endOf(found);
  let first: Credential | undefined = found;
  const credential: ClusterAccess['credential'] = async (options) => {
    const fixed = first ?? (await fixedCredential(user));
    first = undefined;
    refuseExpired(endOf(fixed), host.server);
    const logged = await dynamic?.(options?.again ?? false);
    return {...fixed, ...logged, headers: [...(logged?.headers ?? fixed.headers), ...others]};
  };
  return {credential, expires};
}

/** Returns the expiry of credentials that are sent together: the latest, because the server accepts either. If one has no expiry, there is none. */
function expiryOf({certificate, headers}: Credential): CredentialExpiry | undefined {
  const authorization = headers[0]?.value.reveal();
  const tokenEnd = authorization === undefined ? undefined : tokenExpiry(authorization.replace(/^Bearer /, ''));
  if (authorization !== undefined && tokenEnd === undefined) return undefined;
  const ends: readonly CredentialExpiry[] = [
    ...(certificate?.notAfter === undefined ? [] : [{what: 'client certificate', at: certificate.notAfter} as const]),
    ...(tokenEnd === undefined ? [] : [{what: 'token', at: tokenEnd.toISOString()} as const]),
  ];
  return ends.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
}

/** Rejects an expired credential before anything is sent: the server would only answer that it does not know the user. */
function refuseExpired(expiry: CredentialExpiry | undefined, server: string): void {
  if (expiry === undefined || expiryState(expiry, new Date()) !== 'over') return;
  throw new GantryError({code: 'credential/expired', server, what: expiry.what, since: expiry.at});
}

/** Rejects what kubectl rejects, even where it would not be used. */
function checkUser(user: Entry): void {
  const [exec, provider] = [user.object('exec'), user.object('auth-provider')];
  if (exec !== undefined && provider !== undefined) throw user.problem('exec and auth-provider exclude each other');
  if (exec !== undefined) checkPlugin(exec);
  if (provider !== undefined && provider.text('name') !== 'oidc')
    throw provider.problem(
      `the auth-provider ${JSON.stringify(provider.text('name') ?? '')} was removed from Kubernetes: use its exec plugin (for example gke-gcloud-auth-plugin or kubelogin)`,
    );
  const [token, tokenFile] = [user.text('token'), user.text('tokenFile')];
  const [name, password] = [user.text('username'), user.text('password')];
  // A password without a name is ignored; beside a token it shows that both were intended.
  if ((token !== undefined && (name ?? password) !== undefined) || (tokenFile !== undefined && name !== undefined))
    throw user.problem('a token and a password exclude each other');
}

/** Returns the credential that needs a program or another server, if it is used. */
function dynamicCredential(
  user: Entry,
  {headers, certificate}: Credential,
  host: PluginHost,
): ((again: boolean) => Promise<Credential>) | undefined {
  if (headers.length > 0) return undefined;
  const [exec, provider] = [user.object('exec'), user.object('auth-provider')];
  if (exec !== undefined) return certificate === undefined ? pluginCredential(user, exec, host) : undefined;
  return provider === undefined ? undefined : oidcCredential(provider, host);
}

/** Returns the credential that is in the kubeconfig or in files. */
async function fixedCredential(user: Entry): Promise<Credential> {
  const cert = await textOrFile(user, 'client-certificate');
  const key = await textOrFile(user, 'client-key');
  if ((cert === undefined) !== (key === undefined)) {
    throw user.problem(
      `client-certificate and client-key belong together; ${cert === undefined ? 'client-certificate' : 'client-key'} is missing`,
    );
  }
  const authorization = await authorizationOf(user);
  const others = [cert, user.object('exec'), user.object('auth-provider'), authorization];
  if (user.text('password') !== undefined && others.every((one) => one === undefined))
    throw user.problem('password has no username');
  return {
    headers: authorization === undefined ? [] : [{name: 'authorization', value: new Secret(authorization)}],
    ...defined({
      certificate: cert === undefined || key === undefined ? undefined : certificateOf(cert, key, user.problem),
    }),
  };
}

async function textOrFile(user: Entry, field: 'client-certificate' | 'client-key'): Promise<string | undefined> {
  const given = user.data(`${field}-data`);
  const path = given === undefined ? user.path(field) : undefined;
  return path === undefined ? given : readText(path, user.problem, field);
}

async function authorizationOf(user: Entry): Promise<string | undefined> {
  const token = await tokenOf(user);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw user.problem('the token contains white space or characters that are not allowed in a header');
  if (token !== undefined) return `Bearer ${token}`;
  const name = user.text('username');
  if (name === undefined) return undefined;
  return `Basic ${Buffer.from(`${name}:${user.text('password') ?? ''}`).toString('base64')}`;
}

/** Returns the token. The file takes precedence, because it is renewed; the token beside it is used if the file is empty, as in kubectl. */
async function tokenOf(user: Entry): Promise<string | undefined> {
  const [given, path] = [user.text('token'), user.path('tokenFile')];
  if (path === undefined) return given;
  const read = readText(path, user.problem, 'tokenFile').then((text) => text.trim());
  const token = given === undefined ? await read : await read.catch(() => '');
  if (token === '' && given === undefined) throw user.problem(`tokenFile ${path} is empty`);
  return token === '' ? given : token;
}

function impersonation(user: Entry): readonly Header[] {
  const extra = user.object('as-user-extra');
  const keys = Object.keys(extra?.fields() ?? {});
  const name = user.text('as');
  const rest: readonly (readonly [string, string])[] = [
    ...user.texts('as-groups').map((group) => ['impersonate-group', group] as const),
    ...[user.text('as-uid')].flatMap((uid) => (uid === undefined ? [] : [['impersonate-uid', uid] as const])),
    ...keys.flatMap((key) =>
      (extra?.texts(key) ?? []).map(
        (value) => [`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`, value] as const,
      ),
    ),
  ];
  if (name === undefined && rest.length + keys.length > 0)
    throw user.problem('as-groups, as-uid and as-user-extra need the field "as"');
  const all = name === undefined ? [] : [['impersonate-user', name] as const, ...rest];
  return all.map(([header, value]) => ({name: header, value: new Secret(value)}));
}
