import {deepEqual} from '../../../lib/deep-equal.ts';
import type {Controller} from '../../model/controller.ts';
import {isBeingDeleted, namespaceOf} from '../../model/metadata.ts';
import {partAt} from '../../model/part.ts';
import {amountText, usedOf} from '../../quota/usage.ts';
import {keyOf} from '../shared/owner.ts';
import {withStatus} from '../shared/with-status.ts';

const QUOTAS = 'resourcequotas';

/** The controller of ResourceQuotas: it reports how much of each quota is used. */
export const quotas: Controller = {
  name: 'resourcequota-controller',
  watches: {'*': (object, cluster) => cluster.list(QUOTAS, namespaceOf(object)).map((quota) => keyOf(quota))},
  steps: (key, cluster) => {
    const quota = cluster.get(QUOTAS, key.namespace, key.name);
    if (quota === undefined || isBeingDeleted(quota)) return [];
    const hard = partAt(quota, 'spec', 'hard');
    const used = usedOf(quota, Object.keys(hard), cluster);
    const texts = [...used].map(([what, amount]) => [what, amountText(what, amount)] as const);
    const status = {hard, used: Object.fromEntries(texts)};
    return deepEqual(status, quota['status']) ? [] : [{do: 'status', object: withStatus(quota, status)}];
  },
};
