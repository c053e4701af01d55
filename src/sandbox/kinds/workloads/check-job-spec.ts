import type {JsonObject} from '../../../core/json.ts';
import {listAt, numberAt, objectAt, textAt} from '../../model/part.ts';
import {
  at,
  child,
  choiceOf,
  duplicate,
  invalid,
  invalids,
  notSupported,
  OMITTED,
  optionalChoice,
  required,
  tooLong,
  tooMany,
} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dnsSubdomain, qualifiedName} from '../formats.ts';
import {itemsAt} from '../objects/fields.ts';
import {successProblems} from './check-success-policy.ts';
import {templateProblems} from './check-template.ts';
import {internalJson} from './internal-json.ts';
import {has, negatives} from './numbers.ts';

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
].concat(['backoffLimitPerIndex', 'maxFailedIndexes']);

/** Validates the spec of a Job, or of the template of one (`validateJobSpec`). */
export function jobSpecProblems(spec: JsonObject, path: string): readonly Problem[] {
  return [
    ...negatives(spec, path, ...COUNTS),
    ...(has(spec, 'maxFailedIndexes') && !has(spec, 'backoffLimitPerIndex')
      ? [required(child(path, 'backoffLimitPerIndex'), 'when maxFailedIndexes is specified')]
      : []),
    ...managedByProblems(spec, child(path, 'managedBy')),
    ...modeProblems(spec, path),
    ...failureProblems(spec, child(path, 'podFailurePolicy')),
    ...successOf(spec, child(path, 'successPolicy')),
    ...replacementProblems(spec, child(path, 'podReplacementPolicy')),
    ...templateProblems(objectAt(spec, 'template'), child(path, 'template')),
    ...restartProblems(spec, child(path, 'template', 'spec', 'restartPolicy')),
  ];
}

const SEGMENT = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

function managedByProblems(spec: JsonObject, path: string): readonly Problem[] {
  if (!has(spec, 'managedBy')) return [];
  const manager = textAt(spec, 'managedBy');
  const [host = '', ...rest] = manager.split('/');
  const tail = rest.join('/');
  const long = manager.length > 63 ? [tooLong(path, 63)] : [];
  if (manager === '') return [required(path), ...long];
  if (rest.length === 0 || host === '' || tail === '') {
    return [invalid(path, manager, 'must be a domain-prefixed path (such as "acme.io/foo")'), ...long];
  }
  return [
    ...invalids(path, host, dnsSubdomain(host)),
    ...(new RegExp(`^${SEGMENT}$`).test(tail)
      ? []
      : [invalid(path, tail, `Invalid path (regex used for validation is '${SEGMENT}')`)]),
    ...long,
  ];
}

const MODES = ['NonIndexed', 'Indexed'];

function modeProblems(spec: JsonObject, path: string): readonly Problem[] {
  const mode = textAt(spec, 'completionMode');
  return [
    ...optionalChoice(child(path, 'completionMode'), mode, MODES),
    ...(mode === 'Indexed' ? indexedProblems(spec, path) : []),
    ...(mode === '' || mode === 'NonIndexed'
      ? ['backoffLimitPerIndex', 'maxFailedIndexes']
          .filter((key) => has(spec, key))
          .map((key) => invalid(child(path, key), spec[key], 'requires indexed completion mode'))
      : []),
  ];
}

const MOST_AT_ONCE = 100_000;
/** Above this number of completions, the parallelism and the allowed failures are limited. */
const MANY = 100_000;
const MOST_OF_MANY = 10_000;

function indexedProblems(spec: JsonObject, path: string): readonly Problem[] {
  const [parallelism, completions, failed] = ['parallelism', 'completions', 'maxFailedIndexes'].map((key) =>
    numberAt(spec, key),
  );
  const failedPath = child(path, 'maxFailedIndexes');
  return [
    ...(has(spec, 'completions') ? [] : [required(child(path, 'completions'), 'when completion mode is Indexed')]),
    ...atMost(parallelism, child(path, 'parallelism'), MOST_AT_ONCE, ' when completion mode is Indexed'),
    ...(has(spec, 'completions') && has(spec, 'maxFailedIndexes') && (failed ?? 0) > (completions ?? 0)
      ? [invalid(failedPath, failed, 'must be less than or equal to completions')]
      : []),
    ...atMost(failed, failedPath, MANY),
    ...((completions ?? 0) > MANY && has(spec, 'backoffLimitPerIndex')
      ? manyProblems(spec, path, parallelism ?? 0)
      : []),
  ];
}

function manyProblems(spec: JsonObject, path: string, parallelism: number): readonly Problem[] {
  const when = ` when completions are above ${MANY} and used with backoff limit per index`;
  const missing = has(spec, 'maxFailedIndexes')
    ? []
    : [required(child(path, 'maxFailedIndexes'), `must be specified when completions is above ${MANY}`)];
  return [
    ...missing,
    ...atMost(parallelism, child(path, 'parallelism'), MOST_OF_MANY, when),
    ...atMost(numberAt(spec, 'maxFailedIndexes'), child(path, 'maxFailedIndexes'), MOST_OF_MANY, when),
  ];
}

