import type {Out} from '../io.ts';
import {eventDocument, jsonLine} from '../json.ts';
import {linesProgress, type Progress} from './progress.ts';
import type {Stamp} from './stamp.ts';

/** Every event as one line of JSON on stdout, as it happens. */
export const jsonlProgress = (out: Out, now: () => Date, stamp: Stamp): Progress =>
  linesProgress((event) => void out.write(jsonLine(eventDocument(event, stamp(now())))));
