import type {Json, JsonObject} from '../../src/core/json.ts';

/** What the same server answered to an earlier request of the table, by that request's name. */
export type Seen = (name: string) => JsonObject;

type Late<T> = T | ((seen: Seen) => T);

/** One request of the table, for the real server and the sandbox. */
export type Request = {
  /** Unique: the test's title, and what known differences are named by. */
  readonly name: string;
  readonly method: string;
  readonly path: Late<string>;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as it is, all else as JSON. */
  readonly body?: Late<Json>;
  /** Asked again until this holds (for ten seconds): controllers write in their own time. */
  readonly until?: (body: JsonObject) => boolean;
  /** Only that it is done matters (cleaning up, waiting), not what is answered. */
  readonly uncompared?: boolean;
  /** About a revision that a real server forgets after some ten minutes. The answer of a younger server (200) is neither compared nor recorded. */
  readonly isForgotten?: boolean;
  /** A watch that changes nothing and ends after a second: all watches of an area are sent together, and stand next to each other. */
  readonly isWatch?: boolean;
};

type More = {
  /** Beside what every request has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly type?: string;
  readonly until?: (body: JsonObject) => boolean;
  readonly uncompared?: boolean;
  readonly isForgotten?: boolean;
  readonly isWatch?: boolean;
};

export const TABLE =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';
export const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json';
export const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';

export const MERGE = 'application/merge-patch+json';
export const STRATEGIC = 'application/strategic-merge-patch+json';
export const JSON_PATCH = 'application/json-patch+json';
export const APPLY = 'application/apply-patch+yaml';

const request = (
  method: string,
  name: string,
  path: Late<string>,
  body: Late<Json> | undefined,
  more: More,
): Request => ({
  name,
  method,
  path,
  headers: {
    accept: more.accept ?? 'application/json',
    ...more.headers,
    ...(body === undefined ? {} : {'content-type': more.type ?? 'application/json'}),
  },
  ...(body === undefined ? {} : {body}),
  ...(more.until === undefined ? {} : {until: more.until}),
  ...(more.uncompared === undefined ? {} : {uncompared: more.uncompared}),
  ...(more.isForgotten === undefined ? {} : {isForgotten: more.isForgotten}),
  ...(more.isWatch === undefined ? {} : {isWatch: more.isWatch}),
});

export const get = (name: string, path: Late<string>, more: More = {}): Request =>
  request('GET', name, path, undefined, more);
export const post = (name: string, path: Late<string>, body: Late<Json>, more: More = {}): Request =>
  request('POST', name, path, body, more);
export const put = (name: string, path: Late<string>, body: Late<Json>, more: More = {}): Request =>
  request('PUT', name, path, body, more);
export const patch = (name: string, path: Late<string>, type: string, body: Late<Json>, more: More = {}): Request =>
  request('PATCH', name, path, body, {...more, type});
export const apply = (name: string, path: Late<string>, body: Late<Json>, more: More = {}): Request =>
  request('PATCH', name, path, body, {...more, type: APPLY});
export const del = (name: string, path: Late<string>, body?: Late<Json>, more: More = {}): Request =>
  request('DELETE', name, path, body, more);
export const other = (method: string, name: string, path: string, body?: Json, more: More = {}): Request =>
  request(method, name, path, body, more);
