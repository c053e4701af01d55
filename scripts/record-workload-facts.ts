import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {request} from 'node:https';
import {load} from 'js-yaml';
import {isObject, type Json, type JsonObject} from '../src/core/json.ts';
import {CASES} from '../test/unit/sandbox/kinds/workloads/all-cases.ts';
import {BASES, changed, NAMESPACE} from '../test/unit/sandbox/kinds/workloads/bases.ts';
import type {Fact} from '../test/unit/sandbox/kinds/workloads/facts.ts';

/**
 * Sends the cases of the sandbox's workloads to a real API server as dry runs, and writes down what it answers: the tests of the
 * rules compare with that. `node scripts/record-workload-facts.ts KUBECONFIG [NAME]`; its namespace is made and deleted.
 */
const [kubeconfig = '', only] = process.argv.slice(2);
const FACTS = new URL('../test/unit/sandbox/kinds/workloads/facts/', import.meta.url);

type Answer = {readonly status: number; readonly body: JsonObject};

const connection = await connectionOf(kubeconfig);

async function connectionOf(path: string): Promise<{server: string; ca: Buffer; cert: Buffer; key: Buffer}> {
  const config = load(await readFile(path, 'utf8')) as {
    clusters: {cluster: {server: string; 'certificate-authority-data': string}}[];
    users: {user: {'client-certificate-data': string; 'client-key-data': string}}[];
  };
  const [cluster, user] = [config.clusters[0]?.cluster, config.users[0]?.user];
  if (cluster === undefined || user === undefined) throw new Error(`${path}: no cluster or user with a certificate`);
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
  return {
    server: cluster.server,
    ca: bytes(cluster['certificate-authority-data']),
    cert: bytes(user['client-certificate-data']),
    key: bytes(user['client-key-data']),
  };
}

function ask(method: string, path: string, body?: JsonObject): Promise<Answer> {
  const {server, ...identity} = connection;
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  // Node says the length of no DELETE by itself.
  const headers = {'content-type': 'application/json', 'content-length': bytes.length};
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, server), {method, ...identity, headers});
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({status: response.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString(), path)}),
      );
    });
    call.on('error', reject);
    call.end(bytes);
  });
}

function parse(text: string, path: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    throw new Error(`${path}: ${text}`);
  }
}

const PLURALS: Readonly<Record<string, string>> = {
  PodDisruptionBudget: 'poddisruptionbudgets',
  HorizontalPodAutoscaler: 'horizontalpodautoscalers',
};

function collection(object: JsonObject): string {
  const [version, kind] = [String(object['apiVersion']), String(object['kind'])];
  const root = version.includes('/') ? `/apis/${version}` : `/api/${version}`;
  return `${root}/namespaces/${NAMESPACE}/${PLURALS[kind] ?? `${kind.toLowerCase()}s`}`;
}

const metadataOf = (object: Readonly<Record<string, Json | undefined>>): JsonObject => {
  const metadata = object['metadata'];
  return isObject(metadata) ? metadata : {};
};

/** Returns the object without the values that differ between runs. */
function steady(body: Readonly<Record<string, Json | undefined>>): JsonObject {
  const {uid = '', ...metadata} = metadataOf(body);
  const text = JSON.stringify({
    ...body,
    metadata: {...metadata, managedFields: undefined, creationTimestamp: undefined, resourceVersion: undefined, uid},
  }).replaceAll(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-xxxxx');
  return JSON.parse(uid === '' ? text : text.replaceAll(String(uid), 'UID')) as JsonObject;
}

function factOf({status, body}: Answer, before?: JsonObject): Fact {
  const kept = before === undefined ? {} : {before: steady(before)};
  if (status < 300)
    return {...kept, object: before === undefined ? steady(body) : steady({...body, status: undefined})};
  const details = body['details'];
  const causes = isObject(details) ? (details['causes'] as readonly JsonObject[] | undefined) : undefined;
  const told = (value: Json | undefined): string =>
    String(value)
      .replaceAll(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-xxxxx')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID');
  if (status === 422 && causes !== undefined) {
    const problems = causes.map(({reason, field, message}) => [told(reason), told(field), told(message)] as const);
    return {...kept, problems};
  }
  return {...kept, refused: [status, String(body['message'])]};
}

async function measure({of, set = {}, from}: (typeof CASES)[number]): Promise<Fact> {
  const object = changed(BASES[of], set);
  const path = collection(object);
  if (from === undefined) return factOf(await ask('POST', `${path}?dryRun=All`, object));
  const before = await ask('POST', path, changed(BASES[of], from));
  if (before.status >= 300) throw new Error(`${of}: ${JSON.stringify(before.body)}`);
  const one = `${path}/${String(metadataOf(object)['name'])}`;
  try {
    return factOf(await ask('PUT', `${one}?dryRun=All`, changed(await asRead(one, before.body), set)), before.body);
  } finally {
    await ask('DELETE', one, {propagationPolicy: 'Background', gracePeriodSeconds: 0});
    while ((await ask('GET', one)).status === 200) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** As somebody would send it back who has read it; a version only where one is needed. */
async function asRead(path: string, body: JsonObject): Promise<JsonObject> {
  const {resourceVersion: _, managedFields: __, ...metadata} = metadataOf(body);
  if (body['kind'] !== 'PodDisruptionBudget') return {...body, metadata};
  // Its controller has seen it after a moment.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const now = metadataOf((await ask('GET', path)).body)['resourceVersion'] ?? '';
  return {...body, metadata: {...metadata, resourceVersion: now}};
}

async function makeNamespace(): Promise<void> {
  await ask('POST', '/api/v1/namespaces', {apiVersion: 'v1', kind: 'Namespace', metadata: {name: NAMESPACE}});
  const account = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/default`;
  while ((await ask('GET', account)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function readFacts(file: URL): Promise<Record<string, Fact>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, Fact>;
}

await mkdir(FACTS, {recursive: true});
await makeNamespace();
const files = new Map<string, Record<string, Fact>>();
for (const one of CASES) {
  const known = files.get(one.of) ?? (await readFacts(new URL(`${one.of}.json`, FACTS)));
  const wanted = only === undefined || one.name.includes(only) || (only === 'new' && known[one.name] === undefined);
  files.set(one.of, wanted ? {...known, [one.name]: await measure(one)} : known);
}
for (const [of, facts] of files) {
  const names = CASES.filter((one) => one.of === of).map(({name}) => name);
  const kept = Object.fromEntries(names.map((name) => [name, facts[name]]));
  await writeFile(new URL(`${of}.json`, FACTS), `${JSON.stringify(kept, null, 1)}\n`);
}
await ask('DELETE', `/api/v1/namespaces/${NAMESPACE}`);
