import type {JsonObject} from '../../../core/json.ts';
import {notItself, objectIn, responseOr} from '../../../core/secret/no-answer.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {httpsBesideMetadata} from '../../../lib/https-beside-metadata.ts';
import type {KeyWrapper, NoDataKey} from '../../../ports/key-wrapper.ts';
import type {WrapperDeps} from '../../../ports/key-wrapper-descriptor.ts';
import {crc32c} from '../login/crc32c.ts';
import {gcpLogin} from '../login/gcp-login.ts';
import type {GcpKmsConfig} from './gcp-kms-config.ts';
import {gcpKmsProblem} from './gcp-kms-problem.ts';

const NAME = /^projects\/[\w.:-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+$/;
const BOUNDS = {timeoutMs: 20_000, maxBytes: 1024 * 1024};
/** Binds the ciphertext to its use: no other text that the key encrypted is taken for a data key. */
const USE = Buffer.from('gantry.dev/data-key');

/** Encrypts and decrypts data keys with a key of Cloud KMS. Checksums protect the texts on their way. */
export function gcpKmsKey(config: GcpKmsConfig, deps: WrapperDeps): Pick<KeyWrapper, 'wrap' | 'unwrap'> {
  return {
    wrap: async (key) => {
      const sent = Buffer.from(key.reveal());
      const found = await request(config, {action: 'encrypt', body: summed('plaintext', sent)}, deps);
      const made = 'because' in found ? found : bytesIn(found.answer, 'ciphertext');
      return 'because' in made ? made : made.bytes.toString('base64');
    },
    unwrap: async ({wrapped}) => {
      const sent = Buffer.from(wrapped, 'base64');
      const found = await request(config, {action: 'decrypt', body: summed('ciphertext', sent)}, deps);
      const made = 'because' in found ? found : bytesIn(found.answer, 'plaintext');
      return 'because' in made ? made : new Secret(made.bytes.toString('utf8'));
    },
  };
}

const summed = (name: string, bytes: Buffer): JsonObject => ({
  [name]: bytes.toString('base64'),
  [`${name}Crc32c`]: String(crc32c(bytes)),
  additionalAuthenticatedData: USE.toString('base64'),
  additionalAuthenticatedDataCrc32c: String(crc32c(USE)),
});

function bytesIn(body: JsonObject, name: string): {readonly bytes: Buffer} | NoDataKey {
  const text = body[name];
  if (typeof text !== 'string') return {because: `Cloud KMS returned no ${name}`};
  const bytes = Buffer.from(text, 'base64');
  // An int64 is a string in JSON.
  return body[`${name}Crc32c`] === String(crc32c(bytes))
    ? {bytes}
    : {because: `the ${name} from Cloud KMS is damaged: its checksum does not match`, hint: 'Run the command again.'};
}

type Use = {readonly action: 'encrypt' | 'decrypt'; readonly body: JsonObject};

async function request(
  {key, endpoint = 'https://cloudkms.googleapis.com'}: GcpKmsConfig,
  {action, body}: Use,
  {env, signal, http = httpsBesideMetadata}: WrapperDeps,
): Promise<{readonly answer: JsonObject} | NoDataKey> {
  if (!NAME.test(key))
    return {
      because: `${key} is not the name of a key in Cloud KMS`,
      hint: 'Write projects/PROJECT/locations/PLACE/keyRings/RING/cryptoKeys/KEY.',
    };
  const login = await gcpLogin({env, signal, http});
  if ('because' in login) return login;
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/${key}:${action}`;
  const headers = await login.headers(url);
  if ('because' in headers) return headers;
  const answer = await responseOr(
    () =>
      http({
        url,
        method: 'POST',
        headers: {...headers.headers, accept: 'application/json', 'content-type': 'application/json'},
        body: JSON.stringify(body),
        ...BOUNDS,
        proxyEnv: env,
        signal,
      }),
    signal,
  );
  if ('because' in answer) return answer;
  const object = objectIn(answer.body);
  if (object === undefined) return notItself('Cloud KMS', answer);
  return answer.status === 200 ? {answer: object} : gcpKmsProblem(answer.status, object, {key, action});
}
