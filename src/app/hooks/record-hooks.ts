import type {Hook} from '../../core/hook/hook.ts';
import {hookKey} from '../../core/hook/hook.ts';
import {digestHook} from '../../core/hook/hook-digest.ts';
import type {HookOutcome, HookRecord, HookSource} from '../../core/hook/hook-record.ts';
import type {JsonObject} from '../../core/json.ts';
import {isKubernetesState} from '../../core/release/resource-state.ts';
import type {StepReport} from '../../engine/step-report.ts';
import {defined} from '../../lib/defined.ts';
import type {PreparedPlan} from '../plan/prepared-plan.ts';
import type {ChosenSource} from './chosen-hooks.ts';

/** A plan whose hooks are recorded. */
export type RecordHooks = Pick<PreparedPlan, 'hooks' | 'sealHook' | 'digestKey' | 'changes' | 'scope'>;

/**
 * Returns what a release records of the hooks. Before the run (without reports), every hook that runs is pending, so that it runs again if
 * the run does not end.
 */
export function recordHooks(plan: RecordHooks, reports?: readonly StepReport[]): readonly HookSource[] | undefined {
  const byId = new Map(reports?.map((report) => [report.id, report]));
  const records = plan.hooks.sources.flatMap((source) => recordOf(source, {plan, reports: reports && byId}) ?? []);
  return records.length === 0 ? undefined : records;
}

type Recording = {readonly plan: RecordHooks; readonly reports: ReadonlyMap<string, StepReport> | undefined};

function recordOf(source: ChosenSource, recording: Recording): HookSource | undefined {
  const {moment, recorded, objects, crds, isInstalled} = source;
  const {plan, reports} = recording;
  // Helm has run the hooks of what it installed, whether or not the run takes over all objects.
  const isComplete = source.isTakenOver === true || isDone(source, recording);
  if (moment === 'delete') return isComplete ? undefined : recorded;
  // A part of a source runs no hook. The objects that it adds are removed with the source.
  if (moment === undefined)
    return {
      source: source.source,
      isInstalled,
      objects: [...new Set([...(recorded?.objects ?? []), ...objects])],
      crds: [...new Set([...(recorded?.crds ?? []), ...crds])],
      hooks: recorded?.hooks ?? [],
    };
  const before = new Map(recorded?.hooks.map((hook) => [hookKey(hook), hook]));
  return {
    source: source.source,
    isInstalled: isInstalled || (reports !== undefined && isComplete),
    objects,
    crds,
    hooks: source.hooks.map((hook) => hookRecord(hook, {before: before.get(hookKey(hook)), isComplete, plan, reports})),
  };
}

/** Reports whether a run completed every change of a source. */
function isDone({source, objects, recorded}: ChosenSource, {plan, reports}: Recording): boolean {
  if (reports === undefined) return false;
  const own = new Set([...objects, ...(recorded?.objects ?? [])]);
  const steps = plan.changes.filter(({change: {id, hook}}) => own.has(id) || hook?.source === source);
  return steps.every(({change}) => reports.get(change.id)?.outcome === 'done');
}

type Recorded = Recording & {readonly before: HookRecord | undefined; readonly isComplete: boolean};

function hookRecord(hook: Hook, {before, isComplete, plan, reports}: Recorded): HookRecord {
  const digest = digestHook(hook, plan.digestKey);
  const {inputs: _, ...settings} = hook;
  const made = {...settings, attributes: sealed(hook, plan)};
  const due = plan.hooks.due.filter((one) => hookKey(one.hook) === hookKey(hook)).map(({id}) => id);
  if (due.length === 0) {
    // It need not run for this change, and so its change counts as done when the change of the source is.
    const isSame = before?.outcome === 'done' && before.digest === digest;
    return {...made, digest, outcome: isComplete || isSame ? 'done' : 'pending', ...defined({left: before?.left})};
  }
  const runs = due.flatMap((id) => reports?.get(id) ?? []);
  return {...made, digest, outcome: outcomeOf(runs, due.length), ...defined({left: leftBy(runs, before, reports)})};
}

function outcomeOf(runs: readonly StepReport[], planned: number): HookOutcome {
  if (runs.some(({outcome}) => outcome === 'failed')) return 'failed';
  return runs.length === planned && runs.every(({outcome}) => outcome === 'done') ? 'done' : 'pending';
}

/** Returns the object that the last run of a hook left, unless a step deleted it. */
function leftBy(
  runs: readonly StepReport[],
  before: HookRecord | undefined,
  reports: ReadonlyMap<string, StepReport> | undefined,
): HookRecord['left'] {
  const begun = runs.filter(({outcome}) => outcome !== 'skipped');
  if (begun.length === 0) return before?.left;
  const removed = new Set([...(reports?.values() ?? [])].flatMap((report) => report.removed ?? []));
  const state = begun.findLast((run) => run.state !== undefined && !removed.has(run.id))?.state;
  return state !== undefined && isKubernetesState(state) && staysOwned(state.kind) ? state : undefined;
}

/** Reports whether the object of a hook is deleted with its source. A CRD never is. */
const staysOwned = (kind: string): boolean => kind !== 'CustomResourceDefinition';

/** Seals the secrets of an object. A record already has them sealed. */
const sealed = (hook: Hook, {sealHook}: RecordHooks): JsonObject =>
  hook.digest === undefined && sealHook !== undefined ? sealHook(hook) : hook.attributes;
