import {randomUUID} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {chartArchive, digestOf, type TestChart} from './chart-archive.ts';
import {type AcceptedLogin, basicHeader, bodyOf, type FileServer, fileServer} from './file-server.ts';

/** A part of an artifact. */
export type OciLayer = {
  readonly mediaType: string;
  readonly bytes: Uint8Array | string;
  readonly annotations?: Readonly<Record<string, string>>;
};

/** An OCI registry of this process until the test ends. `helm push` and `helm pull` work with `--plain-http`. */
export type OciRegistry = FileServer & {
  /** The contents by digest. A test may replace them. */
  readonly blobs: Map<string, Uint8Array>;
  /** The digests of manifests by `NAME:TAG`. */
  readonly tags: Map<string, string>;
  /** Redirects of blobs to other addresses, by digest, as registries with a bucket do. */
  readonly redirects: Map<string, string>;
  /** Answers every request with this status. */
  status?: number;
  /** Stores an artifact. Returns the digest of its manifest. */
  readonly push: (repository: string, tag: string, artifact: Artifact) => string;
  /** Stores a chart as `helm push` does. Returns the archive and the digest of the manifest. */
  readonly pushChart: (prefix: string, chart: TestChart, more?: readonly OciLayer[]) => PushedChart;
};

type Artifact = {readonly config: OciLayer; readonly layers: readonly OciLayer[]; readonly artifactType?: string};

/** A stored chart. */
export type PushedChart = {readonly archive: Buffer; readonly digest: string};

type RegistryOptions = {
  /** The only login that is accepted. Absent: anybody may read. */
  readonly login?: AcceptedLogin;
  /** `token`: the login is exchanged for a token, as most registries want it. Default: `basic`. */
  readonly by?: 'basic' | 'token';
  /** The address of the token server, if it is another one. */
  readonly realm?: string;
  /** The maximum number of tags in an answer. */
  readonly pageSize?: number;
  readonly withTls?: boolean;
};

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

/** The media types of charts. */
export const CHART_TYPES = {
  config: 'application/vnd.cncf.helm.config.v1+json',
  layer: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
  provenance: 'application/vnd.cncf.helm.chart.provenance.v1.prov',
} as const;

/** Starts an OCI registry: tags, manifests and blobs, to read and to write. */
export async function ociRegistry(options: RegistryOptions = {}): Promise<OciRegistry> {
  const blobs = new Map<string, Uint8Array>();
  const tags = new Map<string, string>();
  const redirects = new Map<string, string>();
  const tokens = new Set<string>();
  const server = await fileServer((request, response) => {
    if (registry.status !== undefined) return end(response, registry.status);
    if (request.url?.startsWith('/token?')) return giveToken(request, response, {options, tokens});
    if (!isAdmitted(request, options, tokens)) return challenge(request, response, {options, server});
    void answer(request, response, {blobs, tags, redirects, options});
  }, options.withTls);
  const keep = (bytes: Uint8Array | string): string => {
    const digest = digestOf(bytes);
    blobs.set(digest, Buffer.from(bytes));
    return digest;
  };
  const described = ({mediaType, bytes, annotations}: OciLayer) => ({
    mediaType,
    digest: keep(bytes),
    size: Buffer.from(bytes).length,
    ...(annotations === undefined ? {} : {annotations}),
  });
  const push: OciRegistry['push'] = (repository, tag, {config, layers, ...rest}) => {
    const parts = {config: described(config), layers: layers.map(described)};
    const digest = keep(JSON.stringify({schemaVersion: 2, mediaType: MANIFEST, ...rest, ...parts}));
    tags.set(`${repository}:${tag}`, digest);
    return digest;
  };
  const pushChart: OciRegistry['pushChart'] = (prefix, chart, more = []) => {
    const archive = chartArchive(chart);
    const {name, version} = chart;
    const config = {mediaType: CHART_TYPES.config, bytes: JSON.stringify({apiVersion: 'v2', name, version})};
    const layers = [{mediaType: CHART_TYPES.layer, bytes: archive}, ...more];
    return {archive, digest: push(`${prefix}/${name}`, version.replaceAll('+', '_'), {config, layers})};
  };
  const registry: OciRegistry = {...server, blobs, tags, redirects, push, pushChart};
  return registry;
}

type Tokens = {readonly options: RegistryOptions; readonly tokens: Set<string>};

/** Answers the request for a token. A wrong login gets none; without a login the token is anonymous. */
function giveToken({headers}: IncomingMessage, response: ServerResponse, {options, tokens}: Tokens): void {
  const {login} = options;
  if (login !== undefined && headers.authorization !== basicHeader(login)) return end(response, 401);
  const token = randomUUID();
  tokens.add(token);
  return end(response, 200, JSON.stringify({token, expires_in: 300}));
}

