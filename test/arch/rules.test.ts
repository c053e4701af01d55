import {describe, expect, it} from 'vitest';
import {cycles} from '../../scripts/rules/cycles.ts';
import {reveals} from '../../scripts/rules/reveals.ts';
import {parseSource} from '../../scripts/rules/source-file.ts';
import {usersOfLib} from '../../scripts/rules/users-of-lib.ts';

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => parseSource(path, text));

describe('files that import each other', () => {
  it.each([
    ['values', "import {b} from './b.ts';", "import {a} from './a.ts';"],
    ['types', "import type {B} from './b.ts';", "import type {A} from './a.ts';"],
    ['a lazy import', "export const b = () => import('./b.ts');", "export type {A} from './a.ts';"],
    ['a type in place', "export type B = import('./b.ts').B;", "import './a.ts';"],
  ])('are a ring: %s', (_, a, b) => {
    expect(cycles(files({'src/x/a.ts': a, 'src/x/b.ts': b}))).toEqual(['src/x/a.ts src/x/b.ts: import each other']);
  });

  it('are none where all imports go one way', () => {
    const ways = {'src/a.ts': "import './b.ts'; import './c.ts';", 'src/b.ts': "import './c.ts';", 'src/c.ts': ''};
    expect(cycles(files(ways))).toEqual([]);
  });

  it('are found as two rings where they are two', () => {
    const two = {
      'src/a.ts': "import './b.ts'; import './c.ts';",
      'src/b.ts': "import './a.ts';",
      'src/c.ts': "import './d.ts';",
      'src/d.ts': "import './c.ts';",
    };
    expect(cycles(files(two))).toHaveLength(2);
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
  it('has three users or more', () => {
    const two = {'src/lib/a.ts': '', 'src/app/x.ts': user('a'), 'src/app/y.ts': user('a')};
    expect(usersOfLib(files(two))).toHaveLength(1);
    expect(usersOfLib(files({...two, 'src/app/z.ts': user('a')}))).toEqual([]);
  });

  it('may be a folder, whose own files do not count', () => {
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
