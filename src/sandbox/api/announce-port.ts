import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {part} from '../model/part.ts';
import type {World} from '../verbs/world.ts';

/** Each run has a port of its own: the Service of the API server leads to that one, as after a restart of a real server. */
export function announcePort({store}: World, port: number): void {
  const service = store.get('services', 'default', 'kubernetes');
  if (service === undefined) return;
  const spec = part(service['spec']);
  const {ports: given} = spec;
  const ports = isList(given) ? given.filter(isObject) : [];
  if (ports.every(({targetPort}) => targetPort === port)) return;
  const moved = ports.map((one): JsonObject => ({...one, targetPort: port}));
  store.put('services', {...service, spec: {...spec, ports: moved}});
}
