import {isObject, type JsonObject} from '../../../../core/json.ts';
import type {Refusal} from '../client/status.ts';
import type {PlannedObject} from './planned-object.ts';

/** Kinds that the server looks up when it admits another object. */
const SUBJECT_KINDS: ReadonlySet<string> = new Set([
  'Namespace',
  'ServiceAccount',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
  'Role',
  'ClusterRole',
  'Service',
  'IngressClass',
]);

/** An object that the plan creates, as far as a refusal may be about it. */
export type Subject = {
  /** The id that messages show. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly object: JsonObject;
};

/** The objects that the plan creates, by name: the possible subjects of a refusal. */
export type PendingObjects = {
  readonly byName: ReadonlyMap<string, readonly Subject[]>;
  readonly crds: readonly Subject[];
};

/** Returns the objects that this plan creates or changes. */
export function pendingObjects(planned: readonly PlannedObject[]): PendingObjects {
  const pending = planned.filter(({change, refusal}) => change.action !== 'unchanged' && refusal === undefined);
  return subjectsAmong(pending.map(asSubject));
}

const asSubject = ({change, target: {identity, desired}}: PlannedObject): Subject => ({
  id: change.id,
  kind: identity.kind,
  name: identity.name,
  object: desired,
});

/** Indexes objects that the plan creates by name, and the CRDs among them. */
export function subjectsAmong(pending: readonly Subject[]): PendingObjects {
  const subjects = pending.filter(({kind}) => SUBJECT_KINDS.has(kind));
  return {
    byName: Map.groupBy(subjects, ({name}) => name),
    crds: pending.filter(({kind}) => kind === 'CustomResourceDefinition'),
  };
}

/**
 * Returns the id of the subject of a refusal if the same plan creates or changes that subject, so that the refusal is
 * not an error yet (engine rules, section 8). Returns undefined if the refusal is final.
 */
export function deferRefusal(
  {target}: PlannedObject,
  refusal: Refusal,
  {byName, crds}: PendingObjects,
): string | undefined {
  const crd = crds.find((one) => defines(one, target.identity.group, target.identity.kind));
  if (crd !== undefined && (refusal.kind === 'invalid' || refusal.kind === 'wrong-input')) return crd.id;
  if (refusal.kind === 'invalid' || refusal.kind === 'wrong-input' || isPolicy(refusal)) return undefined;
  for (const word of words(refusal)) {
    const subject = byName.get(word)?.[0];
    if (subject !== undefined && subject.id !== target.resource.id) return subject.id;
  }
  return undefined;
}

/**
 * Returns the refusals that are not a consequence of another one: a pod whose service account is refused is not wrong
 * itself. If two refer to each other, one of them is returned.
 */
export function rootRefusals(standing: readonly PlannedObject[]): readonly PlannedObject[] {
  const roots = new Set(standing);
  for (const object of standing) {
    const others = [...roots].filter((other) => other !== object);
    if (
      object.refusal !== undefined &&
      deferRefusal(object, object.refusal, subjectsAmong(others.map(asSubject))) !== undefined
    )
      roots.delete(object);
  }
  return [...roots];
}

/** Reports whether a webhook or a policy rejected the object: the names in its message are those of the object, not of what is missing. */
const isPolicy = ({message}: Refusal): boolean => /\bdenied (the )?request\b/.test(message);

/** Returns the names that the server's message may mean; for `web.shop.svc` also the name of the service. */
function* words({kind, message, subject}: Refusal): Iterable<string> {
  // A forbidden object is named first itself; a Service with the same name is unrelated.
  if (subject !== undefined && kind !== 'forbidden') yield subject.name;
  const text = message.replace(/^\S+ "[^"]*" is forbidden: /, '');
  for (const [word] of text.matchAll(/[a-z0-9](?:[a-z0-9.:-]*[a-z0-9])?/g)) {
    yield word;
    const service = /^([a-z0-9-]+)\.[a-z0-9-]+\.svc\b/.exec(word)?.[1];
    if (service !== undefined) yield service;
  }
}

function defines({object}: Subject, group: string, kind: string): boolean {
  const {spec} = object;
  if (!isObject(spec) || !isObject(spec['names'])) return false;
  return spec['group'] === group && spec['names']['kind'] === kind;
}
