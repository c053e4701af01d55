import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';
import {objectOf} from './object-of.ts';
import {serviceName} from './service-objects.ts';
import type {Port} from './workload.ts';

/** The Ingress of an application: the spec of an Ingress, in which a backend may have a port without the name of its Service. */
export type IngressFields = {
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly ingressClassName?: string | undefined;
  readonly defaultBackend?: JsonObject | undefined;
  readonly tls?: readonly JsonObject[] | undefined;
  readonly rules?: readonly JsonObject[] | undefined;
};

/** The IngressClass of an application. */
export type IngressClassFields = Pick<IngressFields, 'labels' | 'annotations'> & {
  readonly controller: string;
  readonly parameters?: JsonObject | undefined;
};

/** Returns the Ingress. A backend without a name gets the name of the Service with its port. */
export function ingressObject(
  {labels, annotations, ingressClassName, defaultBackend, tls, rules}: IngressFields,
  ports: readonly Port[],
  application: Application,
): JsonObject {
  const name = application.naming === 'kusion' ? `${application.name}-ingress` : application.name;
  return objectOf({apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name, labels, annotations}, own(application), {
    spec: withServices(defined({ingressClassName, defaultBackend, tls, rules}), ports, application),
  });
}

/** Returns the IngressClass. It is cluster-scoped. */
export const ingressClassObject = (
  {labels, annotations, controller, parameters}: IngressClassFields,
  application: Application,
): JsonObject =>
  objectOf(
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      name: `${application.name}-ingressclass`,
      labels,
      annotations,
    },
    {...own(application), namespace: undefined},
    {spec: defined({controller, parameters})},
  );

/** Kusion's objects of this kind have no labels of the application. */
const own = (application: Application): Application =>
  application.naming === 'kusion' ? {...application, labels: {}} : application;

/** Returns the ports of the backends without a name that no Service has. */
export function unservedPorts({defaultBackend, rules}: IngressFields, ports: readonly Port[]): readonly number[] {
  const missing: number[] = [];
  withServices(defined({defaultBackend, rules}), ports, {name: '', naming: 'short'}, (port) => missing.push(port));
  return missing;
}

function withServices(
  value: Json,
  ports: readonly Port[],
  application: Pick<Application, 'name' | 'naming'>,
  report?: (port: number) => void,
): Json {
  if (isList(value)) return value.map((item) => withServices(item, ports, application, report));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      if (key === 'service' && isObject(field) && field['name'] === undefined) {
        const number = isObject(field['port'] ?? null) ? (field['port'] as JsonObject)['number'] : undefined;
        const found = ports.find(({port}) => port === number);
        if (found === undefined && typeof number === 'number') report?.(number);
        return [key, {name: serviceName(application, found?.public ?? false), ...field}];
      }
      return [key, withServices(field, ports, application, report)];
    }),
  );
}
