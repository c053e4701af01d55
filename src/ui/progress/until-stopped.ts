import {type StackEvent, stackKey} from '../../core/event.ts';
import type {Out} from '../io.ts';
import type {Style} from '../style.ts';
import type {Verbosity} from './event-text.ts';
import {linesProgress, type Progress} from './progress.ts';
import {stackEventText} from './stack-event-text.ts';

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
  // The stacks that write objects now. One stack alone has no name.
  const writing = new Set<string>();
  let shown = view;
  const note = (event: StackEvent): void => {
    const name = stackKey(event);
    if (event.type === 'stack-done') writing.delete(name);
    if (event.type !== 'phase-started') return;
    if (event.phase === 'apply' || event.phase === 'record') writing.add(name);
    else writing.delete(name);
  };
  const stop = (): void => {
    view.close();
    shown = linesProgress((event) => {
      const text = stackEventText(event, style(), {steps: true, verbose});
      if (text !== '') out.write(text);
    });
    if (writing.size > 0) out.write(STOPPING);
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
