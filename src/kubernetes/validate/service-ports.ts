import type {Json} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {nameAt, objectsAt} from '../graph/edges/pod-template.ts';
import type {ResourceIndex} from '../graph/edges/resource-index.ts';
import type {ServiceReference} from './service-references.ts';
import type {StackFinding} from './stack-finding.ts';

/** Reports references to ports that a Service of the stack does not have. */
export const servicePorts = (index: ResourceIndex, references: readonly ServiceReference[]): readonly StackFinding[] =>
  references.flatMap(({from, namespace, name, port}): readonly StackFinding[] => {
    const service = index.get({group: '', kind: 'Service', namespace, name});
    if (port === undefined || service === undefined) return [];
    if (nameAt(service.object, 'spec', 'type') === 'ExternalName') return [];
    const ports = objectsAt(service.object, 'spec', 'ports');
    if (ports.some((one) => one[port.by === 'name' ? 'name' : 'port'] === port.value)) return [];
    if (ports.some((one) => typeof one['port'] !== 'number')) return [];
    const has = ports
      .map((one) => (typeof one['name'] === 'string' ? `${one['name']} (${shown(one['port'])})` : shown(one['port'])))
      .join(', ');
    const is = port.isDefault === true ? `has the port ${shown(port.value)} by default` : `is ${shown(port.value)}`;
    const message = `${showPath(port.path)} ${is}, which Service ${service.name} does not have`;
    const hint = `Its ports are ${has}.`;
    return [{id: from.id, finding: {severity: 'error', code: 'reference/port', path: port.path, message, hint}}];
  });

/** Returns the name or the number of a port. */
const shown = (port: Json | undefined): string => (typeof port === 'string' ? port : JSON.stringify(port));
