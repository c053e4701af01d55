import {randomUUID} from 'node:crypto';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {Agent, get as httpsGet} from 'node:https';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {brotliCompressSync, constants} from 'node:zlib';
import {load} from 'js-yaml';
import {apiClient} from '../test/controlplane/client.ts';
import {findControlPlane} from '../test/controlplane/find.ts';
import {RUNS} from '../test/controlplane/paths.ts';
import {runFiles} from '../test/controlplane/run-state.ts';
import {startControlPlane} from '../test/controlplane/start.ts';
import {stopRun} from '../test/controlplane/stop.ts';
import {protobufTypes} from './protobuf-types.ts';

/**
 * Makes src/sandbox/pack: what a real server that nobody has changed yet says of itself, discovery and OpenAPI, one compressed
 * file for each document. `node scripts/sandbox-pack.ts`; needs what the tests' control plane needs.
 */
const PACK = 'src/sandbox/pack';
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const found = await findControlPlane((line) => console.error(line));
if (found.kind !== 'programs') throw new Error('a control plane of our own is needed');
const dir = join(RUNS, randomUUID());
const {server, version} = await startControlPlane({dir, found, mode: 'owned'});
try {
  const {ca, identity} = access(runFiles(dir).kubeconfig);
  const ask = apiClient({server, ca, identity});
  const get = async (path: string, accept = 'application/json'): Promise<Record<string, unknown>> => {
    const {status, body} = await ask('GET', path, undefined, {accept});
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body as Record<string, unknown>;
  };
  rmSync(PACK, {recursive: true, force: true});
  mkdirSync(join(PACK, 'openapi'), {recursive: true});
  const documents = Object.keys((await get('/openapi/v3'))['paths'] as object).filter(
    (path) => path.includes('/v1') || path.includes('/v2'),
  );
  const served = documents.filter((path) => /^apis?\//.test(path));
  const lists = await Promise.all(served.map(async (path) => [path, await get(`/${path}`)] as const));
  write('discovery', {
    version: await get('/version'),
    api: await get('/api'),
    apis: await get('/apis'),
    lists: Object.fromEntries(lists),
    aggregated: {api: await get('/api', AGGREGATED), apis: await get('/apis', AGGREGATED)},
  });
  const properties = new Map<string, ReadonlySet<string>>();
  for (const path of served) {
    const document = await get(`/openapi/v3/${path}`);
    write(`openapi/${path.replaceAll('/', '_')}`, document);
    const {schemas} = document['components'] as {schemas: Record<string, {properties?: object}>};
    for (const [name, schema] of Object.entries(schemas))
      properties.set(name, new Set(Object.keys(schema.properties ?? {})));
  }
  write(
    'protobuf',
    protobufTypes(version, (component) => properties.get(component)),
  );
  write('openapi/v2', await get('/openapi/v2'));
  const agent = new Agent({ca, ...identity});
  const inProtobuf = await new Promise<Buffer>((resolve, reject) => {
    const headers = {accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'};
    httpsGet(new URL('/openapi/v2', server), {agent, headers}, (response) => {
      buffer(response).then(resolve, reject);
    }).on('error', reject);
  });
  agent.destroy();
  writeFileSync(join(PACK, 'openapi/v2.pb.br'), compressed(inProtobuf));
} finally {
  await stopRun(dir);
}

function write(name: string, document: unknown): void {
  writeFileSync(join(PACK, `${name}.json.br`), compressed(JSON.stringify(document)));
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
