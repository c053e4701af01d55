import {GantryError} from '../../core/failure/failure.ts';
import {closedByAny} from '../../core/protection/closed-because.ts';
import type {Admission, GuardedChange} from '../../core/protection/guarded-change.ts';
import type {FoundProtection} from '../../core/protection/protection.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {defined} from '../../lib/defined.ts';
import type {GuardDeps} from './guard-options.ts';

/** A change of a protected workspace, with every protection of its name. */
export type ProtectedChange = {
  readonly change: GuardedChange;
  readonly workspace: string;
  readonly protections: readonly FoundProtection[];
};

/**
 * Permits a change if the user types the name of the workspace. Outside of the change windows the user must also give a reason.
 * @throws GantryError workspace/protected
 */
export async function admitByName(
  {change, workspace, protections}: ProtectedChange,
  {askName, outsideWindows, clock}: GuardDeps,
): Promise<Admission> {
  const refused = {code: 'workspace/protected', workspace} as const;
  if (askName === undefined)
    throw new GantryError({...refused, because: 'no-terminal', change: approvable(change), ...stackOf(change)});
  const closed = closedByAny(protections, clock.now());
  if (closed !== undefined && outsideWindows === undefined)
    throw new GantryError({...refused, because: 'closed', closed});
  const reason = defined({outsideWindows: closed === undefined ? undefined : outsideWindows});
  if (!(await askName({workspace, ...reason}))) throw new GantryError({...refused, because: 'not-confirmed'});
  return {by: 'name', ...reason};
}

const stackOf = (change: GuardedChange): {readonly stack?: string} =>
  change.of === 'releases' ? {stack: stackText(change.names)} : {};

/** Returns what an approval could cover in place of the typed name. */
function approvable(change: GuardedChange): 'plans' | 'workspace' | 'none' {
  if (change.of === 'releases') return 'plans';
  return change.changed === undefined ? 'none' : 'workspace';
}
