import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import type {Container, Handler, Probe} from './container.ts';

/** The address of a probe: `http://HOST:PORT/PATH`, `tcp://HOST:PORT`. */
export type ProbeAddress = {
  readonly scheme: string;
  /** Absent: the pod itself. */
  readonly host?: string | undefined;
  readonly port: number;
  /** Absent: the address has none. */
  readonly path?: string | undefined;
};

const ADDRESS = /^([a-z]+):\/\/(\[[0-9a-f:.]+\]|[^/:?#[\]@]+)(?::(\d{1,5}))?([/?][^#]*)?$/i;
const DEFAULT_PORTS: Readonly<Record<string, number>> = {http: 80, https: 443};
/** A probe of one of these hosts would reach the node and not the pod. */
const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0']);

/** Parses the address of a probe. Undefined if it is not one. */
export function probeAddress(url: string): ProbeAddress | undefined {
  const [, scheme = '', host = '', written, path] = ADDRESS.exec(url) ?? [];
  const port = written === undefined ? DEFAULT_PORTS[scheme.toLowerCase()] : Number(written);
  if (port === undefined || port < 1 || port > 65535) return undefined;
  return {
    scheme: scheme.toLowerCase(),
    host: OWN_HOSTS.has(host.toLowerCase()) ? undefined : host.replaceAll(/[[\]]/g, ''),
    port,
    path: path?.startsWith('?') === true ? `/${path}` : path,
  };
}

/** Returns the probes and the life cycle of a container. */
export const checksOf = ({livenessProbe, readinessProbe, startupProbe, lifecycle}: Container): JsonObject =>
  defined({
    livenessProbe: livenessProbe && probe(livenessProbe),
    readinessProbe: readinessProbe && probe(readinessProbe),
    startupProbe: startupProbe && probe(startupProbe),
    lifecycle:
      lifecycle &&
      defined({
        postStart: lifecycle.postStart && handler(lifecycle.postStart),
        preStop: lifecycle.preStop && handler(lifecycle.preStop),
      }),
  });

const probe = ({terminationGracePeriod, http, tcp, exec, ...numbers}: Probe): JsonObject => ({
  ...handler({http, tcp, exec}),
  ...defined({...numbers, terminationGracePeriodSeconds: terminationGracePeriod}),
});

function handler({http, tcp, exec}: Handler): JsonObject {
  if (exec !== undefined) return {exec: {command: exec.command}};
  const address = probeAddress(http?.url ?? tcp?.url ?? '');
  if (address === undefined) return {};
  const {scheme, host, port, path} = address;
  if (tcp !== undefined) return {tcpSocket: defined({host, port})};
  const headers = Object.entries(http?.headers ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    httpGet: defined({
      path,
      port,
      host,
      scheme: scheme.toUpperCase(),
      httpHeaders: headers.length === 0 ? undefined : headers.map(([name, value]) => ({name, value})),
    }),
  };
}
