import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {ApplyOutcome} from '../../src/app/plan/release-requests.ts';
import type {Define} from '../../src/cli/catalog.ts';
import {defineApply} from '../../src/cli/commands/stack/apply.ts';
import {defineDrift} from '../../src/cli/commands/stack/drift.ts';
import {definePreview} from '../../src/cli/commands/stack/preview.ts';
import {type Failure, GantryError} from '../../src/core/failure/failure.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {outputsIn} from '../rig/composite-action.ts';
import {DRIFT_REPORTS} from '../unit/ui/sample-drift.ts';
import {runInProcess} from './run-in-process.ts';
import {planWith, SAMPLE, UNCHANGED} from './sample-plan.ts';

let directory = '';
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'gantry-reports-'))));
afterEach(() => rmSync(directory, {recursive: true}));

const previewing =
  (plan: Plan): Define =>
  (command, open) =>
    definePreview(command, open, {run: async () => plan});
const failing =
  (failure: Failure): Define =>
  (command, open) =>
    definePreview(command, open, {
      run: async (_, {onEvent}) => {
        onEvent({
          type: 'workspace-chosen',
          workspace: 'prod',
          from: '-w',
          file: 'prod.yaml',
          project: 'shop',
          stack: 'web',
        });
        throw new GantryError(failure);
      },
    });

const UNREACHABLE: Failure = {code: 'cluster/unreachable', server: 'https://10.0.0.1:6443', detail: 'refused'};
const INVALID: Failure = {
  code: 'input/invalid',
  diagnostics: [
    {
      severity: 'error',
      code: 'schema/type',
      message: 'expected a number',
      at: {file: '/home/me/shop/web.yaml', line: 3, column: 13, endColumn: 18, text: '  replicas: "two"'},
    },
  ],
};

const BLOCKED = SAMPLE.changes.flatMap(({id, blocked}) => (blocked === undefined ? [] : [id]))[0] ?? 'none';

/** An apply of the sample, as the use case refuses it. */
const refused = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runInProcess({
    argv: ['apply', ...args],
    env,
    commands: {
      apply: (command, open) =>
        defineApply(command, open, {
          run: async ({show}) => {
            show?.(SAMPLE);
            const blocked = SAMPLE.changes.flatMap(({id, action, fields, blocked: why}) =>
              why === undefined ? [] : [{id, action, fields, ...why}],
            );
            throw new GantryError({code: 'plan/blocked', blocked});
          },
        }),
    },
  });

type Given = {readonly argv: string; readonly command?: Define; readonly env?: Readonly<Record<string, string>>};

/** Runs preview with `DIR` in place of the test's own directory. */
const preview = ({argv, command = previewing(SAMPLE), env = {}}: Given) =>
  runInProcess({argv: argv.replaceAll('DIR', directory).split(' '), commands: {preview: command}, env});
const read = (name: string): string => readFileSync(join(directory, name), 'utf8');

