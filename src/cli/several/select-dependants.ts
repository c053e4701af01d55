import type {PlanStacks} from '../../app/stacks/plan-stacks.ts';
import type {StackSelection} from '../../app/stacks/selection.ts';
import type {SeveralFlags} from '../flags/several-flags.ts';
import type {Session} from '../session.ts';

/** A selection, to which `--with-dependants` adds the users of its shared stacks. */
export type DependantsSelection = {
  readonly flags: Pick<SeveralFlags, 'withDependants'>;
  readonly selection: StackSelection;
  readonly request: PlanStacks['request'];
};

/** Returns the selection, with the users of shared stacks if the flags ask for them. */
export async function selectDependants(
  {flags, selection, request}: DependantsSelection,
  {deps}: Pick<Session, 'deps'>,
): Promise<StackSelection> {
  if (flags.withDependants !== true) return selection;
  const {withDependants} = await import('../../app/stacks/with-dependants.ts');
  return withDependants(selection, request, deps);
}
