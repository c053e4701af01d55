import type {JsonObject} from '../../core/json.ts';
import type {ProtobufTypes} from '../decode/protobuf.ts';
import type {Registry} from '../discovery/registry.ts';
import type {Resource} from '../model/resource.ts';
import type {Store} from '../model/store.ts';

/** What every verb works on. */
export type World = {
  readonly store: Store;
  readonly registry: Registry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly uid: () => string;
  /** How Go clients write the built-in kinds. */
  readonly protobuf: () => ProtobufTypes;
};

/** What a request is about. */
export type Target = {
  readonly resource: Resource;
  /** '' for cluster-wide kinds, and for requests about all namespaces. */
  readonly namespace: string;
  readonly name: string;
  /** '' for the object itself. */
  readonly subresource: string;
};

/** What a write asks for beside its object. */
export type WriteOptions = {
  readonly manager: string;
  readonly dryRun: boolean;
  readonly validation: 'Strict' | 'Warn' | 'Ignore';
};

/** What a write answers. */
export type Written = {readonly status: number; readonly object: JsonObject; readonly warnings: readonly string[]};
