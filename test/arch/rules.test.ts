import {describe, expect, it} from 'vitest';
import {conditionalSpreads} from '../../scripts/rules/conditional-spreads.ts';
import {cycles} from '../../scripts/rules/cycles.ts';
import {docstrings} from '../../scripts/rules/docstrings.ts';
import {fileNames} from '../../scripts/rules/file-names.ts';
import {kubernetesUsers} from '../../scripts/rules/kubernetes-users.ts';
import {kubernetesWords} from '../../scripts/rules/kubernetes-words.ts';
import {parameters} from '../../scripts/rules/parameters.ts';
import {programStarters} from '../../scripts/rules/program-starters.ts';
import {requestMembers} from '../../scripts/rules/request-members.ts';
import {reveals} from '../../scripts/rules/reveals.ts';
import {parseSource, readSources} from '../../scripts/rules/source-file.ts';
import {usersOfLib} from '../../scripts/rules/users-of-lib.ts';

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => parseSource(path, text));

describe('files that import each other', () => {
  it.each([
    ['values', "import {b} from './b.ts';", "import {a} from './a.ts';"],
    ['types', "import type {B} from './b.ts';", "import type {A} from './a.ts';"],
    ['a lazy import', "export const b = () => import('./b.ts');", "export type {A} from './a.ts';"],
    ['a type in place', "export type B = import('./b.ts').B;", "import './a.ts';"],
  ])('imports form a ring: %s', (_, a, b) => {
    expect(cycles(files({'src/x/a.ts': a, 'src/x/b.ts': b}))).toEqual(['src/x/a.ts src/x/b.ts: import each other']);
  });

  it('imports in one direction form no ring', () => {
    const ways = {'src/a.ts': "import './b.ts'; import './c.ts';", 'src/b.ts': "import './c.ts';", 'src/c.ts': ''};
    expect(cycles(files(ways))).toEqual([]);
  });

  it('two separate rings are reported as two', () => {
    const two = {
      'src/a.ts': "import './b.ts'; import './c.ts';",
      'src/b.ts': "import './a.ts';",
      'src/c.ts': "import './d.ts';",
      'src/d.ts': "import './c.ts';",
    };
    expect(cycles(files(two))).toHaveLength(2);
  });
});

describe('an export without a docstring', () => {
  it.each([
    ['a constant', 'export const a = 1;', 'a'],
    ['a function', 'export function a(): void {}', 'a'],
    ['a type', 'export type A = string;', 'A'],
    ['a constant with a plain comment', '// why\nexport const a = 1;', 'a'],
    ['the second constant', '/** One. */\nexport const a = 1;\nexport const b = 2;', 'b'],
  ])('an export without a docstring is reported: %s', (_, text, name) => {
    expect(docstrings(files({'src/x.ts': text}))).toEqual([`src/x.ts: ${name} has no docstring`]);
  });

  it.each([
    [
      'an overload of a documented function',
      '/** A. */\nexport function a(x: 1): 1;\nexport function a(x: number): number { return x; }',
    ],
    ['a name that is exported again', "export {a} from './a.ts';"],
    ['a name that is not exported', 'const a = 1;'],
  ])('no docstring is required for %s', (_, text) => {
    expect(docstrings(files({'src/x.ts': text}))).toEqual([]);
  });
});

describe('a function with more than four parameters', () => {
  it.each([
    ['export function f(a: A, b: B, c: C, d: D, e: E): void {}', 'f'],
    ['const f = (a: A, b: B, c: C, d: D, e?: E): void => {};', 'f'],
    ['export type F = {f: (a: A, b: B, c: C, d: D, e: E) => void};', 'a function'],
  ])('a function with five parameters is reported: %s', (text, name) => {
    const fault = `src/x.ts: ${name} has 5 parameters, and at most 4 are allowed`;
    expect(parameters(files({'src/x.ts': text}))).toEqual([fault]);
  });

  it.each([
    'export function f(a: A, b: B, c: C, {d, e}: Rest): void {}',
    'text.replace(pattern, (whole, a, b, c, at) => whole);',
  ])('a function with few parameters of its own is accepted: %s', (text) => {
    expect(parameters(files({'src/x.ts': text}))).toEqual([]);
  });
});

