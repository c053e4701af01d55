import type {ServerResponse} from 'node:http';
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
  const server = await fileServer(({url = '', headers}, response) => {
    if (repository.status !== undefined) return end(response, repository.status);
    if (login !== undefined && headers.authorization !== basicHeader(login)) return end(response, 401);
    const redirect = redirects.get(url);
    if (redirect !== undefined) return end(response.setHeader('location', redirect), 302);
    const file = files.get(url);
    return file === undefined ? end(response, 404) : end(response, 200, file);
  }, withTls);
  const writeIndex = (): void => {
    // JSON is YAML, but the indexes of Helm are in block style.
    files.set('/index.yaml', ['apiVersion: v1', 'entries:', ...blocks(entries), ''].join('\n'));
  };
  const repository: ChartRepository = {
    ...server,
    files,
    redirects,
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

const end = (response: ServerResponse, status: number, body: string | Uint8Array = ''): void =>
  void response.writeHead(status).end(body);
