import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import type {Controller} from '../../model/controller.ts';
import {annotationsOf, withMetadata} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {conditionOf} from '../shared/condition.ts';
import {itself} from '../shared/owner.ts';
import {withSpec} from '../shared/with-status.ts';

/** Annotation with the time in seconds that kubelets may cache Secrets and ConfigMaps. It grows with the size of the cluster. */
const TTL = 'node.alpha.kubernetes.io/ttl';

const PREFIX = 'node.kubernetes.io/';

/** The conditions of a Node and the taints that they set. */
const TAINTS = [
  ['Ready', 'False', 'not-ready'],
  ['Ready', 'Unknown', 'unreachable'],
  ['MemoryPressure', 'True', 'memory-pressure'],
  ['DiskPressure', 'True', 'disk-pressure'],
  ['PIDPressure', 'True', 'pid-pressure'],
  ['NetworkUnavailable', 'True', 'network-unavailable'],
] as const;

/** The controller of Nodes: it taints Nodes that report a problem, or that are cordoned, so that no pod is scheduled there. */
export const nodes: Controller = {
  name: 'node-controller',
  watches: {nodes: itself},
  steps: ({name}, cluster, now) => {
    const node = cluster.get('nodes', '', name);
    if (node === undefined) return [];
    const taints = taintsOf(node, now);
    const tainted = withSpec(node, {taints: taints.length === 0 ? undefined : taints});
    const noted = withMetadata(tainted, {annotations: {[TTL]: '0', ...annotationsOf(node)}});
    return deepEqual(noted, node) ? [] : [{do: 'update', object: noted}];
  },
};

function taintsOf(node: JsonObject, now: number): readonly JsonObject[] {
  const there = objectsAt(node, 'spec', 'taints');
  const wanted = TAINTS.filter(([type, status]) => conditionOf(node, type)?.['status'] === status).map(
    ([, , key]) => key,
  );
  const keys = new Set<string>([
    ...wanted,
    ...(partAt(node, 'spec')['unschedulable'] === true ? ['unschedulable'] : []),
  ]);
  const kept = there.filter((taint) => !isOwn(taint) || keys.has(keyOf(taint)));
  const missing = [...keys].filter((key) => !kept.some((taint) => isOwn(taint) && keyOf(taint) === key));
  return [...kept, ...missing.map((key) => ({key: PREFIX + key, effect: 'NoSchedule', timeAdded: timestamp(now)}))];
}

const keyOf = (taint: JsonObject): string => textAt(taint, 'key').slice(PREFIX.length);

/** Reports whether this controller manages a taint, so that it may remove it. */
const isOwn = (taint: JsonObject): boolean =>
  textAt(taint, 'effect') === 'NoSchedule' &&
  textAt(taint, 'key').startsWith(PREFIX) &&
  (keyOf(taint) === 'unschedulable' || TAINTS.some(([, , key]) => key === keyOf(taint)));
