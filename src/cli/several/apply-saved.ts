import type {ApplyPlanSet} from '../../app/stacks/apply-plan-set.ts';
import {countChanges, hasChanges} from '../../core/plan/summary.ts';
import {showing} from '../commands/stack/apply-result.ts';
import {planResult} from '../commands/stack/plan-result.ts';
import {saidWorkspace} from '../said-subject.ts';
import type {Session} from '../session.ts';
import {answerOf} from './answer-of.ts';
import {printApplied} from './apply-several.ts';
import {severalResult} from './several-result.ts';

/** Applies a directory of plans that were saved together. */
export async function applySaved(
  {set, parallel, run}: Pick<ApplyPlanSet, 'set' | 'parallel' | 'run'>,
  session: Session,
): Promise<void> {
  const {applyPlanSet} = await import('../../app/stacks/apply-plan-set.ts');
  const directory = session.globals.stack.directory ?? session.deps.cwd;
  const runs = await applyPlanSet({set, directory, parallel, run: {...run, show: showing(session)}}, session.deps);
  await printApplied({runs, nothing: NOTHING, diagnostics: []}, session);
}

const NOTHING = 'Nothing to do: the directory contains no plan.';

/** Reports whether each plan of a directory could be applied now. */
export async function checkSaved(
  {set, parallel, wait}: Pick<ApplyPlanSet, 'set' | 'parallel'> & {readonly wait: boolean},
  session: Session,
): Promise<void> {
  const {checkPlanSet} = await import('../../app/stacks/check-plan-set.ts');
  const directory = session.globals.stack.directory ?? session.deps.cwd;
  const runs = await checkPlanSet({set, directory, parallel, wait}, session.deps);
  const answers = runs.map((run) =>
    answerOf(
      run,
      ({plan}) => ({
        result: planResult(plan, session, {}),
        outcome: hasChanges(plan) ? 'changes' : 'unchanged',
        changes: countChanges(plan),
      }),
      session,
    ),
  );
  await session.print(severalResult({...saidWorkspace(session), answers, nothing: NOTHING, diagnostics: []}));
  if (runs.every(({kind}) => kind === 'done')) session.say(() => STILL_VALID);
}

const STILL_VALID = 'All plans are still valid: an apply of the directory applies exactly these plans.\n';
