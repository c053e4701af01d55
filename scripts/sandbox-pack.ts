import {randomUUID} from 'node:crypto';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync, constants} from 'node:zlib';
import {load} from 'js-yaml';
import {joinParts} from '../src/sandbox/discovery/parts.ts';
import {findControlPlane} from '../test/controlplane/find.ts';
import {RUNS} from '../test/controlplane/paths.ts';
import {runFiles} from '../test/controlplane/run-state.ts';
import {startControlPlane} from '../test/controlplane/start.ts';
import {stopRun} from '../test/controlplane/stop.ts';
import {packedDocuments} from './packed-documents.ts';
import {writeTables} from './sandbox-tables.ts';

/**
 * Makes what the sandbox has from Kubernetes: src/sandbox/pack, what a real server that nobody has changed yet says of itself, and
 * the tables out of the sources of which that server is built. `node scripts/sandbox-pack.ts`; needs what the tests' control
 * plane needs. A second run changes nothing.
 */
const PACK = 'src/sandbox/pack';

const found = await findControlPlane((line) => console.error(line));
if (found.kind !== 'programs' || found.source !== 'built')
  throw new Error('a control plane that is built from sources is needed');
const dir = join(RUNS, randomUUID());
const {server} = await startControlPlane({dir, found, mode: 'owned'});
try {
  const {files, openapi, roles} = await packedDocuments({server, ...access(runFiles(dir).kubeconfig)});
  rmSync(PACK, {recursive: true, force: true});
  mkdirSync(PACK, {recursive: true});
  for (const [name, content] of files) writeFileSync(join(PACK, `${name}.br`), compressed(content));
  const parts = Object.entries(openapi).map(([path, one]) => [path, compressed(JSON.stringify(one))] as const);
  writeFileSync(join(PACK, 'openapi.parts'), joinParts(new Map(parts)));
  writeTables(Object.values(openapi));
  writeFileSync('src/sandbox/kinds/initial/initial-roles.json', roles);
} finally {
  await stopRun(dir);
}

function compressed(content: string | Buffer): Buffer {
  const params = {[constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24};
  return brotliCompressSync(content, {params});
}

type Kubeconfig = {
  readonly clusters: readonly [{readonly cluster: Record<string, string>}];
  readonly users: readonly [{readonly user: Record<string, string>}];
};

function access(kubeconfig: string) {
  const {clusters, users} = load(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const text = (value = ''): string => Buffer.from(value, 'base64').toString();
  const {user} = users[0];
  return {
    ca: text(clusters[0].cluster['certificate-authority-data']),
    identity: {cert: text(user['client-certificate-data']), key: text(user['client-key-data'])},
  };
}
