import {createServer} from 'node:net';
import {describe, expect, it} from 'vitest';
import {httpsRequest} from '../../src/lib/https-request.ts';
import {type StartedSandbox, startSandbox} from '../../src/start-sandbox.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

async function ask({server, ca, token}: StartedSandbox, path: string, body?: object) {
  const answer = await httpsRequest({
    url: `${server}${path}`,
    ca,
    method: body === undefined ? 'GET' : 'POST',
    headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    timeoutMs: 30_000,
    maxBytes: 1_000_000,
  });
  const document = JSON.parse(answer.body.toString('utf8')) as {items?: {metadata: {name: string}}[]};
  return {status: answer.status, names: document.items?.map(({metadata}) => metadata.name) ?? []};
}

const map = (name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}});

describe('startSandbox', () => {
  it('a sandbox serves a Kubernetes API only to its token', async () => {
    await using sandbox = await startSandbox();
    expect(await ask(sandbox, CONFIG_MAPS, map('a'))).toMatchObject({status: 201});
    expect((await ask(sandbox, CONFIG_MAPS)).names).toContain('a');
    expect(await ask({...sandbox, token: 'wrong'}, CONFIG_MAPS)).toMatchObject({status: 401});
  });

  it('a sandbox has a kubeconfig for its server', async () => {
    await using sandbox = await startSandbox();
    expect(JSON.parse(sandbox.kubeconfig)).toMatchObject({
      clusters: [{cluster: {server: sandbox.server}}],
      users: [{user: {token: sandbox.token}}],
      'current-context': 'sandbox',
    });
  });

  it('two sandboxes are independent of each other', async () => {
    await using first = await startSandbox();
    await using second = await startSandbox();
    await ask(first, CONFIG_MAPS, map('a'));
    expect((await ask(second, CONFIG_MAPS)).names).not.toContain('a');
    expect(await ask({...second, token: first.token}, CONFIG_MAPS)).toMatchObject({status: 401});
  });

  it('a closed sandbox stops listening', async () => {
    const sandbox = await startSandbox();
    await sandbox.close();
    await expect(ask(sandbox, CONFIG_MAPS)).rejects.toThrow(/connection refused/);
  });

  it('a sandbox does not start on a port in use, and leaves nothing open', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await expect(startSandbox({port})).rejects.toThrow(/EADDRINUSE/);
    await new Promise((resolve) => server.close(resolve));
    await using again = await startSandbox({port});
    expect(again.server).toBe(`https://127.0.0.1:${port}`);
  });
});
