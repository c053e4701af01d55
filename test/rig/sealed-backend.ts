import {generateX25519Identity, identityToRecipient} from 'age-encryption';
import {passphraseDescriptor} from '../../src/adapters/local/key-wrapper/passphrase-descriptor.ts';
import {ageDescriptor} from '../../src/adapters/sops/key-wrapper/age-descriptor.ts';
import {httpsRequest} from '../../src/lib/https-request.ts';
import type {Backend} from '../../src/ports/backend.ts';

/** An identity of age, and its recipient. */
export type AgeIdentity = {readonly key: string; readonly recipient: string};

export async function ageIdentity(): Promise<AgeIdentity> {
  const key = await generateX25519Identity();
  return {key, recipient: await identityToRecipient(key)};
}

type Reader = {
  /** The recipients that the configuration declares. */
  readonly recipients?: readonly string[];
  /** The identity in the environment. */
  readonly identity?: string;
  readonly passphrase?: string;
};

/** The same backend as another process opens it, which has cached nothing. */
export function openedBy<One extends Backend>(backend: One, {recipients = [], identity, passphrase}: Reader): One {
  const deps = {
    env: {
      ...(identity === undefined ? {} : {GANTRY_AGE_KEY: identity}),
      ...(passphrase === undefined ? {} : {GANTRY_BACKEND_PASSPHRASE: passphrase}),
    },
    signal: new AbortController().signal,
    http: httpsRequest,
    userHome: '/nowhere',
  };
  const age = ageDescriptor.open({kind: 'age', recipients}, deps);
  const byPassphrase = passphraseDescriptor.open({kind: 'passphrase'}, deps);
  const declared = [
    ...(recipients.length === 0 ? [] : [age]),
    ...(passphrase === undefined || recipients.length > 0 ? [] : [byPassphrase]),
  ];
  return {...backend, encryption: {declared, undeclared: [age, byPassphrase]}};
}
