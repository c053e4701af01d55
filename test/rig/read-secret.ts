import type {Deps} from '../../src/app/deps.ts';
import type {SecretAnswer} from '../../src/app/secret/secret-answer.ts';
import {readerOf} from '../../src/app/secret/secret-reader.ts';
import type {SecretStore} from '../../src/ports/secret-store.ts';
import {stoppedClock} from './stopped-clock.ts';

/** What a reference to this store gives, by the way that a run takes. */
export const readSecret = async (
  store: SecretStore,
  uri: string,
  options?: {readonly bytes: true},
): Promise<SecretAnswer> =>
  readerOf({of: 'test', main: {store: {provider: {env: {}}}, base: '/'}, named: {}}, doorsTo(store)).read(uri, options);

/** Of a run that opens no other door. */
function doorsTo(store: SecretStore): Deps {
  const deps: Partial<Deps> = {
    env: {},
    clock: {...stoppedClock(), sleep: async () => undefined},
    signal: new AbortController().signal,
    secretStore: async () => store,
  };
  return deps as Deps;
}

/** The value, or why there is none. */
export async function textOf(store: SecretStore, uri: string): Promise<string> {
  const answer = await readSecret(store, uri);
  return 'value' in answer ? answer.value.reveal() : answer.because;
}
