import {expect, it} from 'vitest';
import {checkByPrograms} from '../../../../src/app/policy/check-by-programs.ts';
import type {ReadyRule} from '../../../../src/app/policy/read-policy.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import type {ProgramResult} from '../../../../src/core/program/program-call.ts';

const AT = {file: 'workspaces/prod.yaml', line: 3, column: 5, endColumn: 9, text: ''};

const ruleOf = (call: (input: Json) => ProgramResult): ReadyRule => ({
  name: 'p',
  action: 'deny',
  match: {kinds: ['ConfigMap', 'Secret']},
  check: {on: 'program', type: 'program', file: 'p.ts', at: AT},
  at: AT,
  needsPlan: false,
  program: {path: '/p.ts', part: 'checkObject', programs: {call: async (_call, _file, input) => call(input)}},
});

const checked = (kind: string, name: string, more: JsonObject = {}) => ({
  subject: {id: `${kind}:${name}`, group: '', kind, name},
  object: {apiVersion: 'v1', kind, metadata: {name}, ...more},
});

type Sent = {readonly of: readonly {readonly object: JsonObject}[]};

const findings = async (answer: Json) => {
  const rule = ruleOf(() => ({value: answer}));
  return (await checkByPrograms([checked('ConfigMap', 'a')], {rules: [rule]}, {})).get(rule)?.get('ConfigMap:a');
};

const UNUSABLE = [{message: 'the policy returned a value that cannot be used', path: []}];

it.each<{name: string; answer: Json; found: unknown}>([
  {name: 'no breach', answer: [[]], found: []},
  {name: 'a breach of a field', answer: [[{message: 'x', path: ['a', 0]}]], found: [{message: 'x', path: ['a', 0]}]},
  {name: 'a text with lines', answer: [[{message: 'a\n  b'}]], found: [{message: 'a b', path: []}]},
  {name: 'no list', answer: 'x', found: UNUSABLE},
  {name: 'fewer answers than objects', answer: [], found: UNUSABLE},
  {name: 'a number', answer: [[5]], found: UNUSABLE},
  {name: 'an empty message', answer: [[{message: ' '}]], found: UNUSABLE},
  {name: 'a wrong path', answer: [[{message: 'x', path: [null]}]], found: UNUSABLE},
])('the answer of a program with $name is read so that nothing passes by mistake', async ({answer, found}) => {
  expect(await findings(answer)).toEqual(found);
});

it('a very long answer of a program is truncated', async () => {
  const found = await findings([Array.from({length: 1_000}, () => ({message: 'x'.repeat(10_000)}))]);
  expect(found).toHaveLength(20);
  expect(found?.[0]?.message).toHaveLength(500);
});

it('a program receives only the objects that its rule matches, in few requests, without the values of Secrets', async () => {
  const sent: Sent[] = [];
  const rule = ruleOf((input) => {
    sent.push(input as unknown as Sent);
    return {value: (input as unknown as Sent).of.map(() => [])};
  });
  const all = [
    checked('Deployment', 'web'),
    checked('Secret', 's', {data: {password: 'aHVudGVyMg=='}}),
    ...Array.from({length: 1_000}, (_, i) => checked('ConfigMap', String(i))),
  ];
  await checkByPrograms(all, {rules: [rule]}, {});
  expect(sent.map(({of}) => of.length)).toEqual([500, 500, 1]);
  expect(sent[0]?.of[0]?.object).toMatchObject({kind: 'Secret', data: {password: '***'}});
});

it('a program that is stopped is an error at its entry in the workspace', async () => {
  const rule = ruleOf(() => ({faults: ['it did not answer within 30 s']}));
  await expect(checkByPrograms([checked('ConfigMap', 'a')], {rules: [rule]}, {})).rejects.toMatchObject({
    failure: {
      code: 'input/invalid',
      diagnostics: [{code: 'policy/program', message: 'the policy p.ts: it did not answer within 30 s', at: AT}],
    },
  });
});
