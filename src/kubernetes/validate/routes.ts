import {isObject, type JsonObject, type JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {at, nameAt, objectsAt} from '../graph/edges/pod-template.ts';
import type {Name, ResourceIndex, Subject} from '../graph/edges/resource-index.ts';
import {placedAt} from './placed-containers.ts';
import type {StackFinding} from './stack-finding.ts';

type Placed = readonly (readonly [JsonObject, JsonPath])[];

/** A route of the Gateway API, with its parents and its backends. */
export type PlacedRoute = {readonly from: Subject; readonly parents: Placed; readonly backends: Placed};

/** The group of the Gateway API. */
export const GATEWAY = 'gateway.networking.k8s.io';
const ROUTES = ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'];

/** Returns the routes of a stack. Filters of a route may also have a backend. */
export const placedRoutes = (index: ResourceIndex): readonly PlacedRoute[] =>
  ROUTES.flatMap((kind) => index.ofKind(GATEWAY, kind)).map((from) => {
    const spec = at(from.object, 'spec');
    const backends = placedAt(spec, 'rules', ['spec']).flatMap(([rule, path]) => [
      ...placedAt(rule, 'backendRefs', path),
      ...placedAt(rule, 'filters', path).flatMap(([filter, place]) => {
        const mirror = at(filter, 'requestMirror', 'backendRef');
        return isObject(mirror) ? [[mirror, [...place, 'requestMirror', 'backendRef']] as const] : [];
      }),
    ]);
    return {from, parents: placedAt(spec, 'parentRefs', ['spec']), backends};
  });

/** Returns the name of the Gateway, or of another parent, of a route. */
export const parentOf = ({namespace}: Subject, parent: JsonObject): Name & {readonly namespace: string} => ({
  group: nameAt(parent, 'group') ?? GATEWAY,
  kind: nameAt(parent, 'kind') ?? 'Gateway',
  namespace: nameAt(parent, 'namespace') ?? namespace,
  name: nameAt(parent, 'name'),
});

/** Reports routes with a `sectionName` that their Gateway, which the stack contains, does not have as a listener. Such a route is never used. */
export const missingListeners = (index: ResourceIndex): readonly StackFinding[] =>
  placedRoutes(index).flatMap(({from, parents}) =>
    parents.flatMap(([parent, path]): readonly StackFinding[] => {
      const name = parentOf(from, parent);
      const [gateway, section] = [index.get(name), nameAt(parent, 'sectionName')];
      if (name.kind !== 'Gateway' || gateway === undefined || section === undefined) return [];
      const known = objectsAt(gateway.object, 'spec', 'listeners').flatMap((one) => nameAt(one, 'name') ?? []);
      if (known.length === 0 || known.includes(section)) return [];
      const place = [...path, 'sectionName'];
      const near = didYouMean(section, known);
      const hint = near === undefined ? `Its listeners are ${known.join(', ')}.` : `Did you mean ${near}?`;
      const message = `${showPath(place)} is ${section}, which is not a listener of Gateway ${gateway.name}`;
      return [{id: from.id, finding: {severity: 'error', code: 'reference/listener', path: place, message, hint}}];
    }),
  );
