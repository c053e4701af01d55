import {randomBytes} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {systemClock} from '../src/adapters/clock/system-clock.ts';
import {createAuthority, issueLeaf} from '../src/lib/certificate.ts';
import {serveCluster} from '../src/sandbox/api/serve-cluster.ts';
import {openPack} from '../src/sandbox/discovery/pack.ts';
import {memoryStore} from '../src/sandbox/store/memory-store.ts';

/** Serves a sandbox in memory until it is stopped, for trying: `node scripts/sandbox-try.ts [KUBECONFIG]`. */
const [file = join(tmpdir(), 'sandbox-try', 'kubeconfig')] = process.argv.slice(2);
const authority = createAuthority('sandbox-ca');
const identity = issueLeaf(authority, {name: 'sandbox', server: {dns: ['localhost'], ips: ['127.0.0.1']}});
const token = randomBytes(16).toString('hex');
const {port} = await serveCluster({
  store: memoryStore({revision: 1000}),
  pack: openPack(new URL('../src/sandbox/pack/', import.meta.url)),
  clock: systemClock,
  identity,
  ca: authority.cert,
  token,
  onFailure: ({controller, key, error}) => console.error(controller, key, error),
});
mkdirSync(dirname(file), {recursive: true});
const ca = Buffer.from(authority.cert).toString('base64');
writeFileSync(
  file,
  `apiVersion: v1
kind: Config
current-context: sandbox
contexts: [{name: sandbox, context: {cluster: sandbox, user: sandbox}}]
clusters: [{name: sandbox, cluster: {server: "https://127.0.0.1:${port}", certificate-authority-data: ${ca}}}]
users: [{name: sandbox, user: {token: ${token}}}]
`,
  {mode: 0o600},
);
console.log(file);
