import {onTestFinished} from 'vitest';
import {ossDouble, ossProblem} from '../rig/doubles/oss.ts';
import {startFaultProxy} from '../rig/fault-proxy.ts';
import {ossBackendOn} from '../rig/oss.ts';
import {backendReliability} from './reliability.ts';

const ERRORS: Readonly<Record<number, string>> = {500: 'InternalError', 504: 'GatewayTimeout'};

// Each number has one winner, who is always found: so a client that repeats a write is told what came of it, and `attempts` is one.
backendReliability('oss (a double) behind a failing proxy', async (faults) => {
  const double = await ossDouble();
  const proxy = await startFaultProxy({
    to: double.url,
    speaks: 'http',
    faults,
    errorBody: (status) => ({type: 'application/xml', text: String(ossProblem(status, ERRORS[status] ?? '').body)}),
    skewMs: 60_000,
  });
  onTestFinished(proxy.close);
  return {client: () => ossBackendOn({url: proxy.url, bucket: double.bucket})};
});
