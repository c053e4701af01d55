import {gzipSync} from 'node:zlib';
import {expect, it} from 'vitest';
import type {KubernetesClient} from '../../../../../../src/adapters/kubernetes/runtime/client/client.ts';
import type {ListReply, ListRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {openHelmReleases} from '../../../../../../src/adapters/kubernetes/runtime/plan/take-over-release.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';

const live = (annotations: JsonObject = MARKS): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name: 'settings', namespace: 'shop', annotations},
});

const MARKS = {'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'shop'};

/** A release as Helm keeps it: JSON, gzip, base64, and base64 once more by the Secret. */
const revision = (version: number, status: string, release: JsonObject): JsonObject => {
  const packed = gzipSync(JSON.stringify(release)).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {name: `sh.helm.release.v1.web.v${version}`, labels: {version: String(version), status}},
    data: {release: Buffer.from(packed).toString('base64')},
  };
};

const manifest = (data: string, name = 'settings'): JsonObject => ({
  manifest: `---\n# Source: web/templates/a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  ${data}: x\n`,
});

/** @param inConfigMaps what is recorded there. */
function releases(answer: readonly JsonObject[] | number, inConfigMaps: readonly JsonObject[] = []) {
  const asked: ListRequest[] = [];
  const facts = {status: 200, warnings: [], resent: false};
  const reply: ListReply =
    typeof answer === 'number'
      ? {
          ...facts,
          status: answer,
          ok: false,
          refusal: refusalOf(answer, {kind: 'Status', reason: 'Forbidden', message: 'no'}),
        }
      : {ok: true, items: answer, resourceVersion: '1'};
  const client = {
    discovery: {
      resourceFor: async ({kind}: {kind: string}) => ({apiVersion: 'v1', kind, namespaced: true, verbs: []}),
    },
    list: async (request: ListRequest) => {
      asked.push(request);
      return request.resource.kind === 'Secret' ? reply : {ok: true, items: inConfigMaps, resourceVersion: '1'};
    },
  } as unknown as KubernetesClient;
  return {of: openHelmReleases(client, new AbortController().signal), asked};
}

const dataOf = (found: unknown): readonly string[] =>
  (found as {objects: readonly {data: JsonObject}[]}).objects.flatMap(({data}) => Object.keys(data));

it.each([
  {name: 'the manifest of the deployed revision', secrets: [revision(3, 'deployed', manifest('a'))], want: ['a']},
  {
    name: 'also the manifest of an upgrade that failed after the deployed revision, whatever the order of the answer',
    secrets: [revision(10, 'failed', manifest('b')), revision(9, 'deployed', manifest('a'))],
    want: ['a', 'b'],
  },
  {
    name: 'no manifest of an upgrade that failed before the deployed revision',
    secrets: [revision(8, 'failed', manifest('b')), revision(9, 'deployed', manifest('a'))],
    want: ['a'],
  },
  {
    name: 'also the manifest of a hook',
    secrets: [revision(1, 'deployed', {...manifest('a', 'other'), hooks: [manifest('h')]})],
    want: ['h'],
  },
])('a takeover reads $name', async ({secrets, want}) => {
  const found = await releases(secrets).of(live());
  expect(found?.kind).toBe('found');
  expect(dataOf(found)).toEqual(want);
});

it.each([
  {name: 'do not exist', secrets: []},
  {name: 'are forbidden', secrets: 403},
])('a takeover reads the manifest from ConfigMaps if the Secrets $name', async ({secrets}) => {
  const packed = gzipSync(JSON.stringify(manifest('a'))).toString('base64');
  const record = {...revision(1, 'deployed', {}), data: {release: packed}};
  expect(dataOf(await releases(secrets, [record]).of(live()))).toEqual(['a']);
});

it.each([
  {name: 'is forbidden', answer: 403, why: 'the Helm release shop/web could not be read (HTTP 403)'},
  {name: 'does not exist', answer: [], why: 'the Helm release shop/web has no Secret or ConfigMap that records it'},
  {
    name: 'does not name the object',
    answer: [revision(1, 'deployed', manifest('a', 'other'))],
    why: 'the manifest of the Helm release shop/web does not name it',
  },
  {
    name: 'cannot be unpacked',
    answer: [{...revision(1, 'deployed', {}), data: {release: 'c2VjcmV0'}}],
    why: 'the Helm release shop/web has a record in an unknown format',
  },
])('a takeover reports that the Helm record $name', async ({answer, why}) => {
  expect(await releases(answer).of(live())).toEqual({kind: 'unreadable', why});
});

it('a release is read once, and never for an object without one', async () => {
  const {of, asked} = releases([revision(1, 'deployed', manifest('a'))]);
  await Promise.all([of(live()), of(live()), of(live({}))]);
  expect(asked).toMatchObject([{namespace: 'shop', labelSelector: 'owner=helm,name=web,status!=superseded'}]);
});
