import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {maskedPosition} from './yaml/masked-position.ts';

/** Masks the line of a diagnostic about a backend, a store or a target: it may contain credentials in place of references. */
export const hideCredentials = (diagnostic: Diagnostic): Diagnostic =>
  diagnostic.at !== undefined && /^(?:backends?|notify|secretStores?)\b/.test(diagnostic.path ?? '')
    ? {...diagnostic, at: maskedPosition(diagnostic.at)}
    : diagnostic;
