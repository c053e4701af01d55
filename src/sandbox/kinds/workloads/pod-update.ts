import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {at, child, forbidden, invalid, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {between, MAX_INT32} from '../formats.ts';
import {entriesOf, itemsAt, withField} from '../objects/fields.ts';
import {unifiedDiff} from '../unified-diff.ts';
import {imageBlanks} from './check-container.ts';
import {podAnnotationsProblems} from './check-template.ts';
import {tolerationsProblems} from './check-tolerations.ts';
import {internalJson} from './internal-json.ts';
import {has} from './numbers.ts';

type Specs = {readonly next: JsonObject; readonly old: JsonObject};

/** Checks the immutable fields of a Pod, which are nearly all of them. */
export function podUpdateProblems(pod: JsonObject, before: JsonObject): readonly Problem[] {
  const [next, old] = [partAt(pod, 'spec'), partAt(before, 'spec')];
  const first = [
    ...annotationChanges(pod, before),
    ...podAnnotationsProblems(objectAt(pod, 'metadata', 'annotations'), next, 'metadata.annotations'),
  ];
  for (const list of ['containers', 'initContainers']) {
    const counts = [next, old].map((spec) => listAt(spec, list).length);
    if (counts[0] !== counts[1]) {
      return [...first, forbidden(`spec.${list}`, 'pod updates may not add or remove containers')];
    }
    first.push(...imageProblems(next, list));
  }
  const deadline = deadlineProblems({next, old});
  if (deadline !== undefined) first.push(deadline);
  if (deadline !== undefined && has(next, 'activeDeadlineSeconds')) return first;
  return [...first, ...tolerationChanges({next, old}), ...gateChanges({next, old}), ...otherChanges({next, old})];
}

const FIXED_ANNOTATIONS: readonly (readonly [is: (key: string) => boolean, what: string])[] = [
  [(key) => key.startsWith('container.apparmor.security.beta.kubernetes.io/'), 'AppArmor annotations'],
  [(key) => key === 'kubernetes.io/config.mirror', 'mirror pod annotation'],
];

const problemOf = (key: string, verb: string): readonly Problem[] =>
  FIXED_ANNOTATIONS.filter(([is]) => is(key)).map(([, what]) =>
    forbidden(at('metadata.annotations', key), `may not ${verb} ${what}`),
  );

function annotationChanges(pod: JsonObject, before: JsonObject): Problem[] {
  const [next, old] = [pod, before].map((one) => partAt(one, 'metadata', 'annotations'));
  return [
    ...entriesOf(old).flatMap(([key, value]) => (next?.[key] === value ? [] : problemOf(key, 'remove or update'))),
    ...entriesOf(next).flatMap(([key]) => (old?.[key] === undefined ? problemOf(key, 'add') : [])),
  ];
}

const imageProblems = (spec: JsonObject, list: string): readonly Problem[] =>
  itemsAt(spec, list).flatMap(([container, index]) => [
    ...(textAt(container, 'image') === '' ? [required(child(at(`spec.${list}`, index), 'image'))] : []),
    ...imageBlanks(container, at(`spec.${list}`, index)),
  ]);

/** Checks the deadline, which may be set once and then only be shortened. */
function deadlineProblems({next, old}: Specs): Problem | undefined {
  const [wanted, known, path] = [
    next['activeDeadlineSeconds'],
    old['activeDeadlineSeconds'],
    'spec.activeDeadlineSeconds',
  ];
  if (typeof wanted !== 'number') {
    return known === undefined
      ? undefined
      : invalid(path, null, 'must not update from a positive integer to nil value');
  }
  if (wanted < 0 || wanted > MAX_INT32) return invalid(path, wanted, between(0, MAX_INT32));
  return typeof known === 'number' && known < wanted
    ? invalid(path, wanted, 'must be less than or equal to previous value')
    : undefined;
}

const plain = (toleration: Json): Json =>
  isObject(toleration) ? withField(toleration, 'tolerationSeconds', undefined) : toleration;

function tolerationChanges({next, old}: Specs): readonly Problem[] {
  const path = 'spec.tolerations';
  const wanted = listAt(next, 'tolerations').map(plain);
  const isKept = listAt(old, 'tolerations').every((one) => wanted.some((other) => deepEqual(plain(one), other)));
  if (!isKept) return [forbidden(path, 'existing toleration can not be modified except its tolerationSeconds')];
  return tolerationsProblems(itemsAt(next, 'tolerations'), path);
}

const namesOfGates = (spec: JsonObject): readonly string[] =>
  itemsAt(spec, 'schedulingGates').map(([gate]) => textAt(gate, 'name'));

const gateChanges = ({next, old}: Specs): readonly Problem[] =>
  namesOfGates(next).flatMap((name, index) =>
    namesOfGates(old).includes(name)
      ? []
      : [
          forbidden(
            child(at('spec.schedulingGates', index), 'name'),
            `only deletion is allowed, but found new scheduling gate '${name}'`,
          ),
        ],
  );

const MAY_CHANGE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];

