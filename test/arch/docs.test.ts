import {existsSync, globSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {CATALOG} from '../../src/cli/catalog.ts';
import {EXIT} from '../../src/cli/exit-code.ts';
import {ACTIONS} from '../../src/core/plan/plan.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', {cwd: ROOT})].toSorted();
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const prose = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');

describe.each(PAGES)('%s', (page) => {
  const text = prose(read(page));

  it('names only files that exist', () => {
    const named = [...text.matchAll(/`((?:src|test|docs|bin|scripts|schemas|examples)\/[^`<>*… ]*)`/g)];
    expect(named.flatMap(([, path = '']) => (existsSync(join(ROOT, path)) ? [] : [path]))).toEqual([]);
  });

  it('links only to pages that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(ROOT, normalize(join(dirname(page), link)))))).toEqual([]);
  });

  it('names only scripts that package.json has', () => {
    const {scripts} = JSON.parse(read('package.json')) as {scripts: Record<string, string>};
    const named = [...read(page).matchAll(/npm run (?:-s )?([a-z:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

it('the architecture names every room and what it may import, as rooms.json does', () => {
  const rooms = JSON.parse(read('rooms.json')) as Record<string, string[]>;
  const rows = new Map(
    [...read('docs/architecture.md').matchAll(/^\| `src\/([a-z-]+)(?:\/|\.ts)` \|.*\| ([^|]*) \|$/gm)].map(
      ([, room = '', may = '']) => [room, may] as const,
    ),
  );
  expect([...rows.keys()].toSorted()).toEqual(Object.keys(rooms).toSorted());
  const wrong = Object.entries(rooms).filter(([room, may]) => {
    const written = rows.get(room) ?? '';
    return written !== 'all' && may.some((other) => !written.split(', ').includes(other));
  });
  expect(wrong).toEqual([]);
});

it('the glossary and the page about the plan name every action', () => {
  const glossary = read('docs/glossary.md');
  expect(ACTIONS.filter((action) => !glossary.includes(`\`${action}\``))).toEqual([]);
  const plan = read('docs/concepts/plan.md');
  expect(ACTIONS.filter((action) => !plan.includes(`| ${action} |`))).toEqual([]);
});

it('docs/README.md links to every page', () => {
  const entry = read('docs/README.md');
  const pages = globSync('**/*.md', {cwd: join(ROOT, 'docs'), exclude: ['adr/**', 'README.md']});
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => !entry.includes(`(${page})`))).toEqual([]);
});

it('README.md has at most 100 lines', () => {
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(100);
});

it('the page of errors explains every exit code', () => {
  const rows = [...read('docs/reference/errors.md').matchAll(/^\| ([\d, ]+) \|/gm)].map(([, code]) => Number(code));
  expect(rows.slice(0, Object.keys(EXIT).length)).toEqual(Object.values(EXIT));
});

const PATHS = CATALOG.map(({path}) => path.join(' '));

it('docs/other-tools.md names only commands and flags that exist', () => {
  const program = read('docs/reference/cli.md');
  const commands = [...read('docs/other-tools.md').matchAll(/`gantry ([^`]+)`/g)].map(([, words = '']) => words);
  expect(commands.length).toBeGreaterThan(30);
  const unknown = commands.filter((words) => {
    const path = PATHS.find((path) => words === path || words.startsWith(`${path} `));
    const section = program.split(/^### /m).find((part) => part.startsWith(`gantry ${path}\n`)) ?? '';
    const flags = words.match(/(?<= )--?[a-z-]+/g) ?? [];
    return (
      path === undefined ||
      flags.some((flag) => !section.includes(flag) && !program.split('## Commands')[0]?.includes(flag))
    );
  });
  expect(unknown).toEqual([]);
});

it('no page says of the sandbox that it is not built', () => {
  const denying = PAGES.filter((page) =>
    prose(read(page))
      .split(/\n\n|\n- /)
      .some((part) => part.includes('cluster: sandbox') && /not built|refused by name/.test(part)),
  );
  expect(denying).toEqual([]);
});
