import {globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import vitestConfig from '../../vitest.config.ts';
import {IN_FULL} from '../rig/repetitions.ts';
import {allSuites, ON_BOTH, suites} from '../suites.ts';

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

describe('suites.ts', () => {
  it('every test file belongs to a command of .ci/run', () => {
    const run = new Set(commands.flatMap(({projects}) => projects.flatMap((name) => listed[name])));
    expect(files.filter((file) => !run.has(file))).toEqual([]);
  });

  it('every listed test file exists', () => {
    expect(
      Object.values(listed)
        .flat()
        .filter((file) => !files.includes(file)),
    ).toEqual([]);
  });

  it.each(commands)('npm run $command runs each test file once, except those for both clusters', ({projects}) => {
    expect(projects).not.toEqual([]);
    const all = projects.flatMap((name) => listed[name]);
    const twice = all.filter((file, index) => all.indexOf(file) !== index);
    expect(twice.filter((file) => !ON_BOTH.some((name) => file === `test/${name}.test.ts`))).toEqual([]);
  });

  it('every project of a command is in vitest.config.ts', () => {
    const names = (vitestConfig.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project ? project.test?.name : '',
    );
    const given = IN_FULL ? allSuites() : listed;
    const expected = commands.flatMap(({projects}) => projects.filter((name) => given[name].length > 0));
    expect(names).toEqual(expect.arrayContaining(expected));
  });

  it('npm run test:all runs every test file', () => {
    const run = new Set(Object.values(allSuites()).flat());
    expect(files.filter((file) => !run.has(file))).toEqual([]);
  });

  it('npm run test:all runs every guide on the control plane', () => {
    const guides = files.filter((file) => file.startsWith('test/docs/guides/'));
    expect(allSuites().cluster).toEqual(expect.arrayContaining(guides));
  });
});
