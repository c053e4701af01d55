import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Failure} from '../core/failure/failure.ts';
import {diagnosticsText} from './diagnostic-text.ts';
import {failureText} from './failure-text.ts';
import {hintLine} from './hint-line.ts';
import {printable, printableLines} from './printable.ts';
import {rightsLines} from './rights-text.ts';
import type {Style} from './style.ts';
import {troubleIn, troubleLines} from './trouble-text.ts';

/** A failure for people: its diagnostics, what it lists, one sentence, and the next step. */
export function errorText(failure: Failure, style: Style): string {
  const {paint} = style;
  const {message, hint} = failureText(failure);
  return [
    diagnosticsText(diagnosticsOf(failure), style),
    ...(isOneProblem(failure) ? [] : [`${paint.bad('error:')} ${printable(message)}\n`]),
    ...detailsOf(failure).map((line) => `  ${printable(line)}\n`),
    ...troubleLines(troubleIn(failure), style).map((line) => `${line}\n`),
    hint === undefined ? '' : `${hintLine(hint, style)}\n`,
  ].join('');
}

const TOLD_ONE_BY_ONE: ReadonlySet<Failure['code']> = new Set(['input/invalid', 'secret/denied', 'secret/unreachable']);

/** Of wrong input the one diagnostic has said it all; of several the sentence counts them. */
const isOneProblem = (failure: Failure): boolean =>
  TOLD_ONE_BY_ONE.has(failure.code) && diagnosticsOf(failure).filter(({severity}) => severity === 'error').length === 1;

/** Something that must not happen: everything that helps to find it. */
export function bugText(error: unknown, version: string, {paint}: Style): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `${paint.bad('bug:')} Gantry ${version} on Node ${process.versions.node} did something that it never should.\n`,
    `${printableLines(stack)}\n`,
    `${paint.note('hint:')} please report it with the text above; look through it first for what must stay private.\n`,
  ].join('');
}

/** The diagnostics that a failure carries. */
export const diagnosticsOf = (failure: Failure): readonly Diagnostic[] =>
  'diagnostics' in failure ? (failure.diagnostics ?? []) : [];

/** What a failure lists: rights, blocked changes, causes. */
export function detailsOf(failure: Failure): readonly string[] {
  if (failure.code === 'permission/denied') return [...rightsLines(failure.denials ?? [])];
  if (failure.code === 'workspace/not-allowed') return wantedLines(failure);
  if (failure.code === 'plan/blocked')
    return failure.blocked.map(({id, because, needs}) => `! ${id}: ${because} (${needs})`);
  if (failure.code === 'import/refused')
    return failure.refused.map(
      ({id, because, instead}) => `! ${id}: ${because}${instead === undefined ? '' : ` (${instead})`}`,
    );
  if (failure.code === 'apply/partial' || failure.code === 'wait/unmet')
    return equalOnce(failure.causes.map((cause) => failureText(cause).message));
  return [];
}

/** With a `+` what is new since the user allowed it something. */
function wantedLines({wants, changed}: Extract<Failure, {code: 'workspace/not-allowed'}>): readonly string[] {
  const added = new Set(changed?.added ?? []);
  const removed = changed?.removed ?? [];
  return [
    ...wants.map((text) => `${added.has(text) ? '+' : '-'} ${text}`),
    ...removed.map((text) => `  no longer: ${text}`),
  ];
}

/** One cause of much is said once, with how often it came. */
function equalOnce(texts: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, n]) => (n === 1 ? text : `${text} (${n.toLocaleString('en-US')} times)`));
}
