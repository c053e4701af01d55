import type {ApplyOutcome, ApplyRequest, PreviewRequest} from '../../app/plan/release-requests.ts';
import type {StackRun} from '../../app/stacks/each-stack.ts';
import type {PlannedStack} from '../../app/stacks/plan-stack.ts';
import type {PlanStacks} from '../../app/stacks/plan-stacks.ts';
import type {SelectedStack, StackSelection} from '../../app/stacks/selection.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {stackKey} from '../../core/event.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {countChanges, hasChanges} from '../../core/plan/summary.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import type {StackOutcome} from '../../core/stacks/stack-outcome.ts';
import {defined} from '../../lib/defined.ts';
import type {Question} from '../../ui/confirm.ts';
import {count} from '../../ui/count.ts';
import {deferredText, heading, styleOf} from '../../ui/several/several-text.ts';
import type {TitledAnswer} from '../../ui/several/stack-answer.ts';
import {planText} from '../../ui/text/stack/plan-text.ts';
import {applyResult, whereOf} from '../commands/stack/apply-result.ts';
import {saidWorkspace} from '../said-subject.ts';
import type {Session} from '../session.ts';
import {type Answer, answerOf, type Told} from './answer-of.ts';
import {nothingText, selectSeveral} from './select.ts';
import {type Answers, severalResult} from './several-result.ts';

/** An apply of several stacks with one confirmation. */
export type ApplySeveral = {
  readonly selection: StackSelection;
  readonly request: Omit<PreviewRequest, 'directory' | 'stack' | 'workspace'>;
  readonly run: Omit<ApplyRequest, keyof PreviewRequest | 'confirm' | 'show' | 'permit'>;
  /** Returns the question that is asked once, after all plans have been shown. */
  readonly question: (about: Asked) => Question;
};

/** The facts for the question about several stacks. */
export type Asked = {
  /** The plans that have changes. */
  readonly plans: readonly Plan[];
  /** The stacks of the plans: `2 stacks`. One in several workspaces counts once. */
  readonly stacks: string;
  /** The targets, each once: `workspace prod (from -w) on https://…`. */
  readonly where: string;
  readonly changes: number;
};

/**
 * Shows the plans of all stacks, asks once, and applies them. Stacks whose cluster the run makes are planned, shown and asked for after that.
 */
export async function applySeveral(about: ApplySeveral, session: Session): Promise<void> {
  const {selection, run} = about;
  const selected = await selectSeveral(selection, session);
  const diagnostics = [...selected.diagnostics];
  const runs = new Map<string, StackRun<ApplyOutcome>>();
  const before: StackRun<PlannedStack>[] = [];
  const {runTimeouts} = await import('../../app/plan/run-timeouts.ts');
  const clusterWaitSeconds = run.wait ? runTimeouts(run.timeoutSeconds).resourceMs / 1000 : 0;
  let waiting = selected.stacks;
  while (waiting.length > 0) {
    const rest = before.length === 0 ? undefined : {before, failed: failedIn([...runs.values()]), clusterWaitSeconds};
    const round = await applyRound({...about, stacks: waiting, rest, diagnostics}, session);
    for (const one of round.runs) runs.set(stackKey(one.stack), one);
    before.push(...round.planned);
    waiting = round.isYes && !session.deps.signal.aborted ? round.deferred : [];
  }
  const inOrder = selected.stacks.flatMap((stack) => runs.get(stackKey(stack)) ?? []);
  await printApplied({runs: inOrder, nothing: nothingText(selection, selected), diagnostics, selection}, session);
}

type Round = ApplySeveral & {
  readonly stacks: readonly SelectedStack[];
  readonly rest: PlanStacks['rest'];
  /** The remarks of all rounds. */
  readonly diagnostics: Diagnostic[];
};

