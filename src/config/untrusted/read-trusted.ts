import {type ReadText, readText, shownPath} from '../read-text.ts';
import {trustedPath, untrustedCheckout} from './checkout.ts';

/** Reads a file that defines what a run may do. In an untrusted checkout, reads the base commit's version and shows the same path. */
export function readTrusted(path: string): ReadText {
  const trusted = trustedPath(path);
  if (trusted === path) return readText(path, undefined, untrustedCheckout() !== undefined);
  const file = shownPath(path);
  const {text, diagnostics, file: read} = readText(trusted);
  const named = diagnostics.map((one) => ({...one, message: one.message.replace(read, () => file)}));
  return {file, diagnostics: named, text};
}
