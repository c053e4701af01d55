import {describe, expect, it} from 'vitest';
import {sandboxApi} from '../../../../src/sandbox/api/api.ts';
import {OWNER} from '../../../../src/sandbox/model/user.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import {recordedPack} from '../../../rig/recorded-pack.ts';

const pack = recordedPack();
const api = sandboxApi({store: memoryStore(), pack, now: () => 0});
api.context.store.put('namespaces', {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {name: 'default', uid: 'UID', creationTimestamp: '2026-11-22T00:00:00Z'},
  spec: {finalizers: ['kubernetes']},
  status: {phase: 'Active'},
});

type Answered = {readonly status: number; readonly type: string; readonly text: string};

function asked(path: string, accept: string | undefined): Answered {
  const [at = '', query] = path.split('?');
  const headers = accept === undefined ? {} : {accept};
  const reply = api.handle({
    method: 'GET',
    path: at,
    query: new URLSearchParams(query),
    headers,
    body: Buffer.alloc(0),
    user: OWNER,
  });
  if (reply.kind === 'stream') return {status: 200, type: reply.type ?? 'application/json', text: ''};
  if (reply.kind === 'bytes') return {status: reply.status, type: reply.type, text: reply.body.toString()};
  return {status: reply.status, type: 'application/json', text: JSON.stringify(reply.body)};
}

const kindOf = (text: string): string => /"?kind"?: ?"?(\w+)/.exec(text)?.[1] ?? '';
const messageOf = (text: string): string => (JSON.parse(text) as {message: string}).message;

const META = 'g=meta.k8s.io;v=v1';
const OBJECT = '/api/v1/namespaces/default';
const LIST = '/api/v1/namespaces';
const WATCH = `${LIST}?watch=1`;

// All measured on kube-apiserver 1.34.4.
describe('content negotiation', () => {
  it.each([
    {path: OBJECT, accept: undefined, type: 'application/json', kind: 'Namespace'},
    {path: OBJECT, accept: '', type: 'application/json', kind: 'Namespace'},
    {path: OBJECT, accept: '*/*', type: 'application/json', kind: 'Namespace'},
    {path: OBJECT, accept: 'text/html,*/*;q=0.1', type: 'application/json', kind: 'Namespace'},
    {path: OBJECT, accept: 'application/json; charset=utf-8', type: 'application/json', kind: 'Namespace'},
    {path: OBJECT, accept: 'application/yaml', type: 'application/yaml', kind: 'Namespace'},
    {path: OBJECT, accept: 'application/json;q=0.5,application/yaml', type: 'application/yaml', kind: 'Namespace'},
    {path: OBJECT, accept: 'application/yaml;q=0.5,application/json', type: 'application/json', kind: 'Namespace'},
    {path: OBJECT, accept: `application/json;as=Table;${META}`, type: 'application/json', kind: 'Table'},
    {path: OBJECT, accept: `application/json;as=Table;${META}beta1`, type: 'application/json', kind: 'Table'},
    {path: OBJECT, accept: `application/yaml;as=Table;${META}`, type: 'application/yaml', kind: 'Table'},
    {
      path: OBJECT,
      accept: `application/json;as=Thing;${META},application/json`,
      type: 'application/json',
      kind: 'Namespace',
    },
    {
      path: OBJECT,
      accept: `application/json;as=PartialObjectMetadata;${META}`,
      type: 'application/json',
      kind: 'PartialObjectMetadata',
    },
    {
      path: LIST,
      accept: `application/json;as=PartialObjectMetadataList;${META}`,
      type: 'application/json',
      kind: 'PartialObjectMetadataList',
    },
    {path: LIST, accept: 'application/yaml', type: 'application/yaml', kind: 'NamespaceList'},
    {path: WATCH, accept: 'application/json', type: 'application/json', kind: ''},
    {path: '/version', accept: 'application/yaml,application/json', type: 'application/json', kind: ''},
    {path: '/apis/apps/v1', accept: 'application/yaml', type: 'application/yaml', kind: 'APIResourceList'},
    {path: '/apis', accept: 'application/*', type: 'application/json', kind: 'APIGroupList'},
  ])('$path with Accept $accept is answered in the requested form', ({path, accept, type, kind}) => {
    const answer = asked(path, accept);
    expect({status: answer.status, type: answer.type, kind: kindOf(answer.text)}).toEqual({status: 200, type, kind});
  });
});

const ALL = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
const STREAMS = 'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch';
const only = (types: string): string => `only the following media types are accepted: ${types}`;
const named = (types: string): string => `406: Not Acceptable\n\nAvailable representations: ${types}`;

describe('a refused media type', () => {
  it.each([
    {path: OBJECT, accept: 'text/html', says: named(ALL)},
    {path: OBJECT, accept: 'application/*', says: named(ALL)},
    {path: OBJECT, accept: 'application/JSON', says: named(ALL)},
    {path: LIST, accept: 'text/html', says: named(`${ALL}, ${STREAMS}`)},
    {path: OBJECT, accept: `application/json;as=Thing;${META}`, says: only(ALL)},
    {path: OBJECT, accept: 'application/json;as=Table;g=meta.k8s.io;v=v2', says: only(ALL)},
    {path: OBJECT, accept: 'application/json;as=Table', says: only(ALL)},
    {path: WATCH, accept: `application/yaml;as=Table;${META}`, says: only(STREAMS)},
    {path: '/version', accept: 'application/*', says: named('application/json')},
    {path: '/api', accept: 'application/*', says: named(ALL)},
    {path: '/api', accept: `application/json;as=Table;${META}`, says: only(ALL)},
    {path: '/apis', accept: 'text/html', says: only(ALL)},
    {path: '/apis/apps', accept: `application/yaml;as=Table;${META}`, says: only(ALL)},
    {path: '/apis/apps/v1', accept: 'text/html', says: named(ALL)},
    {path: '/apis/apps/v1', accept: `application/json;as=Table;${META}`, says: only(ALL)},
  ])('$path with Accept $accept is refused with the available types', ({path, accept, says}) => {
    const answer = asked(path, accept);
    expect([answer.status, answer.type]).toEqual([406, 'application/json']);
    expect(messageOf(answer.text)).toBe(says);
  });

  it.each([
    {path: '/version', accept: 'application/yaml', status: 406, type: 'application/yaml'},
    {path: WATCH, accept: 'application/yaml', status: 406, type: 'application/yaml'},
    {path: '/api/v1/nothing', accept: 'application/yaml', status: 404, type: 'application/yaml'},
    {path: '/api/v1/nothing', accept: `application/yaml;as=Table;${META}`, status: 404, type: 'application/json'},
    {path: '/api/v1/nothing', accept: 'text/html', status: 404, type: 'application/json'},
  ])('$path with Accept $accept is refused in $type', ({path, accept, status, type}) => {
    const answer = asked(path, accept);
    expect([answer.status, answer.type, kindOf(answer.text)]).toEqual([status, type, 'Status']);
  });
});
