import {defined} from '../../lib/defined.ts';
import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {Origin} from '../diagnostic/origin.ts';
import {showPath} from './path.ts';
import type {ReferenceProblem} from './reference.ts';

/** Returns the diagnostic of a problem, with the resource, the field and (if known) its position. */
export const referenceDiagnostic = (
  {code, message, hint, at}: ReferenceProblem,
  resource: string,
  origin?: Origin,
): Diagnostic => ({
  severity: 'error',
  code,
  message,
  resource,
  path: showPath(at),
  ...defined({hint, at: origin?.position(at)}),
});
