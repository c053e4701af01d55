import {createServer} from 'node:https';
import {rootCertificates} from 'node:tls';
import {describe, expect, it, onTestFinished} from 'vitest';
import {authoritiesIn} from '../../../../../../src/adapters/kubernetes/kubeconfig/authorities.ts';
import {dial} from '../../../../../../src/adapters/kubernetes/runtime/client/connection/dial.ts';
import {serverKey} from '../../../../../../src/adapters/kubernetes/runtime/client/connection/server-key.ts';
import type {ClusterAccess} from '../../../../../../src/ports/cluster-access.ts';
import {createAuthority, issueLeaf} from '../../../../../../src/sandbox/run/certificate.ts';

const {signal} = new AbortController();

/** A server of its own key, and the requests that it got. */
async function served() {
  const authority = createAuthority('test');
  const leaf = issueLeaf(authority, {name: 'server', server: {dns: [], ips: ['127.0.0.1']}});
  const requests: string[] = [];
  const server = createServer(leaf, (request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const {port} = server.address() as {readonly port: number};
  const access = (publicKeys?: readonly string[]): ClusterAccess => ({
    server: `https://127.0.0.1:${port}`,
    contextName: 'test',
    tls: {ca: authority.cert, insecure: false, ...(publicKeys === undefined ? {} : {publicKeys})},
    credential: async () => ({headers: []}),
  });
  return {access, authority, requests};
}

describe('the public key of a server', () => {
  it('the key of a server is read without a request, and is the same each time', async () => {
    const [one, other] = [await served(), await served()];
    const keys = await Promise.all([one, one, other].map(({access}) => serverKey(access(), signal)));
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(one.requests).toEqual([]);
  });

  it('the key is undefined where no server answers', async () => {
    const server = 'https://127.0.0.1:1';
    expect(await serverKey({server, tls: {insecure: false}}, signal)).toBeUndefined();
  });

  it('a pinned key must be that of each connection, whatever its certificate', async () => {
    const {access} = await served();
    const key = await serverKey(access(), signal);
    const {socket} = await dial(access([key ?? '']), {headers: []}, signal);
    socket.destroy();
    await expect(dial(access(['another']), {headers: []}, signal)).rejects.toThrow('its public key is not the one');
  });
});

describe('the authorities of a kubeconfig', () => {
  it('the authorities of a bundle are found in any order, each once', () => {
    const [a, b] = [createAuthority('a'), createAuthority('b')];
    expect(authoritiesIn(`${a.cert}${b.cert}${a.cert}`)).toEqual(authoritiesIn(`${b.cert}\n${a.cert}`));
    expect(authoritiesIn(a.cert)).toHaveLength(1);
  });

  it('a bundle with a public authority identifies no cluster: everybody can get its certificate for a name of their own', () => {
    const {cert} = createAuthority('a');
    expect([undefined, rootCertificates[0], `${cert}${rootCertificates[3]}`].map(authoritiesIn)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