describe('a report', () => {
  it('a report is written in every requested format, in addition to the result', async () => {
    const {code, stdout} = await preview({
      argv: 'preview -o json --report markdown=DIR/a.md --report json=DIR/a.json --report yaml=DIR/a.yaml --report=human=DIR/a.txt --color always',
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(SAMPLE);
    expect(read('a.md')).toMatch(/^<!-- gantry:shop\/web\/prod -->\n/);
    expect(JSON.parse(read('a.json'))).toEqual(SAMPLE);
    expect(read('a.yaml')).toMatch(/^formatVersion: 1\nproject: shop\n/);
    // oxlint-disable-next-line no-control-regex
    expect(read('a.txt')).toMatch(/^[^\u001b]*1 to create[^\u001b]*$/);
    expect(readdirSync(directory)).toHaveLength(4);
  });

  it('a report of an error has the same marker', async () => {
    const {code} = await preview({
      argv: 'preview --report markdown=DIR/a.md --report json=DIR/a.json',
      command: failing(UNREACHABLE),
    });
    expect(code).toBe(1);
    expect(read('a.md')).toMatch(
      /^<!-- gantry:shop\/web\/prod -->\n### Gantry: `shop\/web` in `prod`\n\n> \[!CAUTION\]\n> Failed: `The cluster at/,
    );
    expect(JSON.parse(read('a.json'))).toMatchObject({error: {code: 'cluster/unreachable'}});
  });

  it('a report of failed drift does not replace the comments of plans', async () => {
    const drift: Define = (own, open) =>
      defineDrift(own, open, async () => {
        throw new GantryError(UNREACHABLE);
      });
    for (const [flags, marker] of [
      ['-s shop/web', 'gantry:drift/shop/web/prod'],
      ['--all', 'gantry:drift/-/-/prod'],
    ] as const) {
      const argv = `drift ${flags} -w prod --report markdown=${directory}/a.md`.split(' ');
      expect(await runInProcess({argv, commands: {drift}})).toMatchObject({code: 1});
      expect(read('a.md').split('\n')[0]).toBe(`<!-- ${marker} -->`);
    }
  });

  it('a report of an error before reading files has the marker of the command line', async () => {
    const command: Define = (own, open) =>
      definePreview(own, open, {
        run: async () => {
          throw new GantryError(INVALID);
        },
      });
    const argv = 'preview -s shop/web --report markdown=DIR/a.md --report junit=DIR/a.xml';
    await preview({argv, command, env: {GANTRY_WORKSPACE: 'prod'}});
    expect(read('a.md')).toMatch(/^<!-- gantry:shop\/web\/prod -->\n/);
    expect(read('a.xml')).toContain('<testsuite name="shop/web in prod"');
  });

  it('a report of the same plan has the same text at any time, also with another lineage', async () => {
    const first = planWith(SAMPLE.changes, {revision: 1});
    await preview({argv: 'preview --report markdown=DIR/a.md', command: previewing({...first, digest: 'one'})});
    await preview({argv: 'preview --report markdown=DIR/b.md', command: previewing({...first, digest: 'two'})});
    expect(read('b.md')).toBe(read('a.md'));
  });

  it('a run writes reports in all formats, also if it failed', async () => {
    const formats = ['markdown', 'json', 'yaml', 'human', 'junit', 'sarif', 'gitlab-codequality', 'gitlab-terraform'];
    const reports = formats.map((format) => `--report ${format}=DIR/${format}`).join(' ');
    expect(await preview({argv: `preview ${reports}`})).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('error'),
    });
    expect(read('junit')).toContain('failures="1"');
    expect(JSON.parse(read('sarif'))).toMatchObject({runs: [{invocations: [{exitCode: 0}]}]});
    expect(JSON.parse(read('gitlab-codequality'))).toHaveLength(2);
    expect(JSON.parse(read('gitlab-terraform'))).toEqual({create: 2, update: 4, delete: 2});
    expect(await preview({argv: `preview ${reports}`, command: failing(UNREACHABLE)})).toMatchObject({code: 1});
    expect(read('junit')).toMatch(/errors="1"[^]*<error message="The cluster at .*" type="cluster\/unreachable">/);
    expect(JSON.parse(read('sarif'))).toMatchObject({
      runs: [{invocations: [{executionSuccessful: false, exitCode: 1}], results: [{ruleId: 'cluster/unreachable'}]}],
    });
    expect(JSON.parse(read('gitlab-codequality'))).toMatchObject([{check_name: 'cluster/unreachable'}]);
    // GitLab says of this that there is no report: not that nothing would change.
    expect(JSON.parse(read('gitlab-terraform'))).toEqual({});
  });

  it.each(['junit=-', 'sarif=', 'junitt=x'])(
    'the option --report %s is refused before the run starts',
    async (report) => {
      const {code, stderr} = await preview({argv: `preview --report ${report}`});
      expect(code).toBe(3);
      expect(stderr).toMatch(/Use --report (junit|sarif)=FILE|Did you mean junit\?/);
    },
  );

  it('a report contains the error of an invalid command line', async () => {
    writeFileSync(join(directory, 'a.md'), '<!-- gantry:shop/web/prod -->\nthe plan of yesterday');
    expect(await preview({argv: 'preview --nope --report markdown=DIR/a.md'})).toMatchObject({code: 3});
    expect(read('a.md')).toContain("Unknown option '--nope'");
  });

  it.each([
    {argv: 'preview --nope -s shop/web -wprod', marker: 'shop/web/prod'},
    {argv: 'preview --nope --stack=shop/web --workspace prod', marker: 'shop/web/prod'},
    {argv: 'preview --nope -s shop/web -s shop/api -w prod', marker: '-/-/prod'},
    {argv: 'preview -s shop/web -w prod --report junt=x', marker: 'shop/web/prod'},
    {argv: 'drift --nope -s shop/web -w prod', marker: '-/-/-'},
  ])('a report of an invalid command line replaces the comment of its target: $argv', async ({argv, marker}) => {
    expect(await preview({argv: `${argv} --report markdown=DIR/a.md`})).toMatchObject({code: 3});
    expect(read('a.md').split('\n')[0]).toBe(`<!-- gantry:${marker} -->`);
  });

  it.each(['-C DIR', '-CDIR'])('a report of an invalid command line is written below %s', async (start) => {
    expect(await preview({argv: `preview ${start} --nope --report markdown=a.md`})).toMatchObject({code: 3});
    expect(read('a.md')).toContain("Unknown option '--nope'");
  });

  describe.each(['markdown', 'json', 'yaml', 'human', 'junit', 'sarif', 'gitlab-codequality', 'gitlab-terraform'])(
    'in the format %s',
    (format) => {
      const argv = `preview --report ${format}=DIR/file`;

      it.each([
        {name: 'a README', text: '# Shop\n\nBuy here.\n'},
        {name: 'a list of packages', text: 'requests==2.32\n'},
        {name: 'a package.json', text: '{"name": "shop"}\n'},
        {name: 'a manifest', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'},
        {name: 'an XML document', text: '<?xml version="1.0" encoding="UTF-8"?>\n<project/>\n'},
        {name: 'a saved plan', text: '{"formatVersion": 1, "gantryVersion": "1.0.0", "bases": []}\n'},
        {name: 'a list', text: '[1]\n'},
        {name: 'a binary file', text: Buffer.from([0xff, 0xfe, 0])},
      ])('a report does not replace $name', async ({text}) => {
        writeFileSync(join(directory, 'file'), text);
        const {code, stderr} = await preview({argv});
        expect(code).toBe(3);
        expect(stderr).toContain(`file is not a ${format} report of Gantry, and would be overwritten`);
        expect(await preview({argv: `${argv} --nope`})).toMatchObject({code: 3});
        expect(readFileSync(join(directory, 'file'))).toEqual(Buffer.from(text));
        expect(readdirSync(directory)).toEqual(['file']);
      });

      it('a report replaces an empty file and an earlier report', async () => {
        writeFileSync(join(directory, 'file'), '');
        expect(await preview({argv})).toMatchObject({code: 0});
        expect(read('file')).not.toBe('');
        expect(await preview({argv, command: failing(UNREACHABLE)})).toMatchObject({code: 1});
        const failed = read('file');
        expect(await preview({argv})).toMatchObject({code: 0});
        expect(read('file')).not.toBe(failed);
      });
    },
  );

  it('a report contains the result of an apply', async () => {
    const outcome: ApplyOutcome = {kind: 'unchanged', plan: UNCHANGED};
    await runInProcess({
      argv: ['apply', '--report', `markdown=${directory}/a.md`],
      commands: {apply: (command, open) => defineApply(command, open, {run: async () => outcome})},
    });
    expect(read('a.md')).toContain('Nothing to do for shop/web in prod: 1 unchanged.');
  });

  it('a report of a refused apply has the plan and the error; the document has the blocked changes', async () => {
    const {code, stdout, stderr} = await refused(['-o', 'json', '--report', `markdown=${directory}/a.md`]);
    expect(code).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'plan/blocked',
        blocked: [{id: BLOCKED, action: 'adopt', needs: `--adopt ${BLOCKED}`, fields: []}],
      },
    });
    expect(stderr).toMatch(
      /1 blocked\n[^]*To permit the blocked changes:\n {2}gantry apply --adopt [^]*error: 1 change needs/,
    );
    expect(read('a.md')).toMatch(/^<!-- gantry:shop\/web\/prod -->\n/);
    expect(read('a.md')).toMatch(/error: 1 change needs your permission[^]*\[!CAUTION\][^]*<b>blocked: adopt<\/b>/);
  });

  it.each([
    {name: 'a directory', file: 'sub', message: /is a directory/},
    {name: 'in a file', file: 'file/x', message: /directory .* not found/},
  ])('a report that cannot be written ($name) is an error before the run starts', async ({file, message}) => {
    mkdirSync(join(directory, 'sub'));
    writeFileSync(join(directory, 'file'), '');
    let planned = false;
    const command: Define = (command, open) =>
      definePreview(command, open, {
        run: async () => {
          planned = true;
          return SAMPLE;
        },
      });
    const {code, stderr} = await preview({argv: `preview --report json=DIR/${file}`, command});
    expect({code, planned}).toEqual({code: 3, planned: false});
    expect(stderr).toMatch(message);
  });

  it('a report that can no longer be written is an error after the result is printed', async () => {
    const command: Define = (command, open) =>
      definePreview(command, open, {
        run: async () => {
          rmSync(join(directory, 'sub'), {recursive: true});
          return SAMPLE;
        },
      });
    mkdirSync(join(directory, 'sub'));
    const {code, stdout, stderr} = await preview({argv: 'preview --report json=DIR/sub/a.json', command});
    expect(code).toBe(1);
    expect(stdout).toContain('1 to create');
    expect(stderr).toMatch(/error: the report .*a\.json could not be written/);
  });
});

