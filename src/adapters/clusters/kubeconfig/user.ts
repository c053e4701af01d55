import {GantryError} from '../../../core/failure/failure.ts';
import {isList, isObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {expiryState} from '../../../core/workspace/credential-expiry.ts';
import {tokenExpiry} from '../../../core/workspace/token-expiry.ts';
import type {ClusterAccess, Credential, CredentialExpiry} from '../../../ports/cluster-access.ts';
import {certificateOf} from './certificate.ts';
import type {Entry} from './entry.ts';
import {type PluginHost, pluginCredential} from './exec-plugin.ts';
import {oidcCredential} from './oidc.ts';
import {readText} from './read-files.ts';

type Header = Credential['headers'][number];

/**
 * The way to a user's credential. What is wrong in files is found now; later calls read them again, since certificates
 * and tokens are renewed in place, and `again` also logs in again. What has ended is not sent.
 */
export async function accessOf(
  user: Entry | undefined,
  host: PluginHost,
): Promise<Pick<ClusterAccess, 'credential' | 'expires'>> {
  if (user === undefined) return {credential: async () => ({headers: []})};
  const dynamic = dynamicCredential(user, host);
  const others = impersonation(user);
  const found = await fixedCredential(user);
  // A program that logs in gives what counts.
  const endOf = (fixed: Credential): CredentialExpiry | undefined =>
    dynamic === undefined ? expiryOf(fixed) : undefined;
  const expires = endOf(found);
  let first: Credential | undefined = found;
  const credential: ClusterAccess['credential'] = async (options) => {
    const fixed = first ?? (await fixedCredential(user));
    first = undefined;
    refuseExpired(endOf(fixed), host.server);
    const logged = await dynamic?.(options?.again ?? false);
    return {...fixed, ...logged, headers: [...fixed.headers, ...(logged?.headers ?? []), ...others]};
  };
  return {credential, ...(expires === undefined ? {} : {expires})};
}

/** Of what is sent together that which ends last: a server is content with either. What does not end makes it none. */
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

/** Told before anything is sent: a server says no more than that it does not know who asks. */
function refuseExpired(expiry: CredentialExpiry | undefined, server: string): void {
  if (expiry === undefined || expiryState(expiry, new Date()) !== 'over') return;
  throw new GantryError({code: 'credential/expired', server, what: expiry.what, since: expiry.at});
}

/** The parts that need a program or another server. */
function dynamicCredential(user: Entry, host: PluginHost): ((again: boolean) => Promise<Credential>) | undefined {
  const [exec, provider] = [user.object('exec'), user.object('auth-provider')];
  if (exec !== undefined && provider !== undefined) throw user.problem('exec and auth-provider exclude each other');
  if (exec !== undefined) return pluginCredential(user, exec, host);
  if (provider === undefined) return undefined;
  if (provider.text('name') === 'oidc') return oidcCredential(provider, host);
  throw provider.problem(
    `the auth-provider ${JSON.stringify(provider.text('name') ?? '')} was removed from Kubernetes: use its exec plugin (for example gke-gcloud-auth-plugin or kubelogin)`,
  );
}

/** What stands in the kubeconfig or in files. */
async function fixedCredential(user: Entry): Promise<Credential> {
  const cert = await textOrFile(user, 'client-certificate');
  const key = await textOrFile(user, 'client-key');
  if ((cert === undefined) !== (key === undefined)) {
    throw user.problem(
      `client-certificate and client-key belong together; ${cert === undefined ? 'client-certificate' : 'client-key'} is missing`,
    );
  }
  const authorization = await authorizationOf(user);
  return {
    headers: authorization === undefined ? [] : [{name: 'authorization', value: new Secret(authorization)}],
    ...(cert === undefined || key === undefined ? {} : {certificate: certificateOf(cert, key, user.problem)}),
  };
}

async function textOrFile(user: Entry, field: 'client-certificate' | 'client-key'): Promise<string | undefined> {
  const given = user.data(`${field}-data`);
  const path = given === undefined ? user.path(field) : undefined;
  return path === undefined ? given : readText(path, user.problem, field);
}

async function authorizationOf(user: Entry): Promise<string | undefined> {
  const [given, path] = [user.text('token'), user.path('tokenFile')];
  const [name, password] = [user.text('username'), user.text('password')];
  if ((given ?? path) !== undefined && (name ?? password) !== undefined) {
    throw user.problem('a token and a password exclude each other');
  }
  // The file is the one that is renewed: it precedes, as in kubectl.
  const token = path === undefined ? given : (await readText(path, user.problem, 'tokenFile')).trim();
  if (token === '') throw user.problem(`tokenFile ${path} is empty`);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw user.problem('the token holds white space or characters that no header may have');
  if (token !== undefined) return `Bearer ${token}`;
  if ((name ?? password) === undefined) return undefined;
  return `Basic ${Buffer.from(`${name ?? ''}:${password ?? ''}`).toString('base64')}`;
}

function impersonation(user: Entry): readonly Header[] {
  const extra = user.object('as-user-extra')?.fields() ?? {};
  const name = user.text('as');
  const rest: readonly (readonly [string, string])[] = [
    ...user.texts('as-groups').map((group) => ['impersonate-group', group] as const),
    ...[user.text('as-uid')].flatMap((uid) => (uid === undefined ? [] : [['impersonate-uid', uid] as const])),
    ...Object.entries(extra).flatMap(([key, values]) =>
      (isList(values) ? values : []).flatMap((value) =>
        isObject(value) || typeof value !== 'string'
          ? []
          : [[`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`, value] as const],
      ),
    ),
  ];
  if (name === undefined && rest.length > 0) throw user.problem('as-groups, as-uid and as-user-extra need as');
  const all = name === undefined ? [] : [['impersonate-user', name] as const, ...rest];
  return all.map(([header, value]) => ({name: header, value: new Secret(value)}));
}
