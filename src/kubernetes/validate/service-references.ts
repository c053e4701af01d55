import type {Json, JsonPath} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {at, nameAt} from '../graph/edges/pod-template.ts';
import type {ResourceIndex, Subject} from '../graph/edges/resource-index.ts';
import {ingressBackends} from './ingress-rules.ts';
import {placedAt} from './placed-containers.ts';
import {placedRoutes} from './routes.ts';

/** A reference from an object to a Service and one of its ports. */
export type ServiceReference = {
  readonly from: Subject;
  readonly namespace: string;
  readonly name: string | undefined;
  /** The place of the name, and of a namespace that the reference itself has. */
  readonly path: JsonPath;
  readonly namespacePath?: JsonPath;
  /** The port. `isDefault`: the object does not set it. */
  readonly port?: {
    readonly by: 'name' | 'number';
    readonly value: Json;
    readonly path: JsonPath;
    readonly isDefault?: true;
  };
};

/** Returns the references of a stack to Services: of Ingresses, routes, webhooks, APIServices and CRDs. */
export const serviceReferences = (index: ResourceIndex): readonly ServiceReference[] => [
  ...index.ofKind('networking.k8s.io', 'Ingress').flatMap(ofIngress),
  ...placedRoutes(index).flatMap(({from, backends}) =>
    backends
      .filter(
        ([backend]) => (nameAt(backend, 'kind') ?? 'Service') === 'Service' && (nameAt(backend, 'group') ?? '') === '',
      )
      .map(([backend, path]) => placed(from, backend, path)),
  ),
  ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].flatMap((kind) =>
    index
      .ofKind('admissionregistration.k8s.io', kind)
      .flatMap((from) =>
        placedAt(from.object, 'webhooks', []).flatMap(([webhook, path]) =>
          secured(from, at(webhook, 'clientConfig', 'service'), [...path, 'clientConfig', 'service']),
        ),
      ),
  ),
  ...index
    .ofKind('apiregistration.k8s.io', 'APIService')
    .flatMap((from) => secured(from, at(from.object, 'spec', 'service'), ['spec', 'service'])),
  ...index.ofKind('apiextensions.k8s.io', 'CustomResourceDefinition').flatMap((from) => {
    const path = ['spec', 'conversion', 'webhook', 'clientConfig', 'service'];
    return secured(from, at(from.object, ...path), path);
  }),
];

function ofIngress(from: Subject): readonly ServiceReference[] {
  return ingressBackends(from.object).map(({backend, path}) => {
    const by = (['name', 'number'] as const).find((one) => at(backend, 'service', 'port', one) !== undefined);
    const value = by && at(backend, 'service', 'port', by);
    return {
      from,
      namespace: from.namespace,
      name: nameAt(backend, 'service', 'name'),
      path: [...path, 'service', 'name'],
      ...defined({
        port: by && value !== undefined ? {by, value, path: [...path, 'service', 'port', by]} : undefined,
      }),
    };
  });
}

/** The port of a webhook or an APIService that does not set one. */
const HTTPS = 443;

/** Returns the reference of a client of the API server. */
const secured = (from: Subject, service: Json | undefined, path: JsonPath): readonly ServiceReference[] => {
  if (nameAt(service, 'name') === undefined) return [];
  const found = placed(from, service, path);
  return [found.port === undefined ? {...found, port: {by: 'number', value: HTTPS, path, isDefault: true}} : found];
};

/** Returns the reference of `{name, namespace, port}`. */
function placed(from: Subject, service: Json | undefined, path: JsonPath): ServiceReference {
  const [namespace, port] = [nameAt(service, 'namespace'), at(service, 'port')];
  return {
    from,
    namespace: namespace ?? from.namespace,
    name: nameAt(service, 'name'),
    path: [...path, 'name'],
    ...defined({
      namespacePath: namespace === undefined ? undefined : [...path, 'namespace'],
      port: typeof port === 'number' ? ({by: 'number', value: port, path: [...path, 'port']} as const) : undefined,
    }),
  };
}
