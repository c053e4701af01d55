import type {Event} from '../../core/event.ts';
import type {Out} from '../io.ts';
import type {Style} from '../style.ts';
import {eventText, type Loudness} from './event-text.ts';
import {linesProgress, type Progress} from './progress.ts';

/** Before the end: a second signal ends the process in the kernel, and nothing can be said any more. */
const STOPPING =
  'Stopping: requests under way end, and the release is recorded. A second signal ends the process at once, without a record; the same command, given again, goes on.\n';

/**
 * Shows a run until it is told to stop, from then on by lines alone: nobody would be left to take a tree away. While objects are
 * written it says that what has begun is ended.
 */
export function untilStopped(
  view: Progress,
  out: Out,
  {signal, style, verbose}: {readonly signal: AbortSignal; readonly style: () => Style} & Pick<Loudness, 'verbose'>,
): Progress {
  let isWriting = false;
  let shown = view;
  const note = (event: Event): void => {
    if (event.type === 'phase-started') isWriting = event.phase === 'apply' || event.phase === 'record';
  };
  const stop = (): void => {
    view.close();
    shown = linesProgress((event) => {
      const text = eventText(event, style(), {steps: true, verbose});
      if (text !== '') out.write(text);
    });
    if (isWriting) out.write(STOPPING);
  };
  signal.addEventListener('abort', stop, {once: true});
  return {
    onEvent: (event) => {
      note(event);
      shown.onEvent(event);
    },
    wait: (text) => shown.wait(text),
    pause: () => shown.pause(),
    close: () => {
      signal.removeEventListener('abort', stop);
      shown.close();
    },
  };
}
