import type {JsonObject} from '../../../core/json.ts';
import type {Controller, Step} from '../../model/controller.ts';
import {annotationsOf, isBeingDeleted} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import {itself} from '../shared/owner.ts';
import {withStatus} from '../shared/with-status.ts';

/** The controller that acts as a cloud provider: it assigns an example address to each Service of type LoadBalancer. */
export const loadBalancers: Controller = {
  name: 'service-lb-controller',
  manager: 'cloud-controller-manager',
  watches: {services: itself},
  steps: (key, cluster) => {
    const service = cluster.get('services', key.namespace, key.name);
    if (service === undefined || textAt(service, 'spec', 'type') !== 'LoadBalancer') return [];
    return addressed(service, {ip: '192.0.2.10', ipMode: 'VIP'});
  },
};

/** The controller that acts as an ingress controller, for every ingress class. */
export const ingressAddresses: Controller = {
  name: 'ingress-controller',
  manager: 'ingress-controller',
  watches: {'ingresses.networking.k8s.io': itself},
  steps: (key, cluster) => {
    const ingress = cluster.get('ingresses.networking.k8s.io', key.namespace, key.name);
    return ingress === undefined ? [] : addressed(ingress, {ip: '192.0.2.11'});
  },
};

/** Sets the address in the status, unless the object has the annotation `gantry.dev/test-address: none`. */
function addressed(object: JsonObject, address: JsonObject): readonly Step[] {
  if (isBeingDeleted(object) || annotationsOf(object)['gantry.dev/test-address'] === 'none') return [];
  if (objectsAt(object, 'status', 'loadBalancer', 'ingress').length > 0) return [];
  const status = {...partAt(object, 'status'), loadBalancer: {ingress: [address]}};
  return [{do: 'status', object: withStatus(object, status)}];
}
