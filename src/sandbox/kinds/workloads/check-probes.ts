import type {Json, JsonObject} from '../../../core/json.ts';
import {listAt, numberAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {child, choiceOf, forbidden, invalid, invalids, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {httpHeaderName, portName, portNumber} from '../formats.ts';
import {itemsAt} from '../objects/fields.ts';
import {has, negatives} from './numbers.ts';

type Context = {readonly grace: Json | undefined};

const TIMES = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

const OF_PROBES = ['exec', 'httpGet', 'tcpSocket', 'grpc'];
const OF_HOOKS = ['exec', 'httpGet', 'tcpSocket', 'sleep'];

/** Checks the three probes of a container. Missing ones are valid. */
export const probesProblems = (container: JsonObject, path: string, context: Context): readonly Problem[] =>
  (['livenessProbe', 'readinessProbe', 'startupProbe'] as const).flatMap((kind) => {
    const probe = objectAt(container, kind);
    return probe === undefined ? [] : probeProblems(probe, child(path, kind), {...context, kind});
  });

function probeProblems(
  probe: JsonObject,
  path: string,
  {kind, ...context}: Context & {readonly kind: 'livenessProbe' | 'readinessProbe' | 'startupProbe'},
): readonly Problem[] {
  const [grace, success] = [probe['terminationGracePeriodSeconds'], probe['successThreshold'] ?? 0];
  const gracePath = child(path, 'terminationGracePeriodSeconds');
  return [
    ...handlerProblems(probe, path, OF_PROBES, context),
    ...negatives(probe, path, ...TIMES),
    ...(typeof grace === 'number' && grace <= 0 ? [invalid(gracePath, grace, 'must be greater than 0')] : []),
    ...(kind !== 'readinessProbe' && success !== 1
      ? [invalid(child(path, 'successThreshold'), success, 'must be 1')]
      : []),
    ...(kind === 'readinessProbe' && grace !== undefined
      ? [invalid(gracePath, grace, 'must not be set for readinessProbes')]
      : []),
  ];
}

function handlerProblems(
  handler: JsonObject,
  path: string,
  kinds: readonly string[],
  context: Context,
): readonly Problem[] {
  const [first, ...others] = kinds.filter((kind) => has(handler, kind));
  if (first === undefined) return [required(path, 'must specify a handler type')];
  return [
    ...(CHECK_HANDLER[first]?.(partAt(handler, first), child(path, first), context) ?? []),
    ...others.map((kind) => forbidden(child(path, kind), 'may not specify more than 1 handler type')),
  ];
}

const CHECK_HANDLER: Readonly<
  Record<string, (handler: JsonObject, path: string, context: Context) => readonly Problem[]>
> = {
  exec: (handler, path) => (listAt(handler, 'command').length > 0 ? [] : [required(child(path, 'command'))]),
  httpGet: httpGetProblems,
  tcpSocket: (handler, path) => portProblems(handler['port'], child(path, 'port')),
  grpc: (handler, path) => portProblems(numberAt(handler, 'port'), child(path, 'port')),
  sleep: (handler, path, {grace}) => {
    const seconds = numberAt(handler, 'seconds');
    return typeof grace !== 'number' || (seconds >= 0 && seconds <= grace)
      ? []
      : [invalid(path, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${grace})`)];
  },
};

function httpGetProblems(handler: JsonObject, path: string): readonly Problem[] {
  const scheme = textAt(handler, 'scheme');
  return [
    ...(textAt(handler, 'path') === '' ? [required(child(path, 'path'))] : []),
    ...portProblems(handler['port'], child(path, 'port')),
    ...choiceOf(child(path, 'scheme'), scheme, ['HTTP', 'HTTPS']),
    ...itemsAt(handler, 'httpHeaders').flatMap(([header]) => {
      const name = textAt(header, 'name');
      return invalids(child(path, 'httpHeaders'), name, httpHeaderName(name));
    }),
  ];
}

const portProblems = (port: Json | undefined, path: string): readonly Problem[] =>
  typeof port === 'string'
    ? invalids(path, port, portName(port))
    : invalids(path, port ?? 0, portNumber(typeof port === 'number' ? port : 0));

/** Checks postStart and preStop of a container. */
export const lifecycleProblems = (container: JsonObject, path: string, context: Context): readonly Problem[] =>
  ['postStart', 'preStop'].flatMap((hook) => {
    const handler = objectAt(objectAt(container, 'lifecycle'), hook);
    return handler === undefined ? [] : handlerProblems(handler, child(path, 'lifecycle', hook), OF_HOOKS, context);
  });