const workflow = (): Record<string, string> => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_WORKSPACE: '/home/me',
  GITHUB_STEP_SUMMARY: join(directory, 'summary'),
  GITHUB_OUTPUT: join(directory, 'output'),
});

describe('a step of a GitHub workflow', () => {
  it('a step annotates lines of files, relative to the repository', async () => {
    const {stderr, stdout} = await preview({argv: 'preview -o json', command: failing(INVALID), env: workflow()});
    expect(stderr).toContain(
      '::error file=shop/web.yaml,line=3,endLine=3,col=13,endColumn=18,title=gantry%3A schema/type::expected',
    );
    expect(JSON.parse(stdout)).toMatchObject({error: {code: 'input/invalid'}});
  });

  it('a step annotates a failure without a line as an error', async () => {
    const {stderr} = await preview({argv: 'preview', command: failing(UNREACHABLE), env: workflow()});
    expect(stderr).toMatch(/^::error title=gantry%3A cluster\/unreachable::The cluster at/m);
  });

  it('a step warns about blocked changes and drift, and stdout stays one document', async () => {
    const {stderr, stdout} = await preview({argv: 'preview -o json', env: workflow()});
    expect(stderr).toMatch(/^::warning title=gantry%3A plan\/blocked::/m);
    expect(stderr).toMatch(/^::warning title=gantry%3A plan\/drift::/m);
    expect(JSON.parse(stdout)).toEqual(SAMPLE);
  });

  it('a step appends the plan to the summary and sets outputs for later steps', async () => {
    writeFileSync(join(directory, 'summary'), 'before\n');
    await preview({argv: 'preview --exit-code', env: workflow()});
    expect(read('summary')).toMatch(/^before\n<!-- gantry:shop\/web\/prod -->\n/);
    expect(read('output')).toBe(
      'changes=7\nblocked=1\ndigest=sha256:0\nsummary=1 to create, 1 to adopt, 3 to update, 1 to replace, 1 to delete, 1 kept because protected, 1 unchanged, 1 blocked\nexit-code=2\n',
    );
  });

  it('a step sets outputs about a failure for later steps', async () => {
    await preview({argv: 'preview', command: failing(UNREACHABLE), env: workflow()});
    expect(read('output')).toBe(
      'summary=failed: The cluster at https://10.0.0.1:6443 cannot be reached: refused.\nexit-code=1\n',
    );
    expect(read('summary')).toContain('> Failed: `The cluster at');
  });

  it('a step sets an output with the path of the saved plan', async () => {
    const command: Define = (own, open) => definePreview(own, open, {save: async () => SAMPLE});
    await preview({argv: 'preview --save DIR/plan.json', command, env: workflow()});
    expect(read('output')).toContain(`\nplan-file=${directory}/plan.json\n`);
  });

  it('a value with a line end is written between random delimiters, so that it cannot add an output', async () => {
    const detail = 'refused\nexit-code=0\nEOF\r\nblocked=0';
    await preview({argv: 'preview', command: failing({...UNREACHABLE, detail}), env: workflow()});
    const first = read('output');
    const [, delimiter = ''] = /^summary<<(gantry_[0-9a-f-]{36})\n/.exec(first) ?? [];
    expect(outputsIn(first)).toEqual({
      summary: `failed: The cluster at https://10.0.0.1:6443 cannot be reached: ${detail}.`,
      'exit-code': '1',
    });
    rmSync(join(directory, 'output'));
    await preview({argv: 'preview', command: failing({...UNREACHABLE, detail}), env: workflow()});
    expect(read('output')).not.toContain(delimiter);
  });

  it('a step has the blocked changes and the plan of a refused apply', async () => {
    const {stderr} = await refused([], workflow());
    expect(stderr).toMatch(/^::error title=gantry%3A plan\/blocked::1 change needs/m);
    expect(stderr).toMatch(/^::warning title=gantry%3A plan\/blocked::blocked: it exists/m);
    expect(read('output')).toBe(
      'changes=7\nblocked=1\ndigest=sha256:0\nsummary=failed: 1 change needs your permission; nothing was changed.\nexit-code=5\n',
    );
    expect(read('summary')).toContain('blocked: adopt');
  });

  it('a step has the drift, its counts, and that it is pending', async () => {
    const drift: Define = (command, open) =>
      defineDrift(command, open, async () => DRIFT_REPORTS['of several stacks'] ?? expect.fail());
    const argv = [
      'drift',
      '--all',
      '--exit-code',
      '-w',
      'prod',
      '-o',
      'json',
      '--report',
      `markdown=${directory}/a.md`,
    ];
    const {code, stderr, stdout} = await runInProcess({argv, commands: {drift}, env: workflow()});
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({stacks: [{stack: 'api'}, {stack: 'web'}]});
    expect(stderr).toMatch(/^::error title=gantry%3A release\/damaged::shop\/old in prod/m);
    expect(stderr).toMatch(/^::warning title=gantry%3A drift\/deleted::/m);
    expect(read('output')).toMatch(/^drifted=6\nfailed=1\nsummary=.*1 changed.*\nexit-code=1\n$/);
    expect(read('summary')).toBe(`${read('a.md')}\n`);
    expect(read('a.md')).toContain('gantry apply -w prod -s shop/web --revision current');
  });

  it('a step does not change a full summary', async () => {
    writeFileSync(join(directory, 'summary'), 'x'.repeat(1024 * 1024 - 100));
    expect(await preview({argv: 'preview', env: workflow()})).toMatchObject({code: 0});
    expect(read('summary')).toHaveLength(1024 * 1024 - 100);
  });

  it('workflow commands in a plan are escaped, and documents are not changed', async () => {
    const plan = planWith([
      {
        id: 'v1:ConfigMap:shop:a',
        type: 'Kubernetes',
        action: 'update',
        verified: true,
        fields: [{path: 'data.x', before: '::add-mask::x\n1\n', after: '::add-mask::x\n2\n', cause: 'spec'}],
      },
    ]);
    const human = await preview({argv: 'preview', command: previewing(plan), env: workflow()});
    expect(human.stdout + human.stderr).not.toMatch(/^\s*::add-mask/m);
    const {stdout} = await preview({argv: 'preview -o json', command: previewing(plan), env: workflow()});
    expect(JSON.parse(stdout)).toEqual(plan);
  });

  it('a step warns about problems with its files, and continues', async () => {
    const env = {...workflow(), GITHUB_OUTPUT: directory};
    const {code, stderr} = await preview({argv: 'preview', env});
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: the outputs of the workflow could not be written/m);
  });

  it('a step writes nothing without GITHUB_ACTIONS', async () => {
    const {GITHUB_ACTIONS: _, ...env} = workflow();
    const {stderr} = await preview({argv: 'preview -o json', env});
    expect(stderr).toBe('');
    expect(readdirSync(directory)).toEqual([]);
  });
});
