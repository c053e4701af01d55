import {describe, expect, it} from 'vitest';
import {requireEphemeral} from '../../../../src/adapters/terraform/require-ephemeral.ts';
import {rootModule} from '../../../../src/adapters/terraform/root-module.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';

const SERVICE = 'v1:Service:shop:web';
const SECRET = 'v1:Secret:shop:web';

const resource = (
  name: string,
  attributes: JsonObject,
  extensions: JsonObject = {},
  type = 'terraform_data',
): Resource => ({
  id: `hashicorp:aws:${type}:${name}`,
  type: 'Terraform',
  attributes,
  dependsOn: [],
  extensions,
});

const NAMED: Readonly<Record<string, JsonObject>> = {
  'aws.us': {region: 'us-east-1', access_key: 'ref://us/id', assume_role: [{external_id: 'a ${b}'}]},
  'aws.eu': {
    region: 'eu-west-1',
    secret_key: 'hunter2-hunter2',
    endpoints: [{secretsmanager: 'http://127.0.0.1:4566'}],
  },
};

const make = (
  resources: readonly Resource[],
  accounts: Readonly<Record<string, string>> = {},
  read: readonly Resource[] = [],
  registry?: string,
) =>
  rootModule({
    registry,
    resources,
    read,
    others: [],
    expandable: new Set(resources.map(({id}) => id)),
    origins: new Map(),
    ids: new Set([...resources.map(({id}) => id), SERVICE, SECRET]),
    state: {known: new Map(), accounts: new Map(Object.entries(accounts))},
    settings: {
      blockOf: ({extensions}) =>
        NAMED[String(extensions['providerRef'])] ?? ((extensions['providerMeta'] ?? {}) as JsonObject),
      accounts: {
        problemOf: ({extensions}) =>
          extensions['providerRef'] === 'aws.asia' ? {because: 'no provider aws.asia', hint: 'aws.us'} : undefined,
        identities: new Map([
          ['aws.us', '111111111111'],
          ['aws.america', '111111111111'],
          ['aws.2nd', '111111111111'],
        ]),
        keysOf: ({extensions}) =>
          new Map(extensions['keys'] === true ? [['secret_key', new Secret('of-the-environment')]] : []),
        secretOf: (uri) => (uri === 'ref://us/id' ? new Secret('AKIA-of-us') : undefined),
      },
    },
    values: {
      lookup: (id) =>
        id === SERVICE
          ? 'unknown'
          : id === SECRET
            ? {apiVersion: 'v1', kind: 'Secret', data: {password: 'c2VjcmV0LXdvcmQ='}, metadata: {name: 'web'}}
            : undefined,
      isSensitive: (id, path) => id === SECRET && /^(?:data|stringData)$/.test(String(path[0])),
      secretOf: (uri) => (uri === 'ref://db/password' ? 'hunter2-hunter2' : undefined),
      recall: () => undefined,
    },
  });

const inputOf = (attribute: Json): Json => {
  const module = JSON.parse(make([resource('a', {input: attribute}), resource('b', {})]).text) as {
    resource: {terraform_data: {a: {input: Json}}};
  };
  return module.resource.terraform_data.a.input;
};

