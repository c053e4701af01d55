import type {KubernetesClient} from '../../src/adapters/kubernetes/runtime/client/client.ts';
import {pathOf} from '../../src/adapters/kubernetes/runtime/client/path.ts';
import type {KnownKind} from '../../src/adapters/kubernetes/runtime/plan/scheme.ts';
import {appliedOf, type Target, targetOf} from '../../src/adapters/kubernetes/runtime/plan/target.ts';
import {formatFieldPath} from '../../src/core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import {idOf} from '../../src/core/resource/id.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {type ApplyResult, applyConfiguration} from '../../src/kubernetes/fields/apply-configuration.ts';
import {compareObjects} from '../../src/kubernetes/fields/compare.ts';
import {equalSets, paths} from '../../src/kubernetes/fields/field-set.ts';
import {toFieldsV1} from '../../src/kubernetes/fields/fields-v1.ts';
import {type Manager, managersOf} from '../../src/kubernetes/fields/managers.ts';
import {DEDUCED, isCustom} from '../../src/kubernetes/fields/schema.ts';
import {validateObject} from '../../src/kubernetes/fields/validate.ts';
import {needsRequest} from '../../src/kubernetes/plan/needs-request.ts';
import {deepEqual} from '../../src/lib/deep-equal.ts';
import {edited, partOf, patchOf} from './random-edits.ts';
import {type RandomKind, randomObject} from './random-kinds.ts';
import {type Random, randomOf} from './random-source.ts';

/** What Gantry says of an apply before the server does. */
export type Promised = 'decision' | 'fields' | 'object' | 'managers' | 'conflicts' | 'validation';

export type Deviation = {readonly promised: Promised; readonly text: string};

/** What came out of one object and its edits. */
export type Tally = {
  readonly kind: string;
  /** Applies that the server took, and those that it refused. */
  accepted: number;
  refused: number;
  /** Applies that changed nothing, and those of them that Gantry would have sent nevertheless. */
  idle: number;
  readonly asked: string[];
  readonly refusals: string[];
  readonly deviations: Deviation[];
};

export type RandomCase = {
  readonly client: KubernetesClient;
  readonly kind: RandomKind;
  readonly known: KnownKind;
  readonly namespace: string;
  readonly name: string;
  readonly seed: number;
  /** How many applies after the first. */
  readonly edits: number;
};

type Record = {readonly desiredDigest: string; readonly applied: Json};

type Step = {
  readonly desired: JsonObject;
  readonly target: Target;
  readonly live: JsonObject | undefined;
  readonly recorded: Record | undefined;
};

/** Makes an object and edits it, as its user and as others; holds every apply against what Gantry says of it. */
export async function runCase(given: RandomCase): Promise<Tally> {
  const {kind, name, seed, edits} = given;
  const random = randomOf(seed);
  const tally: Tally = {
    kind: kind.kind,
    accepted: 0,
    refused: 0,
    idle: 0,
    asked: [],
    refusals: [],
    deviations: [],
  };
  const fresh = (): JsonObject => randomObject(kind, random, name);
  let desired = fresh();
  let live: JsonObject | undefined;
  let recorded: Record | undefined;
  for (let step = 0; step <= edits; step++) {
    if (live !== undefined) live = await othersEdit(given, random, live, fresh());
    const wanted: JsonObject = step === 0 || random.chance(0.4) ? desired : edited(random, desired, fresh());
    if (kind.controlled && live !== undefined) live = (await read(given)) ?? live;
    const target = targetFor(given, wanted);
    const answer = await checkStep(given, {desired: wanted, target, live, recorded}, tally, random.chance(0.1));
    if (answer === undefined) {
      // Refused: the user goes back to what was taken, or begins anew.
      if (live === undefined) desired = fresh();
      continue;
    }
    [desired, live] = [wanted, answer];
    recorded = {desiredDigest: target.digest(), applied: appliedOf(target, answer)};
  }
  return tally;
}

function targetFor({known, namespace, kind}: RandomCase, wanted: JsonObject): Target {
  const metadata = isObject(wanted['metadata']) ? wanted['metadata'] : {};
  const written = kind.clusterScoped ? wanted : {...wanted, metadata: {...metadata, namespace}};
  const identity = identityOf(written);
  const id = idOf(identity);
  const resource = {id, type: 'Kubernetes' as const, attributes: written, dependsOn: [], extensions: {}};
  return targetOf({
    candidate: {resource, origin: undefined, identity, ownId: id, kind: known, written},
    object: written,
    ownership: {lineage: 'lineage', stackName: 'random', created: false},
    digestKey: new Secret('key'),
  });
}

const placeOf = ({known, namespace, name}: RandomCase) => ({
  resource: known.resource,
  namespace: known.resource.namespaced ? namespace : undefined,
  name,
});

