import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import {type AgeIdentity, readAgeIdentity} from '../age/age-identity.ts';
import {sshIdentity} from '../age/ssh-identity.ts';
import {PASSPHRASE} from '../age/ssh-key-problem.ts';
import {type AgeSurroundings, type KeyTexts, keysIn, keyTexts} from '../secret-store/age-keys.ts';

/** The identities of a user. */
export type Identities = {
  readonly identities: readonly (AgeIdentity | NoDataKey)[];
  /** The searched places, for messages. */
  readonly looked: readonly string[];
};

type Search = {
  /** The file that the configuration names. */
  readonly file: string | undefined;
  /** Reports whether SSH keys can help. The usual ones of the user are not read otherwise. */
  readonly withSsh: boolean;
};

/** Finds the identities in one named file alone, else in Gantry's variables, else where sops looks. */
export async function findIdentities(search: Search, around: AgeSurroundings): Promise<Identities | NoDataKey> {
  const found = await textsFor(search, around);
  if ('because' in found) return found;
  const identities = found.texts.flatMap(({place, text}) => [
    ...keysIn(text).map(
      (key, i) => readAgeIdentity(key) ?? {because: `identity ${i + 1} in ${place} is not an identity of age`},
    ),
    ...(text.match(PEM) ?? []).map((pem) => sshIdentity(pem, place, around.env[PASSPHRASE] || undefined)),
  ]);
  return {identities, looked: found.looked};
}

const PEM = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]*?-----END \1-----/g;

async function textsFor({file, withSsh}: Search, around: AgeSurroundings): Promise<KeyTexts | NoDataKey> {
  const {env} = around;
  const named = file ?? env['GANTRY_AGE_KEY_FILE'];
  const inline = file === undefined ? env['GANTRY_AGE_KEY'] : undefined;
  if (!named && !inline) {
    const usual = await keyTexts(undefined, around);
    return 'because' in usual || !withSsh ? usual : joined(usual, await usualSshKeys(around));
  }
  const ofFile = named ? await keyTexts(named, around) : {texts: [], looked: []};
  if ('because' in ofFile) return ofFile;
  const variable = inline ? [{place: 'GANTRY_AGE_KEY', text: inline}] : [];
  return joined({texts: variable, looked: variable.map(({place}) => place)}, ofFile);
}

const joined = (one: KeyTexts, other: KeyTexts): KeyTexts => ({
  texts: [...one.texts, ...other.texts],
  looked: [...one.looked, ...other.looked],
});

/** Reads the SSH keys that sops and ssh use without a setting. */
async function usualSshKeys({env, home}: AgeSurroundings): Promise<KeyTexts> {
  const named = env['SOPS_AGE_SSH_PRIVATE_KEY_FILE'];
  const looked = named ? [named] : ['id_ed25519', 'id_rsa'].map((name) => join(home, '.ssh', name));
  const read = await Promise.all(looked.map((path) => readFile(path, 'utf8').catch(() => undefined)));
  return {looked, texts: looked.flatMap((place, i) => (read[i] === undefined ? [] : [{place, text: read[i]}]))};
}
