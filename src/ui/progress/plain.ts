import {count} from '../count.ts';
import {duration} from '../duration.ts';
import type {Out} from '../io.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import {eventText, type Loudness} from './event-text.ts';
import {PHASE} from './phase-words.ts';
import {type Progress, silentProgress} from './progress.ts';
import {type Heard, type RunningStep, type RunState, runState, START} from './run-state.ts';

/** A log in which nothing moves looks as if nothing happened: CI ends such jobs, and people press Ctrl-C. */
const EVERY_MS = 15_000;
/** How many of those that are waited for are named. */
const NAMED = 3;

/** Lines, one per finished step, and every 15 s one that says what is waited for: for logs and pipes. */
export function plainProgress(out: Out, style: () => Style, loudness: Loudness): Progress {
  const now = (): number => style().now.getTime();
  let state: RunState = START;
  let unread: Heard[] = [];
  let timer: NodeJS.Timeout | undefined;
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  // Folded only when it is told: a plan of thousands brings some ten thousand events.
  const tell = (): void => {
    state = runState(state, unread);
    unread = [];
    out.write(`${style().paint.dim(waitingText(state, now()))}\n`);
  };
  return {
    ...silentProgress,
    onEvent: (event) => {
      unread.push({event, at: now()});
      if (event.type === 'phase-started' || event.type === 'lock-waiting')
        timer ??= setInterval(tell, EVERY_MS).unref();
      const text = eventText(event, style(), loudness);
      if (text !== '') out.write(text);
    },
    pause,
    close: pause,
  };
}

/** `waiting  for 2 resources (45s), 9 of 12 ended: ID (1 of 3 ready), ID`; where no step is under way, the phase. */
function waitingText({lockedBy, phase, since, running, finished, total}: RunState, now: number): string {
  const sentence = (what: string, from: number): string => `waiting  ${what} (${duration((now - from) / 1000)})`;
  if (lockedBy !== undefined) return sentence(`for the lock of ${printable(lockedBy)}`, since);
  const [oldest] = running.values();
  if (oldest === undefined) return sentence(PHASE[phase], since);
  const named = [...running.values()].slice(0, NAMED).map(stepText).join(', ');
  const more = running.size > NAMED ? ` and ${running.size - NAMED} more` : '';
  return `${sentence(`for ${count(running.size, 'resource')}`, oldest.since)}, ${finished} of ${total} ended: ${named}${more}`;
}

const stepText = ({id, message}: RunningStep): string => printable(message === '' ? id : `${id} (${message})`);
