import {objectAt, partAt, textAt} from '../../model/part.ts';
import {invalid, optionalChoice} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {fresh} from './fresh.ts';
import {internalJson} from './internal-json.ts';
import {selectorProblems} from './labels.ts';
import {amountProblems, has, negatives, over100} from './numbers.ts';

const NOTHING = {disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0};

/** Rules of the PodDisruptionBudget. An update needs a resourceVersion. */
export const POD_DISRUPTION_BUDGET: KindRules = {
  prepare: (write) => fresh(write, NOTHING),
  validate: budgetProblems,
  generation: true,
  unconditionalUpdate: false,
};

const EVICTIONS = ['AlwaysAllow', 'IfHealthyBudget'];

function budgetProblems({object, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return negatives(objectAt(object, 'status'), 'status', ...Object.keys(NOTHING));
  const spec = partAt(object, 'spec');
  const eviction = textAt(spec, 'unhealthyPodEvictionPolicy');
  return [
    ...(has(spec, 'minAvailable') && has(spec, 'maxUnavailable')
      ? [
          invalid(
            'spec',
            internalJson('PodDisruptionBudgetSpec', spec),
            'minAvailable and maxUnavailable cannot be both set',
          ),
        ]
      : []),
    ...['minAvailable', 'maxUnavailable']
      .filter((key) => has(spec, key))
      .flatMap((key) => [...amountProblems(spec[key], `spec.${key}`), ...over100(spec[key], `spec.${key}`)]),
    ...selectorProblems(objectAt(spec, 'selector'), 'spec.selector'),
    ...optionalChoice('spec.unhealthyPodEvictionPolicy', eviction, EVICTIONS),
  ];
}
