import type {JsonObject} from '../../core/json.ts';
import {nameOf, namespaceOf} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {badRequest, methodNotAllowed} from '../model/refusals.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import {getObject} from '../verbs/find.ts';
import type {Target, VerbContext} from '../verbs/verb-context.ts';
import {refuseOtherTypes, wantedOf} from './accept.ts';
import {type LogOptions, logOptionsOf} from './log-options.ts';
import {hasEnded, type Line, writtenLines} from './written-lines.ts';

/** Answers `pods/NAME/log`. With `follow`, the log ends when the container ends or its pod is deleted. */
export function answerLog(target: Target, {method, query, headers}: ApiRequest, context: VerbContext): ApiReply {
  if (method !== 'GET') throw methodNotAllowed();
  refuseOtherTypes(headers['accept'], false, ['text/plain']);
  wantedOf(headers['accept'], true);
  const pod = getObject(target, context);
  const options = logOptionsOf(nameOf(pod), query, context.now());
  const container = containerOf(pod, options.container);
  // An unscheduled pod has no kubelet that could be asked for logs.
  if (text(part(pod['spec'])['nodeName']) === '') return {kind: 'bytes', status: 204, type: '', body: Buffer.alloc(0)};
  const said = textOf(writtenLines(pod, container, options.previous), options);
  if (!options.follow) return {kind: 'bytes', status: 200, type: 'text/plain', body: Buffer.from(said)};
  return {
    kind: 'stream',
    type: 'text/plain',
    start: (push, end) => {
      if (said !== '') push(said);
      if (hasEnded(pod, container)) end();
      const {namespace, name} = target;
      const over = context.store.subscribe(({type, resource, object}) => {
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

function textOf(
  written: readonly Line[],
  {since, tailLines = written.length, limitBytes, timestamps}: LogOptions,
): string {
  const lines = written.filter(({at}) => since === undefined || Date.parse(at) >= since);
  const shown = lines.slice(Math.max(0, lines.length - tailLines));
  const all = shown.map(({at, line}) => `${timestamps ? `${at} ` : ''}${line}\n`).join('');
  return all.slice(0, limitBytes);
}

function isNamed(object: JsonObject, namespace: string, name: string): boolean {
  return nameOf(object) === name && namespaceOf(object) === namespace;
}
