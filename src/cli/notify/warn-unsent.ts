import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {diagnosticsText} from '../../ui/diagnostic-text.ts';
import type {Session} from '../session.ts';

/** Reports notifications that were not delivered: as events, and on stderr also with `-q`, because nobody else can know. */
export function warnUnsent(warnings: readonly Diagnostic[], {deps, globals, complain}: Session): void {
  for (const diagnostic of warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  if (globals.quiet && warnings.length > 0) complain((style) => diagnosticsText(warnings, style));
}

/** Returns a document with more diagnostics. */
export const withWarnings = (document: unknown, warnings: readonly Diagnostic[]): unknown => {
  if (warnings.length === 0 || typeof document !== 'object' || document === null) return document;
  const {diagnostics = []} = document as {readonly diagnostics?: readonly Diagnostic[]};
  return {...document, diagnostics: [...diagnostics, ...warnings]};
};
