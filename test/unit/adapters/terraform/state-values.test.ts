import {describe, expect, it} from 'vitest';
import {factsIn} from '../../../../src/adapters/terraform/schema-facts.ts';
import {stateSecrets, stateValues} from '../../../../src/adapters/terraform/state-values.ts';
import type {JsonObject} from '../../../../src/core/json.ts';

const SOURCE = 'example.com/test/box';

const schemaOf = (block: JsonObject): JsonObject => ({
  provider_schemas: {
    [SOURCE]: {resource_schemas: {box: {block}, plain: {block: {attributes: {id: {type: 'string'}}}}}},
  },
});
const stateOf = (...instances: readonly JsonObject[]): JsonObject => ({
  resources: [{mode: 'managed', type: 'box', name: 'a', provider: `module.m.provider["${SOURCE}"].us`, instances}],
});
const typed = (value: JsonObject[string], type: JsonObject[string]): JsonObject => ({value, type});

describe('the facts of a schema', () => {
  it.each<{
    readonly name: string;
    readonly block: JsonObject;
    readonly sensitive?: unknown;
    readonly dynamic?: unknown;
  }>([
    {name: 'a sensitive attribute', block: {attributes: {a: {type: 'string', sensitive: true}}}, sensitive: [['a']]},
    {name: 'any type', block: {attributes: {a: {type: 'dynamic'}}}, dynamic: [['a']]},
    {name: 'a map of any type', block: {attributes: {a: {type: ['map', 'dynamic']}}}, dynamic: [['a', '*']]},
    {
      name: 'any type in an object in a tuple',
      block: {attributes: {a: {type: ['tuple', ['string', ['object', {b: 'dynamic', c: 'string'}]]]}}},
      dynamic: [['a', '1', 'b']],
    },
    {
      name: 'a sensitive attribute in a block of a list',
      block: {block_types: {b: {nesting_mode: 'list', block: {attributes: {a: {type: 'string', sensitive: true}}}}}},
      sensitive: [['b', '*', 'a']],
    },
    {
      name: 'a sensitive attribute in a set in a single block',
      block: {
        block_types: {
          one: {
            nesting_mode: 'single',
            block: {
              attributes: {b: {nested_type: {nesting_mode: 'set', attributes: {a: {type: 'string', sensitive: true}}}}},
            },
          },
        },
      },
      sensitive: [['one', 'b']],
    },
  ])('$name', ({block, sensitive = [], dynamic = []}) => {
    expect(factsIn(schemaOf(block))).toEqual({[SOURCE]: {box: {sensitive, dynamic}}});
  });
});

describe('the values of a state', () => {
  it('values of any type are without their type, at the places of the schema only', () => {
    const facts = factsIn(
      schemaOf({
        attributes: {any: {type: ['map', 'dynamic']}, pair: {type: ['map', 'string']}, none: {type: 'dynamic'}},
      }),
    );
    const pair = {value: 'v', type: 'string'};
    const attributes = {
      any: {a: typed(1, 'number'), b: typed({type: 'x', value: null}, ['map', 'string'])},
      pair,
      none: null,
    };
    const found = stateValues(stateOf({attributes, schema_version: 2}), facts).get('box.a');
    expect(found).toEqual({
      values: {any: {a: 1, b: {type: 'x', value: null}}, pair, none: null},
      sensitive: {},
      provider: SOURCE,
      schemaVersion: 2,
    });
  });

  it('the marks of the state count, and a step without a place covers the whole part', () => {
    const step = (value: JsonObject[string]): JsonObject => ({type: 'get_attr', value});
    const index = (value: JsonObject[string], type: string): JsonObject => ({type: 'index', value: {value, type}});
    const marks = [
      [step('a'), index(1, 'number')],
      [step('b'), index({x: 1}, 'object'), step('c')],
    ];
    const attributes = {a: ['p', 'q'], b: [{c: 's'}], d: 't'};
    const found = stateValues(stateOf({attributes, sensitive_attributes: marks}), {[SOURCE]: {}}).get('box.a');
    expect(found?.sensitive).toEqual({a: [false, true], b: true});
  });

  it('all values of a provider whose schema is not known are sensitive', () => {
    const state = stateOf({attributes: {password: 'of-a-provider'}});
    expect(stateValues(state, {}).get('box.a')).toMatchObject({sensitive: true});
    expect(stateSecrets(state, {})).toEqual(['of-a-provider']);
  });

  it('the sensitive texts of a state are those of resources, data sources and outputs', () => {
    const block = {attributes: {password: {type: 'string', sensitive: true}, name: {type: 'string'}}};
    const {provider_schemas: schemas} = schemaOf(block) as {provider_schemas: JsonObject};
    const withData = {[SOURCE]: {...(schemas[SOURCE] as JsonObject), data_source_schemas: {box: {block}}}};
    const state = stateOf({attributes: {password: 'of-a-resource', name: 'plain-text'}});
    const [resource] = state['resources'] as readonly JsonObject[];
    const read = {
      ...resource,
      mode: 'data',
      instances: [{attributes: {password: 'of-a-data-source', name: 'plain-text'}}],
    };
    const outputs = {login: {value: 'of-an-output', type: 'string', sensitive: true}};
    const whole = {...state, outputs, resources: [resource ?? {}, read]};
    expect(stateSecrets(whole, factsIn({provider_schemas: withData})).toSorted()).toEqual([
      'of-a-data-source',
      'of-a-resource',
      'of-an-output',
    ]);
  });

  it('an object that waits for its deletion does not hide the one that has replaced it', () => {
    const [old, now] = [{attributes: {id: 'old'}, deposed: '0a'}, {attributes: {id: 'new'}}];
    for (const state of [stateOf(now, old), stateOf(old, now)])
      expect(stateValues(state, {}).get('box.a')?.values).toEqual({id: 'new'});
    expect(stateValues(stateOf(old), {}).get('box.a')?.values).toEqual({id: 'old'});
  });

  it('instances have the addresses that Terraform writes', () => {
    const keys = [0, 'x', 'a "b"', '${c}'];
    const state = stateOf(...keys.map((key) => ({attributes: {}, index_key: key})));
    expect([...stateValues(state, {}).keys()]).toEqual([
      'box.a[0]',
      'box.a["x"]',
      'box.a["a \\"b\\""]',
      'box.a["$${c}"]',
    ]);
  });
});
