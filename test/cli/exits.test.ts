import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Deps} from '../../src/app/deps.ts';
import type {ApplyOutcome, ApplyRequest} from '../../src/app/plan/release-requests.ts';
import type {Define} from '../../src/cli/catalog.ts';
import {defineEnv} from '../../src/cli/commands/program/env.ts';
import {defineApply} from '../../src/cli/commands/stack/apply.ts';
import {defineDestroy} from '../../src/cli/commands/stack/destroy.ts';
import {definePreview} from '../../src/cli/commands/stack/preview.ts';
import {type Failure, GantryError} from '../../src/core/failure/failure.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {runInProcess} from './run-in-process.ts';
import {SAMPLE, UNCHANGED} from './sample-plan.ts';

const previewing =
  (plan: Plan): Define =>
  (command, open) =>
    definePreview(command, open, {
      run: async (_, deps) => {
        deps.onEvent({
          type: 'workspace-chosen',
          workspace: 'prod',
          from: '-w',
          file: '/home/me/shop/workspaces/prod.yaml',
        });
        return plan;
      },
    });

const failing =
  (error: Error): Define =>
  (command, open) =>
    definePreview(command, open, {
      run: async () => {
        throw error;
      },
    });

const stopping: Define = (command, open) =>
  definePreview(command, open, {
    run: async (_, {signal}) => {
      signal.throwIfAborted();
      return SAMPLE;
    },
  });

type Run = (request: ApplyRequest, deps: Deps) => Promise<ApplyOutcome>;
const applying =
  (run: Run): Define =>
  (command, open) =>
    defineApply(command, open, {run});
const destroying =
  (run: Run): Define =>
  (command, open) =>
    defineDestroy(command, open, run);

const asking: Run = async ({show, confirm}) => {
  show?.(SAMPLE);
  return (await confirm(SAMPLE)) ? {kind: 'unchanged', plan: SAMPLE} : {kind: 'declined', plan: SAMPLE};
};

