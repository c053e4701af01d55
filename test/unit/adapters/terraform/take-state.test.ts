import {describe, expect, it} from 'vitest';
import {argumentsOf} from '../../../../src/adapters/terraform/state/arguments-of.ts';
import {fileArguments} from '../../../../src/adapters/terraform/state/secret-arguments.ts';
import {stateProblems} from '../../../../src/adapters/terraform/state/state-problems.ts';
import {stateSteps} from '../../../../src/adapters/terraform/state/state-steps.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {versionsIn} from '../../../../src/core/terraform/lock-text.ts';

const instance: JsonObject = {schema_version: 0, attributes: {id: 'a'}};
const resource = (more: JsonObject = {}, one: JsonObject = {}): JsonObject => ({
  mode: 'managed',
  type: 'aws_sqs_queue',
  name: 'a',
  provider: 'provider["registry.terraform.io/hashicorp/aws"]',
  instances: [{...instance, ...one}],
  ...more,
});
const stateOf = (...resources: readonly JsonObject[]): JsonObject => ({version: 4, serial: 1, lineage: 'l', resources});

describe('a state file', () => {
  it.each([
    {name: 'another document', state: {kind: 'Pod'}, says: 'is not a state of Terraform'},
    {name: 'an older format', state: {...stateOf(resource()), version: 3}, says: 'has the format 3'},
    {name: 'a newer format', state: {...stateOf(resource()), version: 5}, says: 'Update Gantry'},
    {name: 'an encrypted state of tofu', state: {encrypted_data: 'x'}, says: 'is encrypted'},
    {name: 'a state without resources', state: stateOf(), says: 'has no managed resource'},
    {name: 'a module', state: stateOf(resource({module: 'module.queue'})), says: 'module.queue.aws_sqs_queue.a'},
    {name: 'for_each', state: stateOf(resource({}, {index_key: 'x'})), says: 'count or for_each'},
    {name: 'a tainted resource', state: stateOf(resource({}, {status: 'tainted'})), says: 'terraform untaint'},
    {name: 'a deposed object', state: stateOf(resource({}, {deposed: '0a'})), says: 'incomplete replacement'},
  ])('$name is refused by name', ({state, says}) => {
    const [problem] = stateProblems(state);
    expect(`${problem?.message} ${problem?.hint}`).toContain(says);
  });

  it.each([
    {name: 'a module', state: stateOf(resource({module: 'module.queue'})), says: undefined},
    {name: 'for_each', state: stateOf(resource({}, {index_key: 'x'})), says: undefined},
    {
      name: 'a tainted instance',
      state: stateOf(resource({module: 'module.queue["a"]'}, {index_key: 'x', status: 'tainted'})),
      says: `terraform untaint 'module.queue["a"].aws_sqs_queue.a["x"]'`,
    },
  ])('with the files of the state, $name is said to be: $says', ({state, says}) => {
    expect(stateProblems(state, true).map(({hint}) => hint)).toEqual(
      says === undefined ? [] : [expect.stringContaining(says)],
    );
  });

  it('each unsupported resource is named at once', () => {
    expect(
      stateProblems(stateOf(resource(), resource({module: 'module.b'}), resource({}, {index_key: 0}))),
    ).toHaveLength(2);
    expect(stateProblems(stateOf(resource()))).toEqual([]);
  });

  it('the lock file has the versions of providers', () => {
    const lock = 'provider "registry.terraform.io/hashicorp/aws" {\n  version     = "5.1.0"\n  hashes = []\n}\n';
    expect([...versionsIn(lock)]).toEqual([['registry.terraform.io/hashicorp/aws', '5.1.0']]);
  });
});

const BLOCK: JsonObject = {
  attributes: {
    id: {type: 'string', optional: true, computed: true},
    arn: {type: 'string', computed: true},
    name: {type: 'string', optional: true, computed: true},
    name_prefix: {type: 'string', optional: true, computed: true},
    zone: {type: 'string', required: true},
    note: {type: 'string', optional: true},
    token: {type: 'string', optional: true, write_only: true},
    tags: {type: ['map', 'string'], optional: true},
    tags_all: {type: ['map', 'string'], optional: true, computed: true},
    any: {type: 'dynamic', optional: true},
    disks: {
      optional: true,
      nested_type: {
        nesting_mode: 'list',
        attributes: {size: {type: 'number', required: true}, path: {type: 'string', computed: true}},
      },
    },
  },
  block_types: {
    rule: {
      nesting_mode: 'list',
      block: {attributes: {port: {type: 'number', required: true}, number: {type: 'string', computed: true}}},
    },
    old: {nesting_mode: 'list', block: {deprecated: true, attributes: {size: {type: 'number', optional: true}}}},
    peer: {nesting_mode: 'set', block: {attributes: {password: {type: 'string', optional: true, sensitive: true}}}},
    timeouts: {nesting_mode: 'single', block: {attributes: {create: {type: 'string', optional: true}}}},
  },
};

