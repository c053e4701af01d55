import type {JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {KeyWrapper, NoDataKey} from '../../../ports/key-wrapper.ts';
import type {WrapperDeps} from '../../../ports/key-wrapper-descriptor.ts';
import {askKms} from './ask-kms.ts';
import type {AwsKmsConfig} from './aws-kms-config.ts';

/** The entry of the encryption context for the use, so that no other text that the key encrypted is taken for a data key. */
const USE = {'gantry.dev/use': 'data-key'};

/** Encrypts and decrypts data keys with a key of AWS KMS. */
export function awsKmsKey(config: AwsKmsConfig, deps: WrapperDeps): Pick<KeyWrapper, 'wrap' | 'unwrap'> {
  const request = async (
    action: 'Encrypt' | 'Decrypt',
    body: JsonObject,
    field: string,
  ): Promise<string | NoDataKey> => {
    // With the key in a Decrypt, AWS refuses what another key encrypted.
    const common = {KeyId: config.key, EncryptionContext: {...config.context, ...USE}};
    const asked = await askKms(config, {action, body: {...common, ...body}}, deps);
    if ('because' in asked) return asked;
    const value = asked.answer[field];
    return typeof value === 'string' ? value : {because: `AWS KMS returned no ${field} for the key ${config.key}`};
  };
  return {
    wrap: (key) => request('Encrypt', {Plaintext: Buffer.from(key.reveal()).toString('base64')}, 'CiphertextBlob'),
    unwrap: async ({wrapped}) => {
      const found = await request('Decrypt', {CiphertextBlob: wrapped}, 'Plaintext');
      return typeof found === 'string' ? new Secret(Buffer.from(found, 'base64').toString('utf8')) : found;
    },
  };
}
