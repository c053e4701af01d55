import {GantryError} from '../../../core/failure/failure.ts';
import type {WrappedKey} from '../../../core/sealing/sealing-document.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import {type AgeKeys, type AgeSurroundings, ageKeys, keysIn} from '../secret-store/age-keys.ts';

/** Encrypts a data key as a file of age, in base64. @throws GantryError input/usage for a text that is not a recipient */
export async function wrapForAge(key: Secret, recipients: readonly string[]): Promise<string> {
  const {Encrypter} = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new GantryError({
        code: 'input/usage',
        message: `${recipient} is not a valid recipient of age`,
        hint: 'Check it for typing errors. `age-keygen -y FILE` prints the recipient of an identity.',
      });
    }
  }
  return Buffer.from(await encrypter.encrypt(key.reveal())).toString('base64');
}

/** Decrypts a data key with one of the identities of the user. */
export async function unwrapByAge(
  {recipients, wrapped}: WrappedKey,
  identity: string | undefined,
  around: AgeSurroundings,
): Promise<Secret | NoDataKey> {
  const found = await identitiesOf(identity, around);
  if ('because' in found) return found;
  const {keys, looked} = found;
  const searched = looked.join(' and ');
  const names = recipients.join(', ');
  if (keys.length === 0)
    return {
      because: `it is sealed for ${names}, but no age identity was found`,
      hint: `Set GANTRY_AGE_KEY_FILE to the file of your identity. Searched: ${searched}.`,
    };
  const {Decrypter} = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const [i, key] of keys.entries()) {
    try {
      decrypter.addIdentity(key);
    } catch {
      return {because: `identity ${i + 1} of those in ${searched} is not an identity of age`};
    }
  }
  try {
    return new Secret(await decrypter.decrypt(Buffer.from(wrapped, 'base64'), 'text'));
  } catch {
    return {
      because: `it is sealed for ${names}, and none of your age identities in ${searched} opens it`,
      hint: 'Use the identity of one of these recipients, or let somebody who has one run "gantry backend rekey" with yours.',
    };
  }
}

/** Returns the identities of one named file alone, else those of Gantry's variables, else those that sops would use. */
async function identitiesOf(identity: string | undefined, around: AgeSurroundings): Promise<AgeKeys | NoDataKey> {
  const {env} = around;
  const file = identity ?? env['GANTRY_AGE_KEY_FILE'];
  const inline = identity === undefined ? env['GANTRY_AGE_KEY'] : undefined;
  if (!file && !inline) return ageKeys(undefined, around);
  const ofFile = file ? await ageKeys(file, around) : {keys: [], looked: []};
  if ('because' in ofFile) return ofFile;
  return {
    keys: [...keysIn(inline ?? ''), ...ofFile.keys],
    looked: [...(inline ? ['GANTRY_AGE_KEY'] : []), ...ofFile.looked],
  };
}
