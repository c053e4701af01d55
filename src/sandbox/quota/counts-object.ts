import {isObject, type JsonObject} from '../../core/json.ts';
import {qosOf} from '../kinds/workloads/pod-qos.ts';
import {list, part, text} from '../model/part.ts';

/** Reports whether a quota counts this object. A quota with scopes counts only pods that match all of its scopes. */
export function countsObject(quota: JsonObject, object: JsonObject): boolean {
  const spec = part(quota['spec']);
  const scopes = list(spec['scopes']).map((scopeName): JsonObject => ({scopeName, operator: 'Exists'}));
  const all = [...scopes, ...list(part(spec['scopeSelector'])['matchExpressions']).map(part)];
  return all.length === 0 || (object['kind'] === 'Pod' && all.every((one) => isInScope(object, one)));
}

function isInScope(pod: JsonObject, {scopeName, operator, values}: JsonObject): boolean {
  const spec = part(pod['spec']);
  switch (text(scopeName)) {
    case 'Terminating':
      return spec['activeDeadlineSeconds'] !== undefined;
    case 'NotTerminating':
      return spec['activeDeadlineSeconds'] === undefined;
    case 'BestEffort':
      return qosOf(spec) === 'BestEffort';
    case 'NotBestEffort':
      return qosOf(spec) !== 'BestEffort';
    case 'PriorityClass':
      return isSelected(text(spec['priorityClassName']), text(operator), list(values));
    case 'CrossNamespacePodAffinity':
      return reachesOtherNamespaces(spec);
    default:
      return false;
  }
}

function isSelected(name: string, operator: string, values: readonly unknown[]): boolean {
  if (operator === 'In') return values.includes(name);
  if (operator === 'NotIn') return !values.includes(name);
  return operator === 'DoesNotExist' ? name === '' : name !== '';
}

function reachesOtherNamespaces(spec: JsonObject): boolean {
  const affinity = part(spec['affinity']);
  const terms = ['podAffinity', 'podAntiAffinity'].flatMap((kind) => [
    ...list(part(affinity[kind])['requiredDuringSchedulingIgnoredDuringExecution']).map(part),
    ...list(part(affinity[kind])['preferredDuringSchedulingIgnoredDuringExecution']).map((one) =>
      part(part(one)['podAffinityTerm']),
    ),
  ]);
  return terms.some((term) => list(term['namespaces']).length > 0 || isObject(term['namespaceSelector']));
}
