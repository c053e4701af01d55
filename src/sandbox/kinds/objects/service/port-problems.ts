import type {Json, JsonObject} from '../../../../core/json.ts';
import {numberAt, textAt} from '../../../model/part.ts';
import {choiceOf, duplicate, forbidden, invalid, required} from '../../../model/problem.ts';
import type {Problem} from '../../../model/status.ts';
import {dnsLabel, portName, qualifiedName} from '../../formats.ts';
import {itemsAt} from '../fields.ts';
import {typeOf} from './service-type.ts';

/** Protocols of a Service's port, in the order in which the server lists them. */
export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Checks each port of a Service. */
export function portProblems(service: JsonObject): readonly Problem[] {
  const ports = itemsAt(service, 'spec', 'ports');
  const names = ports.map(([port]) => textAt(port, 'name'));
  return ports.flatMap(([port, at]) => {
    const field = `spec.ports[${at}]`;
    const protocol = textAt(port, 'protocol');
    return [
      ...nameProblems(field, names, at),
      ...numberProblems(`${field}.port`, numberAt(port, 'port')),
      ...choiceOf(`${field}.protocol`, protocol, PROTOCOLS),
      ...numberOrNameProblems(`${field}.targetPort`, port['targetPort']),
      ...appProtocolProblems(`${field}.appProtocol`, port['appProtocol']),
    ];
  });
}

function nameProblems(field: string, names: readonly string[], at: number): readonly Problem[] {
  const name = names[at] ?? '';
  if (name === '') return names.length > 1 ? [required(`${field}.name`)] : [];
  return [
    ...dnsLabel(name).map((why) => invalid(`${field}.name`, name, why)),
    ...(names.indexOf(name) < at ? [duplicate(`${field}.name`, name)] : []),
  ];
}

/** Checks the number of a port, in the server's words for Services. */
export const numberProblems = (field: string, port: number): readonly Problem[] =>
  port >= 1 && port <= 65_535 ? [] : [invalid(field, port, 'must be between 1 and 65535, inclusive')];

/** Checks a targetPort: a number, or the name of a container's port. A missing one counts as 0. */
export const numberOrNameProblems = (field: string, port: Json | undefined): readonly Problem[] =>
  typeof port === 'string'
    ? portName(port).map((why) => invalid(field, port, why))
    : numberProblems(field, typeof port === 'number' ? port : 0);

const appProtocolProblems = (field: string, value: Json | undefined): readonly Problem[] =>
  typeof value === 'string' ? qualifiedName(value).map((why) => invalid(field, value, why)) : [];

/** Reports duplicate ports, and node ports of a type that has none. */
export function duplicatePortProblems(service: JsonObject): readonly Problem[] {
  const ports = itemsAt(service, 'spec', 'ports');
  const nodePorts = ports.filter(([port]) => numberAt(port, 'nodePort') !== 0);
  const unused = typeOf(service) === 'ClusterIP' ? nodePorts : [];
  return [
    ...unused.map(([, at]) => forbidden(`spec.ports[${at}].nodePort`, "may not be used when `type` is 'ClusterIP'")),
    ...repeated(nodePorts, 'nodePort').map(([port, at]) =>
      duplicate(`spec.ports[${at}].nodePort`, numberAt(port, 'nodePort')),
    ),
    ...repeated(ports, 'port').map(([port, at]) => duplicate(`spec.ports[${at}]`, shownPort(port))),
  ];
}

type Placed = readonly [JsonObject, number];

const repeated = (ports: readonly Placed[], key: string): readonly Placed[] =>
  ports.filter(([port], place) =>
    ports
      .slice(0, place)
      .some(([other]) => other[key] === port[key] && textAt(other, 'protocol') === textAt(port, 'protocol')),
  );

/** Returns a port as Go prints its internal type. */
const shownPort = (port: JsonObject): JsonObject => ({
  Name: '',
  Protocol: textAt(port, 'protocol'),
  AppProtocol: null,
  Port: numberAt(port, 'port'),
  TargetPort: 0,
  NodePort: 0,
});
