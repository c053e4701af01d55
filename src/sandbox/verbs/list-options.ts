import {forbidden, notSupported} from '../model/problem.ts';
import {badRequest, failed, invalid} from '../model/refusals.ts';
import type {Problem} from '../model/status.ts';
import {Refusal} from '../model/status.ts';

const MATCHES = ['Exact', 'NotOlderThan', ''] as const;
const FIELD = 'resourceVersionMatch';

/** Refuses invalid or contradictory options of a list or a watch (`ValidateListOptions`), and invalid or future revisions. */
export function checkListOptions(query: URLSearchParams, current: number): void {
  checkIntegers(query);
  refuse(listProblems(query));
  const revision = query.get('resourceVersion') ?? '';
  if (isNoRevision(revision)) throw badRequest(`invalid resource version: ${noRevision(revision)}`);
  refuseToCome(revision, current);
}

function checkIntegers(query: URLSearchParams): void {
  for (const name of ['limit', 'timeoutSeconds']) integerOf(query, name);
}

/** Reads a number from the query. @throws Refusal 400 if Go cannot parse it */
export function integerOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  if (BigInt.asIntN(64, BigInt(text)) !== BigInt(text))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  return Number(text);
}

/** Refuses invalid options of a watch. */
export function checkWatchOptions(query: URLSearchParams): void {
  checkIntegers(query);
  refuse(watchProblems(query));
  checkRevision(query.get('resourceVersion') ?? '');
}

/** Refuses invalid options of a GET. It returns the current object, so a revision only sets its minimum age. */
export function checkGetOptions(query: URLSearchParams, current: number): void {
  const revision = query.get('resourceVersion') ?? '';
  checkRevision(revision);
  refuseToCome(revision, current);
}

function checkRevision(revision: string): void {
  if (isNoRevision(revision)) throw failed(noRevision(revision));
}

const noRevision = (revision: string): string => {
  const shown = JSON.stringify(revision);
  const what = /^\d+$/.test(revision) ? 'value out of range' : 'invalid syntax';
  return `resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: ${what}`;
};

const isNoRevision = (revision: string): boolean =>
  revision !== '' && (!/^\d+$/.test(revision) || BigInt.asUintN(64, BigInt(revision)) !== BigInt(revision));

function refuseToCome(revision: string, current: number): void {
  if (Number(revision) <= current) return;
  throw new Refusal({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${revision}, current: ${current}`,
    details: {
      causes: [{reason: 'ResourceVersionTooLarge', message: 'Too large resource version'}],
      retryAfterSeconds: 1,
    },
  });
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid({group: 'meta.k8s.io', kind: 'ListOptions'}, '', problems);
}

function listProblems(query: URLSearchParams): readonly Problem[] {
  const match = query.get(FIELD) ?? '';
  const revision = query.get('resourceVersion') ?? '';
  const found: Problem[] = [];
  if (match !== '') {
    if (revision === '') found.push(forbidden(FIELD, `${FIELD} is forbidden unless resourceVersion is provided`));
    if (query.has('continue')) found.push(forbidden(FIELD, `${FIELD} is forbidden when continue is provided`));
    if (!MATCHES.some((one) => one === match)) found.push(notSupported(FIELD, match, MATCHES));
    if (match === 'Exact' && revision === '0')
      found.push(forbidden(FIELD, `${FIELD} "exact" is forbidden for resourceVersion "0"`));
  }
  if (query.has('sendInitialEvents'))
    found.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  return found;
}

function watchProblems(query: URLSearchParams): readonly Problem[] {
  const match = query.get(FIELD) ?? '';
  const initial = query.has('sendInitialEvents');
  const found: Problem[] = [];
  if (initial && match !== 'NotOlderThan')
    found.push(forbidden(FIELD, `sendInitialEvents requires setting ${FIELD} to NotOlderThan`));
  if (match !== '') {
    if (!initial) found.push(forbidden(FIELD, `${FIELD} is forbidden for watch unless sendInitialEvents is provided`));
    if (match !== 'NotOlderThan') found.push(notSupported(FIELD, match, ['NotOlderThan']));
    if (query.has('continue')) found.push(forbidden(FIELD, `${FIELD} is forbidden when continue is provided`));
  }
  return found;
}
