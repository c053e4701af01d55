import {GantryError} from '../../core/failure/failure.ts';
import {type ClusterPin, pinText, readPin, signPin} from '../../core/workspace/cluster-pin.ts';
import {checkMac} from '../../engine/release/check-mac.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import type {Backend} from '../../ports/backend.ts';

export type StoredPin = {readonly pin?: ClusterPin; readonly version?: string};

/**
 * The pin that a backend keeps under this key.
 * @throws GantryError release/untrusted, also for the pin of another workspace; release/damaged, release/newer-format; whatever the
 * backend says to who may not read its key
 */
export async function pinAt(backend: Backend, key: string): Promise<StoredPin> {
  const stored = await backend.get(key);
  if (stored === undefined) return {};
  const pin = readPin(new TextDecoder().decode(stored.value));
  if (pin === undefined)
    throw new GantryError({code: 'release/damaged', key, detail: 'it does not hold the identity of a cluster'});
  if ('newerFormat' in pin) throw new GantryError({code: 'release/newer-format', key, found: pin.newerFormat});
  const {mac, ...document} = pin;
  await checkMac(backend, {key, mac, place: {kind: 'pin', key}, document});
  return {pin, version: stored.version};
}

export type PinWrite = {readonly key: string; readonly pin: ClusterPin; readonly version: string | undefined};

/** Signs and writes it where the stored version still is this one. Answers what is stored now. */
export async function writePin(backend: Backend, {key, pin, version}: PinWrite): Promise<ClusterPin | 'conflict'> {
  const signed = signPin(pin, key, await hmacKey(backend));
  const outcome = await backend.put(key, new TextEncoder().encode(pinText(signed)), version);
  return outcome === 'conflict' ? outcome : signed;
}