async function read(given: RandomCase): Promise<JsonObject | undefined> {
  const reply = await given.client.get(placeOf(given));
  return reply.ok ? reply.object : undefined;
}

/** What happens to the object between two of our applies. What the server refuses did not happen. */
async function othersEdit(given: RandomCase, random: Random, live: JsonObject, other: JsonObject): Promise<JsonObject> {
  const {client} = given;
  const place = placeOf(given);
  const manager = random.pick(['other', 'third']);
  switch (random.int(5)) {
    case 0: {
      const object = partOf(random, other);
      const reply = await client.apply({...place, object, force: random.chance(0.8), fieldManager: manager});
      return reply.ok ? reply.object : live;
    }
    case 1: {
      const reply = await client.send({
        method: 'PATCH',
        path: pathOf(place),
        query: {fieldManager: random.pick(['kubectl-edit', 'kubectl-patch', 'gantry'])},
        contentType: 'application/merge-patch+json',
        body: patchOf(random, live, other),
      });
      return reply.ok && isObject(reply.body) ? reply.body : live;
    }
    default:
      return live;
  }
}

async function checkStep(
  given: RandomCase,
  step: Step,
  tally: Tally,
  asksFirst: boolean,
): Promise<JsonObject | undefined> {
  const {client} = given;
  const {target, live} = step;
  const report = (promised: Promised, what: string): void => {
    tally.deviations.push({promised, text: describe(given, step, what)});
  };
  const predicted = applyConfiguration({
    live,
    desired: target.desired,
    schema: target.kind.schema,
    manager: 'gantry',
  });
  const expected = await settled(given, live, predicted.object);
  const write = {...placeOf(given), object: target.desired};
  if (asksFirst) checkConflicts(await client.apply({...write, force: false, dryRun: true}), predicted, report);
  const reply = await client.apply({...write, force: true});
  if (!reply.ok) {
    tally.refused++;
    tally.refusals.push(`${given.kind.kind} seed ${given.seed}: ${reply.refusal.message}`);
    return undefined;
  }
  tally.accepted++;
  const problems = validateObject(target.desired, target.kind.schema);
  if (problems.length > 0) report('validation', JSON.stringify(problems));
  const answer = reply.object;
  checkDecision(given, step, answer, tally, report);
  checkManagers(predicted, answer, report);
  checkObject(expected, answer, report);
  return answer;
}

type Report = (promised: Promised, what: string) => void;

function checkConflicts(
  reply: Awaited<ReturnType<KubernetesClient['apply']>>,
  predicted: ApplyResult,
  report: Report,
): void {
  const refused = reply.ok ? undefined : reply.refusal;
  if (refused !== undefined && refused.kind !== 'conflict') return;
  const named = (refused?.conflicts ?? []).map(({manager, field}) => `${manager} ${field}`);
  const ours = predicted.conflicts.flatMap(({manager, fields}) => paths(fields).map((path) => ({manager, path})));
  // How the server spells a path is not at stake here, but how many fields each manager would lose is.
  const count = (names: readonly string[]): string => names.toSorted().join();
  const [theirs, mine] = [count(named.map((one) => one.split(' ')[0] ?? '')), count(ours.map(({manager}) => manager))];
  if (theirs !== mine) {
    const shown = ours.map(({manager, path}) => `${manager} ${formatFieldPath(path)}`);
    report('conflicts', `the server: ${named.join('; ')}\npredicted: ${shown.join('; ')}`);
  }
}

function checkDecision(given: RandomCase, step: Step, answer: JsonObject, tally: Tally, report: Report): void {
  const {target, live, recorded} = step;
  if (live === undefined) return;
  const comparison = {
    ...target,
    live,
    schema: target.kind.schema,
    redactedProjection: () => appliedOf(target, live),
  };
  const bare = needsRequest(comparison);
  const needed = recorded === undefined ? bare : needsRequest({...comparison, recorded});
  const spell = isCustom(target.kind.schema) ? (object: JsonObject) => object : withNullLists;
  const [before, after] = [contentOf(spell(live)), contentOf(spell(answer))];
  if (deepEqual(before, after)) {
    tally.idle++;
    if (needed) tally.asked.push(describe(given, step, 'sent in vain'));
    return;
  }
  if (needed && bare) return;
  report('decision', `no request was said to be needed, and it changes ${JSON.stringify(differences(before, after))}`);
}

/**
 * All that a write can change but its stamps. A server may stamp an object of which nothing changes: it counts a generation of
 * a spec in which an empty list was left out again, and puts the entries of managers in another order.
 */
const contentOf = (object: JsonObject): JsonObject => ({
  object: withoutStatus(object),
  managers: Object.fromEntries([...entriesOf(managersOf(object))].map(([key, {fields}]) => [key, toFieldsV1(fields)])),
});

