import {expect, it} from 'vitest';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import {servedCluster} from '../api/served.ts';

it('a sandbox reads no schema for its first request, and later only those of written groups, once each', async () => {
  const store = memoryStore();
  await (await servedCluster({store}))[Symbol.asyncDispose]();
  const read: string[] = [];
  await using cluster = await servedCluster({store, onRead: (path) => read.push(path)});
  expect(read).toEqual([]);
  const write = (path: string, apiVersion: string, kind: string, name: string, more: object) =>
    cluster.send(path, {method: 'POST', body: JSON.stringify({apiVersion, kind, metadata: {name}, ...more})});
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  expect(await write(accounts, 'v1', 'ServiceAccount', 'robot', {})).toMatchObject({status: 201});
  expect(await cluster.send('/apis/storage.k8s.io/v1/storageclasses')).toMatchObject({status: 200});
  expect(read).toEqual(['api/v1']);
  const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
  for (const name of ['low', 'lower'])
    expect(await write(classes, 'scheduling.k8s.io/v1', 'PriorityClass', name, {value: 1})).toMatchObject({
      status: 201,
    });
  expect(read).toEqual(['api/v1', 'apis/scheduling.k8s.io/v1']);
});
