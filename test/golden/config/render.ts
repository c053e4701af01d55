import type {Diagnostic} from '../../../src/core/diagnostic/diagnostic.ts';

/** Diagnostics as text, with everything that a view has to show them. */
export const render = (diagnostics: readonly Diagnostic[]): string => diagnostics.map(renderOne).join('\n');

function renderOne({severity, code, message, at, resource, path, hint}: Diagnostic): string {
  const lines = [`${severity} ${code}: ${message}`];
  if (at !== undefined) {
    lines.push(`  ${at.file}:${at.line}:${at.column}`, `  | ${at.text}`);
    lines.push(`  | ${' '.repeat(at.column - 1)}${'^'.repeat(at.endColumn - at.column)}`);
  }
  if (resource !== undefined) lines.push(`  resource: ${resource}`);
  if (path !== undefined) lines.push(`  path: ${path}`);
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  return `${lines.join('\n')}\n`;
}
