import type {WrappedKey} from '../../../core/sealing/sealing-document.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import {decryptAgeFile, parseAgeFile} from '../age/age-file.ts';
import {hasSshRecipients} from '../age/ssh-identity.ts';
import {shownRecipient} from '../age/ssh-recipient.ts';
import type {AgeSurroundings} from '../secret-store/age-keys.ts';
import {findIdentities} from './find-identities.ts';

/** Decrypts a data key with one of the identities of the user. */
export async function unwrapByAge(
  {recipients, wrapped}: WrappedKey,
  identity: string | undefined,
  around: AgeSurroundings,
): Promise<Secret | NoDataKey> {
  const file = parseAgeFile(Buffer.from(wrapped, 'base64'));
  if (file === undefined) return {because: 'the key that is wrapped for recipients of age has an unknown form'};
  const withSsh = hasSshRecipients(file);
  const found = await findIdentities({file: identity, withSsh}, around);
  if ('because' in found) return found;
  const searched = found.looked.join(' and ');
  const names = recipients.map(shownRecipient).join(', ');
  if (found.identities.length === 0)
    return {
      because: `it is sealed for ${names}, but no age identity${withSsh ? ' or SSH key' : ''} was found`,
      hint: `Set GANTRY_AGE_KEY_FILE to the file of your ${withSsh ? 'identity or SSH key' : 'identity'}. Searched: ${searched}.`,
    };
  const problems: NoDataKey[] = [];
  for (const one of found.identities) {
    const fileKey = 'because' in one ? one : await one.fileKey(file);
    if (fileKey === undefined) continue;
    if ('because' in fileKey) problems.push(fileKey);
    else {
      const opened = decryptAgeFile(file, fileKey);
      if (opened !== undefined) return new Secret(opened);
    }
  }
  return (
    problems[0] ?? {
      because: `it is sealed for ${names}, and none of your identities in ${searched} opens it`,
      hint: 'Use the identity of one of these recipients, or let somebody who has one run "gantry backend rekey" with yours.',
    }
  );
}
