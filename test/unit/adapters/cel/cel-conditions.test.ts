import {describe, expect, it} from 'vitest';
import {celConditions} from '../../../../src/adapters/cel/cel-conditions.ts';
import type {JsonObject} from '../../../../src/core/json.ts';

const conditions = celConditions();

const DATABASE: JsonObject = {
  apiVersion: 'db.example/v1',
  kind: 'Database',
  metadata: {name: 'main', generation: 3, labels: {'app.example/tier': 'gold'}, managedFields: [{manager: 'x'}]},
  spec: {replicas: 2},
  status: {
    phase: 'Running',
    readyReplicas: 2,
    load: 1.5,
    healthy: true,
    password: 'hunter2',
    conditions: [{type: 'Ready', status: 'True', observedGeneration: 3}],
  },
};

function holds(expression: string, object = DATABASE): unknown {
  const compiled = conditions.compile(expression);
  return compiled.kind === 'condition' ? compiled.holds(object) : compiled;
}

describe('a condition in CEL', () => {
  it.each([
    ['status.phase == "Running"', true],
    ['self.status.phase == object.status.phase', true],
    ['status.readyReplicas >= spec.replicas', true],
    ['status.readyReplicas + 1 == 3', true],
    ['status.load > 1', true],
    ['status.healthy', true],
    ['!status.healthy', false],
    ['metadata.labels["app.example/tier"] == "gold"', true],
    ['status.conditions.exists(c, c.type == "Ready" && c.status == "True")', true],
    ['status.conditions.all(c, c.observedGeneration == metadata.generation)', true],
    ['has(status.missing)', false],
    ['status.?missing.orValue("none") == "none"', true],
    ['has(metadata.managedFields)', false],
    ['has(status.constructor)', false],
  ])('%s is %s', (expression, want) => expect(holds(expression)).toBe(want));

  it.each([
    ['status.missing == 1', {problem: 'missing does not exist', absent: true}],
    ['status.missing.deeper == 1', {problem: 'missing does not exist', absent: true}],
    ['status.conditions[7].status == "True"', {problem: expect.stringContaining('out of bounds'), absent: true}],
    ['status.phase + 1 == 2', {problem: expect.stringContaining('no such overload'), absent: false}],
    ['status.phase', {problem: 'its result is neither true nor false', absent: false}],
  ])('%s is a problem of this object, and no crash', (expression, want) => expect(holds(expression)).toEqual(want));

  it.each(['bool(status.password)', 'duration(status.password) > duration("1s")', 'status[status.password] == 1'])(
    'the problem of %s does not contain the value',
    (expression) => expect(JSON.stringify(holds(expression))).not.toContain('unter2'),
  );

  it('an object without a status has an empty one', () => {
    expect(holds('has(status.phase)', {kind: 'Database', metadata: {name: 'main'}})).toBe(false);
    expect(holds('status.phase == "Running"', {kind: 'Database'})).toEqual({
      problem: 'phase does not exist',
      absent: true,
    });
  });

  it.each([
    ['status.phase ==', {message: 'the expression ends too early', start: 15}],
    ['status.phase = "Running"', {start: 13, hint: 'Use `==` to compare.'}],
    [
      'statis.phase == "Running"',
      {message: 'the variable `statis` does not exist', start: 0, end: 6, hint: 'Did you mean `status`?'},
    ],
    ['ready == true', {hint: 'Use one of: self, object, metadata, spec, status.'}],
    ['"a" + 1 == 2', {message: expect.stringContaining('no such overload')}],
    ['nosuch(1)', {message: expect.stringContaining('nosuch')}],
    ['status', {message: 'a condition must be a bool, not a map'}],
    ['size(status.conditions)', {message: 'a condition must be a bool, not an int'}],
    [' ', {message: 'an empty text is not a condition'}],
  ])('%s is invalid before any object is evaluated', (expression, want) =>
    expect(conditions.compile(expression)).toMatchObject({kind: 'wrong', ...want}),
  );
});

describe('a condition that would block the run', () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'false' : `status.many.exists(v${depth}, ${nested(depth - 1)})`;

  it.each([
    ['a pattern that backtracks', 'status.text.matches("^(a+)+$")'],
    ['nested loops', nested(6)],
  ])('a slow condition is stopped, and skipped after three times: %s', (_, expression) => {
    const object: JsonObject = {
      status: {text: `${'a'.repeat(60)}!`, many: Array.from({length: 200}, (_item, i) => i)},
    };
    const compiled = conditions.compile(expression);
    if (compiled.kind !== 'condition') throw new Error(compiled.message);
    const answers = Array.from({length: 1000}, () => compiled.holds(object));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"problem":"it takes longer than 500 ms for one object","absent":false}']),
    );
  });
});

describe('an expression that gives a mapping', () => {
  const give = (expression: string, object: JsonObject = {metadata: {name: 'web'}, spec: {ports: [1, 2.5]}}) => {
    const compiled = celConditions().compileMapping(['object'], expression);
    return compiled.kind === 'wrong' ? compiled.message : compiled.give({object});
  };

  it.each<{expression: string; given: unknown}>([
    {expression: '{"a": {"b": [1, "x", true, null, 2.5]}}', given: {value: {a: {b: [1, 'x', true, null, 2.5]}}}},
    {expression: '{"name": object.metadata.name + "-1"}', given: {value: {name: 'web-1'}}},
    {expression: 'has(object.status) ? {"a": "1"} : {}', given: {value: {}}},
    {expression: '{"ports": object.spec.ports}', given: {value: {ports: [1, 2.5]}}},
    {expression: 'object.metadata', given: {value: {name: 'web'}}},
    {expression: 'object.spec.ports', given: {problem: 'its result is not a map', absent: false}},
    {expression: '{"a": object.none}', given: {problem: 'none does not exist', absent: true}},
    {
      expression: '{"a": timestamp("2027-01-31T00:00:00Z")}',
      given: {problem: 'its result is not a map', absent: false},
    },
    {expression: '[1]', given: 'the result must be a map, not a list<int>'},
    {expression: '{"a": ', given: 'the expression ends too early'},
  ])('`$expression` gives $given', ({expression, given}) => {
    expect(give(expression)).toEqual(given);
  });
});
