import {describe, expect, it} from 'vitest';
import type {Origin} from '../../../../src/core/diagnostic/origin.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {specContext, workspaceContext, workspaceVariables} from '../../../../src/core/workspace/context-map.ts';
import {decideKeys} from '../../../../src/core/workspace/decide-keys.ts';
import {halfCredentials} from '../../../../src/core/workspace/half-credentials.ts';
import type {KeyLevel} from '../../../../src/core/workspace/key-candidate.ts';
import {KEY_LEVELS} from '../../../../src/core/workspace/key-candidate.ts';
import {providerBlock} from '../../../../src/core/workspace/provider-meta.ts';
import {resolveProviderKeys} from '../../../../src/core/workspace/resolve-provider-keys.ts';

const origin: Origin = {file: 'w.yaml', position: () => ({file: 'w.yaml', line: 1, column: 1, endColumn: 2, text: ''})};

type Values = Readonly<Record<string, string>>;

/** A cloud: two credentials, and where one works; by its variables and by the fields of its provider's block. */
const CLOUDS = [
  {
    provider: 'registry.terraform.io/hashicorp/aws/5.0.1',
    id: ['AWS_ACCESS_KEY_ID', 'access_key'],
    other: ['AWS_SESSION_TOKEN', 'token'],
    place: ['AWS_REGION', 'region'],
  },
  {
    provider: 'registry.terraform.io/aliyun/alicloud/1.209.1',
    id: ['ALICLOUD_ACCESS_KEY', 'access_key'],
    other: ['ALICLOUD_SECURITY_TOKEN', 'security_token'],
    place: ['ALICLOUD_REGION', 'region'],
  },
  {
    provider: 'registry.terraform.io/hashicorp/google/5.0.0',
    id: ['GOOGLE_CREDENTIALS', 'credentials'],
    other: ['GOOGLE_OAUTH_ACCESS_TOKEN', 'access_token'],
    place: ['GOOGLE_PROJECT', 'project'],
  },
  {
    provider: 'registry.terraform.io/hashicorp/azurerm/4.0.0',
    id: ['ARM_CLIENT_ID', 'client_id'],
    other: ['ARM_CLIENT_SECRET', 'client_secret'],
    place: ['ARM_SUBSCRIPTION_ID', 'subscription_id'],
  },
  {
    provider: 'registry.terraform.io/viettel/viettelcloud/1.0.0',
    id: ['VIETTEL_CLOUD_USER_TOKEN', 'user_token'],
    other: ['VIETTEL_CLOUD_USERNAME', ''],
    place: ['VIETTEL_CLOUD_PROJECT_ID', 'project_id'],
  },
] as const;
type Cloud = (typeof CLOUDS)[number];
type Part = 'id' | 'other' | 'place';

const metaResource = (cloud: Cloud, parts: readonly Part[], value: string) => ({
  id: 'ns:provider:type:name',
  type: 'Terraform' as const,
  extensions: {
    provider: cloud.provider,
    providerMeta: Object.fromEntries(parts.map((part) => [cloud[part][1], value])) as unknown as JsonObject,
  },
});

type Said = Partial<Record<KeyLevel, readonly Part[]>>;

/** Each level says these parts of a cloud, with its own name as the value; and of a second one, those. */
function decided(cloud: Cloud, said: Said, neighbour: Cloud = cloud, theirs: Said = {}) {
  const valuesOf = (one: Cloud, parts: readonly Part[] = [], level: KeyLevel): Values =>
    Object.fromEntries(parts.map((part) => [one[part][0], level]));
  const values = (level: KeyLevel): Values => ({
    ...valuesOf(cloud, said[level], level),
    ...valuesOf(neighbour, theirs[level], level),
  });
  const resources = [
    {one: cloud, parts: said.providerMeta},
    {one: neighbour, parts: theirs.providerMeta},
  ].flatMap(({one, parts}) => (parts === undefined ? [] : [metaResource(one, parts, 'providerMeta')]));
  return decideKeys({
    contexts: [
      workspaceContext(values('workspace'), origin),
      workspaceVariables({}, origin),
      specContext(values('spec')),
    ],
    env: {PATH: '/bin', ...values('environment')},
    resources,
  });
}

