import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {shownFile} from '../diagnostic-text.ts';
import type {Style} from '../style.ts';
import {codeSpan} from './safe.ts';

const MOST = 20;

/** Returns the remarks on a result, with their places. */
export function diagnosticsList(diagnostics: readonly Diagnostic[], {cwd}: Pick<Style, 'cwd'>): string {
  if (diagnostics.length === 0) return '';
  const lines = diagnostics.slice(0, MOST).map(({severity, message, at}) => {
    const place = at === undefined ? '' : ` (${codeSpan(`${shownFile(at.file, cwd)}:${at.line}`)})`;
    return `- ${severity}: ${codeSpan(message.slice(0, 500))}${place}\n`;
  });
  const more = diagnostics.length - lines.length;
  return `${lines.join('')}${more > 0 ? `- … and ${more} more\n` : ''}\n`;
}