describe('a root module', () => {
  it.each([
    {what: 'a text with the signs of a template', given: 'a ${b} %{c}', becomes: 'a $${b} %%{c}'},
    {what: 'a key with them', given: {'${k}': 1}, becomes: {'$${k}': 1}},
    {
      what: 'a value of another resource',
      given: '${ref:hashicorp:aws:terraform_data:b#output.list[0]}',
      becomes: '${terraform_data.b.output.list[0]}',
    },
    {
      what: 'the form of Kusion',
      given: '$kusion_path.hashicorp:aws:terraform_data:b.id',
      becomes: '${terraform_data.b.id}',
    },
    {
      what: 'a part of a text',
      given: 'x-${ref:hashicorp:aws:terraform_data:b#id}-${y}',
      becomes: 'x-${terraform_data.b.id}-$${y}',
    },
    {what: 'an unknown value', given: `\${ref:${SERVICE}#spec.clusterIP}`, becomes: '${jsondecode(timestamp())}'},
    {what: 'an unknown part', given: `http://\${ref:${SERVICE}#spec.clusterIP}/`, becomes: 'http://${timestamp()}/'},
    {what: 'a known value', given: `\${ref:${SECRET}#metadata.name}`, becomes: 'web'},
    {what: 'a secret value of an object', given: `\${ref:${SECRET}#data.password}`, becomes: '${var.s0}'},
    {what: 'the same value by its other field', given: `\${ref:${SECRET}#stringData.password}`, becomes: '${var.s0}'},
    {what: 'a secret of a store', given: 'postgres://u:${ref://db/password}@db', becomes: 'postgres://u:${var.s0}@db'},
    {
      what: 'a literal with the name of a secret',
      given: {password: 'hunter2-hunter2'},
      becomes: {password: '${var.s0}'},
    },
  ])('$what', ({given, becomes}) => {
    expect(inputOf(given)).toEqual(becomes);
  });

  it('secrets are only in the variables', () => {
    const {text, variables} = make([resource('a', {input: {password: 'hunter2-hunter2', url: 'ref://db/password'}})]);
    expect(text).not.toContain('hunter2');
    expect(JSON.parse(variables)).toEqual({s0: 'hunter2-hunter2', s1: 'hunter2-hunter2'});
  });

  it('a value of a Secret is decoded', () => {
    const {variables} = make([resource('a', {input: `\${ref:${SECRET}#data.password}`})]);
    expect(JSON.parse(variables)).toEqual({s0: 'secret-word'});
  });

  it('a name that is not an identifier, or that two resources have, gets a part of a digest', () => {
    const {addresses} = make([
      resource('a.b', {}),
      resource('a_b', {}),
      resource('3d', {}),
      resource('c', {}),
      {...resource('c', {}), id: 'other:aws:terraform_data:c'},
    ]);
    expect([...addresses.values()]).toEqual([
      expect.stringMatching(/^terraform_data\.a_b_[0-9a-f]{8}$/),
      'terraform_data.a_b',
      expect.stringMatching(/^terraform_data\._3d_[0-9a-f]{8}$/),
      expect.stringMatching(/^terraform_data\.c_[0-9a-f]{8}$/),
      expect.stringMatching(/^terraform_data\.c_[0-9a-f]{8}$/),
    ]);
  });

  it('a resource that is only read is imported in its account, and not declared', () => {
    const extensions = {
      provider: 'registry.terraform.io/hashicorp/aws/5.100.0',
      providerRef: 'aws.us',
      'kusionstack.io/import-id': 'main-${x}',
    };
    const {text, addresses} = make([], {}, [resource('main', {name: 'x'}, extensions, 'aws_sqs_queue')]);
    const module = JSON.parse(text) as JsonObject;
    expect(module['resource']).toBeUndefined();
    expect(module['import']).toEqual([{to: 'aws_sqs_queue.main', id: 'main-$${x}', provider: 'aws.us'}]);
    expect(module['provider']).toMatchObject({aws: {alias: 'us'}});
    expect([...addresses.values()]).toEqual(['aws_sqs_queue.main']);
  });

  it('a provider without a host is in the registry of the program', () => {
    const queue = {...resource('a', {}), id: 'hashicorp:aws:aws_sqs_queue:a', extensions: {}};
    const sourceWith = (registry?: string) => make([queue], {}, [], registry).providers.map(({source}) => source);
    expect(sourceWith('registry.opentofu.org')).toEqual(['registry.opentofu.org/hashicorp/aws']);
    expect(sourceWith()).toEqual(['registry.terraform.io/hashicorp/aws']);
  });

  it('providers have their source, version and configuration', () => {
    const provider = 'registry.terraform.io/hashicorp/aws/5.100.0';
    const {text, variables, ephemeral} = make([
      resource(
        'q',
        {name: 'q'},
        {provider, providerMeta: {region: 'eu', secret_key: 'hunter2-hunter2'}},
        'aws_sqs_queue',
      ),
    ]);
    expect(JSON.parse(text)).toMatchObject({
      terraform: {required_providers: {aws: {source: 'registry.terraform.io/hashicorp/aws', version: '5.100.0'}}},
      provider: {aws: {region: 'eu', secret_key: '${var.e0}'}},
      variable: {e0: {ephemeral: true}},
    });
    expect({variables, ephemeral: [...ephemeral]}).toEqual({variables: '{}', ephemeral: [['e0', 'hunter2-hunter2']]});
  });

  it('each account is an aliased block, and its keys are ephemeral variables', () => {
    const {text, variables, ephemeral, secretTexts} = make([
      resource('a', {}, {providerRef: 'aws.us'}, 'aws_sqs_queue'),
      resource('b', {}, {providerRef: 'aws.eu'}, 'aws_sqs_queue'),
      resource('c', {}, {keys: true}, 'aws_sqs_queue'),
    ]);
    expect(JSON.parse(text)).toMatchObject({
      provider: {
        aws: [
          {
            alias: 'us',
            region: 'us-east-1',
            access_key: '${var.e0}',
            assume_role: [{external_id: 'a $${b}'}],
          },
          {
            alias: 'eu',
            region: 'eu-west-1',
            secret_key: '${var.e1}',
            // The name of a service, not of a secret.
            endpoints: [{secretsmanager: 'http://127.0.0.1:4566'}],
          },
          {secret_key: '${var.e2}'},
        ],
      },
      resource: {aws_sqs_queue: {a: {provider: 'aws.us'}, b: {provider: 'aws.eu'}, c: {}}},
      variable: {e0: {ephemeral: true, sensitive: true, type: 'string'}},
    });
    const values = ['AKIA-of-us', 'hunter2-hunter2', 'of-the-environment'];
    expect([...ephemeral.values()]).toEqual(values);
    expect([...secretTexts]).toEqual(values);
    expect(variables).toBe('{}');
    for (const value of values) expect(text).not.toContain(value);
  });

  it('a write-only argument takes an ephemeral variable', () => {
    const {text, ephemeral, variables} = make([
      resource('a', {password_wo: 'hunter2-hunter2', key_wo: {password: 7}, password: 'hunter3-hunter3'}),
    ]);
    expect(JSON.parse(text)).toMatchObject({
      resource: {
        terraform_data: {
          a: {
            password_wo: '${var.e0}',
            key_wo: {password: '${jsondecode(var.e1)}'},
            password: '${var.s0}',
          },
        },
      },
    });
    expect([...ephemeral]).toEqual([
      ['e0', 'hunter2-hunter2'],
      ['e1', '7'],
    ]);
    expect(JSON.parse(variables)).toEqual({s0: 'hunter3-hunter3'});
  });

  it.each([
    {was: 'us', now: {}},
    {was: '', now: {providerRef: 'aws.us'}},
    {was: 'us', now: {providerRef: 'aws.eu'}},
  ])('a resource of the account "$was" does not move to another one', ({was, now}) => {
    const moved = resource('a', {}, now, 'aws_sqs_queue');
    expect(() => make([moved], {[moved.id]: was})).toThrow(
      expect.objectContaining({
        failure: {
          code: 'input/invalid',
          diagnostics: [
            expect.objectContaining({
              message: expect.stringContaining('and forget it'),
              hint: expect.stringContaining('another id'),
            }),
          ],
        },
      }),
    );
  });

  it('a resource takes another name of the same account, also if a name begins with a digit', () => {
    const named = resource('a', {}, {providerRef: 'aws.us'}, 'aws_sqs_queue');
    expect(make([named], {[named.id]: '_2nd'}).text).toContain('"provider":"aws.us"');
    const moved = resource('a', {}, {providerRef: 'aws.eu'}, 'aws_sqs_queue');
    expect(() => make([moved], {[moved.id]: '_2nd'})).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({
          diagnostics: [expect.objectContaining({message: expect.stringContaining('the account 2nd,')})],
        }),
      }),
    );
  });

  it('a resource takes another name of the same account', () => {
    const moved = resource('a', {}, {providerRef: 'aws.us'}, 'aws_sqs_queue');
    expect(make([moved], {[moved.id]: 'america'}).text).toContain('"provider":"aws.us"');
  });

  it.each([
    {product: 'terraform', version: '1.9.8', first: '1.10'},
    {product: 'tofu', version: '1.10.6', first: '1.11'},
    {product: 'terraform', version: '1.10.0'},
    {product: 'tofu', version: '1.11.0'},
    {product: 'terraform', version: '2.0.0'},
  ] as const)('$product $version and keys in a provider block', ({product, version, ...more}) => {
    const first = 'first' in more ? more.first : undefined;
    const module = {ephemeral: new Map([['e0', 'key']])};
    const check = (asked: typeof module) => () =>
      requireEphemeral(asked, {path: `/bin/${product}`, product, version, platform: 'linux_amd64'});
    expect(check({ephemeral: new Map()})).not.toThrow();
    if (first === undefined) expect(check(module)).not.toThrow();
    else
      expect(check(module)).toThrow(
        expect.objectContaining({
          failure: expect.objectContaining({
            code: 'terraform/unusable',
            problem: expect.stringContaining(version),
            hint: expect.stringContaining(first),
          }),
        }),
      );
  });

  it.each([
    {what: 'provisioner', of: [resource('a', {provisioner: []})], says: '`provisioner`'},
    {what: 'an account of a built-in type', of: [resource('a', {}, {providerRef: 'aws.us'})], says: 'has no account'},
    {
      what: 'an unknown account',
      of: [resource('a', {}, {providerRef: 'aws.asia'}, 'aws_sqs_queue')],
      says: 'no provider aws.asia',
    },
    {
      what: 'two configurations of a provider',
      of: [
        resource('a', {}, {providerMeta: {region: 'eu'}}, 'aws_sqs_queue'),
        resource('b', {}, {providerMeta: {region: 'us'}}, 'aws_sqs_queue'),
      ],
      says: 'in another way',
    },
    {
      what: 'two versions of a provider',
      of: [
        resource('a', {}, {provider: 'hashicorp/aws/5.0.0'}, 'aws_sqs_queue'),
        resource('b', {}, {provider: 'hashicorp/aws/5.1.0'}, 'aws_sqs_queue'),
      ],
      says: 'another version',
    },
  ])('$what is refused by name', ({of, says}) => {
    expect(() => make(of)).toThrow(
      expect.objectContaining({
        failure: {
          code: 'input/invalid',
          diagnostics: [
            expect.objectContaining({code: 'config/not-supported', message: expect.stringContaining(says)}),
          ],
        },
      }),
    );
  });
});
