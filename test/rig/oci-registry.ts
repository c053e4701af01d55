import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {onTestFinished} from 'vitest';
import {issueLeaf} from '../controlplane/certificate.ts';
import {authority} from './https-server.ts';

export type Layer = {
  readonly mediaType: string;
  readonly bytes: Buffer | string;
  readonly annotations?: Readonly<Record<string, string>>;
};

export type Artifact = {
  /** `org/app` */
  readonly name: string;
  readonly tag?: string;
  readonly configType?: string;
  readonly config?: Buffer | string;
  readonly layers: readonly Layer[];
};

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
};

export type OciRegistry = {
  /** `localhost:PORT`, or `127.0.0.1:PORT` over http. */
  readonly host: string;
  /** Every request in order. */
  readonly asked: readonly Asked[];
  /** Stores an artifact as a push does. Returns the digest of its manifest. */
  readonly push: (artifact: Artifact) => string;
  /** Replaces the bytes that are served for a digest. */
  readonly corrupt: (digest: string, bytes: Buffer | string) => void;
  readonly close: () => Promise<void>;
};

export type RegistryFeatures = {
  /** The login that every request needs: with a token from the registry itself, or directly. */
  readonly login?: {readonly scheme: 'bearer' | 'basic'; readonly username: string; readonly password: string};
  /** Serves https with a certificate of the tests' own authority. */
  readonly tls?: true;
  /** The server of tokens that is named in place of this one. */
  readonly realm?: string;
  /** The number of tags in one page. */
  readonly page?: number;
};

const TOKEN = 'token-of-the-registry';

/** An OCI registry of this process, until the test ends. Programs can push to it, too. */
export async function ociRegistry({login, tls, realm, page = 1000}: RegistryFeatures = {}): Promise<OciRegistry> {
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, {readonly bytes: Buffer; readonly type: string}>();
  const tags = new Map<string, string>();
  const uploads = new Map<string, Buffer>();
  const asked: Asked[] = [];

  const basic = login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const wanted = login?.scheme === 'bearer' ? `Bearer ${TOKEN}` : basic;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const {method = 'GET', headers} = request;
    const url = new URL(request.url ?? '/', 'http://registry');
    asked.push({method, path: url.pathname + url.search, authorization: headers.authorization});
    const end = (status: number, body: Buffer | string = '', more: Record<string, string> = {}): void => {
      response.writeHead(status, {'content-length': String(Buffer.byteLength(body)), ...more});
      response.end(method === 'HEAD' ? undefined : body);
    };
    if (url.pathname === '/token')
      return headers.authorization === basic ? end(200, JSON.stringify({token: TOKEN})) : end(401);
    if (wanted !== undefined && headers.authorization !== wanted) {
      const at = realm ?? `${tls === true ? 'https' : 'http'}://${host}/token`;
      const challenge =
        login?.scheme === 'bearer'
          ? `Bearer realm="${at}",service="tests",scope="repository:any:pull"`
          : 'Basic realm="tests"';
      return end(401, '', {'www-authenticate': challenge});
    }
    if (url.pathname === '/v2/') return end(200, '{}');
    const [, name = '', kind = '', rest = ''] =
      /^\/v2\/(.+)\/(manifests|blobs\/uploads|blobs|tags)\/(.*)$/.exec(url.pathname) ?? [];
    if (kind === 'tags') {
      const all = [...tags.keys()].flatMap((key) => (key.startsWith(`${name}:`) ? [key.slice(name.length + 1)] : []));
      const first = Number(url.searchParams.get('last') ?? 0);
      const next = `</v2/${name}/tags/list?n=${page}&last=${first + page}>; rel="next"`;
      const link: Record<string, string> = first + page < all.length ? {link: next} : {};
      return all.length === 0 ? end(404) : end(200, JSON.stringify({name, tags: all.slice(first, first + page)}), link);
    }
    if (kind === 'blobs/uploads') return upload({request, url, name, rest}, end);
    if (kind === 'blobs') {
      const bytes = blobs.get(rest);
      return bytes === undefined ? end(404) : end(200, bytes, {'docker-content-digest': rest});
    }
    if (kind === 'manifests' && method === 'PUT') {
      const bytes = await buffer(request);
      const digest = store(name, rest, bytes, headers['content-type'] ?? MANIFEST);
      return end(201, '', {'docker-content-digest': digest, location: `/v2/${name}/manifests/${digest}`});
    }
    if (kind === 'manifests') {
      const digest = rest.startsWith('sha256:') ? rest : tags.get(`${name}:${rest}`);
      const found = digest === undefined ? undefined : manifests.get(`${name}@${digest}`);
      if (digest === undefined || found === undefined) return end(404);
      return end(200, found.bytes, {'content-type': found.type, 'docker-content-digest': digest});
    }
    end(404);
  };

  type Upload = {request: IncomingMessage; url: URL; name: string; rest: string};
  const upload = async (
    {request, url, name, rest}: Upload,
    end: (status: number, body?: string, more?: Record<string, string>) => void,
  ): Promise<void> => {
    const body = await buffer(request);
    if (request.method === 'POST' && url.searchParams.get('digest') === null) {
      const id = String(uploads.size);
      uploads.set(id, Buffer.alloc(0));
      return end(202, '', {location: `/v2/${name}/blobs/uploads/${id}`});
    }
    const whole = Buffer.concat([uploads.get(rest) ?? Buffer.alloc(0), body]);
    uploads.set(rest, whole);
    const digest = url.searchParams.get('digest');
    if (digest === null) return end(202, '', {location: url.pathname, range: `0-${whole.length - 1}`});
    if (digestOf(whole) !== digest) return end(400);
    blobs.set(digest, whole);
    end(201, '', {location: `/v2/${name}/blobs/${digest}`, 'docker-content-digest': digest});
  };

  const store = (name: string, reference: string, bytes: Buffer, type: string): string => {
    const digest = digestOf(bytes);
    manifests.set(`${name}@${digest}`, {bytes, type});
    if (!reference.startsWith('sha256:')) tags.set(`${name}:${reference}`, digest);
    return digest;
  };

  const add = ({mediaType, bytes, annotations}: Layer) => {
    const body = Buffer.from(bytes);
    const digest = digestOf(body);
    blobs.set(digest, body);
    return {mediaType, digest, size: body.length, ...(annotations === undefined ? {} : {annotations})};
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
  const server =
    tls === true
      ? createTlsServer(issueLeaf(authority, {name: 'registry', server: {dns: ['localhost'], ips: []}}), listener)
      : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `${tls === true ? 'localhost' : '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return {
    host,
    asked,
    push: ({name, tag, configType = 'application/vnd.oci.empty.v1+json', config = '{}', layers}) => {
      const manifest = {
        schemaVersion: 2,
        mediaType: MANIFEST,
        config: add({mediaType: configType, bytes: config}),
        layers: layers.map(add),
      };
      return store(name, tag ?? 'sha256:', Buffer.from(JSON.stringify(manifest)), MANIFEST);
    },
    corrupt: (digest, bytes) => void blobs.set(digest, Buffer.from(bytes)),
    close,
  };
}

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
