import type {Ora} from 'ora';
import type {RunPhase} from '../../core/event.ts';
import type {Out} from '../io.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import {eventText, type Loudness} from './event-text.ts';
import type {Progress} from './progress.ts';
import {START, type Tally, tally} from './tally.ts';

// What is quicker than this needs no spinner, and never pays for loading one.
const PATIENCE_MS = 400;

const PHASE: Readonly<Record<RunPhase, string>> = {
  read: 'reaching the cluster',
  plan: 'comparing with the cluster',
  apply: 'applying',
  wait: 'waiting',
  record: 'recording the release',
};

/** One moving line on a terminal: how many are done and what is waited for; failures stay above it. */
export function liveProgress(out: Out, style: () => Style, loudness: Loudness): Progress {
  let now = START;
  let spinner: Ora | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const open = async (): Promise<void> => {
    const {default: ora} = await import('ora');
    if (timer === undefined || out.terminal === undefined) return;
    spinner ??= ora({stream: out.terminal, color: false, discardStdin: false});
    spinner.start(tallyText(now, out.columns));
  };
  const pause = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (spinner?.isSpinning) spinner.stop();
  };
  return {
    onEvent: (event) => {
      if (closed) return;
      now = tally(now, event);
      if (event.type === 'phase-started' || event.type === 'lock-waiting')
        timer ??= setTimeout(() => void open(), PATIENCE_MS).unref();
      const text = eventText(event, style(), loudness);
      if (text !== '') out.write(text);
      if (spinner !== undefined) spinner.text = tallyText(now, out.columns);
    },
    pause,
    close: () => {
      closed = true;
      pause();
    },
  };
}

/** `12/31 done, 1 failed · waiting: apps/v1:Deployment:shop:web (1 of 3 ready), 2 more`, on one line. */
export function tallyText(now: Tally, columns: number): string {
  if (now.lockedBy !== undefined) return fit(`waiting for the lock of ${now.lockedBy}`, columns);
  if (now.phase !== 'apply' && now.phase !== 'wait') return PHASE[now.phase];
  const done = `${now.finished}/${now.total} done${now.failed === 0 ? '' : `, ${now.failed} failed`}`;
  // What says why it is not ready is worth more than what has just begun.
  const waiting = [...now.running].toSorted(([, a], [, b]) => Number(b !== '') - Number(a !== ''));
  const [first] = waiting;
  if (first === undefined) return done;
  const [id, message] = first;
  const more = waiting.length === 1 ? '' : `, ${waiting.length - 1} more`;
  return fit(`${done} · waiting: ${id}${message === '' ? '' : ` (${message})`}${more}`, columns);
}

// The spinner and its space stand before the text; a line that wraps cannot be drawn over.
function fit(text: string, columns: number): string {
  const safe = printable(text);
  const room = Math.max(20, columns - 3);
  return safe.length <= room ? safe : `${safe.slice(0, room - 1)}…`;
}
