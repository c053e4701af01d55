import {createHash, createHmac} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {onTestFinished} from 'vitest';

/**
 * A double of Alibaba Cloud's Object Storage Service, written from its documentation: PutObject with x-oss-forbid-overwrite,
 * GetObject, HeadObject, DeleteObject, ListObjectsV2, GetBucketVersioning, the signature OSS4-HMAC-SHA256, and their errors. One
 * bucket, at an address without a name: it is the first part of the path.
 */
export type OssDouble = {
  readonly url: string;
  readonly bucket: string;
  readonly objects: Map<string, OssObject>;
  /** Every request: `PUT prefix/name`, `GET ?list-type=2`. */
  readonly asked: string[];
  /** How many connections were opened. */
  connections: number;
  /** While versioning was ever enabled, the header that forbids overwriting is ignored. */
  versioning: 'Off' | 'Enabled' | 'Suspended';
  /** An object is listed with this many others at most. */
  pageSize: number;
  /** What answers instead, while it is there; undefined: as ever. */
  interfere: ((request: OssRequest) => OssAnswer | undefined) | undefined;
};

export type OssObject = {readonly body: Buffer; readonly meta: Readonly<Record<string, string>>; readonly at: Date};

export type OssRequest = {
  readonly method: string;
  readonly name: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type OssAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

export const OSS_KEYS = {id: 'LTAI-test', secret: 'the-access-key-secret'};
const REGION = 'cn-hangzhou';

export async function ossDouble({token}: {readonly token?: string} = {}): Promise<OssDouble> {
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://double');
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const asked: OssRequest = {
      method: request.method ?? '',
      name: rest.join('/'),
      query: url.searchParams,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: await buffer(request),
    };
    double.asked.push(`${asked.method} ${asked.name}${url.search}`);
    const given =
      double.interfere?.(asked) ??
      signatureProblem(asked, {bucket, token, search: url.search, path: url.pathname}) ??
      (bucket === double.bucket ? serve(double, asked) : ossProblem(404, 'NoSuchBucket'));
    const {status, headers = {}, body = ''} = given;
    response.writeHead(status, {'x-oss-request-id': '5C3D9175B6FC201293AD', ...headers});
    response.end(asked.method === 'HEAD' ? undefined : body);
  };
  const server = createServer((request, response) => void answerTo(request, response).catch(() => request.destroy()));
  server.on('connection', () => double.connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const double: OssDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'team-state',
    objects: new Map(),
    asked: [],
    connections: 0,
    versioning: 'Off',
    pageSize: 1000,
    interfere: undefined,
  };
  return double;
}

/** An error as OSS writes it; the message quotes what was sent. */
export const ossProblem = (status: number, code: string, more = ''): OssAnswer => ({
  status,
  headers: {'content-type': 'application/xml'},
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>\n  <Code>${code}</Code>\n  <Message>canary-of-the-message</Message>\n  <RequestId>5C3D9175B6FC201293AD</RequestId>\n  <HostId>team-state.oss-${REGION}.aliyuncs.com</HostId>${more}\n</Error>\n`,
});

function serve(double: OssDouble, request: OssRequest): OssAnswer {
  const {method, name, query} = request;
  if (name === '' && query.has('versioning')) return versioningAnswer(double);
  if (name === '' && query.get('list-type') === '2') return listAnswer(double, query);
  if (name === '') return ossProblem(405, 'MethodNotAllowed');
  if (method === 'PUT') return put(double, request);
  const found = double.objects.get(name);
  if (method === 'DELETE') {
    double.objects.delete(name);
    return {status: 204};
  }
  if (found === undefined) return ossProblem(404, 'NoSuchKey', `<Key>${name}</Key>`);
  const headers = {etag: tagOf(found), 'content-length': String(found.body.length), 'x-oss-object-type': 'Normal'};
  return {status: 200, headers: {...headers, ...found.meta}, body: found.body};
}

function put(double: OssDouble, {name, headers, body}: OssRequest): OssAnswer {
  const digest = headers['content-md5'];
  if (digest !== undefined && digest !== createHash('md5').update(body).digest('base64'))
    return ossProblem(400, 'InvalidDigest');
  const isForbidden = headers['x-oss-forbid-overwrite'] === 'true' && double.versioning === 'Off';
  if (isForbidden && double.objects.has(name)) return ossProblem(409, 'FileAlreadyExists');
  const meta = Object.fromEntries(Object.entries(headers).filter(([header]) => header.startsWith('x-oss-meta-')));
  const object = {body, meta, at: new Date()};
  double.objects.set(name, object);
  const version: Readonly<Record<string, string>> = double.versioning === 'Off' ? {} : {'x-oss-version-id': 'null'};
  return {status: 200, headers: {etag: tagOf(object), ...version}};
}

const tagOf = ({body}: OssObject): string => `"${createHash('md5').update(body).digest('hex').toUpperCase()}"`;

/** A bucket that never had versioning has no Status. */
const versioningAnswer = ({versioning}: OssDouble): OssAnswer => ({
  status: 200,
  headers: {'content-type': 'application/xml'},
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<VersioningConfiguration>${versioning === 'Off' ? '' : `\n  <Status>${versioning}</Status>\n`}</VersioningConfiguration>\n`,
});

