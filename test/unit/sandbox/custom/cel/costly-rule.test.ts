import {expect, it} from 'vitest';
import {ruleFindings} from '../../../../../src/sandbox/custom/cel/rule-problems.ts';

it.each([
  ['a pattern that backtracks', 'self.text.matches("^(a+)+$")'],
  ['nested loops', 'self.many.all(a, self.many.all(b, self.many.all(c, self.many.all(d, a + b + c + d >= 0))))'],
])('a costly rule is refused in the words of the server, and no other is run: %s', (_, rule) => {
  const schema = {
    type: 'object',
    properties: {text: {type: 'string'}, many: {type: 'array', items: {type: 'integer'}}},
    'x-kubernetes-validations': [{rule}, {rule: 'false'}],
  };
  const object = {text: `${'a'.repeat(60)}!`, many: Array.from({length: 300}, (_item, i) => i)};
  const {problems} = ruleFindings({spec: object}, undefined, {type: 'object', properties: {spec: schema}});
  expect(problems.map(({message}) => message)).toEqual([
    expect.stringContaining('no further validation rules will be run due to call cost exceeds limit for rule'),
  ]);
});
