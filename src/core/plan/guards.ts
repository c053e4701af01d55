import {PERMISSION_FLAG, type Permissions, permits} from './permissions.ts';
import type {Change} from './plan.ts';

/** How much of a stack one plan may delete without being asked. */
export type Guards = {
  /** Of the objects that the stack holds. */
  readonly maxDeletePercent: number;
  /** Fewer deletions than this are never too many. */
  readonly minDeletes: number;
};

/** The limit without `guards` in stack.yaml: 30 percent of the objects, from 5 deletions on. */
export const DEFAULT_GUARDS: Guards = {maxDeletePercent: 30, minDeletes: 5};

/** What one file says of them. */
export type SaidGuards = Partial<Guards>;

/** Of several that have a say (the workspace, the stack) the stricter counts: nobody loosens what another has tightened. */
export function strictestGuards(said: readonly (SaidGuards | undefined)[]): Guards {
  const least = (name: keyof Guards): number => {
    const values = said.flatMap((one) => one?.[name] ?? []);
    return values.length === 0 ? DEFAULT_GUARDS[name] : Math.min(...values);
  };
  return {maxDeletePercent: least('maxDeletePercent'), minDeletes: least('minDeletes')};
}

/** The input of the guard against plans that delete a large part of a stack. */
export type Guarding = {
  /** How many objects the stack holds, those included that this plan leaves out. */
  readonly held: number;
  readonly guards: Guards;
  readonly permissions: Pick<Permissions, 'allowDelete'>;
};

/**
 * Blocks every deletion of a plan that deletes too much of its stack: a glob that matches less than it did, or files of another
 * branch, look just like that. What is permitted by name does not count.
 */
export function guardDeletions(changes: readonly Change[], {held, guards, permissions}: Guarding): readonly Change[] {
  const isCounted = ({action, id}: Change): boolean => action === 'delete' && !permits(permissions.allowDelete, id);
  const deletes = changes.filter(isCounted).length;
  if (deletes < guards.minDeletes || deletes * 100 <= held * guards.maxDeletePercent) return changes;
  const percent = Math.floor((deletes * 100) / Math.max(held, deletes));
  const because = `the plan deletes ${deletes} of the ${held} objects of the stack (${percent} %): more than ${guards.maxDeletePercent} % is deleted only by your word`;
  return changes.map((change) =>
    isCounted(change) && change.blocked === undefined
      ? {...change, blocked: {needs: `${PERMISSION_FLAG.allowDelete} ${change.id}`, because}}
      : change,
  );
}
