import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AgeKeys} from './age-keys.ts';
import type {SopsMetadata} from './sops-metadata.ts';

/** Decrypts the data key of a file with one of the user's keys. */
export async function dataKey(
  {recipients, others, groups}: SopsMetadata,
  {keys, looked}: AgeKeys,
): Promise<Uint8Array | NoSecret> {
  if (groups > 1) return {because: 'its key is split among several groups (Shamir), which is not supported'};
  if (recipients.length === 0) {
    const by = others.length === 0 ? '' : `, only for ${others.join(' and ')}`;
    return {because: `it is not encrypted for age${by}`, hint: 'Add a recipient: sops rotate -i --add-age age1… FILE'};
  }
  const names = recipients.map(({recipient}) => recipient).join(', ');
  if (keys.length === 0)
    return {
      fault: 'denied',
      because: `it is encrypted for ${names}, but no age key was found`,
      hint: `Set SOPS_AGE_KEY, SOPS_AGE_KEY_FILE or \`keyFile\`. Searched: ${looked.join(' and ')}.`,
    };
  const {armor, Decrypter} = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const [i, key] of keys.entries()) {
    try {
      decrypter.addIdentity(key);
    } catch {
      return {because: `key ${i + 1} of those in ${looked.join(' and ')} is not an age key`, fault: 'denied'};
    }
  }
  for (const {sealed} of recipients) {
    const opened = await Promise.resolve()
      .then(() => decrypter.decrypt(armor.decode(sealed)))
      .catch(() => undefined);
    if (opened?.length === 32) return opened;
  }
  const ours = await Promise.all(keys.map(ownName));
  return {
    fault: 'denied',
    because: `it is encrypted for ${names}, and none of your keys decrypts it: ${ours.join(', ')}`,
    hint: `Add a key to ${looked.join(' or ')}.`,
  };
}

/** Returns the public recipient of a key, which is not secret. */
async function ownName(key: string): Promise<string> {
  const {identityToRecipient} = await import('age-encryption');
  return identityToRecipient(key);
}
