import {GantryError} from '../../core/failure/failure.ts';
import {type ClusterPin, pinText, readPin, signPin} from '../../core/workspace/cluster-pin.ts';
import {checkMac} from '../../engine/release/check-mac.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import type {Backend} from '../../ports/backend.ts';

/** The pin in the backend and its version for a conditional write; both absent if there is none. */
export type StoredPin = {readonly pin?: ClusterPin; readonly version?: string};

/**
 * Reads the pin at this key and checks its MAC.
 * @throws GantryError release/untrusted, also for a pin copied from another workspace; release/damaged; release/newer-format; the
 * backend's error if the user has no permission to read its key
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

/** A conditional write of a pin; without a version it must not exist yet. */
export type PinWrite = {readonly key: string; readonly pin: ClusterPin; readonly version: string | undefined};

/** Signs the pin and writes it if the stored version still is `version`. Returns what is stored now. */
export async function writePin(backend: Backend, {key, pin, version}: PinWrite): Promise<ClusterPin | 'conflict'> {
  const signed = signPin(pin, key, await hmacKey(backend));
  const outcome = await backend.put(key, new TextEncoder().encode(pinText(signed)), version);
  return outcome === 'conflict' ? outcome : signed;
}
