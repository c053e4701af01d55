import {describe, expect, it} from 'vitest';
import {reportRequests} from '../../../../../../src/adapters/kubernetes/runtime/client/report-requests.ts';
import type {Reply, Requests} from '../../../../../../src/adapters/kubernetes/runtime/client/request-types.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {RequestReport} from '../../../../../../src/ports/telemetry.ts';
import {stoppedClock} from '../../../../../rig/stopped-clock.ts';

const REPLY: Reply = {ok: true, status: 201, warnings: [], resent: false, headers: {}, body: undefined};

async function reportOf(send: Requests['send']): Promise<RequestReport | undefined> {
  const reports: RequestReport[] = [];
  const unused = () => Promise.reject(new Error('unused'));
  const requests: Requests = {send, stream: unused, credential: unused, close: () => undefined};
  const reported = reportRequests(requests, {clock: stoppedClock(), onRequest: (report) => void reports.push(report)});
  await reported.send({method: 'PATCH', path: '/api/v1/x', query: {fieldManager: 'gantry'}}).catch(() => undefined);
  expect(reports).toHaveLength(1);
  return reports[0];
}

describe('the report of a request', () => {
  it('one report is sent with the answer and the number of retries', async () => {
    const report = await reportOf(async (request) => {
      for (let i = 0; i < 3; i++) await request.beforeAttempt?.();
      return REPLY;
    });
    expect(report).toMatchObject({
      method: 'PATCH',
      path: '/api/v1/x',
      label: 'PATCH /api/v1/x',
      status: 201,
      retries: 2,
    });
    expect(report).not.toHaveProperty('error');
  });

  it.each([
    {name: 'a failure by its code', error: new GantryError({code: 'cancelled', signal: 'SIGINT'}), want: 'cancelled'},
    {name: 'an abort', error: new Error('SIGINT'), want: 'aborted'},
  ])('the report names $name', async ({error, want}) => {
    const report = await reportOf(() => Promise.reject(error));
    expect(report).toMatchObject({error: want});
    expect(report).not.toHaveProperty('status');
  });

  it('reports cost nothing without a listener', () => {
    const requests: Requests = {
      send: () => Promise.resolve(REPLY),
      stream: () => Promise.reject(new Error('unused')),
      credential: () => Promise.reject(new Error('unused')),
      close: () => undefined,
    };
    expect(reportRequests(requests, {clock: stoppedClock()})).toBe(requests);
  });
});
