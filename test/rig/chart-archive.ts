import {createHash} from 'node:crypto';
import {gzipSync} from 'node:zlib';

/** A member of an archive. Without `type` it is a regular file. */
export type ArchiveMember = {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** The type of tar: `1` hard link, `2` symbolic link, `3` and `4` devices, `5` directory, `6` pipe. */
  readonly type?: string;
  readonly linkName?: string;
};

/** A chart: its Chart.yaml, and its other files by path. */
export type TestChart = {
  readonly name: string;
  readonly version: string;
  /** More fields of Chart.yaml. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
};

/** Returns the files of a chart by path. Without files it has one ConfigMap that tells name, version and release. */
export function chartFiles({name, version, more = {}, files}: TestChart): Readonly<Record<string, string>> {
  return {
    'Chart.yaml': JSON.stringify({apiVersion: 'v2', name, version, ...more}),
    ...(files ?? {'templates/config.yaml': configMap(name)}),
  };
}

const configMap = (name: string): string =>
  [
    'apiVersion: v1',
    'kind: ConfigMap',
    `metadata: {name: "{{ .Release.Name }}-${name}"}`,
    'data: {chart: "{{ .Chart.Name }}", version: "{{ .Chart.Version }}"}',
    '',
  ].join('\n');

/** Returns the archive of a chart as `helm package` makes it: all files below the name of the chart. */
export function chartArchive(chart: TestChart): Buffer {
  return archive(
    Object.entries(chartFiles(chart)).map(([path, content]) => ({name: `${chart.name}/${path}`, content})),
  );
}

/** Returns a gzipped tar with these members, valid or not. */
export const archive = (members: readonly ArchiveMember[]): Buffer =>
  gzipSync(Buffer.concat([...members.map(block), Buffer.alloc(1024)]));

/** Returns the digest of bytes: `sha256:…`. */
export const digestOf = (bytes: Uint8Array | string): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

function block({name, content = '', type = '0', linkName = ''}: ArchiveMember): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(512);
  const put = (text: string, at: number): void => void header.write(text, at);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  put(name, 0);
  put(octal(0o644, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(body.length, 12), 124);
  put(octal(0, 12), 136);
  put('        ', 148);
  put(type, 156);
  put(linkName, 157);
  put('ustar\x0000', 257);
  put(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  );
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
