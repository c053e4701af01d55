import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Failure} from '../core/failure/failure.ts';
import {defined} from '../lib/defined.ts';
import {bugText, diagnosticsOf, errorText} from './error-text.ts';
import {failureText} from './failure-text.ts';
import {bugDocument, type ErrorDocument, errorDocument} from './json.ts';
import type {Style} from './style.ts';

/** The failure of a command in all output formats. */
export type CommandFailure = {
  readonly title: string;
  readonly text: (style: Style) => string;
  readonly document: ErrorDocument;
  /** The diagnostics for annotations of a pipeline. Default: the title. */
  readonly diagnostics: readonly Diagnostic[];
  /** The failure. Absent for an unexpected error. */
  readonly failure?: Failure | undefined;
};

/** Returns the failure of a command in all output formats. */
export const commandFailureOf = (failure: Failure): CommandFailure => ({
  title: failureText(failure).message,
  text: (style) => errorText(failure, style),
  document: errorDocument(failure),
  diagnostics: failureDiagnostics(failure),
  failure,
});

/** Returns an unexpected error in all output formats. */
export const bugFailure = (error: unknown, version: string): CommandFailure => {
  const document = bugDocument(error);
  const title = `bug: ${document.error.message}`;
  return {
    title,
    text: (style) => bugText(error, version, style),
    document,
    diagnostics: [{severity: 'error', code: 'bug', message: title}],
  };
};

/** Returns the diagnostics of a failure. If none of them is an error, the failure itself is added as one. */
export function failureDiagnostics(failure: Failure): readonly Diagnostic[] {
  const own = diagnosticsOf(failure);
  if (own.some(({severity}) => severity === 'error')) return own;
  const {message, hint} = failureText(failure);
  return [...own, {severity: 'error', code: failure.code, message, ...defined({hint})}];
}
