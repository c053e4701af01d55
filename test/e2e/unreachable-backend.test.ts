import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import {createServer, type Socket} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {configMap, manifests} from '../rig/objects.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack} from '../rig/stack.ts';

/** A server that takes every connection and says nothing. */
async function silentServer(): Promise<{readonly address: string; readonly asked: () => Promise<unknown>}> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {address: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => once(server, 'connection')};
}

const kubeconfigOf = (address: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'it',
    contexts: [{name: 'it', context: {cluster: 'it', user: 'it'}}],
    clusters: [{name: 'it', cluster: {server: `http://${address}`}}],
    users: [{name: 'it', user: {token: 'token'}}],
  });

const AWS = {AWS_ACCESS_KEY_ID: 'AKIAX', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'us-east-1'};

describe('Ctrl-C while a backend does not answer', () => {
  it.for([
    {name: 'Secrets', backend: () => 'kubernetes://state'},
    {name: 'a bucket', backend: (address: string) => `s3://team?endpoint=http://${address}`},
  ])('$name: Ctrl-C ends at once, with the code of an interrupt', {timeout: 120_000}, async ({backend}) => {
    const {address, asked} = await silentServer();
    const stack = await makeStack({kubeconfigPath: 'kubeconfig', files: manifests(configMap('a', {a: '1'}))});
    await stack.write({
      kubeconfig: kubeconfigOf(address),
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
    });
    for (const command of [['preview'], ['apply', '--yes'], ['release', 'list']]) {
      const {child, ended} = startGantry(stack, [...command, '--insecure'], {...AWS, GANTRY_BACKEND: backend(address)});
      await Promise.race([asked(), ended.then(({stderr}) => Promise.reject(new Error(stderr)))]);
      const begin = performance.now();
      child.kill('SIGINT');
      const ran = await ended;
      expect(ran, ran.stderr).toMatchObject({code: 130});
      expect(ran.stderr).toContain('Interrupted');
      expect(ran.stderr).not.toContain('backend');
      expect(performance.now() - begin).toBeLessThan(10_000);
    }
  });
});
