import type {StackEvent} from '../../core/event.ts';
import type {Out} from '../io.ts';
import type {Style} from '../style.ts';
import type {RunView} from './draw-run.ts';
import type {Verbosity} from './event-text.ts';
import type {Progress} from './progress.ts';
import {openSpinner} from './spinner.ts';
import {stackEventText} from './stack-event-text.ts';
import type {TimedStackEvent} from './stacks-state.ts';

// A run that is faster than this needs no view, and does not load one.
const PATIENCE_MS = 400;

/** Shows the tree of waiting steps on a terminal. Failures and remarks are printed above it. */
export function liveProgress(out: Out, style: () => Style, loudness: Verbosity): Progress {
  const now = (): number => style().now.getTime();
  let early: TimedStackEvent[] = [];
  let view: RunView | undefined;
  let patience: NodeJS.Timeout | undefined;
  /** Set while the view may be shown. A question or a result is not overwritten. */
  let wanted = false;
  const open = async (): Promise<void> => {
    const {drawRun} = await import('./draw-run.ts');
    if (out.terminal === undefined) return;
    view ??= drawRun(out.terminal, {paint: style().paint, now});
    view.hear(early);
    early = [];
    if (wanted) view.show();
  };
  const spinner = openSpinner(out);
  const pause = (): void => {
    spinner.stop();
    wanted = false;
    clearTimeout(patience);
    patience = undefined;
    view?.hide();
  };
  const hear = (event: StackEvent): void => {
    const heard = {event, at: now()};
    if (view === undefined) early.push(heard);
    else view.hear([heard]);
  };
  let closed = false;
  return {
    onEvent: (event) => {
      if (closed) return;
      hear(event);
      if (event.type === 'phase-started' || event.type === 'lock-waiting') {
        spinner.stop();
        wanted = true;
        patience ??= setTimeout(() => void open(), PATIENCE_MS).unref();
      }
      const text = stackEventText(event, style(), loudness);
      if (text === '') return;
      spinner.stop();
      if (view === undefined) out.write(text);
      else view.above(text);
    },
    wait: (text) => {
      if (!closed) spinner.start(text);
    },
    pause,
    close: () => {
      closed = true;
      pause();
    },
  };
}