/** Plans the stacks that can be planned now, asks, and applies them. */
async function applyRound({stacks, rest, request, run, selection, question, diagnostics}: Round, session: Session) {
  const {parallel} = selection;
  const [{planStacks}, {applyStacks}] = await Promise.all([
    import('../../app/stacks/plan-stacks.ts'),
    import('../../app/stacks/apply-stacks.ts'),
  ]);
  const places = new Set<string>();
  const onPlan = ({plan}: PlannedStack, {workspace}: SelectedStack): void => {
    if (!hasChanges(plan)) return;
    places.add(whereOf(plan, session));
    showPlan(workspace === undefined ? plan : {...plan, isOfMany: true}, session);
  };
  const onRemarks = (remarks: readonly Diagnostic[]): void => {
    session.remark(remarks);
    diagnostics.push(...remarks);
  };
  const all = await planStacks(
    {
      stacks,
      request,
      use: 'apply',
      wait: run.wait,
      parallel,
      ...defined({rest}),
      onPlan,
      onRemarks,
    },
    session.deps,
  );
  const later = all.filter(({kind}) => kind === 'deferred');
  const planned = all.filter(({kind}) => kind !== 'deferred');
  const plans = planned.flatMap((one) => (one.kind === 'done' && hasChanges(one.value.plan) ? [one.value.plan] : []));
  const changes = plans.reduce((sum, plan) => sum + countChanges(plan), 0);
  sayFailures(all, session);
  const asked = {
    plans,
    stacks: count(new Set(plans.map(stackText)).size, 'stack'),
    changes,
    where: [...places].join(', '),
  };
  const isYes = plans.length === 0 || session.deps.signal.aborted || (await session.ask(question(asked)));
  const now = stacks.filter((stack) => planned.some((one) => stackKey(one.stack) === stackKey(stack)));
  const runs = isYes ? await applyStacks({stacks: now, planned, parallel, run}, session.deps) : declined(planned);
  return {isYes, planned, runs: [...runs, ...declined(later)], deferred: later.map(({stack}) => stack)};
}

/** Returns the stacks that were not applied, each with the cause. */
const failedIn = (runs: readonly StackRun<ApplyOutcome>[]): ReadonlyMap<string, string> =>
  new Map(
    runs
      .filter((one) => hasFailed(one))
      .map((one) => [stackKey(one.stack), one.kind === 'skipped' ? one.because : stackKey(one.stack)]),
  );

function hasFailed(one: StackRun<ApplyOutcome>): boolean {
  if (one.kind !== 'done') return one.kind !== 'deferred';
  return one.value.kind === 'applied' && one.value.failure !== undefined;
}

const showPlan = ({isOfMany, ...plan}: Plan & Pick<TitledAnswer, 'isOfMany'>, session: Session): void => {
  const from = session.chosen(plan);
  session.sayAsked(
    plan.diagnostics,
    (style) =>
      `${heading({...plan, ...defined({isOfMany})}, style)}\n${planText({plan, chosen: from}, styleOf(plan, style))}\n`,
  );
};

/** Prints before the question which stacks are left out, or planned later. */
function sayFailures(planned: readonly StackRun<PlannedStack>[], session: Session): void {
  for (const one of planned) {
    const answer = answerOf(one, toldPlan, session);
    const {failed} = answer;
    if (failed !== undefined)
      session.sayAsked([], (style) => `${heading(answer, style)}\n${failed.text(styleOf(answer, style))}\n`);
    else if (answer.outcome === 'deferred')
      session.sayAsked([], (style) => `${heading(answer, style)}\n${deferredText(answer)}\n\n`);
  }
}

/** Returns a planned stack as a result. Its text is never printed, because the plan has been shown. */
const toldPlan = ({plan}: PlannedStack): Told => ({result: {document: plan, text: () => ''}, outcome: 'changes'});

const declined = (planned: readonly StackRun<PlannedStack>[]): readonly StackRun<ApplyOutcome>[] =>
  planned.map((one) =>
    one.kind === 'done'
      ? {...one, value: {kind: hasChanges(one.value.plan) ? 'declined' : 'unchanged', plan: one.value.plan}}
      : one,
  );

/** Answers of the stacks with their runs. */
export type Applied = Omit<Answers, 'answers'> & {
  readonly runs: readonly StackRun<ApplyOutcome>[];
  /** Absent for saved plans. */
  readonly selection?: StackSelection;
};

/** The one answer of a run that applied several stacks. */
export async function printApplied({runs, selection, ...about}: Applied, session: Session): Promise<void> {
  const answers = runs.map((one): Answer => answerOf(one, toldApplied, session));
  await session.print(severalResult({...saidWorkspace(session, selection), ...about, answers}));
}

/** A run that failed has an answer, and a failure beside it. */
const toldApplied = (outcome: ApplyOutcome): Told => ({
  result: applyResult(outcome),
  outcome: wordFor(outcome),
  changes: countChanges(outcome.plan),
});

/** Returns the outcome of a stack. An orphaned stack was not destroyed: its objects stay. */
function wordFor(outcome: ApplyOutcome): StackOutcome {
  if (outcome.kind !== 'applied') return outcome.kind;
  if (outcome.failure !== undefined) return 'failed';
  const {operation, orphaned} = outcome.release;
  return operation === 'destroy' && orphaned === undefined ? 'destroyed' : 'applied';
}
