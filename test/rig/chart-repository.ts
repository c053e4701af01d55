import {chartArchive, digestOf, type TestChart} from './chart-archive.ts';
import {type AcceptedLogin, basicHeader, type FileServer, fileServer} from './file-server.ts';

/** A chart repository of this process until the test ends. */
export type ChartRepository = FileServer & {
  /** The files by path: `/index.yaml`, `/web-1.0.0.tgz`. A test may replace them. */
  readonly files: Map<string, string | Uint8Array>;
  /** Redirects by path. They come before files. */
  readonly redirects: Map<string, string>;
  /** Answers every request with this status. */
  status?: number;
  /** The answers: `200 GET /index.yaml`, and the length of the body. */
  readonly answers: {readonly line: string; readonly bytes: number}[];
  /** Adds a chart and writes the index again. Returns the archive. */
  readonly add: (chart: TestChart) => Buffer;
};

type RepositoryOptions = {
  readonly charts?: readonly TestChart[];
  /** The only login that is accepted. Absent: none is needed. */
  readonly login?: AcceptedLogin;
  readonly withTls?: boolean;
};

type IndexEntry = {readonly name: string; readonly version: string; readonly urls: readonly string[]};

/** Starts a chart repository with an index and archives, as `helm repo index` makes them. */
export async function chartRepository({charts = [], login, withTls}: RepositoryOptions = {}): Promise<ChartRepository> {
  const files = new Map<string, string | Uint8Array>();
  const redirects = new Map<string, string>();
  const entries = new Map<string, readonly IndexEntry[]>();
  const answers: ChartRepository['answers'] = [];
  const server = await fileServer(({url = '', headers, method}, response) => {
    const end = (status: number, body: string | Uint8Array = ''): void => {
      answers.push({line: `${status} ${method} ${url}`, bytes: Buffer.byteLength(body)});
      response.writeHead(status).end(body);
    };
    if (repository.status !== undefined) return end(repository.status);
    if (login !== undefined && headers.authorization !== basicHeader(login)) return end(401);
    const redirect = redirects.get(url);
    if (redirect !== undefined) {
      response.setHeader('location', redirect);
      return end(302);
    }
    const file = files.get(url);
    if (file === undefined) return end(404);
    const etag = `"${digestOf(file)}"`;
    response.setHeader('etag', etag);
    return headers['if-none-match'] === etag ? end(304) : end(200, file);
  }, withTls);
  const writeIndex = (): void => {
    // JSON is YAML, but the indexes of Helm are in block style.
    files.set('/index.yaml', ['apiVersion: v1', 'entries:', ...blocks(entries), ''].join('\n'));
  };
  const repository: ChartRepository = {
    ...server,
    files,
    redirects,
    answers,
    add: (chart) => {
      const bytes = chartArchive(chart);
      const file = `${chart.name}-${chart.version}.tgz`;
      files.set(`/${file}`, bytes);
      const {name, version, more = {}} = chart;
      const digest = digestOf(bytes).replace('sha256:', '');
      const known = entries.get(name) ?? [];
      entries.set(name, [{apiVersion: 'v2', name, version, ...more, digest, urls: [file]} as IndexEntry, ...known]);
      writeIndex();
      return bytes;
    },
  };
  writeIndex();
  for (const chart of charts) repository.add(chart);
  return repository;
}

const blocks = (entries: ReadonlyMap<string, readonly IndexEntry[]>): readonly string[] =>
  [...entries].flatMap(([name, versions]) => [
    `  ${name}:`,
    ...versions.flatMap((version) =>
      Object.entries(version).map(([key, value], at) => `  ${at === 0 ? '- ' : '  '}${key}: ${JSON.stringify(value)}`),
    ),
  ]);