/** What a server calls `[]` in its answer to a write it later reads as null, in its own kinds. */
const withNullLists = (object: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(object, (_, value: Json) => (value === null ? [] : value))) as JsonObject;

function checkManagers(predicted: ApplyResult, answer: JsonObject, report: Report): void {
  const theirs = entriesOf(managersOf(answer));
  const ours = entriesOf(predicted.managers);
  const own = 'gantry/Apply/';
  const [mine, recorded] = [ours.get(own), theirs.get(own)];
  if (mine === undefined || recorded === undefined ? mine !== recorded : !equalSets(mine.fields, recorded.fields)) {
    report('fields', `the server: ${shown(recorded)}\npredicted: ${shown(mine)}`);
  }
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const [left, right] = [ours.get(key), theirs.get(key)];
    if (key === own || (left && right && equalSets(left.fields, right.fields))) continue;
    report('managers', `${key}\nthe server: ${shown(right)}\npredicted: ${shown(left)}`);
  }
}

/** Controllers write in their own time. */
const isController = ({manager, subresource}: Manager): boolean =>
  subresource === 'status' || manager.startsWith('kube-');

const entriesOf = (managers: readonly Manager[]): ReadonlyMap<string, Manager> =>
  new Map(
    managers
      .filter((entry) => !isController(entry))
      .map((entry) => [`${entry.manager}/${entry.operation}/${entry.subresource}`, entry]),
  );

const shown = (entry: Manager | undefined): string =>
  entry === undefined ? 'no entry' : paths(entry.fields).map(formatFieldPath).join(' ');

/**
 * A predicted object as the server holds it: its defaults filled in, spelled in its own way. The server says so itself, in a
 * dry run of a write of just that object. A text is its refusal.
 */
async function settled(
  given: RandomCase,
  live: JsonObject | undefined,
  predicted: JsonObject,
): Promise<JsonObject | string> {
  if (live !== undefined && deepEqual(withoutStatus(predicted), withoutStatus(live))) return predicted;
  const {client} = given;
  const {resource, namespace, name} = placeOf(given);
  const {resourceVersion: _, ...metadata} = metadataOf(predicted);
  if (live === undefined) {
    const made = await client.create({resource, namespace, object: {...predicted, metadata}, dryRun: true});
    return made.ok ? made.object : made.refusal.message;
  }
  const path = pathOf({resource, namespace, name});
  const query = {fieldManager: 'gantry', dryRun: 'All'};
  // A controller may write in between, which is none of our business.
  for (let version = metadataOf(live)['resourceVersion'] ?? ''; ; ) {
    const body = {...predicted, metadata: {...metadata, resourceVersion: version}};
    const reply = await client.send({method: 'PUT', path, query, body});
    if (reply.ok) return isObject(reply.body) ? reply.body : {};
    if (reply.refusal.kind !== 'stale') return reply.refusal.message;
    version = metadataOf((await read(given)) ?? live)['resourceVersion'] ?? '';
  }
}

function checkObject(expected: JsonObject | string, answer: JsonObject, report: Report): void {
  if (typeof expected === 'string') {
    report('object', `the server refuses the predicted object: ${expected}`);
    return;
  }
  const [ours, theirs] = [withoutStatus(expected), withoutStatus(answer)];
  if (deepEqual(ours, theirs)) return;
  report('object', `predicted, then the server's: ${JSON.stringify(differences(ours, theirs))}`);
}

const metadataOf = (object: JsonObject): JsonObject => (isObject(object['metadata']) ? object['metadata'] : {});

/** Without what only the server writes. */
function withoutStatus(object: JsonObject): JsonObject {
  const {status: _, metadata: _metadata, ...rest} = object;
  const {
    managedFields: _fields,
    resourceVersion: _version,
    generation: _generation,
    creationTimestamp: _created,
    uid: _uid,
    annotations,
    ...metadata
  } = metadataOf(object);
  const {'deployment.kubernetes.io/revision': _revision, ...notes} = isObject(annotations) ? annotations : {};
  const kept = Object.keys(notes).length === 0 ? {} : {annotations: notes};
  return {...rest, metadata: {...metadata, ...kept}};
}

const differences = (before: JsonObject, after: JsonObject) =>
  compareObjects(before, after, DEDUCED).map(({path, ...rest}) => ({path: formatFieldPath(path), ...rest}));

const describe = ({kind, seed}: RandomCase, {target, live}: Step, what: string): string =>
  [
    `${kind.kind}, seed ${seed}: ${what}`,
    `desired: ${JSON.stringify(target.desired)}`,
    `live: ${JSON.stringify(live ?? null)}`,
  ].join('\n');
