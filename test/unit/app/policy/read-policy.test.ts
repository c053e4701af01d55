import {expect, it} from 'vitest';
import {celConditions} from '../../../../src/adapters/cel/cel-conditions.ts';
import {readPolicy} from '../../../../src/app/policy/read-policy.ts';
import {parseWorkspaceText} from '../../../../src/config/workspace-file.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';

const read = (text: string, conditions = async () => celConditions()) =>
  readPolicy(
    {...parseWorkspaceText(text, 'prod.yaml'), place: 'file', file: '/shop/workspaces/prod.yaml'},
    {conditions, openPrograms: () => ({call: () => Promise.reject(new Error('this test has no programs'))})},
  );

async function problems(text: string): Promise<readonly string[]> {
  const error: unknown = await read(text).then(
    () => undefined,
    (failed: unknown) => failed,
  );
  if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw new Error('it is not refused');
  return error.failure.diagnostics.map(
    ({at, message, hint}) => `${at?.line}:${at?.column} ${message}${hint ? ` | ${hint}` : ''}`,
  );
}

it('a policy without expressions does not load the language', async () => {
  const {rules} = await read('policy: [{podSecurity: restricted}, {maxDeletions: 3, action: warn}]', async () => {
    throw new Error('it is loaded');
  });
  expect(rules.map(({name, action, needsPlan}) => ({name, action, needsPlan}))).toEqual([
    {name: 'restricted', action: 'deny', needsPlan: false},
    {name: 'maxDeletions', action: 'warn', needsPlan: true},
  ]);
});

it('an expression over the object alone needs no plan', async () => {
  const {rules} = await read(`policy:
  - {name: a, deny: object.spec.replicas < 2}
  - {name: b, warn: change.action == "delete"}
  - {name: c, warn: plan.summary.delete > 3}
`);
  expect(rules.map(({needsPlan}) => needsPlan)).toEqual([false, true, true]);
});

it.each([
  [
    'a variable that does not exist',
    'policy: [{name: a, deny: objct.spec == 1}]',
    ['1:26 the rule a: the variable `objct` does not exist | Did you mean `object`?'],
  ],
  [
    'an expression that is not a condition',
    'policy: [{name: a, deny: "1 + 1"}]',
    ['1:27 the rule a: a condition must be a bool, not an int'],
  ],
  [
    'two rules with one name',
    'policy: [{podSecurity: baseline}, {podSecurity: baseline, action: warn}]',
    [
      '1:35 two rules of the policy have the name baseline | Set `name` of one of them. The rules of a base workspace count, too.',
    ],
  ],
  [
    'a waiver of a rule that does not exist',
    'policy: [{podSecurity: baseline}, {waive: basline, resources: ["*"], reason: r, expires: 2027-01-31}]',
    ['1:35 the waiver names the rule basline, which was not found in the policy | Did you mean `baseline`?'],
  ],
  [
    'a waiver of a control that does not exist',
    'policy: [{podSecurity: baseline}, {waive: baseline/hostPort, resources: ["*"], reason: r, expires: 2027-01-31}]',
    [
      '1:35 the waiver names the rule baseline/hostPort, which was not found in the policy | Did you mean `baseline/hostPorts`?',
    ],
  ],
])('%s is refused at its position', async (_, text, want) => expect(await problems(text)).toEqual(want));
