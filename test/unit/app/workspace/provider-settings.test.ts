import {devNull} from 'node:os';
import {describe, expect, it} from 'vitest';
import {findWorkspace} from '../../../../src/app/workspace/find-workspace.ts';
import {providerSettings} from '../../../../src/app/workspace/provider-settings.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import {failureOf, rig} from './rig.ts';
import {storesByHand} from './stores-by-hand.ts';

const NAMED = `providers:
  aws:
    us: {region: us-east-1, access_key: of-us, secret_key: ref://keys@us, endpoints: [{sqs: 'http://us'}]}
    eu: {region: eu-west-1, access_key: of-eu, secret_key: key-of-eu}
    profile: {profile: other}
`;
const STORE = `secretStores: {keys: {provider: {file: {path: ../secrets}}}}\n`;
const {secretStore} = storesByHand({file: {us: 'key-of-us'}});

const queue = (name: string, extensions: JsonObject = {}, provider = 'hashicorp/aws/5.100.0'): Resource => ({
  id: `hashicorp:aws:aws_sqs_queue:${name}`,
  type: 'Terraform',
  attributes: {},
  dependsOn: [],
  extensions: {provider, ...extensions},
});
const us = queue('us', {providerRef: 'aws.us'});
const eu = queue('eu', {providerRef: 'aws.eu'});

type Given = {readonly context?: string; readonly env?: Readonly<Record<string, string>>};

async function settingsFor(resources: readonly Resource[], {context = '{}', env = {}}: Given = {}) {
  const {deps, path} = await rig({
    files: {
      'project/project.yaml': 'name: shop\n',
      'project/workspaces/prod.yaml': `context: ${context}\n${STORE}${NAMED}`,
    },
    env,
  });
  const chosen = await findWorkspace({
    wanted: 'prod',
    base: deps.cwd,
    backend: await deps.backend(),
    directory: path('project/workspaces'),
  });
  const {environment, blockOf, accounts} = await providerSettings(
    resources,
    {chosen},
    {...deps, secretStore, allowedDigests: async () => ALL, env: {...deps.env, ...env}},
  );
  return {
    variables: Object.fromEntries([...environment.set].map(([name, value]) => [name, value.reveal()])),
    blockOf,
    keysOf: (resource: Resource) =>
      Object.fromEntries([...(accounts?.keysOf(resource) ?? [])].map(([field, value]) => [field, value.reveal()])),
    problemOf: accounts?.problemOf,
    secretOf: (uri: string) => accounts?.secretOf(uri)?.reveal(),
  };
}

const ALL = {has: () => true} as unknown as ReadonlySet<string>;
const ENV = {AWS_ACCESS_KEY_ID: 'of-env', AWS_SECRET_ACCESS_KEY: 'key-of-env', AWS_REGION: 'env-1'};
const NO_FILES = {AWS_SHARED_CREDENTIALS_FILE: devNull, AWS_CONFIG_FILE: devNull};

