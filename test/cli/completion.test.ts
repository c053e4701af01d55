import {execFileSync, spawnSync} from 'node:child_process';
import {chmod, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {CATALOG, GROUPS} from '../../src/cli/catalog.ts';
import {completionScript} from '../../src/cli/completion/script.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));

/** A project of two stacks with two workspaces in files, and one in the backend. */
async function project(): Promise<Stack> {
  const stack = await makeStack({
    files: {
      'workspaces/prod.yaml': 'context: {}\n',
      'workspaces/proto.yaml': 'not: [right\n',
      'project.yaml': {name: 'shop'},
      'web/stack.yaml': {name: 'web'},
      'db/stack.yaml': {name: 'db'},
    },
  });
  await stack.remove('stack.yaml');
  await mkdir(join(stack.home, '.gantry', 'workspaces'), {recursive: true});
  await writeFile(join(stack.home, '.gantry', 'workspaces', 'kept.yaml'), 'context: {}\n');
  return stack;
}

const wordsFor = async (stack: Stack, words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const ran = await stack.gantry(['__complete', 'zsh', '--', ...words], {env});
  expect(ran).toMatchObject({code: 0, stderr: ''});
  return ran.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
};

describe('the candidates of a completion', () => {
  const WORKSPACES = ['kept', 'prod', 'proto', 'sandbox'];
  it.each([
    {line: [''], has: ['preview', 'exec', 'workspace'], lacks: ['__complete', '--output']},
    {line: ['pre'], is: ['preview']},
    {line: ['-q', 'workspace', 'sw'], is: ['switch']},
    {line: ['ws', 'sw'], is: ['switch']},
    {line: ['release', ''], has: ['list', 'rollback'], lacks: ['preview']},
    {line: ['preview', '--out'], is: ['--output']},
    {line: ['preview', '--ado'], is: ['--adopt']},
    {line: ['build', '--ado'], is: ['']},
    {line: ['preview', '-o', ''], is: ['human', 'json', 'yaml', 'jsonl', 'markdown']},
    {line: ['preview', '--output=js'], is: ['--output=json', '--output=jsonl']},
    {line: ['--report', 'sar'], is: ['sarif=']},
    {line: ['-w', ''], is: WORKSPACES},
    {line: ['preview', '--workspace', 'pro'], is: ['prod', 'proto']},
    {line: ['preview', '--workspace=k'], is: ['--workspace=kept']},
    {line: ['workspace', 'switch', 'p'], is: ['prod', 'proto']},
    {line: ['ws', 'delete', ''], is: WORKSPACES},
    {line: ['ws', 'create', ''], is: ['']},
    {line: ['-w', './'], is: [':files']},
    {line: ['apply', '-s', ''], is: ['db', 'shop/db', 'shop/web', 'web']},
    {line: ['-C', ''], is: [':directories']},
    {line: ['apply', ''], is: [':files']},
    {line: ['exec', ''], is: [':commands']},
    {line: ['exec', '-w', 'k'], is: ['kept']},
    {line: ['exec', '--', 'kub'], is: [':commands']},
    {line: ['exec', '--', 'kubectl', '-'], is: [':files']},
    {line: ['exec', 'kubectl', '-w'], is: [':files']},
    {line: ['completion', ''], is: ['bash', 'zsh', 'fish']},
    {line: ['env', '--shell', 'f'], is: ['fish']},
    {line: ['nonsense', ''], is: ['']},
  ])('gantry $line', async ({line, is, has = [], lacks = []}) => {
    const words = await wordsFor(await project(), line);
    if (is !== undefined) expect(words).toEqual(is);
    expect(words).toEqual(expect.arrayContaining(has));
    for (const word of lacks) expect(words).not.toContain(word);
  });

  it('the candidates include all commands and help', async () => {
    const words = await wordsFor(await project(), ['']);
    const all = [
      ...CATALOG.flatMap(({path}) => (path.length === 1 ? path : [])),
      ...GROUPS.map(({name}) => name),
      'help',
    ];
    expect(words.toSorted()).toEqual(all.toSorted());
  });

  it('the candidates come without contacting a remote backend', async () => {
    // Nobody listens there: whoever asked would wait, or complain.
    const env = {GANTRY_BACKEND: 's3://team?endpoint=https://127.0.0.1:1&region=x'};
    expect(await wordsFor(await project(), ['-w', ''], env)).toEqual(['prod', 'proto', 'sandbox']);
  });

  it('the candidates come even if everything else is broken', async () => {
    const stack = await project();
    await stack.write({'web/stack.yaml': '}'});
    expect(await wordsFor(stack, ['-C', 'web', 'preview', '-w', ''])).toEqual(['kept', 'prod', 'proto', 'sandbox']);
    await stack.write({'project.yaml': 'name: ['});
    expect(await wordsFor(stack, ['-w', ''])).toEqual(['sandbox']);
    expect(await wordsFor(stack, ['pre'])).toEqual(['preview']);
  });
});

describe('completion in a real shell', () => {
  const RUN = `source <(gantry completion bash)
try() { COMP_WORDS=("\${@:2}"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _gantry 2>/dev/null; printf '%s:' "$1"; printf ' %s' "\${COMPREPLY[@]}"; echo; }
touch here.yaml
try b gantry -w pro
try c gantry preview --workspace = pro
try d gantry preview --output =
try e gantry exec -- kubec
try f gantry apply he
`;

  it('bash completes words that it splits at an equals sign', async () => {
    const stack = await project();
    const bin = join(stack.home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'gantry'), `#!/bin/sh\nexec "${process.execPath}" --no-warnings "${BIN}" "$@"\n`);
    await writeFile(join(bin, 'kubectl-here'), '#!/bin/sh\n');
    for (const name of ['gantry', 'kubectl-here']) await chmod(join(bin, name), 0o755);
    const env = {PATH: `${bin}:/usr/bin:/bin`, HOME: stack.home, ...TESTED_PROGRAM};
    const said = execFileSync('bash', ['-c', RUN], {cwd: stack.dir, env, encoding: 'utf8'});
    expect(said.split('\n')).toEqual([
      'b: prod proto',
      'c: prod proto',
      'd: human json yaml jsonl markdown',
      expect.stringMatching(/^e: .*\bkubectl-here\b/),
      'f: here.yaml',
      '',
    ]);
  });

  it.each(['zsh', 'fish'] as const)('the script of %s passes the name of its shell', (shell) => {
    expect(completionScript({shell})).toContain(`__complete ${shell} --`);
  });

  it.for(['zsh', 'fish'] as const)('%s parses its script', (shell, {skip}) => {
    const ran = spawnSync(shell, ['-n'], {input: completionScript({shell}), encoding: 'utf8'});
    if (ran.error !== undefined) skip(`there is no ${shell} here`);
    expect(ran).toMatchObject({status: 0, stderr: ''});
  });
});
