import {expect, it} from 'vitest';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {buildDeps} from '../../../../src/main.ts';
import type {SecretStoreConfig} from '../../../../src/registry/secret-stores.ts';
import {textOf} from '../../../rig/read-secret.ts';

const KUBECONFIG = {workspace: 'management', field: 'test', from: {kind: 'in-cluster'}} as const;

/** One of each kind: a kind that is added does not compile without one. */
const CONFIGS: {readonly [K in SecretStoreConfig['kind']]: Extract<SecretStoreConfig, {kind: K}>} = {
  env: {kind: 'env', prefix: 'CI_'},
  file: {kind: 'file', path: '/secrets'},
  vault: {kind: 'vault', server: 'https://v.example', path: 'kv', version: 'v2', auth: {method: 'environment'}},
  aws: {kind: 'aws', service: 'secretsManager', region: 'eu-west-1'},
  azure: {kind: 'azure', vaultUrl: 'https://team.vault.azure.net'},
  gcp: {kind: 'gcp', project: 'team'},
  alicloud: {kind: 'alicloud', region: 'cn-hangzhou'},
  kubernetes: {kind: 'kubernetes', namespace: 'apps', kubeconfig: KUBECONFIG},
  sops: {kind: 'sops', path: '/secrets'},
  exec: {kind: 'exec', command: ['/bin/get'], env: {}, timeoutSeconds: 1},
};

const deps = (env: Readonly<Record<string, string>> = {}) =>
  buildDeps(
    {env, cwd: '/'},
    {onEvent: () => undefined, signal: new AbortController().signal, interactive: false, command: 'gantry test'},
  );

it.each(Object.values(CONFIGS))('the store $kind is opened, and asks nobody for it', async (config) =>
  expect((await deps().secretStore(config)).name).toContain(config.kind),
);

it('a store uses the workspace’s values in the environment, and not the values that they replace', async () => {
  const command = [
    process.execPath,
    '-p',
    'JSON.stringify({a: String(process.env.A), b: String(process.env.B), c: String(process.env.C)})',
  ];
  const environment = {set: new Map([['A', new Secret('workspace')]]), unset: ['B'], files: []};
  const own = deps({PATH: process.env['PATH'] ?? '', A: 'process', B: 'process', C: 'process'});
  const store = await own.secretStore({...CONFIGS.exec, command, timeoutSeconds: 30}, environment);
  expect(await textOf(store, 'ref://any')).toBe('{"a":"workspace","b":"undefined","c":"process"}');
});
