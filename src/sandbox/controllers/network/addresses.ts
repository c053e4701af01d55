import type {JsonObject} from '../../../core/json.ts';
import type {Controller, Step} from '../../model/controller.ts';
import {annotationsOf, isBeingDeleted} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import {itself} from '../shared/owner.ts';
import {withStatus} from '../shared/with-status.ts';

/** What a cloud does: a Service of type LoadBalancer gets an address that is reserved for examples. */
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

/** What an ingress controller does, of whatever class. */
export const ingressAddresses: Controller = {
  name: 'ingress-controller',
  manager: 'ingress-controller',
  watches: {'ingresses.networking.k8s.io': itself},
  steps: (key, cluster) => {
    const ingress = cluster.get('ingresses.networking.k8s.io', key.namespace, key.name);
    return ingress === undefined ? [] : addressed(ingress, {ip: '192.0.2.11'});
  },
};

/** `gantry.dev/test-address: none`: never. */
function addressed(object: JsonObject, address: JsonObject): readonly Step[] {
  if (isBeingDeleted(object) || annotationsOf(object)['gantry.dev/test-address'] === 'none') return [];
  if (objectsAt(object, 'status', 'loadBalancer', 'ingress').length > 0) return [];
  const status = {...partAt(object, 'status'), loadBalancer: {ingress: [address]}};
  return [{do: 'status', object: withStatus(object, status)}];
}
