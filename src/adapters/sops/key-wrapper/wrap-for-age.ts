import {Encrypter, Stanza} from 'age-encryption';
import {GantryError} from '../../../core/failure/failure.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {isSshRecipient, readSshRecipient, wrapForSsh} from '../age/ssh-recipient.ts';

/** Encrypts a data key as a file of age, in base64. @throws GantryError input/usage for a text that is not a recipient */
export async function wrapForAge(key: Secret, recipients: readonly string[]): Promise<string> {
  const encrypter = new Encrypter();
  for (const recipient of recipients)
    if (isSshRecipient(recipient)) addSshRecipient(encrypter, recipient);
    else addAgeRecipient(encrypter, recipient);
  return Buffer.from(await encrypter.encrypt(key.reveal())).toString('base64');
}

function addAgeRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw invalid(
      `${recipient} is not a valid recipient of age`,
      'Check it for typing errors. `age-keygen -y FILE` prints the recipient of an identity.',
    );
  }
}

function addSshRecipient(encrypter: Encrypter, recipient: string): void {
  const refused = (why: string): GantryError =>
    invalid(
      `${recipient} is not a valid recipient: ${why}`,
      'Copy the line of a public key, for example of ~/.ssh/id_ed25519.pub.',
    );
  const key = readSshRecipient(recipient);
  if ('problem' in key) throw refused(key.problem);
  encrypter.addRecipient({
    wrapFileKey: (fileKey) => {
      const stanza = wrapForSsh(fileKey, key);
      if (stanza === undefined) throw refused('nothing can be encrypted for this key');
      return [new Stanza([...stanza.args], stanza.body)];
    },
  });
}

const invalid = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});