describe('how a command line ends', () => {
  it.each([
    {shell: 'bash', stdout: 'false\n'},
    {shell: 'powershell', stdout: "throw 'gantry env failed'\n"},
  ])('a failed "gantry env" also fails in the $shell that evaluates its output', async ({shell, stdout}) => {
    const env: Define = (command, open) =>
      defineEnv(command, open, async () => {
        throw new GantryError({code: 'workspace/not-chosen', known: []});
      });
    const argv = ['env', '--shell', shell];
    expect(await runInProcess({argv, commands: {env}})).toMatchObject({code: 3, stdout});
    expect(await runInProcess({argv, commands: {env}, typed: ''})).toMatchObject({code: 3, stdout: ''});
  });

  it.each([
    {argv: '', code: 0, stdout: /^Usage: gantry/},
    {argv: 'help', code: 0, stdout: /^Usage: gantry/},
    {argv: '--help', code: 0, stdout: /^Usage: gantry/},
    {argv: '--version', code: 0, stdout: /^0\.0\.0-test\n$/},
    {argv: 'preview --help', code: 0, stdout: /--force-conflicts/},
    {argv: 'help preview', code: 0, stdout: /--force-conflicts/},
    {argv: 'ws list --help', code: 0, stdout: /gantry workspace list/},
    {argv: 'workspace', code: 3, stderr: /explain/},
    {argv: 'previw', code: 3, stderr: /error: Unknown command 'previw'\.\nhint: Did you mean preview\?/},
    {argv: 'resource delete x', code: 3, stderr: /Unknown command 'delete'\.\nhint: Run "gantry --help"/},
    {argv: 'release history', code: 3, stderr: /hint: Use "gantry release list"\./},
    {argv: 'plan', code: 3, stderr: /hint: Use "gantry preview"\./},
    {argv: 'delete', code: 3, stderr: /hint: Use "gantry destroy"\./},
    {argv: 'rollback', code: 3, stderr: /hint: Use "gantry release rollback"\./},
    {
      argv: 'install web',
      code: 3,
      stderr: /hint: Use "gantry chart add" for a chart, or "gantry apply" for a stack\./,
    },
    {argv: 'repo', code: 3, stderr: /hint: Name repositories under `charts\.repositories` in project\.yaml\./},
    {argv: 'pull web', code: 3, stderr: /hint: Use "gantry chart vendor"\./},
    {argv: 'helm install web', code: 3, stderr: /hint: A chart is a source of a stack: add it with "gantry chart add"/},
    {argv: 'search repo web', code: 3, stderr: /hint: Use "gantry chart search"\./},
    {argv: 'lint', code: 3, stderr: /hint: Use "gantry validate"\./},
    {argv: 'ls', code: 3, stderr: /hint: Use "gantry release list"\./},
    {argv: 'show values web', code: 3, stderr: /hint: Use "gantry chart show" for a chart/},
    {argv: 'chart template web', code: 3, stderr: /hint: Use "gantry build"\./},
    {argv: 'chart list', code: 3, stderr: /hint: Use "gantry chart outdated"/},
    {argv: 'chart upgrade web', code: 3, stderr: /hint: Try the version with "gantry preview --chart NAME=VERSION"/},
    {argv: 'chart uninstall web', code: 3, stderr: /hint: Remove the source from stack\.yaml/},
    {argv: 'chart dependency update', code: 3, stderr: /hint: Gantry builds the dependencies of a chart itself\./},
    {argv: 'chart install web', code: 3, stderr: /hint: Use "gantry chart add"\./},
    {argv: 'preview --set a=b', code: 3, stderr: /hint: Set `set` in the Helm source of stack\.yaml\./},
    {argv: 'apply --values=x.yaml', code: 3, stderr: /hint: Set `valuesFiles` in the Helm source of stack\.yaml\./},
    {argv: 'release lst', code: 3, stderr: /Did you mean list\?/},
    {argv: 'nurse', code: 3, stderr: /Unknown command 'nurse'/},
    {argv: 'preview --adop x', code: 3, stderr: /Unknown option '--adop'\.\nhint: Did you mean --adopt\?/},
    {argv: 'preview extra', code: 3, stderr: /Too many arguments/},
    {argv: 'preview --spec-file', code: 3, stderr: /argument missing/},
    {argv: 'resource show', code: 3, stderr: /Missing required argument 'id'/},
    {argv: 'preview -o markdown', code: 0, stdout: /^<!-- gantry:shop\/web\/prod -->\n/},
    {argv: 'preview -o jso', code: 3, stderr: /Did you mean json\?/},
    {argv: 'preview --backend local', code: 0},
    {
      argv: 'preview --report html=x',
      code: 3,
      stderr: /unknown format "html"\.\nhint: Possible: markdown, json, yaml, human/,
    },
    {argv: 'preview --report markdwn=x', code: 3, stderr: /Did you mean markdown\?/},
    {argv: 'preview --report json', code: 3, stderr: /the file is missing/},
    {argv: 'preview --report json=-', code: 3, stderr: /For stdout, use -o json/},
    {
      argv: 'preview --report json=/nowhere/plan.json',
      code: 3,
      stderr: /directory \/nowhere not found\.\nhint: Create it/,
    },
    {argv: 'preview --color blue', code: 3, stderr: /--color blue/},
    {argv: 'preview --lock-timeout soon', code: 3, stderr: /not a valid duration/},
    {argv: 'logs -w a -w b', code: 3, stderr: /-w was given twice, with a and b/},
    {argv: 'diff -w a -w b --live --released', code: 3, stderr: /--released and --live cannot be used together/},
    {argv: 'diff', code: 3, stderr: /compares two workspaces, and -w names none/},
    {argv: 'diff -w a -w b -w c', code: 3, stderr: /compares two workspaces, and -w names 3/},
    {argv: 'release list -s a -s b', code: 3, stderr: /-s was given twice, with a and b/},
    {
      argv: 'workspace allow prod --all',
      code: 3,
      stderr: /--all and the name of a workspace \(prod\) cannot be used together/,
    },
    {
      argv: 'workspace allow prod --print --branch main',
      code: 3,
      stderr: /--print and --branch cannot be used together/,
    },
    {argv: 'apply --parallelism 0', code: 3, stderr: /not a whole number of at least 1/},
    {argv: 'apply plan.json', code: 3, stderr: /plan\.json cannot be used/},
    {argv: 'release show two', code: 3, stderr: /not a whole number[^]*hint: Use a number from "gantry release list/},
    {
      argv: 'preview --all --parallel-stacks x',
      code: 3,
      stderr: /not a whole number[^]*hint: For example: --parallel-stacks 10/,
    },
    {argv: 'preview --all -s web', code: 3, stderr: /cannot be used together[^]*hint: Leave out one of them/},
    {argv: 'preview', code: 0, stdout: /1 to create/},
    {argv: 'preview --exit-code', code: 2},
  ])('gantry $argv ends with $code', async ({argv, code, stdout, stderr}) => {
    const words = argv.split(' ').filter((word) => word !== '');
    const ended = await runInProcess({argv: words, commands: {preview: previewing(SAMPLE)}});
    expect(ended.code, ended.stderr).toBe(code);
    if (stdout !== undefined) expect(ended.stdout).toMatch(stdout);
    if (stderr !== undefined) expect(ended.stderr).toMatch(stderr);
    if (code === 3) expect(ended.stdout).toBe('');
  });

  it('preview refuses two reports in one file', async () => {
    // The error itself is reported there: not in the root of this machine.
    const file = join(await scratchDirectory(), 'x');
    const ended = await runInProcess({argv: ['preview', '--report', `json=${file}`, '--report', `yaml=${file}`]});
    expect(ended).toMatchObject({code: 3, stdout: '', stderr: expect.stringContaining(`${file} was given twice`)});
  });

  it('--exit-code ends with 0 if no changes are pending', async () => {
    expect(
      await runInProcess({argv: ['preview', '--exit-code'], commands: {preview: previewing(UNCHANGED)}}),
    ).toMatchObject({code: 0});
  });

  it('an unexpected error is reported as a bug', async () => {
    const ended = await runInProcess({
      argv: ['preview'],
      commands: {preview: failing(new TypeError('x is undefined'))},
    });
    expect(ended).toMatchObject({code: 70, stdout: ''});
    expect(ended.stderr).toMatch(/^bug: Gantry 0\.0\.0-test on Node .*\nTypeError: x is undefined\n {4}at /);
  });

  it.each([
    {reason: 'SIGINT', code: 130},
    {reason: 'SIGTERM', code: 143},
  ])('a run ends with $code after $reason', async ({reason, code}) => {
    const controller = new AbortController();
    controller.abort(reason);
    expect(
      await runInProcess({argv: ['preview'], commands: {preview: stopping}, signal: controller.signal}),
    ).toMatchObject({
      code,
      stdout: '',
    });
  });
});

const REFUSED: Failure = {code: 'cluster/unreachable', server: 'https://10.0.0.1:6443', detail: 'connect ECONNREFUSED'};

describe('stdout is one valid document', () => {
  it.each([
    {argv: 'preview -o json', command: previewing(SAMPLE), want: SAMPLE},
    {argv: '--output=json preview --exit-code', command: previewing(SAMPLE), want: SAMPLE},
    {
      argv: 'preview -o json',
      command: failing(new GantryError(REFUSED)),
      want: {
        formatVersion: 1,
        error: expect.objectContaining({
          code: 'cluster/unreachable',
          message: expect.stringContaining('ECONNREFUSED'),
          diagnostics: [],
        }),
      },
    },
    {
      argv: 'preview -o json',
      command: failing(new Error('oh')),
      want: {formatVersion: 1, error: {code: 'bug', message: 'oh', diagnostics: []}},
    },
    {
      argv: 'preview --nope -o json',
      command: failing(new Error('not reached')),
      want: {formatVersion: 1, error: expect.objectContaining({code: 'input/usage'})},
    },
    {
      argv: 'nope -ojson',
      command: failing(new Error('not reached')),
      want: {formatVersion: 1, error: expect.objectContaining({code: 'input/usage'})},
    },
    {
      argv: '-o json',
      command: failing(new Error('not reached')),
      want: {formatVersion: 1, error: expect.objectContaining({code: 'input/usage', message: 'A command is missing.'})},
    },
    {
      argv: 'release -o json',
      command: failing(new Error('not reached')),
      want: {formatVersion: 1, error: expect.objectContaining({code: 'input/usage', message: 'A command is missing.'})},
    },
  ])('gantry $argv', async ({argv, command, want}) => {
    const {stdout} = await runInProcess({argv: argv.split(' '), commands: {preview: command}});
    expect(JSON.parse(stdout)).toEqual(want);
  });

  it('-o jsonl prints a stream of lines, the result last', async () => {
    const {stdout, stderr} = await runInProcess({
      argv: ['preview', '-o', 'jsonl'],
      commands: {preview: previewing(SAMPLE)},
    });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as {type: string});
    expect(lines.map(({type}) => type)).toEqual(['run-started', 'workspace-chosen', 'result']);
    expect(lines.at(-1)).toEqual({type: 'result', seq: 3, time: '2026-05-04T12:00:00.000Z', ...SAMPLE});
    expect(stderr).toBe('');
  });

  it('-o yaml prints YAML', async () => {
    const {stdout} = await runInProcess({argv: ['preview', '-o', 'yaml'], commands: {preview: previewing(UNCHANGED)}});
    expect(stdout).toMatch(/^formatVersion: 1\nproject: shop\n/);
  });
});

