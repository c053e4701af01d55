import type {Json, JsonObject} from '../../../core/json.ts';
import {listAt, numberAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {
  at,
  child,
  choiceOf,
  duplicate,
  forbidden,
  invalid,
  invalids,
  notSupported,
  optionalChoice,
  required,
} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dnsLabel, dnsSubdomain, labelValue, qualifiedName} from '../formats.ts';
import {asText, entriesOf, itemsAt} from '../objects/fields.ts';
import {operatorProblems, selectorProblems} from './labels.ts';
import {has} from './numbers.ts';

/** Checks the tolerations (`ValidateTolerations`). They come with their index, since the caller may skip some. */
export function tolerationsProblems(
  tolerations: readonly (readonly [JsonObject, number])[],
  path: string,
): readonly Problem[] {
  return tolerations.flatMap(([toleration, index]) => {
    const [key, effect, field] = [textAt(toleration, 'key'), textAt(toleration, 'effect'), at(path, index)];
    const operator = textAt(toleration, 'operator');
    return [
      ...(key === '' ? [] : invalids(child(field, 'key'), key, qualifiedName(key))),
      ...(key === '' && operator !== 'Exists'
        ? [
            invalid(
              child(field, 'operator'),
              operator,
              'operator must be Exists when `key` is empty, which means "match all values and all keys"',
            ),
          ]
        : []),
      ...(has(toleration, 'tolerationSeconds') && effect !== 'NoExecute'
        ? [invalid(child(field, 'effect'), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")]
        : []),
      ...tolerationOperator(operator, textAt(toleration, 'value'), child(field, 'operator')),
      ...optionalChoice(child(field, 'effect'), effect, EFFECTS),
    ];
  });
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function tolerationOperator(operator: string, value: string, path: string): readonly Problem[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const complaints = labelValue(value);
      return complaints.length === 0 ? [] : [invalid(path, value, complaints.join(';'))];
    }
    case 'Exists':
      return value === '' ? [] : [invalid(path, value, "value must be empty when `operator` is 'Exists'")];
    default:
      return [notSupported(path, operator, ['Equal', 'Exists'])];
  }
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Checks node affinity, pod affinity and pod anti-affinity (`validateAffinity`). */
export function affinityProblems(spec: JsonObject, path: string): readonly Problem[] {
  const affinity = objectAt(spec, 'affinity');
  const field = child(path, 'affinity');
  return [
    ...nodeAffinityProblems(objectAt(affinity, 'nodeAffinity'), child(field, 'nodeAffinity')),
    ...podAffinityProblems(objectAt(affinity, 'podAffinity'), child(field, 'podAffinity')),
    ...podAffinityProblems(objectAt(affinity, 'podAntiAffinity'), child(field, 'podAntiAffinity')),
  ];
}

function nodeAffinityProblems(affinity: JsonObject | undefined, path: string): readonly Problem[] {
  const selector = objectAt(affinity, REQUIRED);
  const terms = child(path, REQUIRED, 'nodeSelectorTerms');
  return [
    ...(selector !== undefined && listAt(selector, 'nodeSelectorTerms').length === 0
      ? [required(terms, 'must have at least one node selector term')]
      : []),
    ...itemsAt(selector, 'nodeSelectorTerms').flatMap(([term, index]) =>
      termProblems(term, at(terms, index), {values: true}),
    ),
    ...itemsAt(affinity, PREFERRED).flatMap(([preferred, index]) => {
      const field = at(child(path, PREFERRED), index);
      return [
        ...weightProblems(preferred, field),
        ...termProblems(partAt(preferred, 'preference'), child(field, 'preference'), {values: false}),
      ];
    }),
  ];
}

function weightProblems(term: JsonObject, path: string): readonly Problem[] {
  const weight = numberAt(term, 'weight');
  return weight > 0 && weight <= 100 ? [] : [invalid(child(path, 'weight'), weight, 'must be in the range 1-100')];
}

/** Checks a term. The values of a preference are not checked. */
const termProblems = (term: JsonObject, path: string, {values}: {readonly values: boolean}): readonly Problem[] => [
  ...itemsAt(term, 'matchExpressions').flatMap(([one, index]) =>
    nodeExpression(one, at(child(path, 'matchExpressions'), index), values),
  ),
  ...itemsAt(term, 'matchFields').flatMap(([one, index]) => nodeField(one, at(child(path, 'matchFields'), index))),
];

function nodeExpression(expression: JsonObject, path: string, checkValues: boolean): readonly Problem[] {
  const [key, operator, values] = [
    textAt(expression, 'key'),
    textAt(expression, 'operator'),
    listAt(expression, 'values'),
  ];
  return [
    ...nodeOperator(operator, values, path),
    ...invalids(child(path, 'key'), key, qualifiedName(key)),
    ...(checkValues
      ? values.flatMap((value, index) => invalids(at(child(path, 'values'), index), value, labelValue(asText(value))))
      : []),
  ];
}

function nodeOperator(operator: string, values: readonly Json[], path: string): readonly Problem[] {
  if (operator !== 'Gt' && operator !== 'Lt') return operatorProblems(operator, values, path);
  return values.length === 1
    ? []
    : [required(child(path, 'values'), "must be specified single value when `operator` is 'Lt' or 'Gt'")];
}

function nodeField(expression: JsonObject, path: string): readonly Problem[] {
  const [key, operator, values] = [
    textAt(expression, 'key'),
    textAt(expression, 'operator'),
    listAt(expression, 'values'),
  ];
  const isSet = operator === 'In' || operator === 'NotIn';
  return [
    ...(isSet && values.length !== 1
      ? [
          required(
            child(path, 'values'),
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
          ),
        ]
      : []),
    ...(isSet ? [] : [invalid(child(path, 'operator'), operator, 'not a valid selector operator')]),
    ...(key === 'metadata.name'
      ? values.flatMap((value, index) => invalids(at(child(path, 'values'), index), value, dnsSubdomain(asText(value))))
      : [invalid(child(path, 'key'), key, 'not a valid field selector key')]),
  ];
}

const podAffinityProblems = (affinity: JsonObject | undefined, path: string): readonly Problem[] => [
  ...itemsAt(affinity, REQUIRED).flatMap(([term, index]) => podTermProblems(term, at(child(path, REQUIRED), index))),
  ...itemsAt(affinity, PREFERRED).flatMap(([weighted, index]) => {
    const field = at(child(path, PREFERRED), index);
    return [
      ...weightProblems(weighted, field),
      ...podTermProblems(partAt(weighted, 'podAffinityTerm'), child(field, 'podAffinityTerm')),
    ];
  }),
];

function podTermProblems(term: JsonObject, path: string): readonly Problem[] {
  const key = textAt(term, 'topologyKey');
  return [
    ...selectorProblems(objectAt(term, 'labelSelector'), child(path, 'labelSelector')),
    ...selectorProblems(objectAt(term, 'namespaceSelector'), child(path, 'namespaceSelector')),
    ...listAt(term, 'namespaces').flatMap((name) => invalids(child(path, 'namespace'), name, dnsLabel(asText(name)))),
    ...keysProblems(term, path),
    ...(key === '' ? [required(child(path, 'topologyKey'), 'can not be empty')] : []),
    ...invalids(child(path, 'topologyKey'), key, qualifiedName(key)),
  ];
}

/** Checks the keys of labels that are looked up in the Pod itself. */
function keysProblems(term: JsonObject, path: string): readonly Problem[] {
  const selector = objectAt(term, 'labelSelector');
  const [match, mismatch] = ['matchLabelKeys', 'mismatchLabelKeys'].map((key) => listAt(term, key).map(asText));
  return [
    ...keyNames(match ?? [], child(path, 'matchLabelKeys'), selector),
    ...keyNames(mismatch ?? [], child(path, 'mismatchLabelKeys'), selector),
    ...keysTwice(match ?? [], selector, path),
    ...(match ?? []).flatMap((key, index) =>
      mismatch?.includes(key) === true
        ? [
            invalid(
              at(child(path, 'matchLabelKeys'), index),
              key,
              'exists in both matchLabelKeys and mismatchLabelKeys',
            ),
          ]
        : [],
    ),
  ];
}

function keyNames(keys: readonly string[], path: string, selector: JsonObject | undefined): readonly Problem[] {
  if (keys.length > 0 && selector === undefined) {
    return [forbidden(path, 'must not be specified when labelSelector is not set')];
  }
  return keys.flatMap((key, index) => invalids(at(path, index), key, qualifiedName(key)));
}

/** Checks for duplicate keys. At this point the server has added its own expression for each key, so another one for the same key is refused. */
function keysTwice(keys: readonly string[], selector: JsonObject | undefined, path: string): readonly Problem[] {
  const seen = new Set(entriesOf(objectAt(selector, 'matchLabels')).map(([key]) => key));
  return itemsAt(selector, 'matchExpressions').flatMap(([expression]) => {
    const key = textAt(expression, 'key');
    const index = keys.lastIndexOf(key);
    const twice = index >= 0 && seen.has(key);
    seen.add(key);
    return twice ? [invalid(at(path, index), key, 'exists in both matchLabelKeys and labelSelector')] : [];
  });
}

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const POLICIES = ['Honor', 'Ignore'];

/** Checks the topology spread constraints (`validateTopologySpreadConstraints`): each pair of topologyKey and whenUnsatisfiable once. */
export function spreadProblems(spec: JsonObject, path: string): readonly Problem[] {
  const all = itemsAt(spec, 'topologySpreadConstraints');
  const list = child(path, 'topologySpreadConstraints');
  return all.flatMap(([constraint, index]) => {
    const field = at(list, index);
    const [skew, key, action] = [
      numberAt(constraint, 'maxSkew'),
      textAt(constraint, 'topologyKey'),
      textAt(constraint, 'whenUnsatisfiable'),
    ];
    const again = all
      .slice(index + 1)
      .some(([other]) => textAt(other, 'topologyKey') === key && textAt(other, 'whenUnsatisfiable') === action);
    return [
      ...(skew > 0 ? [] : [invalid(child(field, 'maxSkew'), skew, 'must be greater than zero')]),
      ...(key === '' ? [required(child(field, 'topologyKey'), 'can not be empty')] : []),
      ...choiceOf(child(field, 'whenUnsatisfiable'), action, ACTIONS),
      ...(again ? [duplicate(child(field, '{topologyKey, whenUnsatisfiable}'), `{${key}, ${action}}`)] : []),
      ...domainsProblems(constraint, action, child(field, 'minDomains')),
      ...['nodeAffinityPolicy', 'nodeTaintsPolicy'].flatMap((policy) =>
        !has(constraint, policy) || POLICIES.includes(textAt(constraint, policy))
          ? []
          : [notSupported(child(field, policy), textAt(constraint, policy), POLICIES)],
      ),
      ...keysProblems({...constraint, mismatchLabelKeys: []}, field),
      ...selectorProblems(objectAt(constraint, 'labelSelector'), child(field, 'labelSelector')),
    ];
  });
}

function domainsProblems(constraint: JsonObject, action: string, path: string): readonly Problem[] {
  if (!has(constraint, 'minDomains')) return [];
  const domains = numberAt(constraint, 'minDomains');
  return [
    ...(domains > 0 ? [] : [invalid(path, domains, 'must be greater than zero')]),
    ...(action === 'DoNotSchedule'
      ? []
      : [invalid(path, domains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`)]),
  ];
}
