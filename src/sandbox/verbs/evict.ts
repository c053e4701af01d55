import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {matchesSelector} from '../controllers/shared/selector.ts';
import {isBeingDeleted, metadataOf, nameOf, namespaceOf, withMetadata} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {failed} from '../model/refusals.ts';
import {Refusal} from '../model/status.ts';
import {timestamp} from '../model/time.ts';
import {type DeleteOptions, deleteObject} from './delete.ts';
import {getObject} from './find.ts';
import type {Target, VerbContext} from './verb-context.ts';

const BUDGETS = 'poddisruptionbudgets.policy';

/**
 * Deletes a pod unless its disruption budget is used up (`EvictionREST`).
 * @throws Refusal 429 if the budget does not allow it now, 500 if several budgets select the pod
 */
export function evict(target: Target, options: DeleteOptions, context: VerbContext): void {
  const pod = getObject(target, context);
  if (!isFree(pod)) spend(pod, options, context);
  if (!options.dryRun) context.store.put('pods', withCondition(getObject(target, context), context));
  deleteObject(target, options, context);
}

/** Reports whether a pod is not running, so that its eviction disrupts nothing. */
const isFree = (pod: JsonObject): boolean =>
  isBeingDeleted(pod) || ['Succeeded', 'Failed', 'Pending'].includes(text(part(pod['status'])['phase']));

function spend(pod: JsonObject, {dryRun}: DeleteOptions, context: VerbContext): void {
  const budgets = context.store
    .list(BUDGETS, namespaceOf(pod))
    .filter((budget) => matchesSelector(part(budget['spec'])['selector'], metadataOf(pod)['labels']));
  const [budget] = budgets;
  if (budget === undefined) return;
  if (budgets.length > 1)
    throw failed('This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.');
  const status = part(budget['status']);
  if (!isReady(pod) && isSpared(budget)) return;
  if (count(status, 'observedGeneration') < Number(metadataOf(budget)['generation'] ?? 0))
    throw tooMany(`The disruption budget ${nameOf(budget)} is still being processed by the server.`, 10);
  const allowed = count(status, 'disruptionsAllowed');
  if (allowed <= 0) {
    const [desired, current] = [count(status, 'desiredHealthy'), count(status, 'currentHealthy')];
    throw tooMany(
      `The disruption budget ${nameOf(budget)} needs ${desired} healthy pods and has ${current} currently`,
      0,
    );
  }
  if (dryRun) return;
  const disruptedPods = {...part(status['disruptedPods']), [nameOf(pod)]: timestamp(context.now())};
  context.store.put(BUDGETS, {...budget, status: {...status, disruptionsAllowed: allowed - 1, disruptedPods}});
}

const isReady = (pod: JsonObject): boolean =>
  list(part(pod['status'])['conditions'])
    .map(part)
    .some(({type, status}) => type === 'Ready' && status === 'True');

/** Reports whether an unhealthy pod may be evicted: if the budget's policy allows it, or if enough others are healthy. */
function isSpared(budget: JsonObject): boolean {
  if (part(budget['spec'])['unhealthyPodEvictionPolicy'] === 'AlwaysAllow') return true;
  const status = part(budget['status']);
  const desired = count(status, 'desiredHealthy');
  return desired > 0 && count(status, 'currentHealthy') >= desired;
}

const count = (status: JsonObject, name: string): number => Number(status[name] ?? 0);

const tooMany = (message: string, retryAfterSeconds: number): Refusal =>
  new Refusal({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [{reason: 'DisruptionBudget', message}],
      ...defined({retryAfterSeconds: retryAfterSeconds === 0 ? undefined : retryAfterSeconds}),
    },
  });

function withCondition(pod: JsonObject, context: VerbContext): JsonObject {
  const status = part(pod['status']);
  const others = list(status['conditions']).filter((one) => part(one)['type'] !== 'DisruptionTarget');
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: timestamp(context.now()),
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  return withMetadata({...pod, status: {...status, conditions: [...others, condition]}}, {});
}
