import type {CheckedWorkspaces} from '../../../app/workspace/check-workspaces.ts';
import type {CheckedWorkspace, WorkspaceCheck} from '../../../app/workspace/workspace-check.ts';
import type {Failure} from '../../../core/failure/failure.ts';
import {defined} from '../../../lib/defined.ts';
import {count} from '../../count.ts';
import {diagnosticsOf} from '../../error-text.ts';
import {failureText} from '../../failure-text.ts';
import {hintLine} from '../../hint-line.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';
import {wantsText} from '../../wants-text.ts';
import {accessDocument, missingText, rolesText} from './checked-access-text.ts';

const MARKS = {passed: 'ok', 'not-bound': 'not bound', warning: 'warning', failed: 'failed'} as const;

/** Returns one line for each workspace, or all details of a single one. */
export function checkText({workspaces}: CheckedWorkspaces, style: Style, selector?: string): string {
  const [only, ...others] = workspaces;
  if (only === undefined)
    return selector === undefined ? 'No workspaces yet.\n' : `No workspace has the labels ${printable(selector)}.\n`;
  if (others.length === 0) return oneText(only, style);
  const rows = workspaces.map((one) => [
    one.name,
    MARKS[one.outcome],
    one.server ?? '',
    one.version ?? '',
    one.user ?? '',
    pinText(one) ?? '',
    expiryText(one)?.slice(0, 10) ?? '',
    // Some of these texts end with a full stop.
    remarks(one)
      .map((words) => words.replace(/\.$/, ''))
      .join('; '),
  ]);
  const wrong = workspaces.filter(({outcome}) => outcome === 'failed').length;
  const heads = ['NAME', 'RESULT', 'SERVER', 'VERSION', 'USER', 'CLUSTER', 'EXPIRES', 'REMARKS'];
  const sum = wrong === 0 ? 'All workspaces passed' : `${wrong} of ${count(workspaces.length, 'workspace')} failed`;
  return `${table(heads, rows, style)}${sum}.\n`;
}

function oneText(one: CheckedWorkspace, style: Style): string {
  const {name, server, version, user, suspended, checks} = one;
  const states = [...(suspended ? ['suspended: apply is refused'] : []), ...(one.protected ? ['protected'] : [])];
  const head = facts(
    [
      ['Workspace', `${name}${states.length === 0 ? '' : ` (${states.join(', ')})`}`],
      ['Server', server],
      ['Version', version],
      ['User', user],
      ['Cluster', pinText(one)],
      ['Expires', one.expires && `${one.expires.what}: ${one.expires.at}`],
      ['Role', rolesText(one.access)],
    ],
    style,
  );
  const rows = checkRows(checks);
  const {wanted} = one;
  const wants = wanted === undefined || wanted.wants.length === 0 ? '' : wantsText({...one, ...wanted}, style);
  const missing = one.access === undefined ? '' : missingText(one.access);
  return `${head}${table(['CHECK', 'OF', 'RESULT', 'REMARKS'], rows, style)}${wants}${missing}${hintsText(failuresOf(checks), style)}`;
}

/** Returns a row for each check: the check, its subject, the result and the reason. */
export const checkRows = (checks: readonly WorkspaceCheck[]): readonly (readonly string[])[] =>
  checks.map((check) => [LABELS[check.kind], check.name ?? '', MARKS[check.outcome], wordsOf(check) ?? '']);

/** Returns the hints of failures, each one once. */
export function hintsText(failures: readonly Failure[], style: Style): string {
  const hints = failures.flatMap((failure) => {
    const [first] = diagnosticsOf(failure);
    return (first === undefined ? failureText(failure).hint : first.hint) ?? [];
  });
  return [...new Set(hints)].map((hint) => `${hintLine(hint, style)}\n`).join('');
}

/** Returns the failures of failed checks, in the order of the checks. */
export const failuresOf = (checks: readonly WorkspaceCheck[]): readonly Failure[] =>
  checks.flatMap((check) => (check.outcome === 'failed' ? [check.failure] : []));

const LABELS: Readonly<Record<WorkspaceCheck['kind'], string>> = {
  workspace: 'file',
  kubeconfig: 'kubeconfig',
  cluster: 'cluster',
  clock: 'clock',
  pin: 'same cluster',
  expiry: 'expiry',
  reference: 'secret',
  store: 'secret store',
  environment: 'provider keys',
  access: 'permissions',
};

const PINS: Readonly<Record<NonNullable<CheckedWorkspace['pin']>, string>> = {
  same: 'same',
  other: 'another',
  none: 'not bound yet',
};

const pinText = ({pin}: CheckedWorkspace): string | undefined => (pin === undefined ? undefined : PINS[pin]);
const expiryText = ({expires}: CheckedWorkspace): string | undefined => expires?.at;

/** Returns the remarks on a workspace. A workspace that is not bound has a column of its own for this. */
const remarks = ({checks, suspended, protected: guarded}: CheckedWorkspace): readonly string[] => [
  ...(suspended ? ['suspended'] : []),
  ...(guarded ? ['protected'] : []),
  ...checks.filter(({outcome}) => outcome !== 'not-bound').flatMap((check) => wordsOf(check) ?? []),
];

const NOT_BOUND = 'the first command that reaches the cluster binds the workspace to it';

/** Returns in one line why a check did not pass. */
export function wordsOf(check: WorkspaceCheck): string | undefined {
  if (check.outcome === 'passed') return undefined;
  if (check.outcome === 'not-bound') return NOT_BOUND;
  if (check.outcome === 'warning') return check.message;
  return failureWords(check.failure);
}

/** Returns a failure in one line, without the name of the workspace, which is in the same row. */
export function failureWords(failure: Failure): string {
  if (failure.code === 'context/kubeconfig') return `${failure.field}: ${failure.problem}`;
  const {message} = failureText(failure);
  const [first] = diagnosticsOf(failure);
  if (first === undefined) return message;
  return first.at === undefined ? first.message : `${first.at.file}:${first.at.line}: ${first.message}`;
}

/** Returns the JSON document of `gantry workspace check`. Failures include their texts. */
export const checkDocument = ({workspaces, ...document}: CheckedWorkspaces) => ({
  ...document,
  workspaces: workspaces.map(workspaceDocument),
});

/** Returns one workspace of the JSON document. Failed checks include their error. */
export const workspaceDocument = ({checks, access, ...workspace}: CheckedWorkspace) => ({
  ...workspace,
  ...defined({access: access && accessDocument(access)}),
  checks: checks.map(withError),
});

/** Returns a failed check with the text of its failure, and other checks unchanged. */
export function withError<T extends object>(check: T | (T & {readonly failure: Failure})) {
  if (!('failure' in check)) return check;
  const {failure, ...rest} = check;
  return {...rest, error: errorBody(failure)};
}