describe('a request with more than twelve members', () => {
  const members = (count: number) => Array.from({length: count}, (_, i) => `m${i}: string`).join('; ');
  it.each([
    [`export type PlanRequest = {${members(13)}};`, 13],
    [`export type PlanRequest = Group & {${members(12)}};`, 13],
    [`type PlanRequest = {${members(7)}} & {n: 1; ${members(6)}};`, 14],
  ])('a request with more than twelve members is reported: %s', (text, count) => {
    const fault = `src/x.ts: PlanRequest has ${count} members, and at most 12 are allowed`;
    expect(requestMembers(files({'src/x.ts': text}))).toEqual([fault]);
  });

  it.each([
    `export type PlanRequest = {${members(12)}};`,
    `export type PlanRequest = Pick<Other, 'a'> & Group & {${members(10)}};`,
    `export type Plan = {${members(20)}};`,
    `export type SavedRequest = {${members(13)}};`,
  ])('a smaller request, another type or an exception is accepted: %s', (text) => {
    expect(requestMembers(files({'src/x.ts': text}))).toEqual([]);
  });

  it('an exception that has become smaller is reported', () => {
    expect(requestMembers(files({'src/x.ts': 'export type SavedRequest = {a: 1};'}))).toHaveLength(1);
  });
});

describe('the name of a file', () => {
  const file = (...names: readonly string[]) => names.map((name) => `export const ${name} = 1;`).join('\n');
  it.each([
    ['src/app/tools.ts', file('readSpec')],
    // The folder says it already.
    ['src/app/plan/plan-things.ts', file('planStack')],
    ['src/app/of-the.ts', file('readSpec', 'Spec', 'specOf')],
  ])('a file name without a word of an export is reported: %s', (path, text) => {
    expect(fileNames(files({[path]: text}))).toEqual([`${path}: none of its exports is named like it`]);
  });

  it.each([
    ['src/app/read-spec.ts', file('specOf')],
    ['src/app/entries.ts', file('entryOf')],
    ['src/app/expand.ts', file('expandedText')],
    ['src/app/openapi.ts', file('openApiSchemas')],
    ['src/app/plan/plan.ts', file('planStack')],
    ['src/app/subject.ts', file('a', 'b', 'c', 'd')],
    ['src/app/start.ts', "import './a.ts';"],
  ])('a file name with a word of an export is accepted: %s', (path, text) => {
    expect(fileNames(files({[path]: text}))).toEqual([]);
  });
});

describe('a program', () => {
  it.each([
    ['src/adapters/x/run.ts', "import {spawn} from 'node:child_process';", 1],
    ['src/adapters/x/run.ts', "const run = async () => (await import('execa')).execa;", 1],
    ['src/adapters/x/run.ts', "import type {ChildProcess} from 'node:child_process';", 0],
    ['src/adapters/x/run.ts', "import {runProgram} from '../../lib/run-program.ts';", 0],
    ['src/lib/start-program.ts', "import {spawn} from 'node:child_process';", 0],
    ['src/lib/start-program.ts', 'export const start = 1;', 1],
  ])('a program is started only in one place: %s, %s', (path, text, faults) => {
    expect(programStarters(files({[path]: text}))).toHaveLength(faults);
  });
});

describe('the text of a secret', () => {
  it.each([
    ['src/app/say.ts', 'export const say = (s: Secret) => s.reveal();', 1],
    ['src/app/say.ts', "export const say = (s: Secret) => s.reveal('base64');", 1],
    ['src/app/say.ts', 'export const say = (s?: Secret) => s?.base64();', 1],
    ['src/app/say.ts', 'export const isAsked = (flags: {reveal: boolean}) => flags.reveal;', 0],
    ['src/adapters/x/say.ts', 'export const say = (s: Secret) => s.reveal();', 0],
    ['src/core/secret/value-kind.ts', 'export const kind = (s: Secret) => s.reveal();', 0],
    ['src/core/secret/value-kind.ts', 'export const kind = 1;', 1],
  ])('%s: %s', (path, text, faults) => {
    expect(reveals(files({[path]: text}))).toHaveLength(faults);
  });
});

