import {type Mac, type MacPlace, macProblem} from '../../core/release/mac.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import type {TrustProblem} from '../../core/release/untrusted-document.ts';
import type {Backend} from '../../ports/backend.ts';
import {forgetKey, knownKey} from './hmac-key.ts';

/** A stored document with the MAC to check. */
export type Signed = {
  /** The key of the document in the backend, for messages. */
  readonly key: string;
  readonly mac: Mac | undefined;
  readonly place: MacPlace;
  /** The document without its MAC. */
  readonly document: unknown;
};

/**
 * Checks the MAC of a stored document, and reports whether it has one. A wrong MAC is an error, and so is a MAC without a key to
 * check it. A missing MAC is an error if this backend has never held a document of that kind without one.
 * @throws GantryError release/untrusted; the error of the backend if the user is denied to read the key
 */
export async function checkMac(backend: Backend, {key, mac, place, document}: Signed): Promise<boolean> {
  if (backend.isUnverified === true) return mac !== undefined;
  if (mac === undefined) {
    const of = place.kind === 'pin' ? 'pins' : 'releases';
    // External resources have had a MAC since the first version that registers them.
    if (place.kind === 'shared' || (await knownKey(backend))?.requiresMacs[of] === true) throw untrusted(key, 'no-mac');
    return false;
  }
  const compare = async (): Promise<TrustProblem | undefined> => {
    const known = await knownKey(backend);
    return known === undefined ? 'no-key' : macProblem(known.secret, mac, place, document);
  };
  let problem = await compare();
  if (problem === 'other-key') {
    // Another run may have created the key since the last read.
    forgetKey(backend);
    problem = await compare();
  }
  if (problem !== undefined) throw untrusted(key, problem);
  return true;
}
