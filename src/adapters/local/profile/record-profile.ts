import {writeFile} from 'node:fs/promises';
import {type EventHandlers, handleEvent} from '../../../core/handle-event.ts';
import {defined} from '../../../lib/defined.ts';
import type {Clock} from '../../../ports/clock.ts';
import type {RequestReport, Telemetry} from '../../../ports/telemetry.ts';
import {type Span, traceEvents} from './trace-event.ts';

/**
 * Records the phases, steps and requests of a run, and writes them at its end to a file, as a trace that chrome://tracing and Perfetto open. The file
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
    'phase-started': ({phase}, at) => {
      end('phase', at);
      begin('phase', phase, 'phase', at);
    },
    'phase-done': (_, at) => end('phase', at),
    'step-started': ({id, action}, at) => begin(id, `${action} ${id}`, 'step', at),
    'step-done': ({id}, at) => end(id, at),
    'step-failed': ({id, failure}, at) => end(id, at, {failed: failure.code}),
    'step-skipped': ({id, because}, at) => end(id, at, {skipped: because}),
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
