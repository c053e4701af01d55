import type {Release} from '../../core/release/release.ts';
import type {Use} from '../../core/release/use.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {usableBy} from '../../kubernetes/resource/usable-by.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import type {PreparedPlan} from '../plan/prepared-plan.ts';
import {sameUses} from './same-uses.ts';

/** The part of a plan that a release records besides the changes. */
export type Recording = Pick<PreparedPlan, 'scope'> & {
  readonly uses: readonly Use[];
  readonly claims: Release['claims'];
  readonly plan: Pick<PreparedPlan['plan'], 'project'>;
};

/**
 * Reports whether the last release already says which shared resources a stack uses and, of a shared stack, who may use its resources and what it makes for
 * claims. A removal and a use are refused by what releases say, so such a change is recorded even where no object changes.
 */
export const recordsSame = ({scope, uses, claims, plan}: Recording, last: Release | undefined): boolean =>
  sameUses(uses, last?.uses) &&
  deepEqual(claims ?? [], last?.claims ?? []) &&
  (!isSharedProject(plan) || sameUsers(scope.loaded.resources, last?.spec ?? []));

function sameUsers(wanted: readonly Resource[], recorded: readonly Resource[]): boolean {
  const before = new Map(recorded.map((one) => [one.id, one]));
  return wanted.every((one) => {
    const then = before.get(one.id);
    return then === undefined || deepEqual(usableBy(one) ?? null, usableBy(then) ?? null);
  });
}
