import {type Answer, type Asked, type HttpDouble, httpDouble} from './http-double.ts';

/**
 * A double of the Blob service of Azure, written from the documentation of its REST API: Get Blob, Put Blob, Delete Blob and List Blobs, with
 * If-Match and If-None-Match, and bodies that are text. What the emulator of the services does is tested there; this one loses answers and
 * forgets conditions.
 */
export type AzureBlobDouble = HttpDouble & {
  readonly blobs: Map<string, Blob>;
  /** Puts a blob there beside the client. */
  readonly place: (name: string, value: string) => void;
  /** What an account with a hierarchical namespace lists beside its blobs. */
  readonly directories: string[];
  pageSize: number;
  /** How many writes are done without an answer. */
  loseAnswers: number;
  ignores: 'PUT' | 'DELETE' | undefined;
};

type Blob = {readonly value: string; readonly etag: string; readonly mark: string};

const MARK = 'x-ms-meta-gantrywrite';

/** Serves one container at the path `/account/container`. */
export async function azureBlobDouble(container: string): Promise<AzureBlobDouble> {
  let count = 0x8d_00_00;
  const blobs = new Map<string, Blob>();
  const store = (name: string, value: string, mark: string): string => {
    const etag = `"0x${(count++).toString(16).toUpperCase()}"`;
    blobs.set(name, {value, etag, mark});
    return etag;
  };
  const isMet = ({method, headers}: Asked, name: string): boolean => {
    if (double.ignores === method) return true;
    if (headers['if-none-match'] === '*') return !blobs.has(name);
    return headers['if-match'] === undefined || headers['if-match'] === blobs.get(name)?.etag;
  };
  const answer = (asked: Asked): Answer => {
    const [, , of = '', ...rest] = asked.path.split('/');
    if (of !== container) return azureProblem(404, 'ContainerNotFound');
    const name = decodeURIComponent(rest.join('/'));
    if (name === '') return list(asked);
    if (!isMet(asked, name))
      return asked.headers['if-none-match'] === '*'
        ? azureProblem(409, 'BlobAlreadyExists')
        : azureProblem(412, 'ConditionNotMet');
    if (asked.method === 'PUT') {
      const etag = store(name, asked.body, String(asked.headers[MARK] ?? ''));
      return {status: 201, body: '', headers: {etag, ...REQUEST}};
    }
    const found = blobs.get(name);
    if (found === undefined) return azureProblem(404, 'BlobNotFound');
    if (asked.method === 'DELETE') {
      blobs.delete(name);
      return {status: 202, body: '', headers: REQUEST};
    }
    return {status: 200, body: found.value, headers: {etag: found.etag, [MARK]: found.mark, ...REQUEST}};
  };
  const list = ({query}: Asked): Answer => {
    const all = [...blobs.keys(), ...double.directories];
    const names = all.filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted();
    const start = Number(query.get('marker') ?? 0);
    const end = start + double.pageSize;
    const listed = names.slice(start, end).map((name) => {
      const type = double.directories.includes(name) ? 'directory' : 'file';
      return `<Blob><Name>${name.replaceAll('&', '&amp;')}</Name><Properties><ResourceType>${type}</ResourceType></Properties></Blob>`;
    });
    const next = end < names.length ? `<NextMarker>${end}</NextMarker>` : '<NextMarker />';
    const body = `\uFEFF<?xml version="1.0" encoding="utf-8"?><EnumerationResults ContainerName="${container}"><Blobs>${listed.join('')}</Blobs>${next}</EnumerationResults>`;
    return {status: 200, body, headers: REQUEST};
  };
  const base = await httpDouble((asked) => answer(asked));
  const double: AzureBlobDouble = Object.assign(base, {
    blobs,
    place: (name: string, value: string) => void store(name, value, ''),
    directories: [],
    pageSize: 5_000,
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

const REQUEST = {'x-ms-request-id': '1f0a'};

/** A refusal of Azure, whose text may quote the request. */
export const azureProblem = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>canary</Message></Error>`,
  headers: {'x-ms-error-code': code, ...REQUEST},
});