/** Reports changes of other fields. The node affinity of a Pod with scheduling gates may become stricter. */
function otherChanges({next, old}: Specs): readonly Problem[] {
  const isGated = listAt(old, 'schedulingGates').length > 0;
  const excused = withoutChanges({next, old});
  const compared = isGated ? withoutNodeChanges({next: excused, old}) : excused;
  const problems = isGated ? nodeSelectorProblems({next, old}) : [];
  if (deepEqual(compared, old)) return problems;
  const [was, is] = [old, compared].map((spec) => JSON.stringify(internalJson('PodSpec', spec), null, 1));
  const what = `pod updates may not change fields other than ${MAY_CHANGE.join(',')}`;
  return [...problems, forbidden('spec', `${what}\n${unifiedDiff(was ?? '', is ?? '')}`)];
}

/** Returns the new spec with the old values of all mutable fields. */
function withoutChanges({next, old}: Specs): JsonObject {
  const lists = Object.fromEntries(
    ['containers', 'initContainers']
      .filter((list) => next[list] !== undefined)
      .map((list) => [list, withImages(next, old, list)]),
  );
  const grace = old['terminationGracePeriodSeconds'];
  const isRepair = typeof grace === 'number' && grace < 0 && next['terminationGracePeriodSeconds'] === 1;
  const fields = ['activeDeadlineSeconds', 'schedulingGates', 'tolerations'].concat(
    isRepair ? ['terminationGracePeriodSeconds'] : [],
  );
  return fields.reduce((spec, key) => withField(spec, key, old[key]), {...next, ...lists});
}

const withImages = (next: JsonObject, old: JsonObject, list: string): readonly Json[] =>
  itemsAt(next, list).map(([container, index]) => withField(container, 'image', imageAt(old, list, index)));

function imageAt(spec: JsonObject, list: string, index: number): Json | undefined {
  const container = listAt(spec, list)[index];
  return isObject(container) ? container['image'] : undefined;
}

function withoutNodeChanges({next, old}: Specs): JsonObject {
  const [affinity, known] = [objectAt(next, 'affinity'), objectAt(old, 'affinity')];
  const plain = withField(next, 'nodeSelector', old['nodeSelector']);
  if (affinity === undefined && known?.['nodeAffinity'] === undefined) return plain;
  const others = Object.keys(affinity ?? {}).filter((key) => key !== 'nodeAffinity');
  if (known === undefined && others.length === 0) return withField(plain, 'affinity', undefined);
  return withField(plain, 'affinity', withField(affinity ?? {}, 'nodeAffinity', known?.['nodeAffinity']));
}

function nodeSelectorProblems({next, old}: Specs): readonly Problem[] {
  const wanted = partAt(next, 'nodeSelector');
  const isKept = entriesOf(objectAt(old, 'nodeSelector')).every(([key, value]) => wanted[key] === value);
  return isKept
    ? []
    : [
        invalid(
          'spec.nodeSelector',
          wanted,
          'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
        ),
      ];
}
