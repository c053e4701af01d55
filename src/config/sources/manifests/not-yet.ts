import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import {shownPath} from '../../read-text.ts';

/** Returns the diagnostic for a file of a source that is not supported yet. */
export const notYet = (file: string, what: string): Diagnostic => ({
  severity: 'error',
  code: 'config/not-supported',
  message: `${shownPath(file)}: ${what} are ${NOT_SUPPORTED}`,
  hint: 'List the manifests in `sources` of stack.yaml.',
});