describe('a question', () => {
  it.each([
    {argv: 'apply', typed: 'y\n', code: 0},
    {argv: 'apply', typed: 'YES\n', code: 0},
    {argv: 'apply', typed: '\n', code: 1},
    {argv: 'apply', typed: 'n\n', code: 1},
    {argv: 'apply', typed: '', code: 1},
    {argv: 'destroy', typed: 'web\n', code: 0},
    {argv: 'destroy', typed: 'y\n', code: 1},
    {argv: 'apply -y', typed: undefined, code: 0},
    {argv: 'destroy --yes', typed: undefined, code: 0},
    {argv: 'apply', typed: undefined, code: 3},
  ])('the question of $argv answered with $typed ends with $code', async ({argv, typed, code}) => {
    const commands = {apply: applying(asking), destroy: destroying(asking)};
    const ended = await runInProcess({argv: argv.split(' '), commands, ...(typed === undefined ? {} : {typed})});
    expect(ended.code, ended.stderr).toBe(code);
  });

  it('the question names workspace and cluster after showing the changes', async () => {
    const {stderr, stdout} = await runInProcess({
      argv: ['apply'],
      commands: {apply: applying(asking)},
      typed: 'n\n',
      env: {NO_COLOR: '1'},
    });
    expect(stderr).toMatch(
      /1 to create[^]*Apply 7 changes to workspace prod on https:\/\/10\.0\.0\.1:6443\? \[y\/N\] $/,
    );
    expect(stdout).toBe('Nothing was changed.\n');
  });

  it('a question without a terminal is an error that names the flag', async () => {
    const {stderr, stdout} = await runInProcess({argv: ['apply', '-q'], commands: {apply: applying(asking)}});
    expect(stderr).toMatch(/^error: .*Pass --yes/);
    expect(stdout).toBe('');
  });
});

