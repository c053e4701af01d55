import {writeFile} from 'node:fs/promises';
import {type StackEvent, stackKey} from '../../../core/event.ts';
import {type EventHandlers, handleEvent} from '../../../core/handle-event.ts';
import {defined} from '../../../lib/defined.ts';
import type {Clock} from '../../../ports/clock.ts';
import type {RequestReport, Telemetry} from '../../../ports/telemetry.ts';
import {type Span, traceEvents} from './trace-event.ts';

/**
 * Records the phases, steps, requests and the unwrapped data key of a run, and writes them at its end to a file, as a trace that chrome://tracing and Perfetto open. The file
 * contains names and times, no bodies of requests.
 */
export function recordProfile(file: string, clock: Clock): Telemetry {
  const spans: Span[] = [];
  const open = new Map<string, Omit<Span, 'to'>>();
  const begin = (key: string, name: string, category: Span['category'], from: Date): void =>
    void open.set(key, {name, category, from: from.getTime()});
  const end = (key: string, at: Date, facts?: Span['facts']): void => {
    const begun = open.get(key);
    if (begun === undefined) return;
    open.delete(key);
    spans.push({...begun, to: at.getTime(), ...defined({facts})});
  };
  const handlers: EventHandlers = {
    'run-started': ({name}, at) => begin('run', `gantry ${name}`, 'run', at),
    'phase-started': (event, at) => {
      end(phaseOf(event), at);
      begin(phaseOf(event), event.phase, 'phase', at);
    },
    'phase-done': (event, at) => end(phaseOf(event), at),
    'data-key-unwrapped': ({way, outcome, seconds}, at) => {
      const to = at.getTime();
      spans.push({name: `unwrap data key ${way}`, category: 'key', from: to - seconds * 1000, to, facts: {outcome}});
    },
    'step-started': (event, at) => begin(stepOf(event), `${event.action} ${event.id}`, 'step', at),
    'step-done': (event, at) => end(stepOf(event), at),
    'step-failed': (event, at) => end(stepOf(event), at, {failed: event.failure.code}),
    'step-skipped': (event, at) => end(stepOf(event), at, {skipped: event.because}),
  };
  return {
    onEvent: (event) => handleEvent(handlers, event, clock.now()),
    onRequest: (report) => void spans.push(requestSpan(report)),
    within: (_, work) => work(),
    end: (exitCode) => {
      for (const key of open.keys()) end(key, clock.now(), {exitCode});
      return write(file, {traceEvents: traceEvents(spans)});
    },
  };
}

/** Returns a key for a phase or a step. It contains the stack, because several stacks can be in the same phase at once. */
const phaseOf = (event: StackEvent): string => `phase ${stackKey(event)}`;
const stepOf = (event: StackEvent & {readonly id: string}): string => `step ${stackKey(event)} ${event.id}`;

/** Writes the trace. Returns the text of a warning if it cannot be written. */
async function write(file: string, trace: object): Promise<string | undefined> {
  try {
    // It names objects, Secrets among them.
    await writeFile(file, `${JSON.stringify(trace)}\n`, {mode: 0o600});
    return undefined;
  } catch (error) {
    return `the profile could not be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function requestSpan({label, method, path, status, error, retries, startedAt, endedAt}: RequestReport): Span {
  const facts = {method, path, retries, ...defined({status, error})};
  return {name: label, category: 'request', from: startedAt.getTime(), to: endedAt.getTime(), facts};
}
