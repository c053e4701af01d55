import {isObject, type JsonObject} from '../../../../core/json.ts';
import type {Refusal} from '../client/status.ts';
import type {PlannedObject} from './planned-object.ts';

/** Kinds that the server looks up while it admits another object. */
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

/** An object that comes, as far as a refusal may be about it. */
export type Subject = {
  /** As it is told. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly object: JsonObject;
};

/** What comes, by name: the possible subjects of a refusal. */
export type Coming = {
  readonly byName: ReadonlyMap<string, readonly Subject[]>;
  readonly crds: readonly Subject[];
};

/** What this plan creates or changes. */
export function comingObjects(planned: readonly PlannedObject[]): Coming {
  const coming = planned.filter(({change, refusal}) => change.action !== 'unchanged' && refusal === undefined);
  return subjectsAmong(coming.map(asSubject));
}

const asSubject = ({change, target: {identity, desired}}: PlannedObject): Subject => ({
  id: change.id,
  kind: identity.kind,
  name: identity.name,
  object: desired,
});

/** Indexes objects that the plan creates by name, and the CRDs among them. */
export function subjectsAmong(coming: readonly Subject[]): Coming {
  const subjects = coming.filter(({kind}) => SUBJECT_KINDS.has(kind));
  return {
    byName: Map.groupBy(subjects, ({name}) => name),
    crds: coming.filter(({kind}) => kind === 'CustomResourceDefinition'),
  };
}

/**
 * A refusal whose subject the same plan creates or changes is no error yet (engine rules, section 8). Answers the id of that
 * subject; undefined: the refusal stands.
 */
export function excuseRefusal({target}: PlannedObject, refusal: Refusal, {byName, crds}: Coming): string | undefined {
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
 * Of the refusals that stand, those that do not merely follow from another one: a pod whose service account is refused is not
 * wrong itself. Where two refer to each other, one of them is told.
 */
export function rootRefusals(standing: readonly PlannedObject[]): readonly PlannedObject[] {
  const told = new Set(standing);
  for (const object of standing) {
    const others = [...told].filter((other) => other !== object);
    if (
      object.refusal !== undefined &&
      excuseRefusal(object, object.refusal, subjectsAmong(others.map(asSubject))) !== undefined
    )
      told.delete(object);
  }
  return [...told];
}

/** A webhook or a policy looked at the object and said no: the names in its text are those of the object, not of what it lacks. */
const isPolicy = ({message}: Refusal): boolean => /\bdenied (the )?request\b/.test(message);

/** Names that the server's text may mean; of `web.shop.svc` also the name of the service. */
function* words({kind, message, subject}: Refusal): Iterable<string> {
  // What is forbidden is the object itself, and told first: a Service of the same name has nothing to do with it.
  if (subject !== undefined && kind !== 'forbidden') yield subject.name;
  const told = message.replace(/^\S+ "[^"]*" is forbidden: /, '');
  for (const [word] of told.matchAll(/[a-z0-9](?:[a-z0-9.:-]*[a-z0-9])?/g)) {
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
