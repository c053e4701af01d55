import {GantryError} from '../../../../core/failure/failure.ts';
import type {MissingPermission} from '../../../../core/plan/missing-permission.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ApiResource} from '../client/discovery.ts';
import type {Refusal} from '../client/status.ts';
import {apiFailure, unavailableApi} from '../client/unavailable-api.ts';

/** Returns the error of an object that cannot be read: permission denied, or the server's own reason. */
export function unreadable(
  server: string,
  {kind, apiVersion}: ApiResource,
  refusal: Refusal,
  id?: string,
): GantryError {
  const action = `read ${kind} (${apiVersion})`;
  if (refusal.kind === 'forbidden') {
    return new GantryError({
      code: 'permission/denied',
      server,
      action,
      detail: refusal.message,
      ...defined({resource: id}),
    });
  }
  const api = unavailableApi(apiVersion, refusal);
  if (api !== undefined) return apiFailure(server, {...api, detail: `${action}: ${api.detail}`});
  return new GantryError({
    code: 'cluster/unreachable',
    server,
    detail: `${action}: HTTP ${refusal.status}: ${refusal.message}`,
  });
}

/** An object that was read by name. */
export type Asked = {
  readonly wanted: {readonly ownId: string; readonly resource: ApiResource; readonly namespace: string | undefined};
  readonly forbidden?: Refusal;
};

/**
 * Rejects the plan with all objects that cannot be read, so that the user can request all permissions at once.
 * @throws GantryError permission/denied
 */
export function refuseUnreadable(server: string, asked: readonly Asked[]): void {
  const refused = asked.flatMap(({wanted, forbidden}) => (forbidden === undefined ? [] : [{wanted, forbidden}]));
  const [first] = refused;
  if (first === undefined) return;
  if (refused.length === 1) throw unreadable(server, first.wanted.resource, first.forbidden, first.wanted.ownId);
  throw new GantryError({
    code: 'permission/denied',
    server,
    action: 'read the objects of the stack',
    detail: refused.map(({forbidden}) => forbidden.message).join('; '),
    denials: missingPermissionsOf(refused.map(({wanted}) => wanted)),
    diagnostics: refused.map(({wanted, forbidden}) => ({
      severity: 'error',
      code: 'permission/missing',
      message: forbidden.message,
      resource: wanted.ownId,
    })),
  });
}

function missingPermissionsOf(unread: readonly Asked['wanted'][]): readonly MissingPermission[] {
  const alike = Map.groupBy(unread, ({resource, namespace = ''}) =>
    JSON.stringify([resource.apiVersion, resource.resource, namespace]),
  );
  return [...alike.values()].flatMap((same) => {
    const [one] = same;
    if (one === undefined) return [];
    const {resource, namespace} = one;
    return {
      verb: 'get',
      group: groupVersion(resource.apiVersion).group,
      resource: resource.resource,
      ...defined({namespace}),
      ids: same.map(({ownId}) => ownId),
    };
  });
}