describe('colour', () => {
  // oxlint-disable-next-line no-control-regex
  const ANSI = /\u001b\[/;
  it.each([
    {name: 'is for terminals', argv: 'preview', typed: '', env: {}, colored: true},
    {name: 'not for pipes', argv: 'preview', env: {}, colored: false},
    {name: 'not with NO_COLOR', argv: 'preview', typed: '', env: {NO_COLOR: '1'}, colored: false},
    {name: 'as ever with an empty NO_COLOR', argv: 'preview', typed: '', env: {NO_COLOR: ''}, colored: true},
    {name: 'not with --color never', argv: 'preview --color never', typed: '', env: {FORCE_COLOR: '1'}, colored: false},
    {name: 'always with --color always', argv: 'preview --color always', env: {NO_COLOR: '1'}, colored: true},
    {name: 'not on a dumb terminal', argv: 'preview', typed: '', env: {TERM: 'dumb'}, colored: false},
    {name: 'never in JSON', argv: 'preview -o json --color always', env: {}, colored: false},
  ])('$name', async ({argv, env, colored, ...rest}) => {
    const {stdout} = await runInProcess({argv: argv.split(' '), commands: {preview: previewing(SAMPLE)}, env, ...rest});
    expect(ANSI.test(stdout)).toBe(colored);
  });
});
