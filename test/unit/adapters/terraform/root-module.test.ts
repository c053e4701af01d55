import {describe, expect, it} from 'vitest';
import {rootModule} from '../../../../src/adapters/terraform/root-module.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';

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

const make = (resources: readonly Resource[]) =>
  rootModule({
    resources,
    removed: [],
    expandable: new Set(resources.map(({id}) => id)),
    origins: new Map(),
    ids: new Set([...resources.map(({id}) => id), SERVICE, SECRET]),
    known: new Map(),
    blockOf: ({extensions}) => (extensions['providerMeta'] ?? {}) as JsonObject,
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
      resource('c', {}),
      {...resource('c', {}), id: 'other:aws:terraform_data:c'},
    ]);
    expect([...addresses.values()]).toEqual([
      expect.stringMatching(/^terraform_data\.a\.?_?b_[0-9a-f]{8}$/),
      expect.stringMatching(/^terraform_data\.c_[0-9a-f]{8}$/),
      expect.stringMatching(/^terraform_data\.c_[0-9a-f]{8}$/),
    ]);
  });

  it('providers have their source, version and configuration', () => {
    const provider = 'registry.terraform.io/hashicorp/aws/5.100.0';
    const {text, variables} = make([
      resource(
        'q',
        {name: 'q'},
        {provider, providerMeta: {region: 'eu', secret_key: 'hunter2-hunter2'}},
        'aws_sqs_queue',
      ),
    ]);
    expect(JSON.parse(text)).toMatchObject({
      terraform: {required_providers: {aws: {source: 'registry.terraform.io/hashicorp/aws', version: '5.100.0'}}},
      provider: {aws: {region: 'eu', secret_key: '${var.s0}'}},
    });
    expect(JSON.parse(variables)).toEqual({s0: 'hunter2-hunter2'});
  });

  it.each([
    {what: 'provisioner', of: [resource('a', {provisioner: []})], says: '`provisioner`'},
    {what: 'providerRef', of: [resource('a', {}, {providerRef: 'aws.us'})], says: '`providerRef`'},
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
