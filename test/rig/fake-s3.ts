import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {onTestFinished} from 'vitest';

export type Asked = {
  readonly method: string;
  /** Decoded, without the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

/** What a test makes of a request: `undefined` is what S3 would do. */
export type Twist =
  /** Answered with this in S3's place, which does nothing. */
  | {
      readonly status: number;
      readonly code?: string;
      readonly headers?: Record<string, string>;
      readonly xml?: string;
      readonly page?: string;
    }
  /** Done, and the connection is cut in place of an answer; or cut before it is done. */
  | 'lost-answer'
  | 'lost-request'
  /** Never answered; or the answer never ends. */
  | 'silent'
  | 'half'
  /** Done as if there were no conditions. */
  | 'unconditional'
  /** Done, and the answer does not say which version it is about. */
  | 'no-etag';

type Thing = {readonly body: Buffer; readonly etag: string; readonly metadata: Readonly<Record<string, string>>};

/** A bucket of this process, for what no real server can be made to do. */
export type FakeS3 = {
  readonly endpoint: string;
  readonly asked: readonly Asked[];
  readonly objects: Map<string, Thing>;
  /** Decides about each request that comes from now on. */
  twist: (asked: Asked) => Twist | undefined;
};

/** How many keys come in one page, as at S3. */
const PAGE = 1_000;

export async function fakeS3(): Promise<FakeS3> {
  const asked: Asked[] = [];
  const objects = new Map<string, Thing>();
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    objects,
    twist: () => undefined,
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = askedOf(request);
    const body = await buffer(request);
    asked.push(one);
    const twist = fake.twist(one);
    if (twist === 'lost-request') return void request.socket.destroy();
    if (twist === 'silent') return;
    if (twist === 'half') return void response.writeHead(200, {'content-length': '1000'}).write('kind');
    if (typeof twist === 'object') return answerTwist(response, twist);
    const {status, headers = {}, text = ''} = act(objects, one, body, twist === 'unconditional');
    if (twist === 'lost-answer') return void request.socket.destroy();
    const {etag: _, ...others} = headers;
    response.writeHead(status, twist === 'no-etag' ? others : headers).end(one.method === 'HEAD' ? undefined : text);
  }
  return fake;
}

function askedOf({method = '', url = '', headers}: IncomingMessage): Asked {
  const {pathname, searchParams} = new URL(url, 'http://fake');
  const key = decodeURIComponent(pathname).split('/').slice(2).join('/');
  return {method, key, query: searchParams, headers: headers as Asked['headers']};
}

function answerTwist(
  response: ServerResponse,
  {status, code = '', headers = {}, xml = '', page}: Exclude<Twist, string>,
): void {
  response.writeHead(status, {'content-type': 'application/xml', ...headers}).end(page ?? errorXml(code, xml));
}

const errorXml = (code: string, more = ''): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>because ${code}</Message>${more}</Error>`;

type Answer = {readonly status: number; readonly headers?: Record<string, string>; readonly text?: string | Buffer};

const refusal = (status: number, code: string): Answer => ({status, text: errorXml(code)});

function act(objects: Map<string, Thing>, asked: Asked, body: Buffer, unconditional: boolean): Answer {
  const {method, key, headers} = asked;
  const found = objects.get(key);
  if (method === 'GET' && asked.query.get('list-type') === '2') return list(objects, asked.query);
  if (method === 'GET') return found === undefined ? refusal(404, 'NoSuchKey') : whole(found);
  const [match, none] = unconditional ? [] : [headers['if-match'], headers['if-none-match']];
  if (match !== undefined && found === undefined) return refusal(404, 'NoSuchKey');
  if (match !== undefined && found?.etag !== match) return refusal(412, 'PreconditionFailed');
  if (none === '*' && found !== undefined) return refusal(412, 'PreconditionFailed');
  if (method === 'DELETE') {
    objects.delete(key);
    return {status: 204};
  }
  const metadata = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name, value ?? '']] : [])),
  );
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  objects.set(key, {body, etag, metadata});
  return {status: 200, headers: {etag}};
}

const whole = ({body, etag, metadata}: Thing): Answer => ({status: 200, headers: {etag, ...metadata}, text: body});

function list(objects: Map<string, Thing>, query: URLSearchParams): Answer {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted();
  const page = keys.slice(0, PAGE);
  const more = keys.length > page.length;
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.body.length ?? 0}</Size></Contents>`,
  );
  const next = more ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
  return {
    status: 200,
    headers: {'x-amz-request-id': randomUUID()},
    text: `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  };
}