const PAIRS = CLOUDS.flatMap((cloud) =>
  KEY_LEVELS.flatMap((higher, index) =>
    KEY_LEVELS.slice(index + 1).map((lower) => ({
      name: `${cloud.id[0]}: ${higher} over ${lower}`,
      cloud,
      higher,
      lower,
    })),
  ),
);

describe('every cloud and every pair of levels', () => {
  it('each cloud and pair of levels has one test', () => expect(PAIRS).toHaveLength(5 * 6));

  it.each(PAIRS)('$name: the same key is said once', ({cloud, higher, lower}) => {
    const keys = decided(cloud, {[higher]: ['id'], [lower]: ['id']});
    expect(keys).toMatchObject([{name: cloud.id[0], value: higher, shadowed: [{name: cloud.id[0], value: lower}]}]);
  });

  it.each(PAIRS.filter(({cloud, lower}) => cloud.other[1] !== '' || lower !== 'providerMeta'))(
    '$name: no identity is made of two halves',
    ({cloud, higher, lower}) => {
      const keys = decided(cloud, {[higher]: ['id'], [lower]: ['other']});
      expect(keys).toMatchObject([
        {name: cloud.id[0], value: higher, shadowed: [{name: cloud.other[0], value: lower}]},
      ]);
    },
  );

  it.each(PAIRS)('$name: where one works goes key by key', ({cloud, higher, lower}) => {
    const keys = decided(cloud, {[higher]: ['id'], [lower]: ['place']});
    expect(keys.map(({name, value}) => [name, value])).toEqual([
      [cloud.id[0], higher],
      [cloud.place[0], lower],
    ]);
    expect(decided(cloud, {[higher]: ['place'], [lower]: ['id']}).every(({shadowed}) => shadowed.length === 0)).toBe(
      true,
    );
  });

  it.each(
    PAIRS.map((pair, index) => ({...pair, neighbour: CLOUDS[(CLOUDS.indexOf(pair.cloud) + 1 + (index % 4)) % 5]})),
  )('$name: another cloud is not touched', ({cloud, higher, lower, neighbour = cloud}) => {
    const keys = decided(cloud, {[higher]: ['id']}, neighbour, {[lower]: ['id']});
    expect(keys).toMatchObject([
      {name: cloud.id[0], value: higher, shadowed: []},
      {name: neighbour.id[0], value: lower, shadowed: []},
    ]);
  });
});

describe('a key', () => {
  const keys = (context: Values, {env = {}, variables = {}, spec = {}}: Readonly<Record<string, Values>> = {}) =>
    decideKeys({
      contexts: [workspaceContext(context, origin), workspaceVariables(variables, origin), specContext(spec)],
      env,
    }).map(({name, value, shadowed}) => [name, value, ...shadowed.map((one) => `${one.name}=${String(one.value)}`)]);

  it.each([
    {
      name: 'is said under any of its names: what others say under another one is not used',
      context: {AWS_DEFAULT_REGION: 'us'},
      more: {env: {AWS_REGION: 'eu'}},
      want: [['AWS_DEFAULT_REGION', 'us', 'AWS_REGION=eu']],
    },
    {
      name: 'under two names of one level is two keys',
      context: {AWS_DEFAULT_REGION: 'us', AWS_REGION: 'eu'},
      more: {},
      want: [
        ['AWS_DEFAULT_REGION', 'us'],
        ['AWS_REGION', 'eu'],
      ],
    },
    {
      name: 'of `env` comes after the context, and may be in lower case',
      context: {HTTP_PROXY: 'a'},
      more: {variables: {HTTP_PROXY: 'b', http_proxy: 'c'}, env: {HTTP_PROXY: 'd', http_proxy: 'e'}},
      want: [
        ['HTTP_PROXY', 'a', 'HTTP_PROXY=b', 'HTTP_PROXY=d'],
        ['http_proxy', 'c', 'http_proxy=e'],
      ],
    },
    {
      name: 'of `env` is of the workspace: it makes one identity with its context',
      context: {AWS_ACCESS_KEY_ID: 'a'},
      more: {variables: {AWS_SESSION_TOKEN: 'b'}, env: {AWS_PROFILE: 'dev'}},
      want: [
        ['AWS_ACCESS_KEY_ID', 'a', 'AWS_PROFILE=dev'],
        ['AWS_SESSION_TOKEN', 'b'],
      ],
    },
    {
      name: 'of a spec file does not complete the identity of the workspace',
      context: {AWS_ACCESS_KEY_ID: 'a'},
      more: {spec: {AWS_SESSION_TOKEN: 'b', AWS_REGION: 'eu'}},
      want: [
        ['AWS_ACCESS_KEY_ID', 'a', 'AWS_SESSION_TOKEN=b'],
        ['AWS_REGION', 'eu'],
      ],
    },
    {
      name: 'that is empty in a context is none',
      context: {AWS_PROFILE: null} as unknown as Values,
      more: {env: {AWS_PROFILE: 'dev'}},
      want: [['AWS_PROFILE', 'dev']],
    },
  ])('$name', ({context, more, want}) => {
    expect(keys(context as unknown as Values, more as unknown as Record<string, Values>)).toEqual(want);
  });
});