describe('the settings of providers', () => {
  it('keys of the only account are variables, and a named one takes nothing from the environment', async () => {
    const {variables, blockOf, keysOf} = await settingsFor([us], {
      env: {...ENV, AWS_SESSION_TOKEN: 'of-env'},
      context: '{AWS_PROFILE: of-context}',
    });
    expect(variables).toEqual({
      AWS_ACCESS_KEY_ID: 'of-us',
      AWS_SECRET_ACCESS_KEY: 'key-of-us',
      AWS_REGION: 'us-east-1',
      ...NO_FILES,
    });
    expect(blockOf(us)).toEqual({endpoints: [{sqs: 'http://us'}]});
    expect(keysOf(us)).toEqual({});
  });

  it('no variable has a key where two accounts take part', async () => {
    const {variables, blockOf, secretOf} = await settingsFor([us, eu], {env: ENV});
    expect(variables).toEqual(NO_FILES);
    expect(blockOf(us)).toMatchObject({access_key: 'of-us', secret_key: 'ref://keys@us', region: 'us-east-1'});
    expect(blockOf(eu)).toEqual({access_key: 'of-eu', secret_key: 'key-of-eu', region: 'eu-west-1'});
    expect(secretOf('ref://keys@us')).toBe('key-of-us');
  });

  it('the account without a name has its keys in its block where another one takes part', async () => {
    const plain = queue('plain', {providerMeta: {region: 'meta-1', max_retries: 3}});
    const {variables, blockOf, keysOf, problemOf} = await settingsFor([plain, eu], {
      env: {...ENV, AWS_DEFAULT_REGION: 'env-1', AWS_PAGER: 'less'},
    });
    expect(variables).toEqual({AWS_PAGER: 'less'});
    expect(blockOf(plain)).toEqual({max_retries: 3});
    expect(keysOf(plain)).toEqual({access_key: 'of-env', secret_key: 'key-of-env', region: 'env-1'});
    expect(keysOf(eu)).toEqual({});
    expect(problemOf?.(plain)).toBeUndefined();
  });

  it('an account without a name is refused where another one would use its keys', async () => {
    const plain = queue('plain');
    const {problemOf, variables} = await settingsFor([plain, eu], {
      env: {AWS_ROLE_ARN: 'arn', AWS_WEB_IDENTITY_TOKEN_FILE: '/token', AWS_ENDPOINT_URL: 'http://x'},
    });
    expect(problemOf?.(plain)).toMatchObject({
      because: expect.stringContaining('AWS_ENDPOINT_URL, AWS_ROLE_ARN, AWS_WEB_IDENTITY_TOKEN_FILE'),
      hint: expect.stringContaining('`providerRef`'),
    });
    expect(problemOf?.(eu)).toBeUndefined();
    expect(variables).toEqual({});
  });

  it('keys of providerMeta are variables for the only configuration, and stay in the blocks of several', async () => {
    const meta = (name: string, key: string) => queue(name, {providerMeta: {access_key: key, secret_key: 'of-meta'}});
    const one = await settingsFor([meta('a', 'x'), meta('b', 'x')]);
    expect(one.variables).toEqual({AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'of-meta'});
    expect(one.blockOf(meta('a', 'x'))).toEqual({});
    const two = await settingsFor([meta('a', 'x'), meta('b', 'y')]);
    expect(two.variables).toEqual({});
    expect(two.blockOf(meta('b', 'y'))).toEqual({access_key: 'y', secret_key: 'of-meta'});
  });

  it('a named profile is found in the files of this machine', async () => {
    expect((await settingsFor([queue('a', {providerRef: 'aws.profile'})])).variables).toEqual({AWS_PROFILE: 'other'});
  });

  it('the first one of two resources with the same id counts', async () => {
    expect((await settingsFor([us, queue('us', {providerRef: 'aws.eu'})])).variables).toMatchObject({
      AWS_ACCESS_KEY_ID: 'of-us',
    });
  });

  it.each([
    {ref: 'aws.asia', because: 'no provider aws.asia'},
    {ref: 'google.us', because: 'no provider google.us'},
  ])('$ref is refused', async ({ref, because}) => {
    const resource = queue('a', {providerRef: ref});
    const {problemOf} = await settingsFor([resource]);
    expect(problemOf?.(resource)?.because).toContain(because);
  });

  it('a secret that is not found is an error with its field', async () => {
    const {deps, path} = await rig({
      files: {
        'project/project.yaml': 'name: shop\n',
        'project/workspaces/prod.yaml': `${STORE}${NAMED}`,
      },
    });
    const chosen = await findWorkspace({
      wanted: 'prod',
      base: deps.cwd,
      backend: await deps.backend(),
      directory: path('project/workspaces'),
    });
    expect(
      await failureOf(
        providerSettings(
          [us],
          {chosen},
          {...deps, secretStore: storesByHand({file: {}}).secretStore, allowedDigests: async () => ALL},
        ),
      ),
    ).toMatchObject({code: 'context/value', field: 'providers.aws.us.secret_key'});
  });
});
