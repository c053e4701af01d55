import {describe, expect, it} from 'vitest';
import {accessoriesNamed, expandOutputs} from '../../../../src/core/module/expand-outputs.ts';
import {orderUses} from '../../../../src/core/module/order-uses.ts';

const OUTPUTS = {
  db: {host: '${ref:v1:Service:db#metadata.name}', port: 5432, hosts: ['a', 'b'], password: 'ref://db/password'},
};

describe('outputs', () => {
  it.each([
    {name: 'a whole text becomes the value with its type', text: '${output:db.port}', want: 5432},
    {name: 'a list stays a list', text: '${output:db.hosts}', want: ['a', 'b']},
    {name: 'a reference known after the apply stays a reference', text: '${output:db.host}', want: OUTPUTS.db.host},
    {
      name: 'several outputs become parts of a text',
      text: 'pg://${output:db.host}:${output:db.port}/x',
      want: `pg://${OUTPUTS.db.host}:5432/x`,
    },
    {name: 'an escaped reference is literal text', text: 'echo $${output:db.port}', want: 'echo ${output:db.port}'},
    {name: 'another reference is left alone', text: '${ref:db#data.x}', want: '${ref:db#data.x}'},
  ])('$name', ({text, want}) => expect(expandOutputs({x: text}, OUTPUTS)).toEqual({value: {x: want}, problems: []}));

  it('a scalar stays text where a module has already put the reference', () => {
    const {value} = expandOutputs({env: [{name: 'PORT', value: '${output:db.port}'}]}, OUTPUTS, {asText: true});
    expect(value).toEqual({env: [{name: 'PORT', value: '5432'}]});
  });

  it.each([
    {text: '${output:cache.host}', want: 'accessory cache not found'},
    {text: '${output:db.prot}', want: 'output prot not found in db'},
    {text: '${output:db}', want: 'does not name an output'},
    {text: '${output:db.port', want: 'has no closing }'},
    {text: 'x ${output:db.hosts}', want: 'is a list, which cannot be part of a string'},
  ])('$text is a problem at its path', ({text, want}) => {
    const {problems} = expandOutputs({a: [{b: text}]}, OUTPUTS);
    expect(problems).toEqual([expect.objectContaining({path: ['a', 0, 'b'], message: expect.stringContaining(want)})]);
  });

  it('the hint for an output of an unknown accessory names `accessories`', () => {
    expect(expandOutputs({x: '${output:db.port}'}, {}).problems[0]?.hint).toBe(
      'Add db to `accessories` of the application.',
    );
  });

  it('a misspelt name of an output has a suggestion', () => {
    expect(expandOutputs({x: '${output:db.prot}'}, OUTPUTS).problems[0]?.hint).toBe('Did you mean `port`?');
  });

  it('an accessory comes after those whose outputs it uses, otherwise in the order of keys', () => {
    const uses = {
      a: {url: 'http://${output:web.host}'},
      web: {db: '${output:db.host}', cache: '${output:cache.host}'},
      db: {},
      cache: {},
      z: {x: '${output:unknown.y}'},
    };
    expect(orderUses(uses)).toEqual({order: ['cache', 'db', 'web', 'a', 'z']});
    expect(accessoriesNamed(uses.web)).toEqual(new Set(['db', 'cache']));
  });

  it.each([
    {name: 'two accessories', uses: {a: {x: '${output:b.y}'}, b: {x: '${output:a.y}'}}, want: ['a', 'b', 'a']},
    {name: 'one accessory', uses: {a: {x: '${output:a.y}'}}, want: ['a', 'a']},
    {
      name: 'behind an accessory that is not in it',
      uses: {a: {x: '${output:b.y}'}, b: {x: '${output:c.y}'}, c: {x: '${output:b.y}'}},
      want: ['b', 'c', 'b'],
    },
  ])('a cycle of outputs of $name is found', ({uses, want}) => expect(orderUses(uses)).toEqual({cycle: want}));
});
