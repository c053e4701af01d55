import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {maskedPosition} from './yaml/masked-position.ts';

/**
 * A diagnostic of a file with a `context`, without the values that its line shows: any of them may be a credential, and
 * what could not be read may be one of them.
 */
export function withoutContextValues(diagnostic: Diagnostic): Diagnostic {
  const {at, code, path} = diagnostic;
  const isOpen = path !== undefined && !path.startsWith('context') && !code.startsWith('yaml/');
  return at === undefined || isOpen ? diagnostic : {...diagnostic, at: maskedPosition(at)};
}
