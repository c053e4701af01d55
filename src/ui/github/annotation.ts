import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {printable} from '../printable.ts';
import {fileInCheckout, type Places} from '../report/file-in-checkout.ts';

// GitHub shows this number of annotations of each kind from one step, and drops the others silently.
const MOST = 10;

/** Returns diagnostics as workflow commands, which GitHub shows at the lines of the pull request. Errors first, limited to the shown number. */
export function annotations(diagnostics: readonly Diagnostic[], places: Places): string {
  const of = (severity: Diagnostic['severity']): readonly Diagnostic[] =>
    shown(
      diagnostics.filter((diagnostic) => diagnostic.severity === severity),
      severity,
    );
  return [...of('error'), ...of('warning'), ...of('note')].map((diagnostic) => annotation(diagnostic, places)).join('');
}

/** Limits the annotations. The last one says how many were left out. */
function shown(alike: readonly Diagnostic[], severity: Diagnostic['severity']): readonly Diagnostic[] {
  if (alike.length <= MOST) return alike;
  const more = alike.length - MOST + 1;
  const message = `… and ${more} more: see the log and the summary of this step.`;
  return [...alike.slice(0, MOST - 1), {severity, code: `${more} more`, message}];
}

const COMMAND = {error: 'error', warning: 'warning', note: 'notice'} as const;

function annotation({severity, code, message, hint, resource, path, at}: Diagnostic, places: Places): string {
  const file = at === undefined ? undefined : fileInCheckout(at.file, places);
  const elsewhere = at !== undefined && file === undefined ? [`in ${at.file}:${at.line}:${at.column}`] : [];
  const named = path === undefined && resource !== undefined && message.includes(resource);
  const about = named ? '' : [resource, path].filter((part) => part !== undefined).join(', ');
  const text = [
    message,
    ...elsewhere,
    ...(about === '' ? [] : [`about ${about}`]),
    ...(hint === undefined ? [] : [hint]),
  ];
  const properties = [
    ...(at === undefined || file === undefined
      ? []
      : [`file=${property(file)}`, `line=${at.line}`, `endLine=${at.line}`, `col=${at.column}`, ...endOf(at)]),
    `title=${property(`gantry: ${code}`)}`,
  ];
  return `::${COMMAND[severity]} ${properties.join(',')}::${data(text.map(printable).join('\n'))}\n`;
}

const endOf = ({column, endColumn}: {readonly column: number; readonly endColumn: number}): readonly string[] =>
  endColumn > column ? [`endColumn=${endColumn}`] : [];

// The escapes of the runner: https://github.com/actions/toolkit, command.ts.
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
