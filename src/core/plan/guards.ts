import {PERMISSION_FLAG, type Permissions, permits} from './permissions.ts';
import type {Change} from './plan.ts';

/** The limits up to which a plan may delete objects of a stack without confirmation. */
export type Guards = {
  /** The percentage of the stack's objects. */
  readonly maxDeletePercent: number;
  /** The number of deletions below which no confirmation is needed. */
  readonly minDeletes: number;
};

/** The limit without `guards` in stack.yaml: 30 percent of the objects, from 5 deletions on. */
export const DEFAULT_GUARDS: Guards = {maxDeletePercent: 30, minDeletes: 5};

/** The limits that one file sets. */
export type SaidGuards = Partial<Guards>;

/** Returns the strictest limits of several files (workspace, stack), so that no file loosens a limit of another one. */
export function strictestGuards(said: readonly (SaidGuards | undefined)[]): Guards {
  const least = (name: keyof Guards): number => {
    const values = said.flatMap((one) => one?.[name] ?? []);
    return values.length === 0 ? DEFAULT_GUARDS[name] : Math.min(...values);
  };
  return {maxDeletePercent: least('maxDeletePercent'), minDeletes: least('minDeletes')};
}

/** The input of the guard against plans that delete a large part of a stack. */
export type Guarding = {
  /** The number of objects of the stack, including those that this plan leaves out. */
  readonly held: number;
  readonly guards: Guards;
  readonly permissions: Pick<Permissions, 'allowDelete'>;
};

/**
 * Blocks every deletion of a plan that deletes too much of its stack, which is typical of a wrong glob or of another branch's files.
 * Deletions that are permitted by id do not count.
 */
export function guardDeletions(changes: readonly Change[], {held, guards, permissions}: Guarding): readonly Change[] {
  const isCounted = ({action, id}: Change): boolean => action === 'delete' && !permits(permissions.allowDelete, id);
  const deletes = changes.filter(isCounted).length;
  if (deletes < guards.minDeletes || deletes * 100 <= held * guards.maxDeletePercent) return changes;
  const percent = Math.floor((deletes * 100) / Math.max(held, deletes));
  const because = `the plan deletes ${deletes} of the ${held} objects of the stack (${percent} %), and more than ${guards.maxDeletePercent} % needs your confirmation`;
  return changes.map((change) =>
    isCounted(change) && change.blocked === undefined
      ? {...change, blocked: {needs: `${PERMISSION_FLAG.allowDelete} ${change.id}`, because}}
      : change,
  );
}
