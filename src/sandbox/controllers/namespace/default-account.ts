import type {Controller} from '../../model/controller.ts';
import {isBeingDeleted, nameOf, namespaceOf} from '../../model/metadata.ts';

const NAME = 'default';

/** The controller that creates the ServiceAccount `default` in every namespace, again if it is deleted. */
export const defaultAccount: Controller = {
  name: 'serviceaccount-controller',
  watches: {
    namespaces: (namespace) => [{namespace: nameOf(namespace), name: NAME}],
    serviceaccounts: (account) => (nameOf(account) === NAME ? [{namespace: namespaceOf(account), name: NAME}] : []),
  },
  steps: (key, cluster) => {
    const namespace = cluster.get('namespaces', '', key.namespace);
    if (namespace === undefined || isBeingDeleted(namespace)) return [];
    if (cluster.get('serviceaccounts', key.namespace, NAME) !== undefined) return [];
    return [{do: 'create', object: {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {...key}}}];
  },
};
