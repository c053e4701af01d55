import type {Json, JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {listAt, objectAt, partAt, textAt, textsAt} from '../../model/part.ts';
import {duplicate, forbidden, invalid, invalids, required} from '../../model/problem.ts';
import type {KindRules} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {qualifiedName} from '../formats.ts';
import {asText, changeAt, entriesOf, itemsAt} from './fields.ts';
import {compared, isNegative, isWhole} from './quantities.ts';

/** Resources of containers and quotas that need no prefix. */
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const COUNTED = [
  'configmaps persistentvolumeclaims pods replicationcontrollers resourcequotas secrets services',
  'services.loadbalancers services.nodeports',
].flatMap((line) => line.split(' '));
const QUOTA = [
  ...COMPUTE,
  ...COMPUTE.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  'requests.storage',
  ...COUNTED,
];
const isHugePages = (name: string): boolean => /^(requests\.|limits\.)?hugepages-/u.test(name);
const isStandard = (name: string): boolean => name === 'storage' || QUOTA.includes(name) || isHugePages(name);

function resourceProblems(field: string, name: string): readonly Problem[] {
  const bad = invalids(field, name, qualifiedName(name));
  return bad.length > 0 || name.includes('/') || isStandard(name)
    ? bad
    : [invalid(field, name, 'must be a standard resource type or fully qualified')];
}

const containerResource = (field: string, name: string): readonly Problem[] => [
  ...resourceProblems(field, name),
  ...(name.includes('/') || COMPUTE.includes(name) || name.startsWith('hugepages-')
    ? []
    : [invalid(field, name, 'must be a standard resource for containers')]),
];

/** Sets defaults: the default limit is the maximum, and the default request is the default limit, or else the minimum. */
const limitDefaults = (item: JsonObject): JsonObject => {
  if (item['type'] !== 'Container') return item;
  const limits = {...objectAt(item, 'max'), ...objectAt(item, 'default')};
  const requests = {...objectAt(item, 'min'), ...limits, ...objectAt(item, 'defaultRequest')};
  return {
    ...item,
    ...defined({
      default: Object.keys(limits).length === 0 ? undefined : limits,
      defaultRequest: Object.keys(requests).length === 0 ? undefined : requests,
    }),
  };
};

/** Rules of the LimitRange: defaults of its items, and the order of minimum, default and maximum. */
export const LIMIT_RANGE: KindRules = {
  createsOnUpdate: true,
  defaults: (object) =>
    changeAt({...object, spec: {limits: null, ...objectAt(object, 'spec')}}, ['spec', 'limits', '*'], limitDefaults),
  validate: ({object}) => {
    const types = itemsAt(object, 'spec', 'limits').map(([item]) => textAt(item, 'type'));
    return itemsAt(object, 'spec', 'limits').flatMap(([item, at]) => [
      ...typeProblems(`spec.limits[${at}].type`, types, at),
      ...itemProblems(`spec.limits[${at}]`, item),
    ]);
  },
};

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];

function typeProblems(field: string, types: readonly string[], at: number): readonly Problem[] {
  const type = types[at] ?? '';
  const bad = invalids(field, type, qualifiedName(type));
  const unknown = bad.length === 0 && !type.includes('/') && !TYPES.includes(type);
  return [
    ...bad,
    ...(unknown ? [invalid(field, type, 'must be a standard limit type or fully qualified')] : []),
    ...(types.indexOf(type) < at ? [duplicate(field, type)] : []),
  ];
}

function itemProblems(field: string, item: JsonObject): readonly Problem[] {
  const type = textAt(item, 'type');
  const check = type === 'Pod' || type === 'Container' ? containerResource : resourceProblems;
  const names = (key: string): readonly Problem[] =>
    entriesOf(objectAt(item, key)).flatMap(([name]) => check(`${field}.${key}[${name}]`, name));
  const defaults = ['default', 'defaultRequest'];
  const refused = (key: string): readonly Problem[] =>
    entriesOf(objectAt(item, key)).length === 0
      ? []
      : [forbidden(`${field}.${key}`, "may not be specified when `type` is 'Pod'")];
  const unsized = ['min', 'max'].every((key) => objectAt(item, key)?.['storage'] === undefined);
  const keys = ['max', 'min', 'maxLimitRequestRatio', ...(type === 'Pod' ? [] : defaults)];
  const all = new Set(keys.flatMap((key) => entriesOf(objectAt(item, key)).map(([name]) => name)));
  return [
    ...names('max'),
    ...names('min'),
    ...defaults.flatMap(type === 'Pod' ? refused : names),
    ...(type === 'PersistentVolumeClaim' && unsized
      ? [required(`${field}.limits`, 'either minimum or maximum storage value is required, but neither was provided')]
      : []),
    ...names('maxLimitRequestRatio'),
    ...[...all].toSorted().flatMap((name) => orderProblems(field, item, name)),
  ];
}

