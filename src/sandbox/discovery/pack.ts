import {brotliDecompressSync} from 'node:zlib';
import type {JsonObject} from '../../core/json.ts';
import {once} from '../../lib/once.ts';
import type {ProtobufTypes} from '../decode/protobuf.ts';
import type {ColumnDefinition} from '../model/columns.ts';
import {partIn} from './parts.ts';

/** The discovery documents of the pack, as a real server sent them. */
export type PackedDiscovery = {
  readonly version: JsonObject;
  /** `/api`, without the server's address, and `/apis`. */
  readonly api: JsonObject;
  readonly apis: JsonObject;
  /** APIResourceList by path, like `apis/apps/v1`. */
  readonly lists: Readonly<Record<string, JsonObject>>;
  /** The same paths as APIGroupDiscoveryList. */
  readonly aggregated: {readonly api: JsonObject; readonly apis: JsonObject};
};

/** The recorded API of a real server in its initial state. Each file is read on first use. */
export type Pack = {
  readonly discovery: () => PackedDiscovery;
  /** The OpenAPI v3 document of a path like `apis/apps/v1`, as text; undefined if the pack has none. */
  readonly openapi: (path: string) => string | undefined;
  /** The columns of `kubectl get` for the kinds that can be listed, and for Scale, by `Kind` or `Kind.group`. */
  readonly columns: () => Readonly<Record<string, readonly ColumnDefinition[]>>;
  /** The protobuf encoding of the built-in kinds. */
  readonly protobuf: () => ProtobufTypes;
  /** The OpenAPI v2 document. */
  readonly openapiV2: () => string;
  /** The OpenAPI v2 document in protobuf, the only form that kubectl requests. */
  readonly openapiV2Protobuf: () => Buffer;
};

/** Returns a file of `src/sandbox/pack/` by its path there. */
export type PackFile = (path: string) => Uint8Array;

/** Opens the pack. */
export function openPack(file: PackFile): Pack {
  let discovery: PackedDiscovery | undefined;
  const openapi = once(() => file('openapi.parts'));
  const bytes = (path: string): Buffer => brotliDecompressSync(file(`${path}.br`));
  const read = (name: string): string => bytes(`${name}.json`).toString('utf8');
  return {
    discovery: () => (discovery ??= JSON.parse(read('discovery')) as PackedDiscovery),
    openapi(path) {
      const part = partIn(openapi(), path);
      return part === undefined ? undefined : brotliDecompressSync(part).toString('utf8');
    },
    columns: once(() => JSON.parse(read('columns')) as Readonly<Record<string, readonly ColumnDefinition[]>>),
    protobuf: once(() => JSON.parse(read('protobuf')) as ProtobufTypes),
    openapiV2: () => read('openapi-v2'),
    openapiV2Protobuf: () => bytes('openapi-v2.pb'),
  };
}