function isAdmitted({headers}: IncomingMessage, {login, by}: RegistryOptions, tokens: ReadonlySet<string>): boolean {
  if (by === 'token') return tokens.has((headers.authorization ?? '').replace('Bearer ', ''));
  return login === undefined || headers.authorization === basicHeader(login);
}

type Challenge = {readonly options: RegistryOptions; readonly server: FileServer};

function challenge({url = ''}: IncomingMessage, response: ServerResponse, {options, server}: Challenge): void {
  const [, repository = ''] = /^\/v2\/(.+)\/(?:manifests|blobs|tags)\//.exec(url) ?? [];
  const realm = options.realm ?? `${server.address}/token`;
  const bearer = `Bearer realm="${realm}",service="test",scope="repository:${repository}:pull"`;
  return end(response.setHeader('www-authenticate', options.by === 'token' ? bearer : 'Basic realm="test"'), 401);
}

type Held = Pick<OciRegistry, 'blobs' | 'tags' | 'redirects'> & {readonly options: RegistryOptions};

const PATH = /^\/v2\/(?<repository>.+)\/(?<what>manifests|blobs|tags)\/(?<rest>.*)$/;

async function answer(request: IncomingMessage, response: ServerResponse, held: Held): Promise<void> {
  const {pathname, searchParams} = new URL(request.url ?? '', 'http://registry');
  if (pathname === '/v2/' || pathname === '/v2') return end(response, 200, '{}');
  const {repository = '', what = '', rest = ''} = PATH.exec(pathname)?.groups ?? {};
  if (request.method === 'POST') {
    return end(response.setHeader('location', `/v2/${repository}/blobs/uploads/${randomUUID()}`), 202);
  }
  const asked = {repository, isManifest: what === 'manifests', rest, held};
  if (request.method === 'PUT' || request.method === 'PATCH') return store(response, await bodyOf(request), asked);
  if (what === 'tags') return listTags(response, {repository, searchParams, held});
  return read(response, request.method === 'HEAD', asked);
}

type Asked = {readonly repository: string; readonly isManifest: boolean; readonly rest: string; readonly held: Held};

/** Stores a blob or a manifest, which gets its tag. */
function store(response: ServerResponse, bytes: Buffer, {repository, isManifest, rest, held}: Asked): void {
  const digest = digestOf(bytes);
  held.blobs.set(digest, bytes);
  if (isManifest && !rest.startsWith('sha256:')) held.tags.set(`${repository}:${rest}`, digest);
  return end(response.setHeader('docker-content-digest', digest), 201);
}

/** Answers with a blob or a manifest. */
function read(response: ServerResponse, isHead: boolean, {repository, isManifest, rest, held}: Asked): void {
  const digest = rest.startsWith('sha256:') ? rest : held.tags.get(`${repository}:${rest}`);
  const bytes = digest === undefined ? undefined : held.blobs.get(digest);
  if (digest === undefined || bytes === undefined)
    return end(response, 404, '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}');
  const redirect = isManifest ? undefined : held.redirects.get(digest);
  if (redirect !== undefined) return end(response.setHeader('location', redirect), 307);
  response.setHeader('docker-content-digest', digest).setHeader('content-length', bytes.length);
  response.setHeader('content-type', isManifest ? MANIFEST : 'application/octet-stream');
  return end(response, 200, isHead ? '' : bytes);
}

type Listing = {readonly repository: string; readonly searchParams: URLSearchParams; readonly held: Held};

/** Lists tags, if they are many in pages with a link to the next one. */
function listTags(response: ServerResponse, {repository, searchParams, held: {tags, options}}: Listing): void {
  const prefix = `${repository}:`;
  const all = [...tags.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  if (all.length === 0) return end(response, 404, '{"errors":[{"code":"NAME_UNKNOWN"}]}');
  const last = searchParams.get('last');
  const start = last === null ? 0 : all.toSorted().indexOf(last) + 1;
  const page = all.toSorted().slice(start, start + (options.pageSize ?? 1000));
  const next = start + page.length < all.length ? page.at(-1) : undefined;
  if (next !== undefined) response.setHeader('link', `</v2/${repository}/tags/list?last=${next}>; rel="next"`);
  return end(response, 200, JSON.stringify({name: repository, tags: page}));
}

const end = (response: ServerResponse, status: number, body: string | Uint8Array = ''): void =>
  void response.writeHead(status).end(body);
