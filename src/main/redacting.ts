import type {Deps} from '../app/deps.ts';
import {GantryError} from '../core/failure/failure.ts';
import {type Redactor, redactIn} from '../core/secret/redactor.ts';
import {Secret} from '../core/secret/secret.ts';
import type {ClusterAccess, Credential} from '../ports/cluster-access.ts';
import type {SecretStore} from '../ports/secret-store.ts';

/** Wraps a secret store: its values become known secrets, and its messages are redacted. */
export const redactingStore = (store: SecretStore, redactor: Redactor): SecretStore => ({
  ...store,
  fetch: async (secret) => {
    const reading = await store.fetch(secret);
    if ('because' in reading) return redactIn(reading, redactor.redact);
    redactor.add('fields' in reading ? reading.fields.values() : [reading.value]);
    return reading;
  },
});

/**
 * Wraps the access to a cluster: its credentials become known secrets as soon as they are used. Programs that provide them may
 * print too much.
 */
export const redactingConnect =
  (connect: Deps['connect'], redactor: Redactor): Deps['connect'] =>
  async (source, unattended) => {
    const access = await cleaned(async () => connect(source, unattended), redactor);
    const credential: ClusterAccess['credential'] = async (options) => {
      const given = await cleaned(async () => access.credential(options), redactor);
      redactor.add(secretsOf(given));
      return given;
    };
    return {...access, credential};
  };

async function cleaned<T>(work: () => Promise<T>, {redact}: Redactor): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    throw new GantryError(redactIn(error.failure, redact), {cause: error});
  }
}

/** Returns the whole header, the value after its scheme, and the password of a `Basic` header. */
const secretsOf = ({headers, certificate}: Credential): readonly Secret[] => [
  ...headers.flatMap(({name, value}) => (name.toLowerCase() === 'authorization' ? partsOf(value) : [value])),
  ...(certificate === undefined ? [] : [certificate.key]),
];

function partsOf(header: Secret): readonly Secret[] {
  const [, scheme = '', value = ''] = /^(\w+) (.*)$/s.exec(header.reveal()) ?? [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8') : '';
  return [header, new Secret(value), new Secret(pair), new Secret(pair.slice(pair.indexOf(':') + 1))];
}
