import {expect, it} from 'vitest';
import type {Deps} from '../../../src/app/deps.ts';
import {INHERITED} from '../../../src/core/workspace/child-environment.ts';
import {openSecretStore} from '../../../src/main/secret-stores.ts';
import type {SecretStoreConfig} from '../../../src/registry/secret-stores.ts';
import {resolveTo} from '../../rig/fake-resolver.ts';
import {rig} from '../app/workspace/rig.ts';

const METADATA = '169.254.169.254';
const LEADS = /resolves to the metadata address from which a cloud gives credentials/;

const CASES: readonly {
  readonly store: string;
  readonly config: SecretStoreConfig;
  readonly env: Readonly<Record<string, string>>;
  readonly host: string;
}[] = [
  {
    store: 'Vault',
    config: {
      kind: 'vault',
      server: 'https://vault.rebind.test',
      path: 'kv',
      version: 'v2',
      auth: {method: 'environment'},
    },
    env: {VAULT_TOKEN: 'token-of-vault'},
    host: 'vault.rebind.test',
  },
  ...(['secretsManager', 'parameterStore'] as const).map((service) => ({
    store: `AWS ${service}`,
    config: {kind: 'aws', service, region: 'eu-west-1', endpoint: 'https://aws.rebind.test'} as const,
    env: {AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'key-of-aws'},
    host: 'aws.rebind.test',
  })),
  {
    store: 'Google Secret Manager',
    config: {kind: 'gcp', project: 'shop', endpoint: 'https://gcp.rebind.test'},
    env: {GOOGLE_OAUTH_ACCESS_TOKEN: 'token-of-google'},
    host: 'gcp.rebind.test',
  },
  {
    store: 'Azure Key Vault',
    config: {kind: 'azure', vaultUrl: 'https://shop.vault.azure.net', tenantId: 'tenant'},
    env: {ARM_CLIENT_ID: 'client', ARM_CLIENT_SECRET: 'secret-of-azure', ARM_TENANT_ID: 'tenant'},
    host: 'login.microsoftonline.com',
  },
  {
    store: 'Alibaba Cloud KMS',
    config: {kind: 'alicloud', region: 'cn-hangzhou', endpoint: 'https://kms.rebind.test'},
    env: {ALICLOUD_ACCESS_KEY: 'id', ALICLOUD_SECRET_KEY: 'key-of-alibaba'},
    host: 'kms.rebind.test',
  },
];

it.each(CASES)(
  '$store of a shared workspace refuses a name that resolves to a metadata address',
  async ({config, env, host}) => {
    const lookups = resolveTo({[host]: [METADATA]});
    const {deps} = await rig();
    const own: Deps = {...deps, env};
    const store = await openSecretStore(config, {environment: INHERITED, besideMetadata: true}, own);
    const read = await store.fetch({name: ['login']});
    expect(read).toMatchObject({because: expect.stringMatching(LEADS)});
    expect(lookups()).toBeGreaterThan(0);
  },
);
