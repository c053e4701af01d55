import type {NamedSecret, SecretReading, SecretStore} from '../../ports/secret-store.ts';
import type {Deps} from '../deps.ts';

/** The pauses before the second and the third attempt, in milliseconds: an overloaded server needs time. */
const PAUSES_MS = [300, 1_500];

/** Asks a store for a secret, and again where it says that this may help. The one place where that is done. */
export async function fetchSecret(
  store: SecretStore,
  secret: NamedSecret,
  {clock, signal}: Pick<Deps, 'clock' | 'signal'>,
): Promise<SecretReading> {
  let reading = await store.fetch(secret);
  let tries = 1;
  for (const pause of PAUSES_MS) {
    if (!('because' in reading) || reading.transient !== true || signal.aborted) return reading;
    await clock.sleep(pause, signal);
    reading = await store.fetch(secret);
    tries += 1;
  }
  return 'because' in reading && reading.transient === true
    ? {...reading, because: `${reading.because} (asked ${tries} times)`}
    : reading;
}
