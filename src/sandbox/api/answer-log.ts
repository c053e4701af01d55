import {isObject, type JsonObject} from '../../core/json.ts';
import {forbidden, invalid as invalidValue} from '../kinds/problem.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import type {Problem} from '../model/status.ts';
import {getObject} from '../verbs/find.ts';
import {list, nameOf, part, text} from '../verbs/metadata.ts';
import {badRequest, invalid} from '../verbs/refusals.ts';
import type {Target, World} from '../verbs/world.ts';

/** Nothing runs here: every container has written the same, at the same time, and says so. As the simulated node of the test cluster has it. */
const WRITTEN = [
  {at: '2025-01-01T00:00:00.000000000Z', line: 'starting'},
  {at: '2025-01-01T00:00:01.000000000Z', line: 'warning: this container is simulated'},
  {at: '2025-01-01T00:00:02.000000000Z', line: 'ready'},
];

/** `pods/NAME/log`: of who follows it, until the container ends or its pod goes. */
export function answerLog(target: Target, {query}: ApiRequest, world: World): ApiReply {
  const pod = getObject(target, world);
  checkOptions(nameOf(pod), query);
  const container = containerOf(pod, query.get('container') ?? '');
  // Nobody has the pod yet: there is nobody to ask.
  if (text(part(pod['spec'])['nodeName']) === '') return {kind: 'bytes', status: 204, type: '', body: Buffer.alloc(0)};
  const said = linesOf(query, world.now());
  if (!isSet(query.get('follow'))) return {kind: 'bytes', status: 200, type: 'text/plain', body: Buffer.from(said)};
  return {
    kind: 'stream',
    type: 'text/plain',
    start: (push, end) => {
      if (said !== '') push(said);
      if (hasEnded(pod, container)) end();
      const {namespace, name} = target;
      const over = world.store.subscribe(({type, resource, object}) => {
        const isIt = resource === 'pods' && isNamed(object, namespace, name);
        if (isIt && (type === 'DELETED' || hasEnded(object, container))) end();
      });
      return over ?? {[Symbol.dispose]: () => {}};
    },
  };
}

function containerOf(pod: JsonObject, wanted: string): string {
  const {containers, initContainers, ephemeralContainers} = part(pod['spec']);
  const names = [initContainers, containers, ephemeralContainers].flatMap((all) =>
    list(all).map((one) => text(part(one)['name'])),
  );
  if (wanted !== '') {
    if (names.includes(wanted)) return wanted;
    throw badRequest(`container ${wanted} is not valid for pod ${nameOf(pod)}`);
  }
  const [only, ...more] = list(containers);
  if (more.length === 0) return text(part(only)['name']);
  throw badRequest(`a container name must be specified for pod ${nameOf(pod)}, choose one of: [${names.join(' ')}]`);
}

function linesOf(query: URLSearchParams, now: number): string {
  const seconds = query.get('sinceSeconds');
  const since = seconds === null ? Date.parse(query.get('sinceTime') ?? '') : now - Number(seconds) * 1000;
  const tail = query.get('tailLines');
  const limit = query.get('limitBytes');
  const stamped = isSet(query.get('timestamps'));
  const lines = WRITTEN.filter(({at}) => !(Date.parse(at) < since));
  const shown = tail === null ? lines : lines.slice(Math.max(0, lines.length - Number(tail)));
  const all = shown.map(({at, line}) => `${stamped ? `${at} ` : ''}${line}\n`).join('');
  return limit === null ? all : all.slice(0, Number(limit));
}

function checkOptions(name: string, query: URLSearchParams): void {
  for (const option of ['tailLines', 'limitBytes', 'sinceSeconds']) checkNumber(query.get(option));
  const time = query.get('sinceTime');
  if (time !== null && Number.isNaN(Date.parse(time)))
    throw badRequest(`parsing time "${time}" as "2006-01-02T15:04:05Z07:00": cannot parse "${time}" as "2006"`);
  const problems: readonly Problem[] = [
    ...least(query, 'tailLines', 0, 'must be greater than or equal to 0'),
    ...least(query, 'limitBytes', 1, 'must be greater than 0'),
    ...(time !== null && query.has('sinceSeconds')
      ? [forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified')]
      : least(query, 'sinceSeconds', 1, 'must be greater than 0')),
  ];
  if (problems.length > 0) throw invalid({group: '', kind: 'PodLogOptions'}, name, problems);
}

function checkNumber(value: string | null): void {
  if (value !== null && !/^[+-]?\d+$/.test(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
}

function least(query: URLSearchParams, option: string, smallest: number, otherwise: string): readonly Problem[] {
  const value = query.get(option);
  return value === null || Number(value) >= smallest ? [] : [invalidValue(option, Number(value), otherwise)];
}

const isSet = (value: string | null): boolean => value === '1' || value?.toLowerCase() === 'true';

function hasEnded(pod: JsonObject, container: string): boolean {
  const {phase, containerStatuses, initContainerStatuses} = part(pod['status']);
  if (phase === 'Succeeded' || phase === 'Failed') return true;
  const statuses = [...list(containerStatuses), ...list(initContainerStatuses)].map(part);
  const state = part(statuses.find((one) => one['name'] === container)?.['state']);
  return isObject(state['terminated']);
}

function isNamed(object: JsonObject, namespace: string, name: string): boolean {
  const metadata = part(object['metadata']);
  return metadata['name'] === name && metadata['namespace'] === namespace;
}
