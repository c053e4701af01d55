import dns from 'node:dns';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished, vi} from 'vitest';
import {httpsRequest} from '../../../src/lib/https-request.ts';
import {lookupBesideMetadata} from '../../../src/lib/lookup-beside-metadata.ts';
import {createAuthority, issueLeaf} from '../../controlplane/certificate.ts';
import {resolveTo} from '../../rig/fake-resolver.ts';

const looked = (name: string): Promise<unknown> =>
  new Promise((resolve) => lookupBesideMetadata(name, {all: true}, (error, found) => resolve(error?.message ?? found)));

it.each([
  ['169.254.169.254'],
  ['169.254.170.2'],
  ['10.0.0.1', '169.254.169.254'],
  ['fd00:ec2::254'],
  ['::ffff:169.254.169.254'],
  ['100.100.100.200'],
  ['fe80::1'],
])('a name that leads to %s is refused', async (...addresses) => {
  resolveTo({'rebind.test': addresses});
  expect(await looked('rebind.test')).toMatch(/resolves to the metadata address from which a cloud gives credentials/);
});

it('a name that leads elsewhere, and one that is known to lead there, are looked up as ever', async () => {
  resolveTo({'vault.test': ['10.0.0.1', 'fd00::1'], 'metadata.google.internal': ['169.254.169.254']});
  expect(await looked('vault.test')).toMatchObject([{address: '10.0.0.1'}, {address: 'fd00::1'}]);
  expect(await looked('metadata.google.internal')).toMatchObject([{address: '169.254.169.254'}]);
});

it('a request asks DNS once, and goes to the address that was compared', async () => {
  const authority = createAuthority();
  const identity = issueLeaf(authority, {name: 'server', server: {dns: ['rebind.test'], ips: []}});
  const server = createServer(identity, (_, response) => response.end('found'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  const lookups = resolveTo({'rebind.test': ['127.0.0.1']});
  const url = `https://rebind.test:${(server.address() as AddressInfo).port}/`;
  const request = {url, ca: authority.cert, timeoutMs: 30_000, maxBytes: 100, besideMetadata: true};
  expect((await httpsRequest(request)).body.toString()).toBe('found');
  expect(lookups()).toBe(1);
  vi.mocked(dns.lookup).mockRestore();
  resolveTo({'rebind.test': ['169.254.169.254']});
  await expect(httpsRequest(request)).rejects.toMatchObject({kind: 'address'});
});
