import type {JsonObject} from '../../../core/json.ts';
import {numberAt, text} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';
import {itemsAt} from '../objects/fields.ts';

/** A port of a container, and its field path. */
type Port = {readonly port: JsonObject; readonly path: string};

/** Warns of duplicate ports, in several containers or in one. */
export function portWarnings(containers: readonly (readonly [JsonObject, string])[]): readonly string[] {
  const ports = containers.flatMap(([container, path]) =>
    itemsAt(container, 'ports').map(([port, i]): Port => ({port, path: at(child(path, 'ports'), i)})),
  );
  return [
    ...ports.flatMap((one, i) => [
      ...lonelyAddress(one),
      ...ports.slice(0, i).flatMap((other) => (isSame(one, other) ? (clash(one, other) ?? []) : [])),
    ]),
    ...ports.flatMap((one, i) => sameName(one, ports.slice(0, i))),
  ];
}

/** Warns of a host IP without a host port. The message has Go's struct. */
function lonelyAddress({port, path}: Port): readonly string[] {
  const [ip, host] = [text(port['hostIP']), numberAt(port, 'hostPort')];
  if (ip === '' || host !== 0) return [];
  const fields = `Name:${text(port['name'])} HostPort:0 ContainerPort:${numberAt(port, 'containerPort')} Protocol:${text(port['protocol'])} HostIP:${ip}`;
  return [`${path}: hostIP set without hostPort: {${fields}}`];
}

const isSame = ({port: a}: Port, {port: b}: Port): boolean =>
  a['containerPort'] === b['containerPort'] && a['protocol'] === b['protocol'];

function clash({port, path}: Port, {port: other, path: where}: Port): string | undefined {
  const [host, otherHost] = [port['hostPort'] ?? 0, other['hostPort'] ?? 0];
  const [ip, otherIp] = [text(port['hostIP']), text(other['hostIP'])];
  if (ip === otherIp && host === otherHost) return `${path}: duplicate port definition with ${where}`;
  if (host === 0 || otherHost === 0) return `${path}: overlapping port definition with ${where}`;
  const isAmbiguous = host === otherHost && (ip === '') !== (otherIp === '');
  return isAmbiguous ? `${path}: dangerously ambiguous port definition with ${where}` : undefined;
}

function sameName({port, path}: Port, before: readonly Port[]): readonly string[] {
  const name = text(port['name']);
  const first = name === '' ? undefined : before.find((other) => text(other.port['name']) === name);
  if (first === undefined) return [];
  const {path: where} = first;
  return [
    `${path}: duplicate port name "${name}" with ${where}, services and probes that select ports by name will use ${where}`,
  ];
}
