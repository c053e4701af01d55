import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import type {ReadText} from '../../config/read-text.ts';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {readTrusted} from '../../config/untrusted/read-trusted.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {readArmoredSignature} from '../../core/trust/ssh/armored-signature.ts';
import {judgeSignature, type SignatureProblem} from '../../core/trust/ssh/judge-signature.ts';
import {SIGNED_FOR, signCommand} from '../../core/trust/unsigned-list.ts';
import type {Deps} from '../deps.ts';
import {allowKeys} from './allow-keys.ts';

/**
 * Returns the text of the list that `GANTRY_ALLOW` names, where one of the keys of `GANTRY_ALLOW_KEYS` signed exactly this text. Therefore the list
 * may be a file of the repository; in an untrusted checkout it is read as the base commit has it, with its signature.
 * @throws GantryError 'consent/not-signed'; 'input/usage' for what cannot be read
 */
export async function signedList(
  {said, keys}: {readonly said: string; readonly keys: string},
  {cwd, clock}: Pick<Deps, 'cwd' | 'clock'>,
): Promise<string> {
  const allowed = await allowKeys(keys, cwd);
  const path = resolve(cwd, said);
  const list = readable(readTrusted(path), said);
  const refused = (problem: SignatureProblem): GantryError =>
    new GantryError({code: 'consent/not-signed', list: said, problem});
  if (!existsSync(trustedPath(signatureOf(path)))) throw refused({reason: 'none'});
  const signature = readArmoredSignature(readable(readTrusted(signatureOf(path)), said));
  if ('problem' in signature)
    throw unreadable(`${signatureOf(said)} is not a signature that can be used: ${signature.problem}`, said);
  const bytes = Buffer.from(list);
  const problem = judgeSignature({bytes, signature, namespace: SIGNED_FOR, keys: allowed, now: clock.now()});
  if (problem !== undefined) throw refused(problem);
  return list;
}

/** Returns the path that `ssh-keygen -Y sign` writes. */
const signatureOf = (path: string): string => `${path}.sig`;

function readable({text, diagnostics}: ReadText, said: string): string {
  if (text !== undefined) return text;
  throw unreadable(`GANTRY_ALLOW (${said}): ${diagnostics[0]?.message}`, said);
}

const unreadable = (message: string, said: string): GantryError =>
  new GantryError({code: 'input/usage', message, hint: `Sign the list again: ${signCommand(said)}`});