/** Pairs of values of which the first must not be greater, with the one that a message shows, and their names. */
const ORDERED = [
  {low: 'min', high: 'max', at: 'min', shown: 'min', words: ['min', 'max']},
  {
    low: 'min',
    high: 'defaultRequest',
    at: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['min', 'default request'],
  },
  {
    low: 'defaultRequest',
    high: 'max',
    at: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['default request', 'max'],
  },
  {
    low: 'defaultRequest',
    high: 'default',
    at: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['default request', 'default limit'],
  },
  {low: 'min', high: 'default', at: 'default', shown: 'min', words: ['min', 'default']},
  {low: 'default', high: 'max', at: 'default', shown: 'max', words: ['default', 'max']},
] as const;

function orderProblems(field: string, item: JsonObject, name: string): readonly Problem[] {
  const pod = textAt(item, 'type') === 'Pod';
  const of = (key: string): Json | undefined =>
    pod && key.startsWith('default') ? undefined : objectAt(item, key)?.[name];
  const ordered = ORDERED.flatMap(({low, high, at, shown, words}) => {
    const [less, more] = [of(low), of(high)];
    if (less === undefined || more === undefined || compared(less, more) <= 0) return [];
    const text = `${words[0]} value ${asText(less)} is greater than ${words[1]} value ${asText(more)}`;
    return [invalid(`${field}.${at}[${name}]`, of(shown), text)];
  });
  const ratio = of('maxLimitRequestRatio');
  return ratio === undefined || compared(ratio, '1') >= 0
    ? ordered
    : [...ordered, invalid(`${field}.maxLimitRequestRatio[${name}]`, ratio, `ratio ${asText(ratio)} is less than 1`)];
}

/** Rules of the ResourceQuota; its status is empty at first, and its scopes are immutable. */
export const RESOURCE_QUOTA: KindRules = {
  defaults: (object) => ({...object, spec: partAt(object, 'spec'), status: partAt(object, 'status')}),
  prepare: ({object, before}) => (before === undefined ? {...object, status: {}} : object),
  validate: ({object, before, subresource}) =>
    subresource === 'status'
      ? []
      : [
          ...entriesOf(objectAt(object, 'spec', 'hard')).flatMap(([name, value]) => hardProblems(name, value)),
          ...scopeProblems(object),
          ...(before === undefined || sameScopes(object, before)
            ? []
            : [invalid('spec.scopes', objectAt(object, 'spec')?.['scopes'], 'field is immutable')]),
        ],
};

function hardProblems(name: string, value: Json): readonly Problem[] {
  const field = `spec.hard[${name}]`;
  return [
    ...resourceProblems(field, name),
    ...(name.includes('/') || QUOTA.includes(name) || isHugePages(name)
      ? []
      : [invalid(field, name, 'must be a standard resource for quota')]),
    ...(isNegative(value) ? [invalid(field, asText(value), 'must be greater than or equal to 0')] : []),
    ...(COUNTED.includes(name) && !isWhole(value) ? [invalid(field, asText(value), 'must be an integer')] : []),
  ];
}

const SCOPES = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'VolumeAttributesClass',
  'CrossNamespacePodAffinity',
];
const CONFLICTING = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

function scopeProblems(object: JsonObject): readonly Problem[] {
  const scopes = listAt(object, 'spec', 'scopes');
  const say = (why: string): Problem => invalid('spec.scopes', scopes, why);
  const hard = entriesOf(objectAt(object, 'spec', 'hard')).map(([name]) => name);
  return [
    ...scopes.flatMap((scope) => [
      ...(SCOPES.includes(asText(scope)) ? [] : [say('unsupported scope')]),
      ...hard
        .filter((name) => QUOTA.includes(name) && !applies(asText(scope), name))
        .map(() => say('unsupported scope applied to resource')),
    ]),
    ...CONFLICTING.filter((pair) => pair.every((scope) => scopes.includes(scope))).map(() => say('conflicting scopes')),
  ];
}

/** Reports whether a standard resource can be counted under a scope. */
function applies(scope: string, name: string): boolean {
  const pods = name === 'pods';
  switch (scope) {
    case 'BestEffort':
      return pods;
    case 'VolumeAttributesClass':
      return name === 'persistentvolumeclaims' || name === 'requests.storage';
    case 'Terminating':
    case 'NotTerminating':
    case 'NotBestEffort':
    case 'PriorityClass':
    case 'CrossNamespacePodAffinity':
      return pods || /^(requests\.|limits\.)?(cpu|memory)$/u.test(name);
    default:
      return true;
  }
}

function sameScopes(object: JsonObject, before: JsonObject): boolean {
  const [now, old] = [new Set(textsAt(object, 'spec', 'scopes')), new Set(textsAt(before, 'spec', 'scopes'))];
  return now.size === old.size && [...now].every((scope) => old.has(scope));
}
