import type {JsonObject} from '../json.ts';

/** The record that a release keeps of one of the stack's sources, for its next build: versions, and digests under the key of the backend. */
export type SourceRecord = {
  /** The kind of the source: `helm`. */
  readonly kind: string;
  /** Identifies the source in the stack: the name of a Helm release. */
  readonly name: string;
  /** Only the source itself reads it. */
  readonly value: JsonObject;
};
