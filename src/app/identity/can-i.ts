import {defined} from '../../lib/defined.ts';
import type {AccessAnswer, AccessRequest, GrantedPermissions} from '../../ports/access.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {atCluster} from './at-cluster.ts';

/** A place for access checks: all namespaces, a namespace, that of the kubeconfig's context, or `default`. */
type Where = StackRequest & {readonly namespace?: string; readonly allNamespaces?: boolean};

/** A question about one permission in a workspace's cluster. */
export type CanIRequest = Where & Omit<AccessRequest, 'namespace'>;
/** A question about all permissions in a namespace. */
export type ListPermissionsRequest = Where;

type About = {readonly formatVersion: 1; readonly workspace: string; readonly server: string};

/** The answer of `gantry can-i`. */
export type CanI = About & AccessAnswer;
/** The answer of `gantry can-i --list`; the server may know more than it lists. */
export type ListedPermissions = About & GrantedPermissions & {readonly namespace: string};

/** Reports whether the cluster of the workspace permits one action to the user. */
export function canI(request: CanIRequest, deps: Deps): Promise<CanI> {
  const {verb, resource, name, subresource, allNamespaces} = request;
  return atCluster(request, deps, async ({context, access, cluster}) => {
    const namespace = namespaceFor(request, access);
    const answer = await cluster.access.mayI({
      verb,
      resource,
      ...defined({name, subresource, namespace: allNamespaces === true ? undefined : namespace}),
    });
    return {formatVersion: 1, workspace: context.chosen.name, server: access.server, ...answer};
  });
}

/** Returns all permissions of the user in a namespace. */
export function listPermissions(request: ListPermissionsRequest, deps: Deps): Promise<ListedPermissions> {
  return atCluster(request, deps, async ({context, access, cluster}) => {
    const namespace = namespaceFor(request, access);
    const permissions = await cluster.access.permissions(namespace);
    return {formatVersion: 1, workspace: context.chosen.name, server: access.server, namespace, ...permissions};
  });
}

const namespaceFor = ({namespace}: Where, access: {readonly namespace?: string}): string =>
  namespace ?? access.namespace ?? 'default';
