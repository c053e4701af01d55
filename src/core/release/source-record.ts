import type {JsonObject} from '../json.ts';
import type {GeneratedRecord} from './generated-record.ts';

/** The record that a release keeps of one of the stack's sources, for its next build: versions, and digests under the key of the backend. */
export type SourceRecord = {
  /** The kind of the source: `helm`, or `app` for a generated value of a module. */
  readonly kind: string;
  /** Identifies the source in the stack: the name of a Helm release, or `APPLICATION/ACCESSORY/NAME`. */
  readonly name: string;
  /** Only the source itself reads it. */
  readonly value: JsonObject;
  /** The generated values of a chart. Absent: it has none, and none of its values can be compared with a later render. */
  readonly generated?: GeneratedRecord;
};
