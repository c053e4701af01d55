import type {MissingPermission, RbacRule, RbacRules} from '../core/plan/missing-permission.ts';
import {missingRules} from '../core/plan/missing-permission.ts';

const SHOWN_NAMES = 10;

/** Returns the rules that an administrator has to add to a role, as YAML that can be pasted. */
export const permissionsLines = (missing: readonly MissingPermission[]): readonly string[] =>
  missingRules(missing).flatMap(placeLines);

const placeLines = ({namespace, rules}: RbacRules): readonly string[] => [
  namespace === undefined ? 'missing in a ClusterRole:' : `missing in a Role of namespace ${namespace}:`,
  ...rules.map((rule) => `  - {${ruleParts(rule).join(', ')}}`),
];

const ruleParts = ({apiGroups, resources, resourceNames, verbs}: RbacRule): readonly string[] => [
  `apiGroups: ${listText(apiGroups)}`,
  `resources: ${listText(resources)}`,
  ...(resourceNames === undefined || resourceNames.length > SHOWN_NAMES
    ? []
    : [`resourceNames: ${listText(resourceNames)}`]),
  `verbs: ${listText(verbs)}`,
];

const listText = (texts: readonly string[]): string =>
  `[${texts.map((text) => (/^[a-z][\w.-]*$/.test(text) ? text : JSON.stringify(text))).join(', ')}]`;
