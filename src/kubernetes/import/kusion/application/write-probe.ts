import type {JsonObject} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import {itemsAt, mapAt, someOf, textAt} from './field-at.ts';

/** Returns the probes and the life cycle of a container as an application file has them. */
export const writeChecks = (container: JsonObject): JsonObject =>
  defined({
    livenessProbe: written(container, 'livenessProbe'),
    readinessProbe: written(container, 'readinessProbe'),
    startupProbe: written(container, 'startupProbe'),
    lifecycle: someOf(
      defined({
        preStop: someOf(action(mapAt(container, 'lifecycle', 'preStop'))),
        postStart: someOf(action(mapAt(container, 'lifecycle', 'postStart'))),
      }),
    ),
  });

function written(container: JsonObject, name: string): JsonObject | undefined {
  const {httpGet: _, tcpSocket: __, exec: ___, terminationGracePeriodSeconds, ...numbers} = mapAt(container, name);
  return someOf(
    defined({
      ...action(mapAt(container, name)),
      ...numbers,
      terminationGracePeriod: terminationGracePeriodSeconds,
    }),
  );
}

/** Returns the action of a probe, or of the start or the end of a container. */
function action(handler: JsonObject): JsonObject {
  const {httpGet, tcpSocket, exec} = handler;
  if (exec !== undefined) return {exec};
  if (tcpSocket !== undefined) return {tcp: {url: `tcp://${addressOf(mapAt(handler, 'tcpSocket'))}`}};
  if (httpGet === undefined) return {};
  const get = mapAt(handler, 'httpGet');
  const scheme = (textAt(get, 'scheme') || 'HTTP').toLowerCase();
  const headers = itemsAt(get, 'httpHeaders').map((header) => [textAt(header, 'name'), textAt(header, 'value')]);
  return {
    http: defined({
      url: `${scheme}://${addressOf(get)}${textAt(get, 'path')}`,
      headers: someOf(Object.fromEntries(headers) as JsonObject),
    }),
  };
}

const addressOf = (handler: JsonObject): string =>
  `${textAt(handler, 'host') || 'localhost'}:${textAt(handler, 'port')}`;
