import type {DocumentOf} from '../config/documents/parts.ts';
import type {Event} from '../core/event.ts';
import type {Failure} from '../core/failure/failure.ts';
import {defined} from '../lib/defined.ts';
import {escapeUnsafe} from '../lib/invisible-characters.ts';
import {diagnosticsOf} from './error-text.ts';
import {failureText} from './failure-text.ts';
import type {ErrorOutput} from './output/error-output.ts';
import type {Stamped} from './progress/stamp.ts';

/** The version of all JSON documents. Incompatible changes increase it. */
export const FORMAT_VERSION = 1;

/** The JSON output of a command that failed. */
export type ErrorDocument = DocumentOf<typeof ErrorOutput>;

/** Returns the JSON output of a command that failed. */
export const errorDocument = (failure: Failure): ErrorDocument => ({
  formatVersion: FORMAT_VERSION,
  error: errorBody(failure),
});

/** Returns the facts of a failure with its texts. */
export function errorBody(failure: Failure): ErrorDocument['error'] {
  const {diagnostics: _, ...facts} = {diagnostics: [], ...failure};
  return defined({...facts, ...failureText(failure), diagnostics: diagnosticsOf(failure)});
}

/** Returns the JSON output of an error that is not a failure, which is a bug. */
export const bugDocument = (error: unknown): ErrorDocument => ({
  formatVersion: FORMAT_VERSION,
  error: {code: 'bug', message: error instanceof Error ? error.message : String(error), diagnostics: []},
});

/** Returns a document with indentation and a line end. */
export const jsonText = (document: unknown): string => `${escapeUnsafe(JSON.stringify(document, undefined, 2))}\n`;

/** Returns a line of a stream of documents. */
export const jsonLine = (document: unknown): string => `${escapeUnsafe(JSON.stringify(document))}\n`;

/** An event as a line of the stream: a failure brings its words. */
export const eventDocument = ({type, ...event}: Event, stamped: Stamped): unknown => ({
  type,
  ...stamped,
  ...event,
  ...defined({failure: 'failure' in event && event.failure !== undefined ? errorBody(event.failure) : undefined}),
});

/** The last line of the stream: the document of `-o json`, which has no keys `type`, `seq` and `time` of its own. */
export const endDocument = (type: 'result' | 'error', stamped: Stamped, document: unknown): unknown => ({
  type,
  ...stamped,
  ...(document as object),
});
