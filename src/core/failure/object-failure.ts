import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {Diagnosis} from './diagnosis.ts';

/** The reasons why an object was refused or did not become ready. */
export type ObjectFailure =
  /** The server refused an object before anything was written. */
  | {readonly code: 'object/refused'; readonly diagnostics: readonly Diagnostic[]}
  /** The server refused an object while it was written. */
  | {readonly code: 'object/write-refused'; readonly resource: string; readonly status: number; readonly detail: string}
  | {
      readonly code: 'object/not-ready';
      readonly resource: string;
      readonly detail: string;
      readonly seconds: number;
      /** The time limit that was reached: that of the resource, of its health rule, or of the run. */
      readonly limit?: 'resource' | 'rule' | 'run' | undefined;
      readonly trouble?: Diagnosis;
    }
  /** The object is being deleted and still existed at the time limit. */
  | {
      readonly code: 'object/not-gone';
      readonly resource: string;
      readonly detail: string;
      readonly seconds: number;
      readonly limit?: 'resource' | 'rule' | 'run' | undefined;
    }
  | {readonly code: 'object/failed'; readonly resource: string; readonly detail: string; readonly trouble?: Diagnosis};
