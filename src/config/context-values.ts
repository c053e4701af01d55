import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {maskedPosition} from './yaml/masked-position.ts';

/**
 * Masks the values in the line that a diagnostic shows. Any value of a `context`, of `charts` or of `providers` may be a credential, and so
 * may a text that could not be parsed.
 */
export function withoutContextValues(diagnostic: Diagnostic): Diagnostic {
  const {at, code, path} = diagnostic;
  const isOpen = path !== undefined && !/^(?:context|charts|providers)/.test(path) && !code.startsWith('yaml/');
  return at === undefined || isOpen ? diagnostic : {...diagnostic, at: maskedPosition(at)};
}
