import type {Out} from '../io.ts';
import type {Style} from '../style.ts';
import {eventText, type Loudness} from './event-text.ts';
import {linesProgress, type Progress} from './progress.ts';

/** Lines, one per finished step: for logs and pipes. */
export const plainProgress = (out: Out, style: () => Style, loudness: Loudness): Progress =>
  linesProgress((event) => {
    const text = eventText(event, style(), loudness);
    if (text !== '') out.write(text);
  });
