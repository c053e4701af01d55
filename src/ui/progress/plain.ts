import {count} from '../count.ts';
import {duration} from '../duration.ts';
import type {Out} from '../io.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import type {Verbosity} from './event-text.ts';
import {PHASE} from './phase-words.ts';
import {type Progress, silentProgress} from './progress.ts';
import type {RunningStep, RunState} from './run-state.ts';
import {stackEventText} from './stack-event-text.ts';
import {STACKS_START, type StacksState, stacksState, type TimedStackEvent} from './stacks-state.ts';

/** The interval of status lines. CI systems end jobs that print nothing, and people press Ctrl-C. */
const EVERY_MS = 15_000;
/** The number of waiting resources that are named. */
const NAMED = 3;

/** Prints progress as lines, for logs and pipes: one for each finished step, and every 15 s one with the pending resources. */
export function plainProgress(out: Out, style: () => Style, loudness: Verbosity): Progress {
  const now = (): number => style().now.getTime();
  let state: StacksState = STACKS_START;
  let unread: TimedStackEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  // The state is computed only when it is printed, because a large plan has some ten thousand events.
  const tell = (): void => {
    state = stacksState(state, unread);
    unread = [];
    const {dim} = style().paint;
    if (state.running.size === 0) out.write(`${dim(waitingText(state.alone, now()))}\n`);
    for (const [name, one] of state.running) out.write(`${dim(`${printable(name)}: ${waitingText(one, now())}`)}\n`);
  };
  return {
    ...silentProgress,
    onEvent: (event) => {
      unread.push({event, at: now()});
      if (event.type === 'phase-started' || event.type === 'lock-waiting')
        timer ??= setInterval(tell, EVERY_MS).unref();
      const text = stackEventText(event, style(), loudness);
      if (text !== '') out.write(text);
    },
    pause,
    close: pause,
  };
}

/** Returns `waiting  for 2 resources (45s), 9 of 12 ended: ID (1 of 3 ready), ID`, or the phase if no step is running. */
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
