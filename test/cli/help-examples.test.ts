import {describe, expect, it} from 'vitest';
import {CATALOG} from '../../src/cli/catalog.ts';
import {examplesOf} from '../../src/cli/help/examples.ts';
import {runInProcess} from './run-in-process.ts';

const COMMANDS = CATALOG.map(({path}) => path.join(' '));

/** The words of a line as a shell reads them, from `gantry` up to a pipe, a redirection or the end of `$(…)`. */
function wordsOf(line: string): readonly string[] {
  const [, words = ''] = /gantry ((?:'[^']*'|[^|>)'])*)/.exec(line) ?? [];
  return [...words.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Reads a command line with the command's own flags and arguments, and runs nothing. */
async function read(argv: readonly string[]): Promise<{readonly ran: string | undefined; readonly stderr: string}> {
  let ran: string | undefined;
  const commands = Object.fromEntries(
    await Promise.all(
      CATALOG.map(async ({path, load}) => {
        const [name, define] = [path.join(' '), await load()];
        return [
          name,
          (...[command, open]: Parameters<typeof define>) => {
            define(command, open);
            command.action(() => void (ran = name));
          },
        ] as const;
      }),
    ),
  );
  const {stderr} = await runInProcess({argv, commands});
  return {ran, stderr};
}

describe('the examples of a command', () => {
  it.each(COMMANDS)('gantry %s --help shows two or more', async (name) => {
    const {stdout, code} = await runInProcess({argv: [...name.split(' '), '--help']});
    expect(code).toBe(0);
    const [, examples = ''] = stdout.split('\nExamples:\n');
    const shown = examples.split('\n').filter((line) => line.startsWith('  '));
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(shown.filter((line) => line.length > 120)).toEqual([]);
  });

  it.each(COMMANDS.flatMap((name) => examplesOf(name).map(([line], i) => ({name, line, isFirst: i === 0}))))(
    '$line is a command line that Gantry reads',
    async ({name, line, isFirst}) => {
      const {ran, stderr} = await read(wordsOf(line));
      expect({ran, stderr}).toEqual({ran: isFirst ? name : expect.any(String), stderr: ''});
    },
  );

  it('the examples of a command are not printed when it runs', async () =>
    expect((await runInProcess({argv: ['validate', '--nope']})).stderr).not.toContain('Examples'));
});

describe('a misspelt word', () => {
  it.each([
    {argv: 'previw', says: "Unknown command 'previw'.", hint: 'Did you mean preview?'},
    {argv: 'worksapce list', says: "Unknown command 'worksapce'.", hint: 'Did you mean workspace?'},
    {argv: 'release lst', says: "Unknown command 'lst'.", hint: 'Did you mean list?'},
    {argv: 'ws swich prod', says: "Unknown command 'swich'.", hint: 'Did you mean switch?'},
    {argv: 'preview --detial', says: "Unknown option '--detial'.", hint: 'Did you mean --detail?'},
    {argv: 'release list --limt 3', says: "Unknown option '--limt'.", hint: 'Did you mean --limit?'},
    {argv: '--workspce prod preview', says: "Unknown option '--workspce'.", hint: 'Did you mean --workspace?'},
    {argv: 'preview --workspce prod', says: "Unknown option '--workspce'.", hint: 'Did you mean --workspace?'},
    {argv: 'preview -o jsn', says: 'jsn', hint: 'Did you mean json?'},
    {argv: 'previw --help', says: "Unknown command 'previw'.", hint: 'Did you mean preview?'},
    {argv: 'release lst --help', says: "Unknown command 'lst'.", hint: 'Did you mean list?'},
  ])('$argv: $hint', async ({argv, says, hint}) => {
    const {code, stdout, stderr} = await runInProcess({argv: argv.split(' ')});
    expect({code, stdout}).toEqual({code: 3, stdout: ''});
    expect(stderr).toContain(says);
    expect(stderr).toContain(hint);
  });
});
