import {createPublicKey, generateKeyPairSync, verify} from 'node:crypto';
import {crc32c} from '../../../src/adapters/gcp/login/crc32c.ts';
import {once} from '../../../src/lib/once.ts';
import {type DoubleKey, decrypt, encrypt} from './encrypt.ts';
import {type Answer, type Asked, type DoubleOptions, type HttpDouble, httpDouble} from './http-double.ts';

/**
 * A double of Google's Secret Manager, written from its documentation: REST v1 projects.secrets.versions.access,
 * AccessSecretVersionResponse, SecretPayload; of Cloud KMS: REST v1 cryptoKeys.encrypt, cryptoKeys.decrypt; the error model of google.rpc.Status; and of tokens that service accounts sign
 * themselves (AIP-4111).
 */
export type GcpDouble = HttpDouble & {
  /** By name, the oldest version first. */
  readonly secrets: Map<string, readonly GcpVersion[]>;
  /** Tokens that are taken beside those of the service account. */
  readonly tokens: Set<string>;
  /** Keys of Cloud KMS by their full name. */
  readonly keys: Map<string, DoubleKey>;
  /** The JSON key of an account that may read everything. */
  readonly serviceAccount: Readonly<Record<string, string>>;
};

export type GcpVersion = {
  readonly data: string | Uint8Array;
  readonly state?: 'ENABLED' | 'DISABLED' | 'DESTROYED';
  /** Of other bytes: what a fault on the way makes. */
  readonly checksum?: string;
};

const PROJECT = 'my-project';
const EMAIL = `deploy@${PROJECT}.iam.gserviceaccount.com`;
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** Making one takes a while. */
const key = once(
  () => generateKeyPairSync('rsa', {modulusLength: 2048}).privateKey.export({format: 'pem', type: 'pkcs8'}) as string,
);

export async function gcpDouble(options: DoubleOptions = {}): Promise<GcpDouble> {
  const pem = key();
  const double: GcpDouble = Object.assign(await httpDouble((asked) => answer(asked), options), {
    secrets: new Map<string, readonly GcpVersion[]>(),
    tokens: new Set<string>(),
    keys: new Map<string, DoubleKey>(),
    serviceAccount: {
      type: 'service_account',
      project_id: PROJECT,
      private_key_id: 'key-1',
      private_key: pem,
      client_email: EMAIL,
      client_id: '1',
      token_uri: 'https://oauth2.googleapis.com/token',
    },
  });
  const answer = (asked: Asked): Answer => {
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1] ?? '';
    if (!double.tokens.has(token) && !isSigned(token, pem))
      return problem(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    const use = /^\/v1\/(projects\/.+\/cryptoKeys\/[^/:]+):(encrypt|decrypt)$/.exec(asked.path);
    if (use !== null && asked.method === 'POST') return useKey(double.keys.get(use[1] ?? ''), use, asked.body);
    const place = /^\/v1\/(projects\/([^/]+)\/secrets\/([^/]+))\/versions\/([^/:]+):access$/.exec(asked.path);
    if (place === null || asked.method !== 'GET') return problem(404, 'NOT_FOUND', 'Not found.');
    const [, resource = '', project, secret = '', version = ''] = place;
    if (project !== PROJECT)
      return problem(
        403,
        'PERMISSION_DENIED',
        `Permission 'secretmanager.versions.access' denied for resource '${resource}/versions/${version}' (or it may not exist).`,
      );
    return access(resource, double.secrets.get(secret), version);
  };
  return double;
}

function useKey(key: DoubleKey | undefined, [, name = '', action]: readonly string[], text: string): Answer {
  if (key === undefined) return problem(404, 'NOT_FOUND', `CryptoKey ${name} not found.`);
  if (key.use === 'denied') return problem(403, 'PERMISSION_DENIED', `Permission denied on resource ${name}.`);
  if (key.disabled) return problem(400, 'FAILED_PRECONDITION', `${name}/cryptoKeyVersions/1 is not enabled.`);
  const sent = JSON.parse(text) as Readonly<Record<string, string>>;
  const field = action === 'encrypt' ? 'plaintext' : 'ciphertext';
  const bytes = Buffer.from(sent[field] ?? '', 'base64');
  const context = sent['additionalAuthenticatedData'] ?? '';
  const isWhole =
    sent[`${field}Crc32c`] === String(crc32c(bytes)) &&
    sent['additionalAuthenticatedDataCrc32c'] === String(crc32c(Buffer.from(context, 'base64')));
  if (!isWhole) return problem(400, 'INVALID_ARGUMENT', 'The checksum does not match.');
  const made = action === 'encrypt' ? encrypt(key, bytes, context) : decrypt(key, bytes, context);
  if (made === undefined) return problem(400, 'INVALID_ARGUMENT', 'Decryption failed: the ciphertext is invalid.');
  const result = action === 'encrypt' ? 'ciphertext' : 'plaintext';
  return {status: 200, body: {name, [result]: made.toString('base64'), [`${result}Crc32c`]: String(crc32c(made))}};
}

function access(resource: string, versions: readonly GcpVersion[] | undefined, wanted: string): Answer {
  if (versions === undefined) return problem(404, 'NOT_FOUND', `Secret [${resource}] not found or has no versions.`);
  const number = wanted === 'latest' ? versions.length : Number(wanted);
  const name = `${resource}/versions/${number}`;
  const found = versions[number - 1];
  if (found === undefined) return problem(404, 'NOT_FOUND', `Secret Version [${name}] not found.`);
  const {data, state = 'ENABLED', checksum} = found;
  if (state !== 'ENABLED') return problem(400, 'FAILED_PRECONDITION', `Secret Version [${name}] is in ${state} state.`);
  const bytes = Buffer.from(data);
  const payload = {data: bytes.toString('base64'), dataCrc32c: checksum ?? String(crc32c(bytes))};
  return {status: 200, body: {name, payload}};
}

const problem = (code: number, status: string, message: string): Answer => ({
  status: code,
  body: {error: {code, message, status}},
});

/** A token that the service account signed for this API. */
function isSigned(token: string, pem: string): boolean {
  const [head = '', body = '', signature = ''] = token.split('.');
  if (signature === '') return false;
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    createPublicKey(pem),
    Buffer.from(signature, 'base64url'),
  );
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Readonly<Record<string, unknown>>;
  return signed && claims['iss'] === EMAIL && claims['scope'] === SCOPE && Number(claims['exp']) > Date.now() / 1000;
}
