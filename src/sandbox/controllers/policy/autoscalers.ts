import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import type {Controller} from '../../model/controller.ts';
import {isBeingDeleted} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {setCondition} from '../shared/condition.ts';
import {itself} from '../shared/owner.ts';
import {resourceOfKind} from '../shared/resource-of-kind.ts';
import {withStatus} from '../shared/with-status.ts';
import {replicasOf} from '../workloads/fenceposts.ts';

const AUTOSCALERS = 'horizontalpodautoscalers.autoscaling';

/** The controller of HorizontalPodAutoscalers. It scales nothing and reports that there are no metrics, as in a cluster without a metrics server. */
export const autoscalers: Controller = {
  name: 'horizontal-pod-autoscaler',
  watches: {[AUTOSCALERS]: itself},
  steps: (key, cluster, now) => {
    const scaler = cluster.get(AUTOSCALERS, key.namespace, key.name);
    if (scaler === undefined || isBeingDeleted(scaler)) return [];
    const reference = partAt(scaler, 'spec', 'scaleTargetRef');
    const [kind, name] = [textAt(reference, 'kind'), textAt(reference, 'name')];
    const resource = resourceOfKind(textAt(reference, 'apiVersion'), kind, cluster);
    const target = resource === undefined ? undefined : cluster.get(resource, key.namespace, name);
    const time = timestamp(now);
    const conditions = judge(resource, name, target).reduce<readonly JsonObject[]>(
      (all, condition) => setCondition(all, {...condition, lastTransitionTime: time}),
      objectsAt(scaler, 'status', 'conditions'),
    );
    const status = defined({
      conditions,
      currentMetrics: target === undefined ? null : [{type: ''}],
      currentReplicas: target === undefined ? undefined : replicasOf(target),
      desiredReplicas: 0,
    });
    return deepEqual(status, scaler['status']) ? [] : [{do: 'status', object: withStatus(scaler, status)}];
  },
};

const NO_METRICS =
  'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';

function judge(resource: string | undefined, name: string, target: JsonObject | undefined): readonly JsonObject[] {
  if (target === undefined) {
    const message = `the HPA controller was unable to get the target's current scale: ${resource ?? 'the target'} "${name}" not found`;
    return [{type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message}];
  }
  return [
    {
      type: 'AbleToScale',
      status: 'True',
      reason: 'SucceededGetScale',
      message: "the HPA controller was able to get the target's current scale",
    },
    {type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric', message: NO_METRICS},
  ];
}
