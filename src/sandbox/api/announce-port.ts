import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {part} from '../model/part.ts';
import type {VerbContext} from '../verbs/verb-context.ts';

/** Sets the port of this run as the target port of the Service `kubernetes`: each run listens on a port of its own, like a restarted real server. */
export function announcePort({store}: VerbContext, port: number): void {
  const service = store.get('services', 'default', 'kubernetes');
  if (service === undefined) return;
  const spec = part(service['spec']);
  const {ports: given} = spec;
  const ports = isList(given) ? given.filter(isObject) : [];
  if (ports.every(({targetPort}) => targetPort === port)) return;
  const moved = ports.map((one): JsonObject => ({...one, targetPort: port}));
  store.put('services', {...service, spec: {...spec, ports: moved}});
}
