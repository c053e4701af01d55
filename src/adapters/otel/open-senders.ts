import {Agent} from 'node:http';
import {Agent as TlsAgent} from 'node:https';
import {OTLPMetricExporter} from '@opentelemetry/exporter-metrics-otlp-http';
import {OTLPTraceExporter} from '@opentelemetry/exporter-trace-otlp-http';
import {defaultResource, resourceFromAttributes} from '@opentelemetry/resources';
import {MeterProvider, PeriodicExportingMetricReader} from '@opentelemetry/sdk-metrics';
import {BatchSpanProcessor, TracerProvider} from '@opentelemetry/sdk-trace';
import type {Destination, Settings} from './settings.ts';

/** The maximum time to wait for a collector at the end of a run, in milliseconds. */
const PATIENCE_MS = 1500;
/** The sizes of the queue. A run of a thousand objects creates several thousand spans within seconds. */
const QUEUE = {maxQueueSize: 32_768, maxExportBatchSize: 1024};

/** The OpenTelemetry providers of a run. A disabled signal has none. */
export type Senders = {
  readonly traces?: TracerProvider | undefined;
  readonly metrics?: MeterProvider | undefined;
  /** Sends the remaining data and closes every connection. Returns the reason if something was not sent. */
  readonly end: () => Promise<string | undefined>;
};

/** Opens the configured providers for traces and metrics. */
export function openSenders({traces, metrics, resource}: Settings): Senders {
  const problem = firstProblem();
  const agents: Agent[] = [];
  const own = defaultResource().merge(resourceFromAttributes(resource));
  const options = (to: Destination) => ({
    url: to.url,
    headers: to.headers,
    timeoutMillis: PATIENCE_MS,
    httpAgentOptions: (protocol: string) => {
      const agent = protocol === 'https:' ? new TlsAgent({keepAlive: true, ...to.tls}) : new Agent({keepAlive: true});
      agents.push(agent);
      return agent;
    },
  });
  const tracer = traces && tracerProvider(problem.watch(new OTLPTraceExporter(options(traces)), traces), own);
  const meter = metrics && meterProvider(problem.watch(new OTLPMetricExporter(options(metrics)), metrics), own);
  return {
    traces: tracer,
    metrics: meter,
    end: async () => {
      const sent = await inTime(Promise.allSettled([tracer?.shutdown(), meter?.shutdown()]));
      for (const agent of agents) agent.destroy();
      return problem.text() ?? (sent ? undefined : `the collector did not respond within ${PATIENCE_MS / 1000} s`);
    },
  };
}

type Resource = ReturnType<typeof defaultResource>;

const tracerProvider = (exporter: OTLPTraceExporter, resource: Resource): TracerProvider =>
  new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({exporter, exportTimeoutMillis: PATIENCE_MS, ...QUEUE})],
  });

const meterProvider = (exporter: OTLPMetricExporter, resource: Resource): MeterProvider =>
  new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({exporter, exportTimeoutMillis: PATIENCE_MS})],
  });

async function inTime(work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), PATIENCE_MS);
  try {
    return await Promise.race([work.then(() => true as const), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

type Sending<Items> = {
  export: (items: Items, done: (result: {readonly code: number; readonly error?: Error}) => void) => void;
};

/** Keeps the first problem for one warning, because the exporters do not report problems. */
function firstProblem() {
  let text: string | undefined;
  return {
    text: () => text,
    watch: <Items, T extends Sending<Items>>(exporter: T & Sending<Items>, to: Destination): T => {
      const send = exporter.export.bind(exporter);
      exporter.export = (items, done) =>
        send(items, (result) => {
          // A password in the address is not repeated.
          const {origin, pathname} = new URL(to.url);
          if (result.code !== 0) text ??= `${origin}${pathname}: ${result.error?.message || 'the request was refused'}`;
          done(result);
        });
      return exporter;
    },
  };
}