describe('a part of lib', () => {
  const user = (...names: readonly string[]) => names.map((name) => `import '../lib/${name}.ts';`).join('');
  it('a part of lib has three users or more', () => {
    const two = {'src/lib/a.ts': '', 'src/app/x.ts': user('a'), 'src/app/y.ts': user('a')};
    expect(usersOfLib(files(two))).toHaveLength(1);
    expect(usersOfLib(files({...two, 'src/app/z.ts': user('a')}))).toEqual([]);
  });

  it('a part of lib may be a folder, whose own files do not count', () => {
    const folder = {
      'src/lib/a/one.ts': "import './two.ts';",
      'src/lib/a/two.ts': '',
      'src/app/x.ts': user('a/one'),
      'src/app/y.ts': user('a/two'),
    };
    expect(usersOfLib(files(folder))).toHaveLength(1);
    expect(usersOfLib(files({...folder, 'src/app/z.ts': user('a/two')}))).toEqual([]);
  });
});

describe('a file of core', () => {
  it.each([
    ['that reads a field of an object is reported', 'export const v = (o: {apiVersion: string}) => o.apiVersion;', 1],
    ['that names a kind is reported', "export const isOurs = (kind: string) => kind === 'Deployment';", 1],
    ['that names a kind in a sentence is reported', 'export const say = (id: string) => `the Namespace of ${id}`;', 1],
    ['that names a label is reported', "export const LABEL = 'app.kubernetes.io/name';", 1],
    [
      'that has a secret of its own is accepted',
      "import {Secret} from './kubernetes-secret.ts'; export const s = new Secret('a');",
      0,
    ],
    ['that names a field in a comment is accepted', '/** As apiVersion of a Deployment. */ export const a = 1;', 0],
  ])('a file of core %s', (_, text, faults) => {
    expect(kubernetesWords(files({'src/core/x/new.ts': text}))).toHaveLength(faults);
    expect(kubernetesWords(files({'src/kubernetes/x/new.ts': text}))).toEqual([]);
  });

  it('a listed file of core that names nothing of Kubernetes is reported', () => {
    expect(kubernetesWords(files({'src/core/resource/identity.ts': 'export const a = 1;'}))).toHaveLength(1);
  });
});

describe('a rule of Kubernetes', () => {
  const user = "import {scopeOf} from '../../kubernetes/resource/scope.ts';";
  it('a rule of Kubernetes is used in config and app only where the list gives a reason', () => {
    expect(kubernetesUsers(files({'src/app/x/new.ts': user}))).toHaveLength(1);
    expect(kubernetesUsers(files({'src/app/stacks/container-keys.ts': user}))).toEqual([]);
    expect(kubernetesUsers(files({'src/app/stacks/container-keys.ts': ''}))).toHaveLength(1);
    expect(kubernetesUsers(files({'src/adapters/x/new.ts': user}))).toEqual([]);
  });
});

describe('src', () => {
  const src = readSources();
  it('each name and use of Kubernetes in src has a reason', () => {
    expect([...kubernetesWords(src), ...kubernetesUsers(src)]).toEqual([]);
  });

  it('the sandbox in src imports only kubernetes, core and lib', () => {
    const foreign = src.flatMap(({path, imports}) =>
      path.startsWith('src/sandbox/')
        ? imports.filter((one) => !/^src\/(?:sandbox|kubernetes|core|lib)\//.test(one))
        : [],
    );
    expect(foreign).toEqual([]);
  });
});

describe('a conditional spread of one member', () => {
  it.each([
    ['of a defined value', '{...(a === undefined ? {} : {a})}'],
    ['the other way round', '{...(a !== undefined ? {a} : {})}'],
    ['of a computed value', '{...(a === undefined ? {} : {b: a.c})}'],
    ['with a logical and', '{...(a && {a})}'],
    ['with a cast', '{...(a ? ({a: 1} as const) : {})}'],
  ])('a conditional spread of one member is reported: %s', (_, literal) => {
    expect(conditionalSpreads(files({'src/x.ts': `const o =\n  ${literal};`}))).toEqual([
      expect.stringMatching(/^src\/x\.ts:2: .* is a conditional spread of one member$/),
    ]);
  });

  it.each([
    ['several members', '{...(a ? {b: 1, c: 2} : {})}'],
    ['a choice of two', '{...(a ? {b: 1} : {c: 2})}'],
    ['items of a list', '[...(a === undefined ? [] : [a])]'],
    ['another object', '{...(a ?? {})}'],
  ])('a spread of %s is accepted', (_, literal) => {
    expect(conditionalSpreads(files({'src/x.ts': `const o = ${literal};`}))).toEqual([]);
  });
});
