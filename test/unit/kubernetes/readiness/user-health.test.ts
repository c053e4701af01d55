import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {Condition} from '../../../../src/core/readiness/condition.ts';
import type {HealthRule} from '../../../../src/core/readiness/health-rule.ts';
import type {HealthCheck} from '../../../../src/core/readiness/user-health.ts';
import {chooseHealth, type ReadyRule} from '../../../../src/kubernetes/readiness/choose-health.ts';
import {current, failed, inProgress, type Readiness} from '../../../../src/kubernetes/readiness/status.ts';
import {readinessByUser} from '../../../../src/kubernetes/readiness/user-health.ts';

const says = (answer: ReturnType<Condition>, expression = 'x'): HealthCheck => ({expression, holds: () => answer});
const absent = {problem: 'there is no phase', absent: true};
const wrong = {problem: 'no such overload', absent: false};
const OBJECT: JsonObject = {kind: 'Database', metadata: {name: 'main', generation: 2}};
const waiting = inProgress('LessReplicas', 'replicas: 1/2');
const broken = failed('ProgressDeadlineExceeded', 'it took too long');

type Row = {
  name: string;
  ready?: HealthCheck;
  failed?: HealthCheck;
  builtIn?: Readiness;
  object?: JsonObject;
  want: string;
  message?: RegExp;
};

const rows: Row[] = [
  {name: 'is ready when `ready` holds, whatever the kind says', ready: says(true), builtIn: waiting, want: 'Current'},
  {name: 'is ready though the kind has given up', ready: says(true), builtIn: broken, want: 'Current'},
  {
    name: 'is waited for until `ready` holds, though the kind is content',
    ready: says(false, 'status.phase == "Running"'),
    want: 'InProgress',
    message: /is not met yet: status\.phase == "Running"/,
  },
  {
    name: 'says what it waits for where a field is not there yet',
    ready: says(absent),
    want: 'InProgress',
    message: /cannot be evaluated yet: there is no phase \(x\)/,
  },
  {name: 'fails by the kind while `ready` does not hold', ready: says(false), builtIn: broken, want: 'Failed'},
  {
    name: 'asks `failed` before `ready`',
    ready: says(true),
    failed: says(true),
    want: 'Failed',
    message: /rule reports a failure: x/,
  },
  {name: 'goes by `ready` where `failed` cannot be told', ready: says(true), failed: says(absent), want: 'Current'},
  {
    name: 'tells that `failed` is wrong for this object while it waits',
    ready: says(false),
    failed: says(wrong),
    want: 'InProgress',
    message: /`failed`: no such overload/,
  },
  {name: 'who says when it has failed overrules the kind', failed: says(false), builtIn: broken, want: 'InProgress'},
  {
    name: 'leaves readiness to the kind where only `failed` is given',
    failed: says(false),
    builtIn: waiting,
    want: 'InProgress',
  },
  {name: 'is ready by its kind where only `failed` is given', failed: says(false), want: 'Current'},
  {
    name: 'does not believe a status of an older generation',
    ready: says(true),
    object: {...OBJECT, status: {observedGeneration: 1}},
    want: 'InProgress',
    message: /generation is 2/,
  },
  {
    name: 'does not let a rule call ready what is being deleted',
    ready: says(true),
    object: {...OBJECT, metadata: {name: 'main', deletionTimestamp: '2026-01-01T00:00:00Z'}},
    want: 'Terminating',
  },
  {
    name: 'adds what the object says of its trouble',
    failed: says(true),
    object: {...OBJECT, status: {conditions: [{type: 'Ready', status: 'False', message: 'disk is full'}]}},
    want: 'Failed',
    message: /its status says: disk is full/,
  },
];

describe('an object with health rules', () => {
  it.each(rows)('$name', ({ready, failed: fails, builtIn = current('ok'), object = OBJECT, want, message}) => {
    const health = {...(ready === undefined ? {} : {ready}), ...(fails === undefined ? {} : {failed: fails})};
    const readiness = readinessByUser(health, object, () => builtIn);
    expect(readiness.status).toBe(want);
    if (message !== undefined) expect(readiness.message).toMatch(message);
  });

  it('a long expression is shown in one short line', () => {
    const long = says(false, `status.a ==\n  1 ${'&& status.b == 2 '.repeat(40)}`);
    const {message} = readinessByUser({ready: long}, OBJECT, () => waiting);
    expect(message).not.toContain('\n');
    expect(message.length).toBeLessThan(220);
  });
});

const rule = (rules: Partial<HealthRule>, checks: Omit<ReadyRule, 'rule'> = {}): ReadyRule => ({
  rule: {from: 'stack.yaml', ...rules},
  ...checks,
});
const MAIN = {id: 'db', apiVersion: 'db.example/v1', group: 'db.example', kind: 'Database', name: 'main'};

describe('which rule counts', () => {
  const [annotation, byName, byKind, byGroup, shared] = ['annotation', 'name', 'kind', 'group', 'shared'].map((text) =>
    says(true, text),
  ) as [HealthCheck, HealthCheck, HealthCheck, HealthCheck, HealthCheck];
  const stack = [
    rule({group: 'db.example'}, {ready: byGroup}),
    rule({kind: 'Database'}, {ready: byKind}),
    rule({kind: 'Database', name: 'main', timeoutSeconds: 5}, {ready: byName}),
  ];
  const workspace = [rule({name: 'main', kind: 'Database', timeoutSeconds: 900}, {ready: shared, failed: shared})];
  const choose = (annotations: ReadonlyMap<string, HealthCheck>, levels: readonly (readonly ReadyRule[])[]) =>
    chooseHealth({annotations, levels});

  it.each([
    {name: 'the annotation before all', annotations: new Map([['db', annotation]]), want: 'annotation'},
    {name: 'then what names the object', annotations: new Map<string, HealthCheck>(), want: 'name'},
    {name: 'a kind before a group', subject: {...MAIN, name: 'other'}, want: 'kind'},
    {name: 'a group for its other kinds', subject: {...MAIN, kind: 'User', name: 'other'}, want: 'group'},
  ])('$name', ({annotations = new Map<string, HealthCheck>(), subject = MAIN, want}) => {
    expect(choose(annotations, [stack, workspace])?.(subject)?.ready?.expression).toBe(want);
  });

  it('each part comes from the nearest rule that has it: the stack is asked before the workspace', () => {
    const health = choose(new Map(), [stack, workspace])?.(MAIN);
    expect(health).toMatchObject({ready: byName, failed: shared, timeoutMs: 5000});
  });

  it('the first of two equally specific health rules applies', () => {
    const levels = [[rule({kind: 'Database'}, {ready: byKind}), rule({kind: 'Database'}, {ready: byGroup})]];
    expect(choose(new Map(), levels)?.(MAIN)?.ready).toBe(byKind);
  });

  it('an object without a health rule has no user health', () => {
    expect(choose(new Map(), [[], []])).toBeUndefined();
    expect(
      choose(new Map(), [stack])?.({...MAIN, group: 'apps', apiVersion: 'apps/v1', kind: 'Deployment', name: 'x'}),
    ).toBeUndefined();
  });
});
