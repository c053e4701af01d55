import type {JsonObject} from '../../../../core/json.ts';
import {listAt, numberAt, textAt} from '../../../model/part.ts';
import {itemsAt} from '../fields.ts';

/** What a Service needs, by its type: the questions that its defaults, its allocation and its validation all ask. */

export const typeOf = (service: JsonObject): string => textAt(service, 'spec', 'type');

/** Whether the type has a cluster IP at all, `None` included. */
export const needsClusterIp = (service: JsonObject): boolean => typeOf(service) !== 'ExternalName';

/** Whether its cluster IP is `None`: DNS answers with the addresses of the pods. */
export const isHeadless = (service: JsonObject): boolean => listAt(service, 'spec', 'clusterIPs')[0] === 'None';

/** May have ports on nodes, whether or not they are allocated. */
export const takesNodePorts = (service: JsonObject): boolean => ['NodePort', 'LoadBalancer'].includes(typeOf(service));

/** Gets a port on nodes for every port that has none. */
export const allocatesNodePorts = (service: JsonObject): boolean =>
  typeOf(service) === 'NodePort' ||
  (typeOf(service) === 'LoadBalancer' && spec(service)['allocateLoadBalancerNodePorts'] !== false);

/** Whether `healthCheckNodePort` gets a port: load balancers that send only to nodes with a pod. */
export const needsHealthCheck = (service: JsonObject): boolean =>
  typeOf(service) === 'LoadBalancer' && textAt(service, 'spec', 'externalTrafficPolicy') === 'Local';

/** Whether `externalTrafficPolicy` means anything (`ExternallyAccessible` in Kubernetes). */
export const isExternallyAccessible = (service: JsonObject): boolean =>
  takesNodePorts(service) || (typeOf(service) === 'ClusterIP' && listAt(service, 'spec', 'externalIPs').length > 0);

/** Returns the node ports that are set, in the order of the ports. */
export const nodePortsOf = (service: JsonObject): readonly number[] =>
  itemsAt(service, 'spec', 'ports')
    .map(([port]) => numberAt(port, 'nodePort'))
    .filter((port) => port !== 0);

const spec = (service: JsonObject): JsonObject => service['spec'] as JsonObject;