function listAnswer({objects, pageSize, bucket}: OssDouble, query: URLSearchParams): OssAnswer {
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString('utf8');
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(prefix) && Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0)
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const page = names.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? 100)));
  const more = page.length < names.length;
  const last = Buffer.from(page.at(-1) ?? '').toString('base64');
  const encoded = (text: string): string => (query.get('encoding-type') === 'url' ? encodeURIComponent(text) : text);
  const contents = page.map((name) => {
    const object = objects.get(name);
    if (object === undefined) return '';
    const tag = tagOf(object);
    return `<Contents><Key>${encoded(name)}</Key><LastModified>${object.at.toISOString()}</LastModified><ETag>${tag}</ETag><Type>Normal</Type><Size>${object.body.length}</Size><StorageClass>Standard</StorageClass></Contents>`;
  });
  return {
    status: 200,
    headers: {'content-type': 'application/xml'},
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>${bucket}</Name><Prefix>${encoded(prefix)}</Prefix><MaxKeys>${pageSize}</MaxKeys><EncodingType>url</EncodingType><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${encoded(last)}</NextContinuationToken>` : ''}<KeyCount>${page.length}</KeyCount>${contents.join('')}</ListBucketResult>`,
  };
}

type Signed = {
  readonly bucket: string;
  readonly path: string;
  readonly search: string;
  readonly token: string | undefined;
};

/** As the documentation of the signature counts its steps. */
function signatureProblem({method, headers}: OssRequest, {path, search, token}: Signed): OssAnswer | undefined {
  const parts =
    /^OSS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/oss\/aliyun_v4_request,Signature=([0-9a-f]{64})$/.exec(
      headers['authorization'] ?? '',
    );
  if (parts === null) return ossProblem(403, 'AccessDenied');
  const [, id, day = '', region = '', signature] = parts;
  if (id !== OSS_KEYS.id) return ossProblem(403, 'InvalidAccessKeyId');
  if (headers['x-oss-security-token'] !== token) return ossProblem(403, 'InvalidSecurityToken');
  const time = headers['x-oss-date'] ?? '';
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(sent - Date.now()) < 15 * 60_000)) return ossProblem(403, 'RequestTimeTooSkewed');
  const query = search.slice(1).split('&').toSorted().join('&');
  const signed = Object.keys(headers).filter((name) => /^(?:x-oss-.*|content-md5|content-type)$/.test(name));
  const lines = signed.toSorted().map((name) => `${name}:${headers[name]}\n`);
  const canonical = `${method}\n${path}\n${query}\n${lines.join('')}\n\nUNSIGNED-PAYLOAD`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const key = hmac(hmac(hmac(hmac(`aliyun_v4${OSS_KEYS.secret}`, day), region), 'oss'), 'aliyun_v4_request');
  const scope = `${day}/${region}/oss/aliyun_v4_request`;
  const wanted = hmac(key, `OSS4-HMAC-SHA256\n${time}\n${scope}\n${hash}`).toString('hex');
  if (signature !== wanted) return ossProblem(403, 'SignatureDoesNotMatch');
  return region === REGION
    ? undefined
    : ossProblem(403, 'AccessDenied', `<Endpoint>oss-${REGION}.aliyuncs.com</Endpoint>`);
}
