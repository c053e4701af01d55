import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {serveCluster} from '../../src/sandbox/api/serve-cluster.ts';
import {createAuthority, issueLeaf} from '../../src/sandbox/run/certificate.ts';
import {memoryStore} from '../../src/sandbox/store/memory-store.ts';
import {recordedPack} from '../rig/recorded-pack.ts';
import type {Door} from './server.ts';

/** A sandbox in memory, served by this process as every sandbox is. */
export async function sandbox(): Promise<Door & {close(): Promise<void>}> {
  const authority = createAuthority('conformance-ca');
  const identity = issueLeaf(authority, {name: 'conformance', server: {dns: ['localhost'], ips: ['127.0.0.1']}});
  const token = 'conformance';
  const {port, close} = await serveCluster({
    // As if it had been used already: what was before is forgotten.
    store: memoryStore({revision: 1000}),
    pack: recordedPack(),
    clock: systemClock,
    identity,
    ca: authority.cert,
    token,
  });
  return {server: `https://127.0.0.1:${port}`, ca: authority.cert, token, close};
}
