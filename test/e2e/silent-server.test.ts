import {once} from 'node:events';
import {type AddressInfo, createServer, type Socket} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {startGantry} from '../rig/program.ts';
import {makeStack} from '../rig/stack.ts';

/** Takes every connection, and never says a word. */
async function silentServer(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  {
    name: 'its kubeconfig',
    context: (server: string) => ({kubeconfig_path: `${server}/prod`}),
    says: 'from the source of the kubeconfig',
  },
  {
    name: 'its cluster',
    context: (server: string) => ({kubeconfig_content: kubeconfig(server)}),
    says: 'cannot be reached',
  },
])('a workspace check whose server of $name is silent ends at a signal, and so does the program', async (row) => {
  const server = await silentServer();
  const stack = await makeStack({});
  await stack.write({'workspaces/prod.yaml': {context: row.context(server)}});
  // What is in its own hands asks nothing.
  if (row.name === 'its kubeconfig') await stack.allow('prod');
  const began = performance.now();
  const {code, stdout} = await startGantry(stack, ['workspace', 'check', 'prod', '--timeout', '1']).ended;
  expect(code).not.toBe(0);
  expect(stdout).toContain(row.says);
  // What fetches a kubeconfig would go on for half a minute.
  expect(performance.now() - began).toBeLessThan(20_000);
});

const kubeconfig = (server: string): string =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
    clusters: [{name: 'c', cluster: {server}}],
    users: [{name: 'u', user: {token: 't'}}],
  });
