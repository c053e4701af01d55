import {AsyncLocalStorage} from 'node:async_hooks';
import type {Failure} from '../../core/failure/failure.ts';
import type {Clock} from '../../ports/clock.ts';
import type {Telemetry} from '../../ports/telemetry.ts';
import {openSenders} from './open-senders.ts';
import {recordMetrics} from './record-metrics.ts';
import {recordSpans} from './record-spans.ts';
import {readSettings, type Settings} from './settings.ts';

/** The options of telemetry. */
export type TelemetryOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly clock: Clock;
  /** Returns a failure in one line, redacted for users. */
  readonly words: (failure: Failure) => string;
};

/** Opens telemetry as the environment configures it. A problem with it is a warning at the end, never a failure. */
export function openTelemetry({env, version, clock, words}: TelemetryOptions): Telemetry {
  let settings: Settings;
  try {
    settings = readSettings(env, version);
  } catch (error) {
    return silent(messageOf(error));
  }
  const senders = openSenders(settings);
  const tracer = senders.traces?.getTracer('gantry', version);
  const meter = senders.metrics?.getMeter('gantry', version);
  const {parent} = settings;
  const spans = tracer && recordSpans({tracer, words, parent});
  const metrics = meter && recordMetrics(meter);
  const step = new AsyncLocalStorage<string>();
  const {safely, firstBug} = guard();
  return {
    onEvent: (event) =>
      safely(() => {
        const at = clock.now();
        spans?.onEvent(event, at);
        metrics?.onEvent(event, at);
      }),
    onRequest: (report) =>
      safely(() => {
        spans?.onRequest(report, step.getStore());
        metrics?.onRequest(report);
      }),
    within: (id, work) => step.run(id, work),
    end: async (exitCode) => {
      safely(() => spans?.end(exitCode, clock.now()));
      const problem = firstBug() ?? (await senders.end());
      return problem === undefined ? undefined : warning(problem);
    },
  };
}

/** Catches bugs of telemetry and keeps the first one for a warning, because telemetry must not end a run. */
function guard() {
  let bug: string | undefined;
  const safely = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      bug ??= messageOf(error);
    }
  };
  return {safely, firstBug: () => bug};
}

const warning = (reason: string): string => `OpenTelemetry: ${reason}`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const silent = (reason: string): Telemetry => ({
  onEvent: () => undefined,
  onRequest: () => undefined,
  within: (_, work) => work(),
  end: () => Promise.resolve(warning(reason)),
});
