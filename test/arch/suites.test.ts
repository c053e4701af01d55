import {globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import vitestConfig from '../../vitest.config.ts';
import {allSuites, suites} from '../suites.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const files = globSync('test/**/*.test.ts', {cwd: new URL('../..', import.meta.url).pathname});
const {scripts} = JSON.parse(read('package.json')) as {readonly scripts: Readonly<Record<string, string>>};

/** The projects of vitest that a command of .ci/run names, by that command. */
const commands = (/^for command in (.+); do$/m.exec(read('.ci/run'))?.[1] ?? '').split(' ').map((command) => ({
  command,
  projects: [...(scripts[command] ?? '').matchAll(/--project (\w+)/g)].map(
    ([, name = '']) => name as keyof typeof listed,
  ),
}));
const listed = suites();

describe('the test files of .ci/run', () => {
  it('are all test files: each belongs to one of its commands', () => {
    const run = new Set(commands.flatMap(({projects}) => projects.flatMap((name) => listed[name])));
    expect(files.filter((file) => !run.has(file))).toEqual([]);
  });

  it('all exist', () => {
    expect(
      Object.values(listed)
        .flat()
        .filter((file) => !files.includes(file)),
    ).toEqual([]);
  });

  it.each(commands)('run once in "npm run $command"', ({projects}) => {
    expect(projects).not.toEqual([]);
    const all = projects.flatMap((name) => listed[name]);
    expect(all.filter((file, index) => all.indexOf(file) !== index)).toEqual([]);
  });

  it('are in a project of the configuration', () => {
    const names = (vitestConfig.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project ? project.test?.name : '',
    );
    expect(names).toEqual(expect.arrayContaining(commands.flatMap(({projects}) => projects)));
  });
});

describe('the test files of "npm run test:all"', () => {
  it('are all test files', () => {
    const run = new Set(Object.values(allSuites()).flat());
    expect(files.filter((file) => !run.has(file))).toEqual([]);
  });
});
