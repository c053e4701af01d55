import {readFileSync} from 'node:fs';
import {decodedUri} from '../../lib/decoded-uri.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The destination of one kind of signal. */
export type Destination = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: {
    readonly ca?: Buffer | undefined;
    readonly cert?: Buffer | undefined;
    readonly key?: Buffer | undefined;
  };
};

/** The settings from the `OTEL_` variables. A signal without a destination is not sent. */
export type Settings = {
  readonly traces?: Destination | undefined;
  readonly metrics?: Destination | undefined;
  readonly resource: Readonly<Record<string, string>>;
  readonly parent?: Parent | undefined;
};

/** The span of the pipeline that this run belongs to. */
export type Parent = {readonly traceId: string; readonly spanId: string; readonly traceFlags: number};

type Signal = 'TRACES' | 'METRICS';

/**
 * Reads the standard variables of OpenTelemetry from the environment of the run, which may differ from that of the process.
 * @throws Error for an endpoint that is not a URL, an unreadable file, or an unsupported protocol
 */
export function readSettings(env: Environment, version: string): Settings {
  const [traces, metrics] = [destination(env, 'TRACES'), destination(env, 'METRICS')];
  const parent = parentOf(env['TRACEPARENT']);
  const given = pairs(env['OTEL_RESOURCE_ATTRIBUTES']);
  const name = env['OTEL_SERVICE_NAME'] || given['service.name'] || 'gantry';
  return {
    traces,
    metrics,
    resource: {'service.version': version, ...given, 'service.name': name},
    parent,
  };
}

function destination(env: Environment, signal: Signal): Destination | undefined {
  if (env[`OTEL_${signal}_EXPORTER`]?.trim() === 'none') return undefined;
  const own = env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  const all = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!own && !all) return undefined;
  refuseProtocol(env, signal);
  return {
    url: own ? address(own) : `${address(all ?? '').replace(/\/$/, '')}/v1/${signal.toLowerCase()}`,
    headers: {...pairs(env['OTEL_EXPORTER_OTLP_HEADERS']), ...pairs(env[`OTEL_EXPORTER_OTLP_${signal}_HEADERS`])},
    tls: tlsOf(env, signal),
  };
}

function refuseProtocol(env: Environment, signal: Signal): void {
  const protocol = env[`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`] || env['OTEL_EXPORTER_OTLP_PROTOCOL'];
  if (protocol === 'grpc')
    throw new Error(
      'OTEL_EXPORTER_OTLP_PROTOCOL is grpc, but only OTLP over HTTP (http/json) is supported, usually on port 4318',
    );
}

function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text may contain a password, so it is not repeated.
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error('the endpoint in OTEL_EXPORTER_OTLP_ENDPOINT is not an http:// or https:// URL');
  return url.href;
}

function tlsOf(env: Environment, signal: Signal): Destination['tls'] {
  const read = (what: string): Buffer | undefined => {
    const file = env[`OTEL_EXPORTER_OTLP_${signal}_${what}`] || env[`OTEL_EXPORTER_OTLP_${what}`];
    return file ? readFileSync(file) : undefined;
  };
  const [ca, cert, key] = [read('CERTIFICATE'), read('CLIENT_CERTIFICATE'), read('CLIENT_KEY')];
  return {
    ca,
    cert,
    key,
  };
}

/** Parses `a=b,c=d%20e`, the syntax of W3C baggage. */
function pairs(text = ''): Readonly<Record<string, string>> {
  const entries = text.split(',').flatMap((pair): [string, string][] => {
    const cut = pair.indexOf('=');
    const name = pair.slice(0, cut).trim();
    return cut < 0 || name === '' ? [] : [[name, decodedUri(pair.slice(cut + 1).trim()) ?? pair.slice(cut + 1).trim()]];
  });
  return Object.fromEntries(entries);
}

/** Parses `00-<trace id>-<span id>-<flags>`. Any other text means no parent, as W3C Trace Context requires. */
function parentOf(text = ''): Parent | undefined {
  const [, version, traceId, spanId, flags] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(text.trim()) ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return {traceId, spanId, traceFlags: Number.parseInt(flags, 16)};
}
