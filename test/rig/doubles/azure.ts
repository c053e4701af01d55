import {constants, privateDecrypt, publicEncrypt} from 'node:crypto';
import {type Answer, type Asked, type DoubleOptions, type HttpDouble, httpDouble} from './http-double.ts';

/**
 * A double of Azure Key Vault and of Microsoft's login, written from their documentation: REST get-secret, get-key, wrap-key, unwrap-key (7.4), the error
 * model KeyVaultError, the OAuth client credentials flow of v2.0, and the tokens of managed identities in App Service (2019-08-01).
 */
export type AzureDouble = HttpDouble & {
  /** By name, the oldest version first. */
  readonly secrets: Map<string, readonly AzureVersion[]>;
  readonly keys: Map<string, Readonly<Record<string, unknown>>>;
  readonly login: {readonly tenant: string; readonly clientId: string; readonly clientSecret: string};
  /** Seconds for which tokens are good. */
  lifetime: number;
};

export type AzureVersion = {
  readonly id: string;
  readonly value: string;
  readonly contentType?: string;
  readonly enabled?: boolean;
};

export async function azureDouble(options: DoubleOptions = {}): Promise<AzureDouble> {
  let issued = 0;
  const login = {
    tenant: '11111111-1111-1111-1111-111111111111',
    clientId: 'deploy',
    clientSecret: 'canary-client-secret',
  };
  const double: AzureDouble = Object.assign(await httpDouble((asked) => answer(asked), options), {
    secrets: new Map<string, readonly AzureVersion[]>(),
    keys: new Map<string, Readonly<Record<string, unknown>>>(),
    login,
    lifetime: 3600,
  });
  const answer = (asked: Asked): Answer => {
    const base = `${double.url}/${login.tenant}`;
    if (asked.path === `/${login.tenant}/v2.0/.well-known/openid-configuration`)
      return {
        status: 200,
        body: {
          issuer: `${base}/v2.0`,
          authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
          token_endpoint: `${base}/oauth2/v2.0/token`,
          jwks_uri: `${base}/discovery/v2.0/keys`,
        },
      };
    if (asked.path === `/${login.tenant}/oauth2/v2.0/token`) {
      const form = new URLSearchParams(asked.body);
      const known = form.get('client_id') === login.clientId && form.get('client_secret') === login.clientSecret;
      if (!known || form.get('scope') !== 'https://vault.azure.net/.default') return badClient(form);
      const body = {token_type: 'Bearer', expires_in: double.lifetime, access_token: `canary-token-${++issued}`};
      return {status: 200, body};
    }
    if (asked.path === MSI) return managedIdentity(asked, `canary-token-${++issued}`);
    return vault(asked, double);
  };
  return double;
}

/** The path of tokens for the identity of a machine, and what must be sent in a header. */
export const MSI = '/msi/token';
export const MSI_SECRET = 'canary-identity-header';

function managedIdentity({headers, query}: Asked, token: string): Answer {
  if (headers['x-identity-header'] !== MSI_SECRET || query.get('resource') !== 'https://vault.azure.net')
    return problem(400, 'BadParameter');
  const until = String(Math.floor(Date.now() / 1000) + 3600);
  return {
    status: 200,
    body: {access_token: token, expires_on: until, resource: query.get('resource'), token_type: 'Bearer'},
  };
}

function vault({path, query, headers, body}: Asked, {secrets, keys, url, login}: AzureDouble): Answer {
  if (!headers.authorization?.startsWith('Bearer canary-token-'))
    return {
      ...problem(401, 'Unauthorized'),
      headers: {
        'www-authenticate': `Bearer authorization="https://login.microsoftonline.com/${login.tenant}", resource="https://vault.azure.net"`,
      },
    };
  if (query.get('api-version') !== '7.4') return problem(400, 'BadParameter');
  const [, kind, name = '', version, use] = path.split('/');
  if (kind === 'keys') {
    const key = keys.get(name);
    if (key === undefined) return problem(404, 'KeyNotFound');
    if (use !== undefined) return useKey(key, {kid: `${url}/keys/${name}/${version}`, use, body});
    return {status: 200, body: {key: {kid: `${url}/keys/${name}/1`, ...key, pem: undefined}, attributes: ATTRIBUTES}};
  }
  const versions = secrets.get(name) ?? [];
  const found = version === undefined ? versions.at(-1) : versions.find(({id}) => id === version);
  if (found === undefined) return problem(404, 'SecretNotFound');
  if (found.enabled === false) return problem(403, 'Forbidden', 'SecretDisabled');
  const {id, value, contentType} = found;
  return {
    status: 200,
    body: {
      value,
      ...(contentType === undefined ? {} : {contentType}),
      id: `${url}/secrets/${name}/${id}`,
      attributes: ATTRIBUTES,
    },
  };
}

type KeyUse = {readonly kid: string; readonly use: string; readonly body: string};

/** Wraps and unwraps with the private key of the vault, which is the member `pem` of the key. */
function useKey(key: Readonly<Record<string, unknown>>, {kid, use, body}: KeyUse): Answer {
  if (key['enabled'] === false) return problem(403, 'Forbidden', 'KeyDisabled');
  if (key['denied'] === true) return problem(403, 'Forbidden', 'ForbiddenByRbac');
  const sent = JSON.parse(body) as Readonly<Record<string, string>>;
  if (sent['alg'] !== 'RSA-OAEP-256') return problem(400, 'BadParameter');
  const rsa = {key: String(key['pem']), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256'};
  const bytes = Buffer.from(sent['value'] ?? '', 'base64url');
  try {
    const made = use === 'wrapkey' ? publicEncrypt(rsa, bytes) : privateDecrypt(rsa, bytes);
    return {status: 200, body: {kid, value: made.toString('base64url')}};
  } catch {
    return problem(400, 'BadParameter');
  }
}

const ATTRIBUTES = {
  enabled: true,
  created: 1_493_938_410,
  updated: 1_493_938_410,
  recoveryLevel: 'Recoverable+Purgeable',
};

export const problem = (status: number, code: string, inner?: string): Answer => ({
  status,
  body: {
    error: {
      code,
      message: 'what was sent: canary-of-the-message',
      ...(inner === undefined ? {} : {innererror: {code: inner}}),
    },
  },
});

const badClient = (form: URLSearchParams): Answer => ({
  status: 401,
  body: {
    error: 'invalid_client',
    error_description: `AADSTS7000215: Invalid client secret provided. ${form.get('client_secret')}`,
    error_codes: [7_000_215],
  },
});
