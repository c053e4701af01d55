import {randomBytes, scrypt} from 'node:crypto';
import {GantryError} from '../../../core/failure/failure.ts';
import type {WrappedKey} from '../../../core/sealing/sealing-document.ts';
import {openText, sealText} from '../../../core/secret/seal-text.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';

const VARIABLE = 'GANTRY_BACKEND_PASSPHRASE';
const PURPOSE = 'gantry.dev/passphrase/1';
/** The cost of scrypt, as a power of two: 128 MiB and some tenths of a second. */
const COST = 17;
/** The highest accepted cost. The document could come from an attacker. */
const MOST_COST = 20;
const LEAST_CHARACTERS = 12;

type Env = Readonly<Record<string, string | undefined>>;

/** Encrypts a data key with a key that scrypt derives from the passphrase. @throws GantryError input/usage without a good one */
export async function wrapByPassphrase(key: Secret, given: Secret | undefined, env: Env): Promise<string> {
  const passphrase = passphraseOf(given, env);
  if (passphrase === undefined)
    throw new GantryError({
      code: 'input/usage',
      message: `the encryption of the backend needs a passphrase, but ${VARIABLE} is not set`,
      hint: `Set ${VARIABLE}, or a reference: encryption: {passphrase: {secret: ref://NAME}}`,
    });
  if (passphrase.reveal().length < LEAST_CHARACTERS)
    throw new GantryError({
      code: 'input/usage',
      message: `the passphrase of the backend is too short: it needs at least ${LEAST_CHARACTERS} characters`,
      hint: 'Everybody who reads the backend can try passphrases. Let a password manager make one.',
    });
  const salt = randomBytes(16).toString('base64');
  const derived = await derive(passphrase, salt, COST);
  return `scrypt:${COST}:${salt}:${sealText({key: derived, purpose: PURPOSE}, key.reveal())}`;
}

/** Decrypts a data key with the passphrase. */
export async function unwrapByPassphrase(
  {wrapped}: WrappedKey,
  given: Secret | undefined,
  env: Env,
): Promise<Secret | NoDataKey> {
  const passphrase = passphraseOf(given, env);
  if (passphrase === undefined)
    return {because: `it is sealed with a passphrase, but ${VARIABLE} is not set`, hint: `Set ${VARIABLE}.`};
  const [scheme, cost, salt, sealed] = wrapped.split(':');
  const power = Number(cost);
  if (scheme !== 'scrypt' || !(power >= 10 && power <= MOST_COST) || salt === undefined || sealed === undefined)
    return {because: 'the key that is wrapped with a passphrase has an unknown form'};
  const opened = openText({key: await derive(passphrase, salt, power), purpose: PURPOSE}, sealed);
  return opened === undefined
    ? {because: 'it is sealed with another passphrase', hint: `Check ${VARIABLE}.`}
    : new Secret(opened);
}

const passphraseOf = (given: Secret | undefined, env: Env): Secret | undefined =>
  given ?? (env[VARIABLE] ? new Secret(env[VARIABLE]) : undefined);

const derive = (passphrase: Secret, salt: string, cost: number): Promise<Secret> =>
  new Promise((resolve, reject) => {
    const options = {N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 8 * 128 * 2};
    scrypt(passphrase.reveal(), Buffer.from(salt, 'base64'), 32, options, (error, bytes) =>
      error === null ? resolve(new Secret(bytes.toString('hex'))) : reject(error),
    );
  });
