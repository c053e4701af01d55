import type {JsonObject} from '../../core/json.ts';
import type {ProtobufTypes} from '../decode/protobuf.ts';
import type {Registry} from '../discovery/registry.ts';
import type {Resource} from '../model/resource.ts';
import type {Store} from '../model/store.ts';

/** The dependencies of every verb. */
export type VerbContext = {
  readonly store: Store;
  readonly registry: Registry;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly uid: () => string;
  /** The protobuf encoding of the built-in kinds. */
  readonly protobuf: () => ProtobufTypes;
};

/** The target of a request. */
export type Target = {
  readonly resource: Resource;
  /** Empty for cluster-scoped kinds, and for requests for all namespaces. */
  readonly namespace: string;
  readonly name: string;
  /** Empty for the object itself. */
  readonly subresource: string;
};

/** The options of a write. */
export type WriteOptions = {
  readonly manager: string;
  readonly dryRun: boolean;
  readonly validation: 'Strict' | 'Warn' | 'Ignore';
};

/** The result of a write. */
export type Written = {readonly status: number; readonly object: JsonObject; readonly warnings: readonly string[]};
