import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';

const GROUP = 'rbac.authorization.k8s.io';

/**
 * Returns the subject of a binding: `user:NAME`, `group:NAME` or `serviceaccount:NAMESPACE/NAME`.
 * @throws GantryError input/usage for anything else
 */
export function subjectOf(text: string): JsonObject {
  const [, kind = '', name = ''] = /^(user|group|serviceaccount):(.+)$/.exec(text) ?? [];
  if (kind === 'user') return {apiGroup: GROUP, kind: 'User', name};
  if (kind === 'group') return {apiGroup: GROUP, kind: 'Group', name};
  const [, namespace, account] = /^([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(name) ?? [];
  if (kind === 'serviceaccount' && namespace !== undefined && account !== undefined)
    return {kind: 'ServiceAccount', namespace, name: account};
  throw new GantryError({
    code: 'input/usage',
    message: `--to ${text}: not a user of a cluster`,
    hint: 'Use user:NAME, group:NAME or serviceaccount:NAMESPACE/NAME.',
  });
}
