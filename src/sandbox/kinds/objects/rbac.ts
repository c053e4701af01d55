import type {Json, JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {listAt, objectAt, textAt} from '../../model/part.ts';
import {choiceOf, invalid, invalids, notSupported, required} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {dnsSubdomain, pathSegment} from '../formats.ts';
import {selectorProblems} from '../workloads/labels.ts';
import {changeAt, itemsAt, withDefaults} from './fields.ts';

const GROUP = 'rbac.authorization.k8s.io';

type Scope = 'namespaced' | 'cluster';

/** Returns the rules of a role. `rules` is always written, even if it is empty. */
const role = (scope: Scope): KindRules => ({
  names: 'path-segment',
  createsOnUpdate: true,
  defaults: (object) => withDefaults(object, {rules: null}),
  validate: ({object}) => [
    ...itemsAt(object, 'rules').flatMap(([rule, at]) => ruleProblems(`rules[${at}]`, rule, scope)),
    ...(scope === 'cluster' ? aggregationProblems(object) : []),
  ],
});

function ruleProblems(field: string, rule: JsonObject, scope: Scope): readonly Problem[] {
  const has = (key: string): boolean => listAt(rule, key).length > 0;
  const verbs = has('verbs') ? [] : [required(`${field}.verbs`, 'verbs must contain at least one value')];
  if (has('nonResourceURLs')) {
    const urls = (why: string): Problem => invalid(`${field}.nonResourceURLs`, listAt(rule, 'nonResourceURLs'), why);
    return [
      ...verbs,
      ...(scope === 'namespaced' ? [urls('namespaced rules cannot apply to non-resource URLs')] : []),
      ...(has('apiGroups') || has('resources') || has('resourceNames')
        ? [urls('rules cannot apply to both regular resources and non-resource URLs')]
        : []),
    ];
  }
  return [
    ...verbs,
    ...(has('apiGroups') ? [] : [required(`${field}.apiGroups`, 'resource rules must supply at least one api group')]),
    ...(has('resources') ? [] : [required(`${field}.resources`, 'resource rules must supply at least one resource')]),
  ];
}

function aggregationProblems(object: JsonObject): readonly Problem[] {
  const rule = objectAt(object, 'aggregationRule');
  if (rule === undefined) return [];
  const field = 'aggregationRule.clusterRoleSelectors';
  const selectors = listAt(rule, 'clusterRoleSelectors');
  return selectors.length === 0
    ? [required(field, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]
    : itemsAt(rule, 'clusterRoleSelectors').flatMap(([selector, at]) => selectorProblems(selector, `${field}[${at}]`));
}

const binding = (scope: Scope): KindRules => ({
  names: 'path-segment',
  createsOnUpdate: true,
  defaults: bindingDefaults,
  validate: (write) => [
    ...roleRefProblems(write.object, scope === 'cluster' ? ['ClusterRole'] : ['Role', 'ClusterRole']),
    ...itemsAt(write.object, 'subjects').flatMap(([subject, at]) => subjectProblems(`subjects[${at}]`, subject, scope)),
    ...roleRefChange(write),
  ],
});

const bindingDefaults = (object: JsonObject): JsonObject => {
  const referring = changeAt(object, ['roleRef'], (ref) => withDefaults(ref, {apiGroup: GROUP}));
  return changeAt(referring, ['subjects', '*'], (subject) =>
    ['User', 'Group'].includes(textAt(subject, 'kind')) ? withDefaults(subject, {apiGroup: GROUP}) : subject,
  );
};

function roleRefProblems(object: JsonObject, kinds: readonly string[]): readonly Problem[] {
  const [group, kind, name] = ['apiGroup', 'kind', 'name'].map((key) => textAt(object, 'roleRef', key));
  return [
    ...choiceOf('roleRef.apiGroup', group, [GROUP]),
    ...(kinds.includes(kind ?? '') ? [] : [notSupported('roleRef.kind', kind, kinds)]),
    ...(name === '' ? [required('roleRef.name')] : invalids('roleRef.name', name ?? '', pathSegment(name ?? ''))),
  ];
}

function roleRefChange({object, before}: Write): readonly Problem[] {
  const ref = objectAt(object, 'roleRef');
  if (before === undefined || deepEqual(ref, objectAt(before, 'roleRef'))) return [];
  const shown: Json = Object.fromEntries(['apiGroup', 'kind', 'name'].map((key) => [goName(key), textAt(ref, key)]));
  return [invalid('roleRef', shown, 'cannot change roleRef')];
}

/** Returns a field name of Go's internal type, as messages have it. */
const goName = (key: string): string => (key === 'apiGroup' ? 'APIGroup' : key[0]?.toUpperCase() + key.slice(1));

function subjectProblems(field: string, subject: JsonObject, scope: Scope): readonly Problem[] {
  const [kind, name, group] = [textAt(subject, 'kind'), textAt(subject, 'name'), textAt(subject, 'apiGroup')];
  const nameless = name === '' ? [required(`${field}.name`)] : [];
  switch (kind) {
    case 'ServiceAccount':
      return [
        ...nameless,
        ...(name === '' ? [] : invalids(`${field}.name`, name, dnsSubdomain(name))),
        ...(group === '' ? [] : [notSupported(`${field}.apiGroup`, group, [''])]),
        ...(scope === 'cluster' && textAt(subject, 'namespace') === '' ? [required(`${field}.namespace`)] : []),
      ];
    case 'User':
    case 'Group':
      return group === GROUP ? nameless : [...nameless, notSupported(`${field}.apiGroup`, group, [GROUP])];
    default:
      return [...nameless, notSupported(`${field}.kind`, kind, ['ServiceAccount', 'User', 'Group'])];
  }
}

/** Rules of rbac.authorization.k8s.io, by `KIND.GROUP`. */
export const RBAC: Readonly<Record<string, KindRules>> = {
  [`Role.${GROUP}`]: role('namespaced'),
  [`ClusterRole.${GROUP}`]: role('cluster'),
  [`RoleBinding.${GROUP}`]: binding('namespaced'),
  [`ClusterRoleBinding.${GROUP}`]: binding('cluster'),
};
