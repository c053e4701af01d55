import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {ModuleFault} from '../../core/module/module-fault.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';
import {objectOf} from './object-of.ts';
import {serviceName} from './service-objects.ts';
import type {Port} from './workload.ts';

/** The route of an application through a Gateway. */
export type Route = {
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  /** The name of the Gateway. */
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly section?: string | undefined;
  readonly hostnames?: readonly string[] | undefined;
  /** The port that receives all requests. */
  readonly port?: number | undefined;
  /** The rules of an HTTPRoute, in which a backend may have a port without the name of its Service. */
  readonly rules?: readonly JsonObject[] | undefined;
};

/**
 * Returns the HTTPRoute of an application.
 * @throws ModuleFault if neither the application nor the platform names the Gateway
 */
export function routeObject(route: Route, ports: readonly Port[], application: Application): JsonObject {
  const {labels, annotations, name, namespace, section, hostnames} = route;
  if (name === undefined)
    throw new ModuleFault(
      '`gateway.name` is missing',
      'Set it in the application, or as `defaultGateway` in `modules.network.configs` of the workspace.',
    );
  const head = {apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', name: application.name};
  const parent = {group: 'gateway.networking.k8s.io', kind: 'Gateway', name, namespace, sectionName: section};
  return objectOf({...head, labels, annotations}, application, {
    spec: defined({
      parentRefs: [defined(parent)],
      hostnames,
      rules: rulesOf(route, ports).map((rule) => withServices(rule, ports, application)),
    }),
  });
}

/** Returns the ports of backends without a name that no Service has. */
export const unroutedPorts = (route: Route | undefined, ports: readonly Port[]): readonly number[] => {
  const wanted =
    route === undefined ? [] : rulesOf(route, ports).flatMap(({backendRefs = null}) => unnamed(backendRefs));
  return wanted.filter((port) => !ports.some((one) => one.port === port));
};

/** Returns the rules. If there are none, one port receives all requests. */
const rulesOf = ({rules, port}: Route, ports: readonly Port[]): readonly JsonObject[] =>
  rules ?? [{backendRefs: [{port: port ?? ports[0]?.port ?? 80}]}];

const unnamed = (backends: Json): readonly number[] =>
  isList(backends)
    ? backends.flatMap((one) =>
        isObject(one) && one['name'] === undefined && typeof one['port'] === 'number' ? [one['port']] : [],
      )
    : [];

function withServices(rule: JsonObject, ports: readonly Port[], application: Application): JsonObject {
  const {backendRefs = null} = rule;
  if (!isList(backendRefs)) return rule;
  return {
    ...rule,
    backendRefs: backendRefs.map((one) => {
      if (!isObject(one) || one['name'] !== undefined) return one;
      const found = ports.find(({port}) => port === one['port']);
      return {group: '', kind: 'Service', name: serviceName(application, found?.public ?? false), ...one};
    }),
  };
}
