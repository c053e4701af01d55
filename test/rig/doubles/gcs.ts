import {type Answer, type Asked, type HttpDouble, httpDouble} from './http-double.ts';

/**
 * A double of Google Cloud Storage, written from the documentation of its JSON API: Objects: get, insert (uploadType=multipart), delete and list,
 * with ifGenerationMatch, and bodies that are text. What the emulator of the services does is tested there; this one loses answers and forgets conditions.
 */
export type GcsDouble = HttpDouble & {
  readonly objects: Map<string, GcsObject>;
  /** Puts an object there beside the client. */
  readonly place: (name: string, value: string) => void;
  pageSize: number;
  /** How many writes are done without an answer. */
  loseAnswers: number;
  ignores: 'uploads' | 'deletions' | undefined;
};

type GcsObject = {readonly value: string; readonly generation: string; readonly metadata: object};

/** Serves one bucket. */
export async function gcsDouble(bucket: string, {tls = true}: {readonly tls?: boolean} = {}): Promise<GcsDouble> {
  let generation = 1_700_000_000_000_000;
  const objects = new Map<string, GcsObject>();
  const store = (name: string, value: string, metadata: object): GcsObject => {
    const made = {value, generation: String(generation++), metadata};
    objects.set(name, made);
    return made;
  };
  const isMet = ({query}: Asked, name: string): boolean => {
    const wanted = query.get('ifGenerationMatch');
    return wanted === null || wanted === (objects.get(name)?.generation ?? '0');
  };
  const answer = (asked: Asked): Answer => {
    const [, upload, of, object] = /^(\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(asked.path) ?? [];
    if (of !== bucket) return problem(404, 'The specified bucket does not exist.');
    if (upload !== undefined) return insert(asked);
    const name = decodeURIComponent(object ?? '');
    if (name === '') return list(asked);
    const found = objects.get(name);
    if (found === undefined) return problem(404, `No such object: ${bucket}/${name}`);
    if (asked.method === 'DELETE') {
      if (!isMet(asked, name) && double.ignores !== 'deletions') return problem(412, 'conditionNotMet');
      objects.delete(name);
      return {status: 204, body: ''};
    }
    const headers = {'x-goog-generation': found.generation};
    return asked.query.get('alt') === 'media'
      ? {status: 200, body: found.value, headers}
      : {status: 200, body: {kind: 'storage#object', name, generation: found.generation, metadata: found.metadata}};
  };
  const insert = (asked: Asked): Answer => {
    const boundary = /boundary=(.+)$/.exec(asked.headers['content-type'] ?? '')?.[1] ?? '';
    const [, head = '', body = ''] = asked.body
      .split(`--${boundary}`)
      .map((part) => part.split('\r\n\r\n').slice(1).join('\r\n\r\n'));
    const {name, metadata} = JSON.parse(head) as {readonly name: string; readonly metadata: object};
    if (!isMet(asked, name) && double.ignores !== 'uploads') return problem(412, 'conditionNotMet');
    const made = store(name, body.replace(/\r\n$/, ''), metadata);
    return {status: 200, body: {kind: 'storage#object', name, generation: made.generation, metadata}};
  };
  const list = ({query}: Asked): Answer => {
    const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted();
    const start = Number(query.get('pageToken') ?? 0);
    const items = names.slice(start, start + double.pageSize).map((name) => ({name}));
    const more = start + double.pageSize < names.length ? {nextPageToken: String(start + double.pageSize)} : {};
    return {status: 200, body: {kind: 'storage#objects', ...(items.length === 0 ? {} : {items}), ...more}};
  };
  const base = await httpDouble((asked) => answer(asked), {tls});
  const double: GcsDouble = Object.assign(base, {
    objects,
    place: (name: string, value: string) => void store(name, value, {}),
    pageSize: 1_000,
    loseAnswers: 0,
    ignores: undefined,
  });
  double.interfere = (asked) => {
    if (asked.method === 'GET' || double.loseAnswers === 0) return undefined;
    double.loseAnswers--;
    answer(asked);
    return 'cut';
  };
  return double;
}

const problem = (code: number, message: string): Answer => ({status: code, body: {error: {code, message}}});
