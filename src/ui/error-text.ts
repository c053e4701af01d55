import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Failure} from '../core/failure/failure.ts';
import {diagnosisIn, diagnosisLines} from './diagnosis-text.ts';
import {diagnosticsText} from './diagnostic-text.ts';
import {failureText} from './failure-text.ts';
import {foldEqual, foldedText} from './fold-equal.ts';
import {hintLine} from './hint-line.ts';
import {permissionsLines} from './permissions-text.ts';
import {needsOfMany, saidOfMany} from './plan/said-of-many.ts';
import {printable, printableLines} from './printable.ts';
import type {Style} from './style.ts';

/** Returns a failure for people: its diagnostics, the message, the details and the hint. */
export function errorText(failure: Failure, style: Style): string {
  const {paint} = style;
  const {message, hint} = failureText(failure);
  return [
    diagnosticsText(diagnosticsOf(failure), style),
    ...(isOneProblem(failure) ? [] : [`${paint.bad('error:')} ${printable(message)}\n`]),
    ...detailsOf(failure).map((line) => `  ${printable(line)}\n`),
    ...diagnosisLines(diagnosisIn(failure), style).map((line) => `${line}\n`),
    hint === undefined ? '' : `${hintLine(hint, style)}\n`,
  ].join('');
}

const WITH_REMARKS: ReadonlySet<Failure['code']> = new Set(['input/invalid', 'secret/denied', 'secret/unreachable']);

/** Reports whether the only diagnostic already says everything. For several diagnostics the message counts them. */
const isOneProblem = (failure: Failure): boolean =>
  WITH_REMARKS.has(failure.code) && diagnosticsOf(failure).filter(({severity}) => severity === 'error').length === 1;

/** Returns the text of an unexpected error: version, stack trace, and how to report it. */
export function bugText(error: unknown, version: string, {paint}: Style): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `${paint.bad('bug:')} Gantry ${version} on Node ${process.versions.node} had an unexpected error.\n`,
    `${printableLines(stack)}\n`,
    `${paint.note('hint:')} Please report it with the text above. Remove private data from the text first.\n`,
  ].join('');
}

/** Returns the diagnostics of a failure. */
export const diagnosticsOf = (failure: Failure): readonly Diagnostic[] =>
  'diagnostics' in failure ? (failure.diagnostics ?? []) : [];

/** Returns the lines that a failure lists: permissions, blocked changes, causes. */
export function detailsOf(failure: Failure): readonly string[] {
  if (failure.code === 'permission/denied') return [...permissionsLines(failure.denials ?? [])];
  if (failure.code === 'workspace/not-allowed') return wantedLines(failure);
  if (failure.code === 'plan/blocked') return blockedLines(failure);
  if (failure.code === 'import/refused')
    return failure.refused.map(
      ({id, because, instead}) => `! ${id}: ${because}${instead === undefined ? '' : ` (${instead})`}`,
    );
  if (failure.code === 'apply/partial' || failure.code === 'wait/unmet')
    return equalOnce(failure.causes.map((cause) => failureText(cause).message));
  return [];
}

/** Returns the blocked changes. Equal ones of many objects are one line. */
const blockedLines = ({blocked}: Extract<Failure, {code: 'plan/blocked'}>): readonly string[] =>
  foldEqual(blocked.map((one) => ({...one, text: `${one.because} (${one.needs})`}))).map(({first, ids, text}) =>
    ids.length === 1
      ? `! ${first.id}: ${text}`
      : `! ${foldedText({first, ids, text: `${saidOfMany(first.because, first.id)} (${needsOfMany(first.needs, first.id)})`})}`,
  );

/** Returns the requested accesses. A `+` marks those that were added since the user's consent. */
function wantedLines({wants, changed}: Extract<Failure, {code: 'workspace/not-allowed'}>): readonly string[] {
  const added = new Set(changed?.added ?? []);
  const removed = changed?.removed ?? [];
  return [
    ...wants.map((text) => `${added.has(text) ? '+' : '-'} ${text}`),
    ...removed.map((text) => `  no longer: ${text}`),
  ];
}

/** Returns each text once, with the number of times that it occurs. */
function equalOnce(texts: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, n]) => (n === 1 ? text : `${text} (${n.toLocaleString('en-US')} times)`));
}