const atMost = (value: number | undefined, path: string, most: number, when = ''): readonly Problem[] =>
  value !== undefined && value > most ? [invalid(path, value, `must be less than or equal to ${most}${when}`)] : [];

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

/** Prints a list of strings like Go. */
const quotedList = (values: readonly string[]): string => `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;

function failureProblems(spec: JsonObject, path: string): readonly Problem[] {
  const [rules, list] = [itemsAt(spec, 'podFailurePolicy', 'rules'), child(path, 'rules')];
  const names = ['containers', 'initContainers'].flatMap((key) =>
    itemsAt(spec, 'template', 'spec', key).map(([container]) => textAt(container, 'name')),
  );
  return [
    ...(rules.length > 20 ? [tooMany(list, rules.length, 20)] : []),
    ...rules.flatMap(([rule, index]) => ruleProblems(rule, at(list, index), {names, spec})),
  ];
}

function ruleProblems(
  rule: JsonObject,
  path: string,
  {names, spec}: {readonly names: readonly string[]; readonly spec: JsonObject},
): readonly Problem[] {
  const [codes, conditions] = [objectAt(rule, 'onExitCodes'), itemsAt(rule, 'onPodConditions')];
  const both = codes !== undefined && conditions.length > 0;
  const neither = codes === undefined && conditions.length === 0;
  return [
    ...actionProblems(textAt(rule, 'action'), child(path, 'action'), has(spec, 'backoffLimitPerIndex')),
    ...(codes === undefined ? [] : exitCodesProblems(codes, child(path, 'onExitCodes'), names)),
    ...(conditions.length > 20 ? [tooMany(child(path, 'onPodConditions'), conditions.length, 20)] : []),
    ...conditions.flatMap(([pattern, index]) => patternProblems(pattern, at(child(path, 'onPodConditions'), index))),
    ...(both ? [invalid(path, OMITTED, 'specifying both OnExitCodes and OnPodConditions is not supported')] : []),
    ...(neither ? [invalid(path, OMITTED, 'specifying one of OnExitCodes and OnPodConditions is required')] : []),
  ];
}

function actionProblems(action: string, path: string, byIndex: boolean): readonly Problem[] {
  if (action === 'FailIndex') {
    return byIndex ? [] : [invalid(path, action, 'requires the backoffLimitPerIndex to be set')];
  }
  return needed(action, path, ACTIONS);
}

function needed(value: string, path: string, supported: readonly string[]): readonly Problem[] {
  if (value === '') return [required(path, `valid values: ${quotedList(supported)}`)];
  return choiceOf(path, value, supported);
}

function patternProblems(pattern: JsonObject, path: string): readonly Problem[] {
  const type = textAt(pattern, 'type');
  return [
    ...invalids(child(path, 'type'), type, qualifiedName(type)),
    ...needed(textAt(pattern, 'status'), child(path, 'status'), ['False', 'True', 'Unknown']),
  ];
}

function exitCodesProblems(rule: JsonObject, path: string, names: readonly string[]): readonly Problem[] {
  const [operator, container] = [textAt(rule, 'operator'), textAt(rule, 'containerName')];
  const [values, list] = [listAt(rule, 'values').map(Number), child(path, 'values')];
  const isOrdered = values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);
  return [
    ...needed(operator, child(path, 'operator'), ['In', 'NotIn']),
    ...(has(rule, 'containerName') && !names.includes(container)
      ? [
          invalid(
            child(path, 'containerName'),
            container,
            'must be one of the container or initContainer names in the pod template',
          ),
        ]
      : []),
    ...(values.length === 0 ? [invalid(list, rule['values'], 'at least one value is required')] : []),
    ...(values.length > 255 ? [tooMany(list, values.length, 255)] : []),
    ...values.flatMap((value, index) => [
      ...(operator === 'In' && value === 0
        ? [invalid(at(list, index), value, 'must not be 0 for the In operator')]
        : []),
      ...(values.indexOf(value) < index ? [duplicate(at(list, index), value)] : []),
    ]),
    ...(isOrdered ? [] : [invalid(list, values, 'must be ordered')]),
  ];
}

function successOf(spec: JsonObject, path: string): readonly Problem[] {
  const policy = objectAt(spec, 'successPolicy');
  if (policy === undefined) return [];
  return textAt(spec, 'completionMode') === 'Indexed'
    ? successProblems(policy, path, numberAt(spec, 'completions'))
    : [invalid(path, internalJson('SuccessPolicy', policy), 'requires indexed completion mode')];
}

function replacementProblems(spec: JsonObject, path: string): readonly Problem[] {
  const policy = textAt(spec, 'podReplacementPolicy');
  if (policy === '') return [];
  const supported = has(spec, 'podFailurePolicy') ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return choiceOf(path, policy, supported);
}

function restartProblems(spec: JsonObject, path: string): readonly Problem[] {
  const policy = textAt(spec, 'template', 'spec', 'restartPolicy');
  if (policy === '' || policy === 'Always') return [required(path, 'valid values: "OnFailure", "Never"')];
  if (policy !== 'OnFailure' && policy !== 'Never') return [notSupported(path, policy, ['OnFailure', 'Never'])];
  return has(spec, 'podFailurePolicy') && policy !== 'Never'
    ? [invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')]
    : [];
}