describe('the block that a resource brings along for its provider', () => {
  const [aws] = CLOUDS;
  const meta = (fields: JsonObject, id = 'hashicorp:aws:aws_instance:web') => ({
    id,
    type: 'Terraform' as const,
    extensions: {provider: aws.provider, providerMeta: fields},
  });
  const block = (resource: ReturnType<typeof meta>, env: Values) =>
    providerBlock(resource, decideKeys({contexts: [workspaceContext({}, origin)], env, resources: [resource]}));

  it('a provider block loses keys that a higher level sets, because Terraform would prefer the block', () => {
    const fields = {access_key: 'a', assume_role: {role_arn: 'r'}, region: 'eu', default_tags: {team: 'x'}};
    expect(block(meta(fields), {AWS_PROFILE: 'dev'})).toEqual({region: 'eu', default_tags: {team: 'x'}});
    expect(block(meta(fields), {AWS_DEFAULT_REGION: 'us'})).toEqual({...fields, region: undefined});
    expect(block(meta(fields), {ARM_CLIENT_ID: 'x'})).toEqual(fields);
  });

  it('the provider block of a resource without a provider belongs to the provider in its id', () => {
    const resource = {
      id: 'hashicorp:aws:aws_instance:web',
      type: 'Terraform' as const,
      extensions: {providerMeta: {region: 'eu'}},
    };
    expect(providerBlock(resource, decideKeys({contexts: [], env: {AWS_REGION: 'us'}, resources: [resource]}))).toEqual(
      {},
    );
  });

  it('provider blocks of several resources do not compete, and equal values are listed once', () => {
    const resources = [meta({region: 'eu', token: 'canary'}), meta({region: 'eu'}, 'b'), meta({region: 'us'}, 'c')];
    const shown = resolveProviderKeys({contexts: [], env: {}, resources});
    expect(shown.map(({name, value}) => [name, value])).toEqual([
      ['AWS_REGION', 'eu'],
      ['AWS_REGION', 'us'],
      ['AWS_SESSION_TOKEN', '***'],
    ]);
    expect(shown[2]?.source).toEqual({
      kind: 'provider-meta',
      resource: 'hashicorp:aws:aws_instance:web',
      field: 'token',
    });
  });
});

describe('half a credential', () => {
  it.each([
    {context: {AWS_ACCESS_KEY_ID: 'a'}, want: ['AWS_ACCESS_KEY_ID without AWS_SECRET_ACCESS_KEY']},
    {
      context: {ALIBABA_CLOUD_ACCESS_KEY_SECRET: 'a'},
      want: ['ALIBABA_CLOUD_ACCESS_KEY_SECRET without ALICLOUD_ACCESS_KEY'],
    },
    {context: {ALICLOUD_ACCESS_KEY: 'a', ALIBABA_CLOUD_ACCESS_KEY_SECRET: 'b'}, want: []},
    {context: {AWS_PROFILE: 'dev'}, want: []},
  ])('half a credential causes the warnings $want', ({context, want}) => {
    const warnings = halfCredentials(
      {contexts: [workspaceContext(context, origin)], env: {AWS_SECRET_ACCESS_KEY: 'x'}},
      'prod',
    );
    expect(warnings.map(({message}) => message)).toEqual(want.map((what) => expect.stringContaining(what)));
  });
});
