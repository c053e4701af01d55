import {expect, it} from 'vitest';
import {countRequests} from '../../../../../../src/adapters/kubernetes/runtime/client/count-requests.ts';

it('counts what is asked for, answered or not', async () => {
  const refuse = () => Promise.reject(new Error('no'));
  const requests = countRequests({send: refuse, stream: refuse, credential: refuse, close: () => {}});
  const request = {method: 'GET', path: '/version'} as const;
  await expect(requests.send(request)).rejects.toThrow('no');
  await expect(requests.stream(request)).rejects.toThrow('no');
  expect(requests.count()).toBe(2);
});
