import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {type Controller, type ControlView, record, type Step} from '../../model/controller.ts';
import {annotationsOf, isBeingDeleted, labelsOf, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {numberAt, objectsAt, partAt, textAt} from '../../model/part.ts';
import {timeAt} from '../../model/time.ts';
import {misfit} from '../pods/fitting-node.ts';
import {claim, claimants} from '../shared/claim.ts';
import {controlledBy, controllerOfKind, itself, keyOf} from '../shared/owner.ts';
import {matchesSelector} from '../shared/selector.ts';
import {counts, withStatus} from '../shared/with-status.ts';
import {scaled} from './fenceposts.ts';
import {freeNames, podOfTemplate} from './pod-of-template.ts';
import {isAvailable, isDone, isReady} from './pod-state.ts';
import {oldRevisions, REVISIONS, revisionsOf} from './revisions.ts';

const COMPONENT = 'daemonset-controller';
const HASH = 'controller-revision-hash';

/** Tolerations of the pods of a DaemonSet, which keep them on tainted nodes. */
const TOLERATED = [
  ['not-ready', 'NoExecute'],
  ['unreachable', 'NoExecute'],
  ['disk-pressure', 'NoSchedule'],
  ['memory-pressure', 'NoSchedule'],
  ['pid-pressure', 'NoSchedule'],
  ['unschedulable', 'NoSchedule'],
].map(([name, effect]) => ({effect: effect ?? '', key: `node.kubernetes.io/${name}`, operator: 'Exists'}));

const isItsOwn = (set: JsonObject, object: JsonObject): boolean =>
  matchesSelector(partAt(set, 'spec')['selector'], labelsOf(object));

/** The controller of DaemonSets: it keeps one pod on each fitting node. */
export const daemonSets: Controller = {
  name: COMPONENT,
  watches: {
    'daemonsets.apps': itself,
    pods: claimants('DaemonSet', 'daemonsets.apps', isItsOwn),
    [REVISIONS]: controllerOfKind('DaemonSet'),
    nodes: (_node, cluster) => cluster.list('daemonsets.apps').map((set) => keyOf(set)),
  },
  steps: (key, cluster, now) => {
    const set = cluster.get('daemonsets.apps', key.namespace, key.name);
    if (set === undefined || isBeingDeleted(set)) return [];
    const claimed = [REVISIONS, 'pods'].flatMap((resource) =>
      claim(set, {resource, matches: (object) => isItsOwn(set, object)}, cluster),
    );
    if (claimed.length > 0) return claimed;
    const revisions = revisionsOf(set, HASH, cluster);
    const {newest} = revisions;
    if (newest === undefined || revisions.steps.length > 0) return revisions.steps;
    const turn = {set, cluster, now, hash: textAt(labelsOf(newest), HASH), pods: controlledBy(set, 'pods', cluster)};
    const hashes = new Set(turn.pods.map((pod) => `${nameOf(set)}-${textAt(labelsOf(pod), HASH)}`));
    return [...report(turn), ...place(turn), ...update(turn), ...oldRevisions(set, revisions, hashes)];
  },
};

type Turn = {
  readonly set: JsonObject;
  readonly cluster: ControlView;
  readonly now: number;
  readonly hash: string;
  readonly pods: readonly JsonObject[];
};

/** Returns the nodes that the pods of the set fit on. */
function nodesOf({set, cluster}: Turn): readonly string[] {
  const template = partAt(set, 'spec', 'template');
  const tolerations = [...objectsAt(template, 'spec', 'tolerations'), ...TOLERATED];
  const pod = {spec: {...partAt(template, 'spec'), tolerations}};
  return cluster.list('nodes').flatMap((node) => {
    const {unschedulable: _cordoned, ...spec} = partAt(node, 'spec');
    return misfit(pod, {...node, spec}) === undefined ? [nameOf(node)] : [];
  });
}

/** Returns the node that a pod was created for. */
function nodeOf(pod: JsonObject): string {
  const bound = textAt(pod, 'spec', 'nodeName');
  if (bound !== '') return bound;
  const path = ['spec', 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'];
  const [term] = objectsAt(pod, ...path, 'nodeSelectorTerms');
  const [field] = objectsAt(term, 'matchFields');
  return textAt(field, 'values', 0);
}

function place(turn: Turn): readonly Step[] {
  const {set, cluster, now, pods} = turn;
  const nodes = nodesOf(turn);
  const missing = nodes.filter((node) => !pods.some((pod) => nodeOf(pod) === node));
  const names = freeNames(set, missing.length, cluster, now);
  const wrong = pods.filter((pod) => !isBeingDeleted(pod) && !nodes.includes(nodeOf(pod)));
  const done = pods.filter((pod) => !isBeingDeleted(pod) && isDone(pod) && nodes.includes(nodeOf(pod)));
  return [
    ...wrong.flatMap((pod) => remove(turn, pod)),
    ...done.flatMap((pod) => replace(turn, pod)),
    ...nodes.flatMap((node) => crowdOn(node, pods)).flatMap((pod) => remove(turn, pod)),
    ...missing.flatMap((node, i) => create(turn, node, names[i] ?? '')),
  ];
}

/** Returns the surplus pods of a node, as after the return of a lost pod. The oldest pod stays, and a scheduled pod is preferred to a pending one. */
const crowdOn = (node: string, pods: readonly JsonObject[]): readonly JsonObject[] =>
  pods
    .filter((pod) => !isBeingDeleted(pod) && !isDone(pod) && nodeOf(pod) === node)
    .toSorted((a, b) => (seniority(a) < seniority(b) ? -1 : 1))
    .slice(1);

const seniority = (pod: JsonObject): string =>
  [textAt(pod, 'spec', 'nodeName') === '' ? 1 : 0, textAt(pod, 'metadata', 'creationTimestamp'), nameOf(pod)].join(' ');

/** Replaces a pod that has ended. Repeated failures are replaced after increasing delays. */
function replace(turn: Turn, pod: JsonObject): readonly Step[] {
  const {set} = turn;
  const id = `${namespaceOf(pod)}/${nameOf(pod)} on node ${nodeOf(pod)}`;
  const tell = (type: 'Normal' | 'Warning', reason: string, message: string): readonly Step[] => [
    record({about: set, type, reason, message, by: COMPONENT}),
    ...remove(turn, pod),
  ];
  if (textAt(pod, 'status', 'phase') === 'Succeeded') {
    return tell('Normal', 'SucceededDaemonPod', `Found succeeded daemon pod ${id}, will try to delete it`);
  }
  const rest = restAfterFailures(turn, nodeOf(pod));
  if (rest > 0) return [{do: 'again', afterMs: rest}];
  return tell('Warning', FAILED, `Found failed daemon pod ${id}, will try to kill it`);
}

const FAILED = 'FailedDaemonPod';
const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 15 * 60_000;

/** Returns the milliseconds until the next failed pod on this node is deleted. The delay doubles with each failure, which the events count. */
function restAfterFailures({set, cluster, now}: Turn, node: string): number {
  const failures = cluster
    .list('events', namespaceOf(set))
    .filter((event) => event['reason'] === FAILED && textAt(event, 'involvedObject', 'uid') === uidOf(set))
    .filter((event) => textAt(event, 'message').includes(` on node ${node},`));
  if (failures.length === 0) return 0;
  const last = Math.max(...failures.map((event) => timeAt(event, 'lastTimestamp')));
  return last + Math.min(FIRST_REST_MS * 2 ** (failures.length - 1), LONGEST_REST_MS) - now;
}

function create({set, hash}: Turn, node: string, name: string): readonly Step[] {
  const template = partAt(set, 'spec', 'template');
  const generation =
    annotationsOf(set)['deprecated.daemonset.template.generation'] ?? String(numberAt(set, 'metadata', 'generation'));
  const labels = {...labelsOf(template), [HASH]: hash, 'pod-template-generation': generation};
  const pod = podOfTemplate(set, template, {generateName: `${nameOf(set)}-`, name, labels});
  const affinity = partAt(pod, 'spec', 'affinity');
  const required = {nodeSelectorTerms: [{matchFields: [{key: 'metadata.name', operator: 'In', values: [node]}]}]};
  const nodeAffinity = {
    ...partAt(affinity, 'nodeAffinity'),
    requiredDuringSchedulingIgnoredDuringExecution: required,
  };
  const spec = {
    ...partAt(pod, 'spec'),
    affinity: {...affinity, nodeAffinity},
    tolerations: [...objectsAt(template, 'spec', 'tolerations'), ...TOLERATED],
  };
  const tell = (type: 'Normal' | 'Warning', reason: string, message: string): Step =>
    record({about: set, type, reason, message, by: COMPONENT});
  return [
    {
      do: 'create',
      object: {...pod, spec},
      refused: (why) => [tell('Warning', 'FailedCreate', `Error creating: ${why}`)],
    },
    tell('Normal', 'SuccessfulCreate', `Created pod: ${name}`),
  ];
}

/** Deletes pods of an older template, no more at once than may be unavailable. */
function update(turn: Turn): readonly Step[] {
  const {set, now, pods, hash} = turn;
  if (textAt(set, 'spec', 'updateStrategy', 'type') === 'OnDelete') return [];
  const {maxUnavailable} = partAt(set, 'spec', 'updateStrategy', 'rollingUpdate');
  const nodes = nodesOf(turn);
  const most = Math.max(1, scaled(maxUnavailable ?? 1, nodes.length, Math.ceil));
  const isWell = (pod: JsonObject): boolean =>
    !isBeingDeleted(pod) && isAvailable(pod, numberAt(set, 'spec', 'minReadySeconds'), now);
  const old = pods.filter((pod) => !isBeingDeleted(pod) && labelsOf(pod)[HASH] !== hash);
  const unwell = old.filter((pod) => !isWell(pod));
  const room = most - nodes.filter((node) => !pods.some((pod) => nodeOf(pod) === node && isWell(pod))).length;
  const going = [...unwell, ...old.filter((pod) => isWell(pod)).slice(0, Math.max(0, room))];
  return going.flatMap((pod) => remove(turn, pod));
}

function remove({set}: Turn, pod: JsonObject): readonly Step[] {
  const message = `Deleted pod: ${nameOf(pod)}`;
  return [
    {do: 'delete', resource: 'pods', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod)},
    record({about: set, reason: 'SuccessfulDelete', message, by: COMPONENT}),
  ];
}

function report(turn: Turn): readonly Step[] {
  const {set, now, pods, hash} = turn;
  const nodes = nodesOf(turn);
  const placed = pods.filter((pod) => !isBeingDeleted(pod) && nodes.includes(nodeOf(pod)));
  const available = placed.filter((pod) => isAvailable(pod, numberAt(set, 'spec', 'minReadySeconds'), now)).length;
  const status = {
    currentNumberScheduled: placed.length,
    numberMisscheduled: pods.filter((pod) => !isBeingDeleted(pod) && !nodes.includes(nodeOf(pod))).length,
    desiredNumberScheduled: nodes.length,
    numberReady: placed.filter((pod) => isReady(pod)).length,
    ...counts({
      observedGeneration: numberAt(set, 'metadata', 'generation'),
      updatedNumberScheduled: placed.filter((pod) => labelsOf(pod)[HASH] === hash).length,
      numberAvailable: available,
      numberUnavailable: nodes.length - available,
    }),
  };
  return deepEqual(status, set['status']) ? [] : [{do: 'status', object: withStatus(set, status)}];
}
