import {defined} from '../../lib/defined.ts';
import type {AccessAnswer, AccessRequest, Rights} from '../../ports/access.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {atCluster} from './at-cluster.ts';

/** A place for access checks: all namespaces, a namespace, that of the kubeconfig's context, or `default`. */
type Where = StackRequest & {readonly namespace?: string; readonly allNamespaces?: boolean};

/** A question about one permission in a workspace's cluster. */
export type CanIRequest = Where & Omit<AccessRequest, 'namespace'>;
/** A question about all permissions in a namespace. */
export type ListRightsRequest = Where;

type About = {readonly formatVersion: 1; readonly workspace: string; readonly server: string};

/** The answer of `gantry can-i`. */
export type CanI = About & AccessAnswer;
/** The answer of `gantry can-i --list`; the server may know more than it lists. */
export type ListedRights = About & Rights & {readonly namespace: string};

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
export function listRights(request: ListRightsRequest, deps: Deps): Promise<ListedRights> {
  return atCluster(request, deps, async ({context, access, cluster}) => {
    const namespace = namespaceFor(request, access);
    const rights = await cluster.access.rights(namespace);
    return {formatVersion: 1, workspace: context.chosen.name, server: access.server, namespace, ...rights};
  });
}

const namespaceFor = ({namespace}: Where, access: {readonly namespace?: string}): string =>
  namespace ?? access.namespace ?? 'default';
