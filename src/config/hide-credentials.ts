import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {maskedPosition} from './yaml/masked-position.ts';

/** What is wrong with a backend, without its line: somebody may have written credentials where references belong. */
export const hideCredentials = (diagnostic: Diagnostic): Diagnostic =>
  diagnostic.at !== undefined && /^backends?\b/.test(diagnostic.path ?? '')
    ? {...diagnostic, at: maskedPosition(diagnostic.at)}
    : diagnostic;
