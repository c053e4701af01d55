import type {ApplyPlanSet} from '../../app/stacks/apply-plan-set.ts';
import {showing} from '../commands/stack/apply-result.ts';
import type {Session} from '../session.ts';
import {printApplied} from './apply-several.ts';

/** Applies a directory of plans that were saved together. */
export async function applySaved(
  {set, parallel, run}: Pick<ApplyPlanSet, 'set' | 'parallel' | 'run'>,
  session: Session,
): Promise<void> {
  const {applyPlanSet} = await import('../../app/stacks/apply-plan-set.ts');
  const directory = session.globals.stack.directory ?? session.deps.cwd;
  const runs = await applyPlanSet({set, directory, parallel, run: {...run, show: showing(session)}}, session.deps);
  await printApplied({runs, nothing: 'There is nothing to do: the directory holds no plan.', diagnostics: []}, session);
}
