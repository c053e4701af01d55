import {expect, it} from 'vitest';
import {ruleFindings} from '../../../../../src/sandbox/custom/cel/rule-problems.ts';

const findings = (rule: string): readonly string[] => {
  const schema = {
    type: 'object',
    properties: {text: {type: 'string'}, many: {type: 'array', items: {type: 'integer'}}},
    'x-kubernetes-validations': [{rule}, {rule: 'false'}],
  };
  const object = {text: `${'a'.repeat(60)}!`, many: Array.from({length: 300}, (_item, i) => i)};
  const {problems} = ruleFindings({spec: object}, undefined, {type: 'object', properties: {spec: schema}});
  return problems.map(({message}) => message);
};

it("a rule with nested loops is refused in the server's words, and no other rule is evaluated", () => {
  const rule = 'self.many.all(a, self.many.all(b, self.many.all(c, self.many.all(d, a + b + c + d >= 0))))';
  expect(findings(rule)).toEqual([
    expect.stringContaining('no further validation rules will be run due to call cost exceeds limit for rule'),
  ]);
});

// Go's regular expressions take linear time, and so do those of the sandbox.
it('a pattern that would backtrack in other engines is matched in time', () => {
  expect(findings('self.text.matches("^(a+)+$")')).toHaveLength(2);
});

it("rules that are slow only together are stopped within seconds, in the server's words", () => {
  const slow = 'self.all(a, self.all(b, self.all(c, a + b + c >= 0)))';
  const items = {type: 'array', items: {type: 'integer'}, 'x-kubernetes-validations': [{rule: slow}]};
  const schema = {type: 'object', properties: {spec: {type: 'array', items}}};
  const spec = Array.from({length: 1000}, () => Array.from({length: 40}, (_item, i) => i));
  const {problems} = ruleFindings({spec}, undefined, schema);
  expect(problems.map(({message}) => message)).toEqual([
    expect.stringContaining('validation failed due to running out of cost budget'),
  ]);
});
