import {expect, it} from 'vitest';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {stackSecrets} from '../../../../../../src/adapters/kubernetes/runtime/plan/stack-secrets.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import type {KubernetesState} from '../../../../../../src/core/release/kubernetes-state.ts';

const state = (kind: string, namespace: string, name: string) =>
  ({id: `v1:${kind}:${namespace}:${name}`, apiVersion: 'v1', kind, namespace, name}) as unknown as KubernetesState;

const secret = (namespace: string, name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {namespace, name},
  data: {word: Buffer.from(`of-${name}`).toString('base64')},
});

/** A server on which nobody may list, and Secrets may be read in some namespaces only. */
function server(mayRead: readonly string[]) {
  const asked: string[] = [];
  const forbidden = {ok: false as const, status: 403, refusal: refusalOf(403, {kind: 'Status'})};
  const get = async ({namespace = '', name}: {readonly namespace: string | undefined; readonly name: string}) => {
    asked.push(`${namespace}/${name}`);
    return mayRead.includes(namespace) ? {ok: true as const, object: secret(namespace, name)} : forbidden;
  };
  const client = {server: 'https://c', list: async () => forbidden, get};
  return {asked, client: client as unknown as Parameters<typeof stackSecrets>[0]['client']};
}

const known = async (mayRead: readonly string[], states: readonly KubernetesState[]) => {
  const {client, asked} = server(mayRead);
  const secrets = await stackSecrets({client, lineage: 'l', signal: new AbortController().signal}, states);
  return {asked, values: secrets.map((one) => one.reveal()).filter((value) => value.startsWith('of-'))};
};

it('a Secret that may not be read hides none of the others', async () => {
  const {values} = await known(['shop'], [state('Secret', 'shop', 'a'), state('Secret', 'other', 'b')]);
  expect(values).toEqual(['of-a']);
});

it('secrets that cannot be read are unknown and cause no failure', async () =>
  expect((await known([], [state('Secret', 'shop', 'a')])).values).toEqual([]));

it('a stack without Secrets costs no request', async () =>
  expect(await known(['shop'], [state('ConfigMap', 'shop', 'a')])).toEqual({asked: [], values: []}));
