import {execFileSync, spawnSync} from 'node:child_process';
import {chmod, mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
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
      'modules/cache/module.ts': '',
      'web/stack.yaml': {name: 'web'},
      'db/stack.yaml': {name: 'db'},
    },
  });
  await stack.remove('stack.yaml');
  await mkdir(join(stack.home, '.gantry', 'workspaces'), {recursive: true});
  await mkdir(join(stack.home, '.gantry', 'sandboxes', 'tries'), {recursive: true});
  await writeFile(join(stack.home, '.gantry', 'workspaces', 'kept.yaml'), 'context: {}\n');
  await writeFile(join(stack.home, '.gantry', 'config.yaml'), 'backends: {team: {s3: {bucket: state, region: x}}}\n');
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
    {line: ['preview', '--out'], is: ['--outside-windows', '--output']},
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
    {line: ['module', ''], is: ['init', 'list', 'show', 'test', 'docs', 'impact']},
    {line: ['module', 'init', ''], is: ['']},
    {line: ['module', 'show', ''], has: ['service', 'network', 'cache']},
    {line: ['module', 'test', 'ca'], has: ['cache'], lacks: ['service']},
    {line: ['module', 'impact', ''], is: ['cache=']},
    {line: ['-w', './'], is: [':files']},
    {line: ['-w', 'mine/'], is: ['mine/kept']},
    {line: ['-w', 'shared/pro'], is: ['shared/prod', 'shared/proto']},
    {line: ['apply', '-s', ''], is: ['db', 'shop/db', 'shop/web', 'web']},
    {line: ['-C', ''], is: [':directories']},
    {line: ['apply', ''], is: [':files']},
    {line: ['exec', ''], is: [':commands']},
    {line: ['exec', '-w', 'k'], is: ['kept']},
    {line: ['exec', '--', 'kub'], is: [':commands']},
    {line: ['exec', '--', 'kubectl', '-'], is: [':files']},
    {line: ['exec', 'kubectl', '-w'], is: [':files']},
    {line: ['-sdb', '-wk', 'apply', '--ado'], is: ['--adopt']},
    {line: ['preview', '--adopt', ''], is: ['all']},
    {line: ['preview', '--revision', ''], is: ['current']},
    {line: ['preview', '--ignore', ''], is: ['']},
    {line: ['apply', '--parallelism', ''], is: ['']},
    {line: ['resource', 'show', ''], is: ['']},
    {line: ['release', 'show', ''], is: ['']},
    {line: ['release', 'list', '--phase', 's'], is: ['succeeded']},
    {line: ['resource', 'graph', '--format', ''], is: ['tree', 'dot', 'mermaid']},
    {line: ['wait', '--for', ''], is: ['ready', 'deleted']},
    {line: ['ws', 'rename', 'prod', ''], is: ['']},
    {line: ['ws', 'export', '--out', ''], is: [':files']},
    {line: ['sandbox', 'reset', ''], is: ['sandbox', 'tries']},
    {line: ['--backend', ''], is: ['local', 'team']},
    {line: ['backend', 'migrate', 'team', ''], is: ['team']},
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
    expect(await wordsFor(await project(), ['-w', ''], env)).toEqual(['kept', 'prod', 'proto', 'sandbox']);
  });

  it('a name that a shell would run or take for a flag is left out', async () => {
    const stack = await project();
    await stack.write({
      'workspaces/$(touch x).yaml': '',
      'workspaces/-y.yaml': '',
      'web/stack.yaml': 'name: "`touch x`"\n',
      'db/stack.yaml': 'name: "a;b"\n',
    });
    expect(await wordsFor(stack, ['-w', ''])).toEqual(['kept', 'prod', 'proto', 'sandbox']);
    expect(await wordsFor(stack, ['-s', ''])).toEqual(['']);
  });

  it('the candidates follow the files at once', async () => {
    const stack = await project();
    const line = ['-w', ''];
    expect(await wordsFor(stack, line)).toEqual(['kept', 'prod', 'proto', 'sandbox']);
    await stack.write({'workspaces/new.yaml': '', 'cache/stack.yaml': 'name: cache\n'});
    expect(await wordsFor(stack, line)).toContain('new');
    expect(await wordsFor(stack, ['-s', 'c'])).toEqual(['cache']);
    await stack.write({'project.yaml': {name: 'shop', workspaces: 'envs'}, 'envs/moved.yaml': ''});
    expect(await wordsFor(stack, line)).toEqual(['kept', 'moved', 'sandbox']);
    await stack.write({'cache/stack.yaml': 'name: renamed\n'});
    expect(await wordsFor(stack, ['-s', 'r'])).toEqual(['renamed']);
  });

  it('the candidates come even if everything else is broken', async () => {
    const stack = await project();
    await stack.write({'web/stack.yaml': '}'});
    expect(await wordsFor(stack, ['-C', 'web', 'preview', '-w', ''])).toEqual(['kept', 'prod', 'proto', 'sandbox']);
    await stack.write({'project.yaml': 'name: ['});
    expect(await wordsFor(stack, ['-w', ''])).toEqual(['kept', 'sandbox']);
    expect(await wordsFor(stack, ['pre'])).toEqual(['preview']);
  });
});

describe('the cache of completion', () => {
  it.each([
    {mode: 0o700, is: ['db', 'forged', 'shop/db', 'shop/web'], name: 'a private cache is used'},
    {mode: 0o777, is: ['db', 'shop/db', 'shop/web', 'web'], name: 'a cache that others may write is not used'},
  ])('$name', async ({mode, is}) => {
    const {dir, home} = await project();
    const cache = join(home, '.gantry', 'cache', 'completion');
    const stacks = () => {
      const argv = ['--no-warnings', BIN, '__complete', 'zsh', '--', '-s', ''];
      const env = {PATH: process.env['PATH'], HOME: home, ...TESTED_PROGRAM};
      return execFileSync(process.execPath, argv, {cwd: dir, env, encoding: 'utf8'}).trimEnd().split('\n');
    };
    expect(stacks()).toEqual(['db', 'shop/db', 'shop/web', 'web']);
    for (const file of await readdir(cache)) {
      const text = await readFile(join(cache, file), 'utf8');
      await writeFile(join(cache, file), text.replace('"web"]', '"forged"]'));
    }
    await chmod(cache, mode);
    expect(stacks().toSorted()).toEqual(is);
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
