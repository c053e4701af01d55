import {describe, expect, it} from 'vitest';
import {readSettings} from '../../../../src/adapters/otel/settings.ts';
import {telemetryWanted} from '../../../../src/adapters/otel/wanted.ts';

const ALL = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const TRACES = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
const METRICS = 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT';

describe('the switch of telemetry', () => {
  it.each([
    {env: {}, want: false},
    {env: {OTEL_SERVICE_NAME: 'x', TRACEPARENT: '00-a-b-01'}, want: false},
    {env: {[ALL]: ''}, want: false},
    {env: {[ALL]: 'http://otel:4318'}, want: true},
    {env: {[TRACES]: 'http://otel:4318/t'}, want: true},
    {env: {[METRICS]: 'http://otel:4318/m'}, want: true},
    {env: {[ALL]: 'http://otel:4318', OTEL_SDK_DISABLED: 'TRUE'}, want: false},
    {env: {[ALL]: 'http://otel:4318', OTEL_SDK_DISABLED: 'false'}, want: true},
  ])('$env: $want', ({env, want}) => expect(telemetryWanted(env)).toBe(want));
});

describe('the destination of telemetry', () => {
  it.each([
    {env: {[ALL]: 'http://otel:4318'}, traces: 'http://otel:4318/v1/traces', metrics: 'http://otel:4318/v1/metrics'},
    {
      env: {[ALL]: 'https://otel/base/'},
      traces: 'https://otel/base/v1/traces',
      metrics: 'https://otel/base/v1/metrics',
    },
    {env: {[TRACES]: 'http://otel:4318/own'}, traces: 'http://otel:4318/own', metrics: undefined},
    {
      env: {[ALL]: 'http://a:1', [METRICS]: 'http://b:2/m'},
      traces: 'http://a:1/v1/traces',
      metrics: 'http://b:2/m',
    },
    {env: {[ALL]: 'http://a:1', OTEL_TRACES_EXPORTER: 'none'}, traces: undefined, metrics: 'http://a:1/v1/metrics'},
  ])('$env', ({env, traces, metrics}) => {
    const read = readSettings(env, '1.2.3');
    expect({traces: read.traces?.url, metrics: read.metrics?.url}).toEqual({traces, metrics});
  });

  it('headers apply to all signals, and more to a single one', () => {
    const read = readSettings(
      {
        [ALL]: 'http://a:1',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db, team=x,,broken',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'team=y,bad=%zz',
      },
      '1.2.3',
    );
    expect(read.metrics?.headers).toEqual({'api-key': 'a=b', team: 'x'});
    expect(read.traces?.headers).toEqual({'api-key': 'a=b', team: 'y', bad: '%zz'});
  });

  it.each([
    {env: {[ALL]: 'otel:4318'}, says: /not an http:\/\/ or https:\/\/ URL/},
    {env: {[ALL]: 'http://a:1', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc'}, says: /OTLP over HTTP/},
    {env: {[ALL]: 'http://a:1', OTEL_EXPORTER_OTLP_CERTIFICATE: '/no/such/file'}, says: /no such file/},
  ])('$env is refused as a destination', ({env, says}) => expect(() => readSettings(env, '1.2.3')).toThrow(says));

  it('a refused address is not repeated, because it may contain a password', () =>
    expect(() => readSettings({[ALL]: 'ftp://robot:hunter2@otel'}, '1.2.3')).toThrow(/^(?!.*hunter2)/));
});

describe('the resource of telemetry', () => {
  it.each([
    {env: {}, want: {'service.name': 'gantry', 'service.version': '1.2.3'}},
    {
      env: {OTEL_RESOURCE_ATTRIBUTES: 'service.name=a,x=1'},
      want: {'service.name': 'a', 'service.version': '1.2.3', x: '1'},
    },
    {
      env: {OTEL_RESOURCE_ATTRIBUTES: 'service.name=a', OTEL_SERVICE_NAME: 'b'},
      want: {'service.name': 'b', 'service.version': '1.2.3'},
    },
  ])('$env', ({env, want}) => expect(readSettings(env, '1.2.3').resource).toEqual(want));
});

describe('the span of the pipeline', () => {
  const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  it.each([
    {given: `00-${trace}-${span}-01`, want: {traceId: trace, spanId: span, traceFlags: 1}},
    {given: ` 00-${trace}-${span}-00\n`, want: {traceId: trace, spanId: span, traceFlags: 0}},
    {given: `cc-${trace}-${span}-01-more`, want: {traceId: trace, spanId: span, traceFlags: 1}},
    {given: `ff-${trace}-${span}-01`, want: undefined},
    {given: `00-${'0'.repeat(32)}-${span}-01`, want: undefined},
    {given: `00-${trace}-${'0'.repeat(16)}-01`, want: undefined},
    {given: 'nonsense', want: undefined},
    {given: '', want: undefined},
  ])('$given', ({given, want}) => expect(readSettings({TRACEPARENT: given}, '1.2.3').parent).toEqual(want));
});
