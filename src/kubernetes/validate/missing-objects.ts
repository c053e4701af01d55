import {isList, isObject, type Json} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {nameKey, type ResourceIndex, type Subject} from '../graph/edges/resource-index.ts';
import {isKubernetesGroup} from '../resource/scope.ts';
import type {NamedObject} from './named-objects.ts';
import {GATEWAY} from './routes.ts';
import type {StackFinding} from './stack-finding.ts';

/** Objects that every namespace has. */
const ALWAYS_THERE = new Set([
  'ServiceAccount/default',
  'ConfigMap/kube-root-ca.crt',
  'ConfigMap/openshift-service-ca.crt',
]);

/**
 * Reports references to objects that the stack does not contain. Warns if the stack has an unused object with a similar name, because the name is
 * then probably misspelt. Otherwise the cluster may have the object: reports a note for kinds that usually belong to the same stack.
 * @param live whether the cluster has an object, by its key. It contains only the objects that were read.
 */
export function missingObjects(
  index: ResourceIndex,
  named: readonly NamedObject[],
  live: ReadonlyMap<string, boolean>,
): readonly StackFinding[] {
  const used = new Set(named.flatMap((one) => index.find(one) ?? []));
  const made = madeByCustomObjects(index);
  const told = new Set<string>();
  return named.flatMap((one): readonly StackFinding[] => {
    const {from, kind, name, namespace = '', path} = one;
    if (name === undefined || index.find(one) !== undefined || ALWAYS_THERE.has(`${kind}/${name}`)) return [];
    if (made.has(name) || name.includes('$')) return [];
    const key = nameKey(one);
    if (live.get(key) === true) return [];
    const unused = index
      .ofKind(one.group, kind)
      .filter((other) => other.namespace === namespace && !used.has(other.id));
    const near = unused.find((other) => isNearly(name, other.name))?.name;
    const about = `${showPath(path)} is ${name}, but the stack has no ${kind} of that name`;
    const elsewhere = inOtherNamespace(index, one);
    if (elsewhere !== undefined) return [{id: from.id, finding: elsewhere}];
    if (near !== undefined) {
      const hint = `Did you mean ${near}?`;
      return [{id: from.id, finding: {severity: 'warning', code: 'reference/not-found', path, message: about, hint}}];
    }
    if (isUsuallyElsewhere(one) || told.has(key)) return [];
    told.add(key);
    const where = namespace === '' ? 'the cluster' : `namespace ${namespace}`;
    if (live.get(key) === false) {
      const message = `${showPath(path)} is ${name}, but neither the stack nor ${where} has a ${kind} of that name`;
      return [{id: from.id, finding: {severity: 'warning', code: 'reference/not-found', path, message}}];
    }
    const hint = `It must exist in ${where} before the apply.`;
    return [{id: from.id, finding: {severity: 'note', code: 'reference/not-in-stack', path, message: about, hint}}];
  });
}

/** Reports whether a reference says nothing about the stack if its object is missing. */
const isUsuallyElsewhere = ({isOptional, isForeign}: NamedObject): boolean => isOptional === true || isForeign === true;

/** Reports a reference with another namespace than the only object of its name in the stack. */
function inOtherNamespace(
  index: ResourceIndex,
  {group, kind, name, namespace, namespacePath: path}: NamedObject,
): StackFinding['finding'] | undefined {
  if (path === undefined) return undefined;
  const others = index.ofKind(group, kind).filter((one) => one.name === name);
  const [other] = others;
  if (other === undefined || others.length > 1) return undefined;
  const message = `${showPath(path)} is ${namespace ?? ''}, but ${kind} ${name ?? ''} of the stack is in namespace ${other.namespace}`;
  return {severity: 'warning', code: 'reference/namespace', path, message, hint: `Did you mean ${other.namespace}?`};
}

/** Reports whether two names differ in at most two adjacent characters. Names that differ only in numbers, such as `shard-1` and `shard-2`, are not similar. */
function isNearly(a: string, b: string): boolean {
  if (a.replaceAll(/\d+/g, '0') === b.replaceAll(/\d+/g, '0')) return false;
  const shorter = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return shorter >= 4 && Math.max(a.length, b.length) - start - end <= 2;
}

/** Returns the names and all texts of custom objects. Operators create Secrets and other objects with such names. */
function madeByCustomObjects({subjects}: ResourceIndex): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (value: Json): void => {
    if (typeof value === 'string') found.add(value);
    else if (isList(value)) value.forEach(collect);
    else if (isObject(value)) Object.values(value).forEach(collect);
  };
  for (const {group, object} of subjects.filter(isCustom)) if (group !== '') collect(object);
  return found;
}

/** Reports whether an operator may create objects for a custom object. Routes and Gateways only refer to objects. */
const isCustom = ({group}: Subject): boolean => !isKubernetesGroup(group) && group !== GATEWAY;
