import {yieldToSignals} from '../../config/yield-to-signals.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../core/json.ts';
import {summarize} from '../../core/plan/summary.ts';
import {type Breach, blockOf, diagnosticOf, isWaived} from '../../core/policy/breach.ts';
import type {PolicyWaiver, UsedWaiver} from '../../core/policy/policy.ts';
import {isAbout, isAny} from '../../core/policy/select.ts';
import {expiredWaiver, findWaiver, isExpired} from '../../core/policy/waive.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {Deps} from '../deps.ts';
import type {PlanInput} from '../plan/plan-input.ts';
import {checkByPrograms} from './check-by-programs.ts';
import {checkedChanges, type PlannedObjects} from './checked-changes.ts';
import {type Checked, findBreaches} from './find-breaches.ts';
import {type ReadyPolicy, type ReadyRule, readPolicy} from './read-policy.ts';

/** A plan that the policy of the workspace has judged, and the waivers that it used. */
export type JudgedByPolicy = {readonly judged: RuntimePlan; readonly waivers: readonly UsedWaiver[]};

type PolicyInput = Pick<PlanInput, 'request' | 'source'> & Omit<PlannedObjects, 'changes'>;

/** The number of changes after which signals are handled: an expression can take long. */
const BETWEEN_SIGNALS = 50;

/**
 * Checks a plan by the policy of its workspace: blocks changes that breach a rule, and adds the breaches as diagnostics.
 * @throws GantryError input/invalid if the policy itself is wrong.
 */
export async function judgeByPolicy(judged: RuntimePlan, input: PolicyInput, deps: Deps): Promise<JudgedByPolicy> {
  const {request, source} = input;
  const policy = await readPolicy(source.chosen, deps);
  const changes = checkedChanges({...input, changes: judged.changes});
  const now = deps.clock.now();
  const {workspace} = source.names;
  const isRollback = request.revision !== undefined && request.revision !== 'current';
  const plan = planValue(judged, input, isRollback);
  const found = await checkByPrograms(changes, policy, plan);
  const run = {origins: input.scope.loaded.origins, now, isRollback, plan, found};
  const deletions = countDeletions(changes, policy, now);
  const breaches = new Map<string, readonly Breach[]>();
  for (const [i, checked] of changes.entries()) {
    if (i % BETWEEN_SIGNALS === 0) await yieldToSignals(deps.signal);
    breaches.set(checked.subject.id, findBreaches(checked, policy, run, deletions));
  }
  const all = [...breaches.values()].flat();
  return {
    judged: {
      ...judged,
      changes: judged.changes.map((one) => {
        const blocked = blockOf(breaches.get(one.change.id) ?? [], workspace);
        return blocked === undefined ? one : {...one, change: {...one.change, blocked}};
      }),
      diagnostics: [
        ...judged.diagnostics,
        ...all.map((breach) => diagnosticOf(breach, workspace)),
        ...uselessWaivers(policy.waivers, {changes, breaches: all, now}),
      ],
    },
    waivers: usedWaivers(all),
  };
}

/** Returns the value `plan` of expressions. */
function planValue({changes}: RuntimePlan, {request, source}: PolicyInput, isRollback: boolean): JsonObject {
  const summary = summarize(changes.map(({change}) => change));
  const revision = isRollback ? (source.from?.revision ?? null) : null;
  return {...source.names, operation: request.operation, summary: {...summary}, revision};
}

/** Counts the deletions that each rule is about and that are not waived. */
function countDeletions(
  changes: readonly Checked[],
  {rules, waivers}: ReadyPolicy,
  now: Date,
): ReadonlyMap<ReadyRule, number> {
  const counting = rules.filter(({check}) => check.type === 'maxDeletions');
  const deleted = changes.filter(({subject}) => subject.action === 'delete');
  return new Map(
    counting.map((rule) => [
      rule,
      deleted.filter(
        ({subject}) =>
          isAbout(rule, subject) && findWaiver(waivers, {rule: rule.name, resource: subject.id}, now)?.isValid !== true,
      ).length,
    ]),
  );
}

function usedWaivers(breaches: readonly Breach[]): readonly UsedWaiver[] {
  const used = breaches.flatMap((breach) => {
    const {rule, resource, waiver} = breach;
    if (waiver === undefined || !isWaived(breach)) return [];
    const {reason, expires} = waiver.waiver;
    return [{rule, resource, reason, expires}];
  });
  return [...new Map(used.map((one) => [JSON.stringify(one), one])).values()];
}

type Useless = {
  readonly changes: readonly Checked[];
  readonly breaches: readonly Breach[];
  readonly now: Date;
};

/** Returns a warning for each expired waiver about resources of the plan that no breach needs. */
const uselessWaivers = (waivers: readonly PolicyWaiver[], {changes, breaches, now}: Useless): readonly Diagnostic[] =>
  waivers
    .filter(
      (waiver) =>
        isExpired(waiver, now) &&
        breaches.every((breach) => breach.waiver?.waiver !== waiver) &&
        changes.some(({subject: {id}}) => isAny(waiver.resources, id)),
    )
    .map((waiver) => ({
      ...expiredWaiver(waiver),
      severity: 'warning',
      hint: 'Remove it from the policy of the workspace.',
    }));
