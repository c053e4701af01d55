/**
 * Asks the real server (test/controlplane) what it makes of the objects in cases.yaml, and writes measured.json:
 * `node test/unit/sandbox/objects/record.ts KUBECONFIG`.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {Agent, request} from 'node:https';
import {load} from 'js-yaml';
import {initialObjects} from '../../../../src/sandbox/kinds/initial-objects.ts';
import {applyPatch, type Case, type Measured, type Thing} from './case.ts';

const NAMESPACE = 'objects';

type Kubeconfig = {
  readonly clusters: readonly [
    {readonly cluster: {readonly server: string; readonly 'certificate-authority-data': string}},
  ];
  readonly users: readonly [
    {readonly user: {readonly 'client-certificate-data': string; readonly 'client-key-data': string}},
  ];
};
type Answer = {readonly status: number; readonly body: Thing};

const config = load(readFileSync(process.argv[2] ?? '', 'utf8')) as Kubeconfig;
const {server, 'certificate-authority-data': ca} = config.clusters[0].cluster;
const {'client-certificate-data': cert, 'client-key-data': key} = config.users[0].user;
const pem = (text: string): Buffer => Buffer.from(text, 'base64');
const agent = new Agent({ca: pem(ca), cert: pem(cert), key: pem(key), keepAlive: true});

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {'content-type': 'application/json', 'user-agent': 'gantry-test'};
    const call = request(new URL(path, server), {method, agent, headers}, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as Thing}),
      );
    });
    call.on('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });

type Found = {readonly name: string; readonly kind: string; readonly namespaced: boolean};
const known = new Map<string, readonly Found[]>();

async function pathOf({apiVersion, kind}: Thing): Promise<string> {
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  if (!known.has(base)) {
    known.set(base, ((await ask('GET', base)).body as unknown as {readonly resources: readonly Found[]}).resources);
  }
  const found = known.get(base)?.find((one) => one.kind === kind && !one.name.includes('/'));
  if (found === undefined) throw new Error(`no ${kind} in ${apiVersion}`);
  return `${base}${found.namespaced ? `/namespaces/${NAMESPACE}` : ''}/${found.name}`;
}

async function measure(one: Case): Promise<Measured> {
  const given: Thing[] = [];
  for (const object of one.given ?? []) {
    const {status, body} = await ask('POST', await pathOf(object), object);
    if (status !== 201) throw new Error(`${one.name}: ${JSON.stringify(body)}`);
    given.push(body);
  }
  // Admission plugins see the new objects a moment later.
  if (one.given !== undefined) await new Promise((resolve) => setTimeout(resolve, 300));
  try {
    const {write, answer} = await sent(one, given, (thing) => given.splice(-1, 1, thing));
    return {
      name: one.name,
      given,
      write,
      status: answer.status,
      answer: answer.body,
      ...(one.status === undefined ? {} : {subresource: 'status'}),
    };
  } finally {
    for (const object of given.toReversed()) await removed(object);
  }
}

async function removed(object: Thing): Promise<void> {
  const path = `${await pathOf(object)}/${object.metadata.name}`;
  await ask('DELETE', `${path}?gracePeriodSeconds=0`);
  for (let found = await ask('GET', path); found.status === 200; found = await ask('GET', path)) {
    await ask('PUT', path, {...found.body, metadata: {...found.body.metadata, finalizers: null}});
  }
}

async function sent(
  one: Case,
  given: readonly Thing[],
  before: (thing: Thing) => void,
): Promise<{readonly write: Thing; readonly answer: Answer}> {
  if (one.create !== undefined) {
    const path = await pathOf(one.create);
    const metadata = {...one.create.metadata, ...(path.includes('/namespaces/') ? {namespace: NAMESPACE} : {})};
    const write = {...one.create, metadata};
    const answer = await ask('POST', one.really ? path : `${path}?dryRun=All`, write);
    if (one.really) await ask('DELETE', `${path}/${write.metadata.name}`);
    return {write, answer};
  }
  const last = given.at(-1);
  const change = one.update ?? one.status;
  if (last === undefined || change === undefined) throw new Error(`${one.name}: nothing to change`);
  // Controllers write as well, so the current object is changed.
  const path = `${await pathOf(last)}/${last.metadata.name}`;
  let now = (await ask('GET', path)).body;
  while (one.wait !== undefined && (now['status'] as {phase?: string}).phase !== one.wait)
    now = (await ask('GET', path)).body;
  before(now);
  const write = applyPatch(now, change) as Thing;
  return {write, answer: await ask('PUT', `${path}${one.status ? '/status' : ''}?dryRun=All`, write)};
}

// The namespace of the last recording may still be terminating.
const namespace = {apiVersion: 'v1', kind: 'Namespace', metadata: {name: NAMESPACE}};
while ((await ask('POST', '/api/v1/namespaces', namespace)).status !== 201);
const here = (name: string): URL => new URL(name, import.meta.url);
const cases = load(readFileSync(here('cases.yaml'), 'utf8')) as readonly Case[];
const measured: Measured[] = [];
for (const one of cases) {
  process.stderr.write(`${one.name}\n`);
  measured.push(await measure(one));
}
writeFileSync(here('measured.json'), lines(measured));
await ask('DELETE', `/api/v1/namespaces/${NAMESPACE}`);

const initial: Thing[] = [];
for (const {object} of initialObjects({now: '', port: 0})) {
  const thing = object as Thing;
  const base = (await pathOf(thing)).replace(
    `/namespaces/${NAMESPACE}/`,
    `/namespaces/${String(thing.metadata['namespace'])}/`,
  );
  initial.push((await ask('GET', `${base}/${thing.metadata.name}`)).body);
}
writeFileSync(here('measured-initial.json'), lines(initial));

/** Writes one entry per line, so that a changed entry is one changed line. */
function lines(all: readonly unknown[]): string {
  const without = (key: string, value: unknown): unknown => (key === 'managedFields' ? undefined : value);
  return `[\n${all.map((one) => JSON.stringify(one, without)).join(',\n')}\n]\n`;
}
