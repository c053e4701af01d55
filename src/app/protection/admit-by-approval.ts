import {shownPath} from '../../config/read-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {closedByAny} from '../../core/protection/closed-because.ts';
import type {Admission, GuardedChange} from '../../core/protection/guarded-change.ts';
import {type JudgedApproval, judgeApproval} from '../../core/protection/judge-approval.ts';
import {type AllowedKey, readAllowedKeys} from '../../core/trust/ssh/allowed-keys.ts';
import {defined} from '../../lib/defined.ts';
import type {ProtectedChange} from './admit-by-name.ts';
import type {GuardDeps} from './guard-options.ts';
import {readApproval} from './read-approval.ts';

type Given = ProtectedChange & {readonly file: string};

/**
 * Permits a change that an approver of the workspace has signed. Each stored workspace with this name must list the key. Approvers in a file of a
 * project never count, because the change that needs the approval could add its own key.
 * @throws GantryError workspace/protected
 */
export async function admitByApproval(
  given: Given,
  {cwd, clock}: Pick<GuardDeps, 'cwd' | 'clock'>,
): Promise<Admission> {
  const {change, workspace, protections} = given;
  const file = shownPath(given.file);
  const refused = {code: 'workspace/protected', workspace} as const;
  const subject = subjectOf(change);
  if (subject === undefined) throw new GantryError({...refused, because: 'not-approvable'});
  const approval = readApproval(given.file, cwd);
  if ('reason' in approval)
    throw new GantryError({
      ...refused,
      because: 'approval',
      approval: file,
      change: subject.approves,
      problem: approval,
    });
  const now = clock.now();
  const approvers = keysOf(given).map((keys) => {
    const found = judgeApproval({approval, change: subject, keys, now});
    if ('reason' in found)
      throw new GantryError({
        ...refused,
        because: 'approval',
        approval: file,
        change: subject.approves,
        problem: found,
      });
    return found;
  });
  const closed = closedByAny(protections, now);
  const {outsideWindows, approvedAt, expires} = approval;
  if (closed !== undefined && outsideWindows === undefined)
    throw new GantryError({...refused, because: 'closed', closed, approval: file});
  return {
    by: 'approval',
    ...approvers[0],
    digest: subject.digest,
    approvedAt,
    expires,
    ...defined({outsideWindows: closed === undefined ? undefined : outsideWindows}),
  };
}

/** Returns what an approval must cover; undefined for a change that cannot be approved. */
function subjectOf(change: GuardedChange): JudgedApproval['change'] | undefined {
  if (change.of === 'workspace') return change.changed && {approves: 'workspace', ...change.changed};
  const {names, digest} = change;
  return digest === undefined ? undefined : {approves: 'plans', workspace: names.workspace, digest};
}

/** Returns the keys of each stored workspace. @throws GantryError workspace/protected if there are none, or one cannot be read */
function keysOf({workspace, protections}: ProtectedChange): readonly (readonly AllowedKey[])[] {
  const refused = {code: 'workspace/protected', workspace} as const;
  const stored = protections.filter(({isStored}) => isStored);
  const lists = stored.map(({approvers}) => {
    const {keys, problems} = readAllowedKeys(approvers.join('\n'));
    const [first] = problems;
    if (first !== undefined) throw new GantryError({...refused, because: 'unreadable-key', ...first});
    return keys;
  });
  if (lists.length > 0 && lists.every((keys) => keys.length > 0)) return lists;
  const file = stored.length === 0 ? protections[0]?.file : undefined;
  throw new GantryError({...refused, because: 'no-approvers', ...defined({file})});
}
