import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Dependant} from '../../core/plan/dependant.ts';
import type {Change} from '../../core/plan/plan.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {usableBy} from '../../kubernetes/resource/usable-by.ts';
import type {Backend} from '../../ports/backend.ts';
import {dependantsOf} from './dependants-of.ts';
import {noLongerUsable} from './no-longer-usable.ts';
import {sharedUsers} from './shared-users.ts';

/** The planned part of a stack. */
export type SharedPlan = {
  readonly names: HistoryNames;
  readonly resources: readonly Resource[];
  readonly changes: readonly Change[];
};

/** The meaning of a plan for the stacks that use the resources of its stack. */
export type EffectsOnUsers = {readonly dependants: readonly Dependant[]; readonly diagnostics: readonly Diagnostic[]};

const NONE: EffectsOnUsers = {dependants: [], diagnostics: []};

/** Returns the stacks that a plan of a shared stack affects, from their releases alone. Nothing is read for other plans. */
export async function effectsOnUsers(
  {names, resources, changes}: SharedPlan,
  backend: Backend,
): Promise<EffectsOnUsers> {
  if (!isSharedProject(names)) return NONE;
  const isQuiet = changes.every(({action}) => action === 'unchanged' || action === 'retain');
  if (isQuiet && resources.every((one) => usableBy(one) === undefined)) return NONE;
  const own = stackText(names);
  const users = (await sharedUsers(names.workspace, backend)).filter(
    ({stack, use}) => stack !== own && use.stack === own,
  );
  return {dependants: dependantsOf(changes, users), diagnostics: noLongerUsable(resources, users)};
}
