import {createCipheriv, createHash, randomBytes} from 'node:crypto';
import {armor, Encrypter, generateX25519Identity, identityToRecipient} from 'age-encryption';

type Values = {readonly [key: string]: string | Values};

/** A JSON file as sops encrypts it for a new key of age. Sops itself opens it, too: see test/golden/sops. */
export async function sopsFile(values: Values): Promise<{readonly text: string; readonly key: string}> {
  const key = await generateX25519Identity();
  const recipient = await identityToRecipient(key);
  const dataKey = randomBytes(32);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const enc = armor.encode(await encrypter.encrypt(dataKey));
  const digest = createHash('sha512');
  const sealed = sealAll(values, [], {dataKey, seen: (text) => void digest.update(text)});
  const lastmodified = '2026-05-04T12:00:00Z';
  const mac = seal(digest.digest('hex').toUpperCase(), dataKey, lastmodified);
  const sops = {age: [{recipient, enc}], lastmodified, mac, unencrypted_suffix: '_unencrypted', version: '3.9.0'};
  return {text: JSON.stringify({...sealed, sops}, undefined, 2), key};
}

type Sealing = {readonly dataKey: Uint8Array; readonly seen: (text: string) => void};

function sealAll(values: Values, path: readonly string[], sealing: Sealing): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const at = [...path, name];
    if (typeof value !== 'string') return [name, sealAll(value, at, sealing)] as const;
    sealing.seen(value);
    return [name, value === '' ? '' : seal(value, sealing.dataKey, `${at.join(':')}:`)] as const;
  });
  return Object.fromEntries(entries);
}

function seal(text: string, key: Uint8Array, place: string): string {
  const iv = randomBytes(32);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const [a, b, c] = [data, iv, cipher.getAuthTag()].map((bytes) => bytes.toString('base64'));
  return `ENC[AES256_GCM,data:${a},iv:${b},tag:${c},type:str]`;
}
