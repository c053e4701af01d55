import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {onTestFinished} from 'vitest';

type Attribute = {readonly key: string; readonly value: Readonly<Record<string, unknown>>};
type RawSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly {readonly name: string}[];
  readonly status: {readonly code?: number; readonly message?: string};
};
type RawPoint = {readonly attributes: readonly Attribute[]; readonly asDouble?: number; readonly count?: number};
type Document = {
  readonly resourceSpans?: readonly {
    readonly resource: {readonly attributes: readonly Attribute[]};
    readonly scopeSpans: readonly {readonly spans: readonly RawSpan[]}[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly sum?: {readonly dataPoints: readonly RawPoint[]};
        readonly histogram?: {readonly dataPoints: readonly RawPoint[]};
      }[];
    }[];
  }[];
};

type Facts = Readonly<Record<string, unknown>>;
export type SeenSpan = Omit<RawSpan, 'attributes' | 'events'> & {
  readonly attributes: Facts;
  readonly events: readonly string[];
  readonly resource: Facts;
};
export type SeenPoint = {readonly name: string; readonly attributes: Facts; readonly value: number};

/** Takes what is sent to it by OTLP over HTTP, as JSON. */
export type Collector = {
  readonly url: string;
  readonly spans: () => readonly SeenSpan[];
  readonly points: () => readonly SeenPoint[];
  readonly headers: () => readonly IncomingMessage['headers'][];
  /** Every byte that came. */
  readonly bodies: () => string;
};

const accept = (response: ServerResponse): void => void response.end('{}');

/** @param answer for a collector that misbehaves. */
export async function startCollector(answer: (response: ServerResponse) => void = accept): Promise<Collector> {
  const bodies: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(await text(request));
    headers.push(request.headers);
    answer(response.setHeader('content-type', 'application/json'));
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const documents = (): readonly Document[] => bodies.map((body) => JSON.parse(body) as Document);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => documents().flatMap(spansOf),
    points: () => documents().flatMap(pointsOf),
    headers: () => headers,
    bodies: () => bodies.join('\n'),
  };
}

const spansOf = ({resourceSpans = []}: Document): SeenSpan[] =>
  resourceSpans.flatMap(({resource, scopeSpans}) =>
    scopeSpans.flatMap(({spans}) =>
      spans.map((span) => ({
        ...span,
        attributes: factsOf(span.attributes),
        events: span.events.map(({name}) => name),
        resource: factsOf(resource.attributes),
      })),
    ),
  );

const pointsOf = ({resourceMetrics = []}: Document): SeenPoint[] =>
  resourceMetrics
    .flatMap(({scopeMetrics}) => scopeMetrics.flatMap(({metrics}) => metrics))
    .flatMap(({name, sum, histogram}) =>
      [...(sum?.dataPoints ?? []), ...(histogram?.dataPoints ?? [])].map((point) => ({
        name,
        attributes: factsOf(point.attributes),
        value: point.asDouble ?? Number(point.count),
      })),
    );

const factsOf = (attributes: readonly Attribute[]): Facts =>
  Object.fromEntries(attributes.map(({key, value}) => [key, Object.values(value)[0]]));