const VALUES: JsonObject = {
  id: 'i-1',
  arn: 'arn:1',
  name: 'orders',
  name_prefix: '',
  zone: '',
  note: '',
  token: null,
  tags: {team: 'shop'},
  tags_all: {team: 'shop', cost: '1'},
  disks: [{size: 1, path: '/dev/a'}],
  rule: [{port: 80, number: '1'}],
  old: [{size: 1}],
  peer: [],
  timeouts: null,
};

describe('the arguments of a resource in a state', () => {
  it('values that only the provider sets are left out', () => {
    expect(argumentsOf(BLOCK, VALUES, 'tidy')).toEqual({
      name: 'orders',
      zone: '',
      tags: {team: 'shop'},
      disks: [{size: 1}],
      rule: [{port: 80}],
    });
  });

  it('a form without zero values has no block that is empty then', () => {
    const values = {...VALUES, tags: null, rule: [{port: 0, number: ''}], peer: [{password: ''}], count: 0, on: false};
    const block = {
      ...BLOCK,
      attributes: {
        ...(BLOCK['attributes'] as JsonObject),
        count: {type: 'number', optional: true},
        on: {type: 'bool', optional: true, computed: true},
      },
    };
    const always = {name: 'orders', zone: '', disks: [{size: 1}], rule: [{port: 0}]};
    expect(argumentsOf(block, values, 'sparse')).toEqual(always);
    expect(argumentsOf(block, values, 'tidy')).toEqual({...always, count: 0, on: false, peer: [{}]});
  });

  it('the other forms have empty texts, or no computed arguments', () => {
    expect(argumentsOf(BLOCK, VALUES, 'exact')).toMatchObject({note: '', name: 'orders', old: [{size: 1}]});
    expect(argumentsOf(BLOCK, VALUES, 'lean')).toEqual({
      zone: '',
      tags: {team: 'shop'},
      disks: [{size: 1}],
      rule: [{port: 80}],
    });
  });

  it('secret arguments become references, and texts that look like references are escaped', () => {
    const values = {
      password: 'hunter22',
      hash_key: 'id',
      user: {api_key: 'k-1', name: 'ref://not/one'},
      list: ['marked', 'plain'],
      enabled_token: true,
    };
    const {attributes, secrets, marked} = fileArguments('db', values, {password: true, list: [true, false]});
    expect(attributes).toEqual({
      password: 'ref://db/password',
      hash_key: 'id',
      user: {api_key: 'ref://db/user.api_key', name: '$ref://not/one'},
      list: ['ref://db/list.0', 'plain'],
      enabled_token: true,
    });
    expect([...secrets].map(([key, value]) => [key, value.reveal()])).toEqual([
      ['password', 'hunter22'],
      ['user.api_key', 'k-1'],
      ['list.0', 'marked'],
    ]);
    expect(marked).toEqual([['password'], ['hash_key'], ['user', 'api_key'], ['list', 0]]);
  });

  it('the path of a sensitive value is written as Terraform writes it', () => {
    expect(stateSteps(BLOCK, ['tags', 'team'])).toEqual([
      {type: 'get_attr', value: 'tags'},
      {type: 'index', value: {value: 'team', type: 'string'}},
    ]);
    expect(stateSteps(BLOCK, ['any', 'a', 0])).toEqual([
      {type: 'get_attr', value: 'any'},
      {type: 'get_attr', value: 'a'},
      {type: 'index', value: {value: 0, type: 'number'}},
    ]);
    expect(stateSteps(BLOCK, ['rule', 0, 'port'])).toEqual([
      {type: 'get_attr', value: 'rule'},
      {type: 'index', value: {value: 0, type: 'number'}},
      {type: 'get_attr', value: 'port'},
    ]);
    // The items of a set have no place.
    expect(stateSteps(BLOCK, ['peer', 0, 'password'])).toEqual([{type: 'get_attr', value: 'peer'}]);
  });
});
