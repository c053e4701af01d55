import type {Event} from '../../core/event.ts';
import type {Out} from '../io.ts';
import type {Style} from '../style.ts';
import {eventText, type Verbosity} from './event-text.ts';
import {linesProgress, type Progress} from './progress.ts';

/** Printed at the first signal. A second signal ends the process at once, so that nothing can be printed then. */
const STOPPING =
  'Stopping: waiting for current requests, then recording the release. A second signal ends the process at once, without a record. To continue later, repeat the same command.\n';

/**
 * Shows a run until it is stopped. From then on it prints only lines, because a second signal could leave a tree on the screen. While
 * objects are written, it prints that current requests are completed.
 */
export function untilStopped(
  view: Progress,
  out: Out,
  {signal, style, verbose}: {readonly signal: AbortSignal; readonly style: () => Style} & Pick<Verbosity, 'verbose'>,
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
