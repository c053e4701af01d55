import {type ReadText, readText, shownPath} from '../read-text.ts';
import {trustedPath, untrustedCheckout} from './checkout.ts';

/** Reads a file that says what a run may do; of an untrusted checkout the base commit's version, which is called by the same name. */
export function readTrusted(path: string): ReadText {
  const trusted = trustedPath(path);
  if (trusted === path) return readText(path, undefined, untrustedCheckout() !== undefined);
  const file = shownPath(path);
  const {text, diagnostics, file: read} = readText(trusted);
  const named = diagnostics.map((one) => ({...one, message: one.message.replace(read, () => file)}));
  return {file, diagnostics: named, text};
}
