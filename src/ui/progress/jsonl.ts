import type {Out} from '../io.ts';
import {eventDocument, jsonLine} from '../json.ts';
import {linesProgress, type Progress} from './progress.ts';
import type {Stamp} from './stamp.ts';

/** Prints every event as one line of JSON to stdout, as it happens. */
export const jsonlProgress = (out: Out, now: () => Date, stamp: Stamp): Progress =>
  linesProgress((event) => void out.write(jsonLine(eventDocument(event, stamp(now())))));
