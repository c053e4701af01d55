import type {JsonObject} from '../../../../core/json.ts';
import {listAt, numberAt, textAt} from '../../../model/part.ts';
import {itemsAt} from '../fields.ts';

/** The needs of a Service by its type, for its defaults, its allocation and its validation. */

export const typeOf = (service: JsonObject): string => textAt(service, 'spec', 'type');

/** Reports whether the type has a cluster IP, `None` included. */
export const needsClusterIp = (service: JsonObject): boolean => typeOf(service) !== 'ExternalName';

/** Reports whether the cluster IP is `None`: DNS returns the addresses of the pods. */
export const isHeadless = (service: JsonObject): boolean => listAt(service, 'spec', 'clusterIPs')[0] === 'None';

/** Reports whether the type may have node ports, whether or not they are allocated. */
export const takesNodePorts = (service: JsonObject): boolean => ['NodePort', 'LoadBalancer'].includes(typeOf(service));

/** Reports whether every port without a node port gets one. */
export const allocatesNodePorts = (service: JsonObject): boolean =>
  typeOf(service) === 'NodePort' ||
  (typeOf(service) === 'LoadBalancer' && spec(service)['allocateLoadBalancerNodePorts'] !== false);

/** Reports whether `healthCheckNodePort` is allocated: for load balancers that send only to nodes with a pod. */
export const needsHealthCheck = (service: JsonObject): boolean =>
  typeOf(service) === 'LoadBalancer' && textAt(service, 'spec', 'externalTrafficPolicy') === 'Local';

/** Reports whether `externalTrafficPolicy` applies (`ExternallyAccessible` in Kubernetes). */
export const isExternallyAccessible = (service: JsonObject): boolean =>
  takesNodePorts(service) || (typeOf(service) === 'ClusterIP' && listAt(service, 'spec', 'externalIPs').length > 0);

/** Returns the node ports that are set, in the order of the ports. */
export const nodePortsOf = (service: JsonObject): readonly number[] =>
  itemsAt(service, 'spec', 'ports')
    .map(([port]) => numberAt(port, 'nodePort'))
    .filter((port) => port !== 0);

const spec = (service: JsonObject): JsonObject => service['spec'] as JsonObject;
