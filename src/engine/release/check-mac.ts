import {type Mac, type MacPlace, macProblem} from '../../core/release/mac.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import type {TrustProblem} from '../../core/release/untrusted-document.ts';
import type {Backend} from '../../ports/backend.ts';
import {forgetKey, knownKey} from './hmac-key.ts';

/** A stored document with its MAC, to be checked. */
export type Signed = {
  /** For people. */
  readonly key: string;
  readonly mac: Mac | undefined;
  readonly place: MacPlace;
  /** Without its MAC. */
  readonly document: unknown;
};

/**
 * Whether a stored document has a MAC. One that is wrong, or that nobody can check, is an error, and so is none where the backend has never
 * held a document of its kind without.
 * @throws GantryError release/untrusted; whatever the backend says to who may not read the key.
 */
export async function checkMac(backend: Backend, {key, mac, place, document}: Signed): Promise<boolean> {
  if (mac === undefined) {
    const of = place.kind === 'pin' ? 'pins' : 'releases';
    if ((await knownKey(backend))?.requiresMacs[of] === true) throw untrusted(key, 'no-mac');
    return false;
  }
  const compare = async (): Promise<TrustProblem | undefined> => {
    const known = await knownKey(backend);
    return known === undefined ? 'no-key' : macProblem(known.secret, mac, place, document);
  };
  let problem = await compare();
  if (problem === 'other-key') {
    // Another run may have made the key since we looked.
    forgetKey(backend);
    problem = await compare();
  }
  if (problem !== undefined) throw untrusted(key, problem);
  return true;
}
