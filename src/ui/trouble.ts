import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Failure} from '../core/failure/failure.ts';
import {defined} from '../lib/defined.ts';
import {bugText, diagnosticsOf, errorText} from './error-text.ts';
import {failureText} from './failure-text.ts';
import {bugDocument, type ErrorDocument, errorDocument} from './json.ts';
import type {Style} from './style.ts';

/** Why there is no answer, in every form. */
export type Trouble = {
  readonly title: string;
  readonly text: (style: Style) => string;
  readonly document: ErrorDocument;
  /** For a pipeline's marks; without any the title is one. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absent for what must not happen. */
  readonly failure?: Failure | undefined;
};

/** The failure of a command in all output formats. */
export const troubleOf = (failure: Failure): Trouble => ({
  title: failureText(failure).message,
  text: (style) => errorText(failure, style),
  document: errorDocument(failure),
  diagnostics: failureDiagnostics(failure),
  failure,
});

/** Something that must not happen. */
export const bugTrouble = (error: unknown, version: string): Trouble => {
  const document = bugDocument(error);
  const title = `bug: ${document.error.message}`;
  return {
    title,
    text: (style) => bugText(error, version, style),
    document,
    diagnostics: [{severity: 'error', code: 'bug', message: title}],
  };
};

/** Its own diagnostics; where none is an error, the failure itself is the error. */
export function failureDiagnostics(failure: Failure): readonly Diagnostic[] {
  const own = diagnosticsOf(failure);
  if (own.some(({severity}) => severity === 'error')) return own;
  const {message, hint} = failureText(failure);
  return [...own, {severity: 'error', code: failure.code, message, ...defined({hint})}];
}
