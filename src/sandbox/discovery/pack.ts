import {readFileSync} from 'node:fs';
import {brotliDecompressSync} from 'node:zlib';
import type {JsonObject} from '../../core/json.ts';
import {once} from '../../lib/once.ts';
import type {ProtobufTypes} from '../decode/protobuf.ts';
import type {ColumnDefinition} from '../model/columns.ts';

/** What the pack has of discovery: the answers of a real server to these paths. */
export type PackedDiscovery = {
  readonly version: JsonObject;
  /** `/api`, without the address of a server, and `/apis`. */
  readonly api: JsonObject;
  readonly apis: JsonObject;
  /** By path, like `apis/apps/v1`: APIResourceList. */
  readonly lists: Readonly<Record<string, JsonObject>>;
  /** The same paths as APIGroupDiscoveryList. */
  readonly aggregated: {readonly api: JsonObject; readonly apis: JsonObject};
};

/** What was taken from a real server that nobody had changed: read file by file, when it is first asked for. */
export type Pack = {
  readonly discovery: () => PackedDiscovery;
  /** The OpenAPI v3 document of `apis/apps/v1`, as text; undefined where the pack has none. */
  readonly openapi: (path: string) => string | undefined;
  /** What `kubectl get` shows of the kinds that can be listed, and of a Scale, by `Kind` or `Kind.group`. */
  readonly columns: () => Readonly<Record<string, readonly ColumnDefinition[]>>;
  /** How Go clients write the built-in kinds in protobuf. */
  readonly protobuf: () => ProtobufTypes;
  /** The OpenAPI v2 document. */
  readonly openapiV2: () => string;
  /** The same in protobuf, the only form in which kubectl asks for it. */
  readonly openapiV2Protobuf: () => Buffer;
};

/** @param directory `src/sandbox/pack/`, or where the build has put it */
export function openPack(directory: URL): Pack {
  let discovery: PackedDiscovery | undefined;
  const bytes = (file: string): Buffer => brotliDecompressSync(readFileSync(new URL(`${file}.br`, directory)));
  const read = (name: string): string => bytes(`${name}.json`).toString('utf8');
  return {
    discovery: () => (discovery ??= JSON.parse(read('discovery')) as PackedDiscovery),
    openapi(path) {
      if (!Object.hasOwn(this.discovery().lists, path)) return undefined;
      return read(`openapi/${path.replaceAll('/', '_')}`);
    },
    columns: once(() => JSON.parse(read('columns')) as Readonly<Record<string, readonly ColumnDefinition[]>>),
    protobuf: once(() => JSON.parse(read('protobuf')) as ProtobufTypes),
    openapiV2: () => read('openapi/v2'),
    openapiV2Protobuf: () => bytes('openapi/v2.pb'),
  };
}
