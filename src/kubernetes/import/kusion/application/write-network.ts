import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import {itemsAt, mapAt, someOf} from './field-at.ts';
import type {FoundApplication} from './found-application.ts';

/** Returns the accessory of the Services, the Ingress and the IngressClass of an application; undefined if it has none of them. */
export function writeNetwork({unique, find}: Pick<FoundApplication, 'unique' | 'find'>): JsonObject | undefined {
  const services = [`${unique}-private`, `${unique}-public`];
  const ports = services.flatMap((name, index) => portsOf(find('Service', name), index === 1));
  const ingress = find('Ingress', `${unique}-ingress`);
  const ingressClass = find('IngressClass', `${unique}-ingressclass`);
  return someOf(
    defined({
      ports: ports.length === 0 ? undefined : ports,
      ingress: ingress && withoutNames(marked(ingress), new Set(services)),
      ingressClass: ingressClass && marked(ingressClass),
    }),
  );
}

const portsOf = (service: JsonObject | undefined, isPublic: boolean): readonly JsonObject[] =>
  itemsAt(service ?? {}, 'spec', 'ports').map(({port = null, targetPort, protocol}) =>
    defined({
      port,
      targetPort: targetPort === port ? undefined : targetPort,
      protocol: protocol === 'TCP' ? undefined : protocol,
      public: isPublic ? true : undefined,
    }),
  );

/** Returns the labels, the annotations and the fields of an object. */
const marked = (object: JsonObject): JsonObject =>
  defined({
    labels: someOf(mapAt(object, 'metadata', 'labels')),
    annotations: someOf(mapAt(object, 'metadata', 'annotations')),
    ...mapAt(object, 'spec'),
  });

/** Removes the names of the Services of the application from backends: the module adds them. */
function withoutNames(value: JsonObject, services: ReadonlySet<string>): JsonObject {
  const clean = (one: Json): Json => {
    if (isList(one)) return one.map(clean);
    if (!isObject(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, field]) => {
        if (key !== 'service' || !isObject(field)) return [key, clean(field)];
        const {name, ...rest} = field;
        return [key, typeof name === 'string' && services.has(name) ? rest : field];
      }),
    );
  };
  return clean(value) as JsonObject;
}
