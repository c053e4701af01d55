import {readFileSync} from 'node:fs';
import {chmod, mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {helmBy} from '../../../../src/adapters/helm/helm.ts';
import {temporaryDirectory} from '../../../../src/adapters/local/programs/private-directory.ts';
import type {ChartTemplates} from '../../../../src/config/sources/helm/chart-templates.ts';
import {renderProblemOf} from '../../../../src/config/sources/helm/problem-of.ts';
import type {HelmCluster, RenderChart} from '../../../../src/ports/helm.ts';
import {plainCanary} from '../../../rig/canaries.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const SECRET = plainCanary('of the user');

/** What the program does as `helm template`: `server` is the address in its kubeconfig, `write` adds a file to the output. */
const PRELUDE = `
import {readFileSync, readdirSync, writeFileSync, writeSync, mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
const args = process.argv.slice(2);
const output = args[args.indexOf('--output-dir') + 1];
const server = () => JSON.parse(readFileSync(process.env.KUBECONFIG, 'utf8')).clusters[0].cluster.server;
const write = (name, text) => {
  mkdirSync(dirname(join(output, name)), {recursive: true});
  writeFileSync(join(output, name), '---\\n# Source: ' + name + '\\n' + text + '\\n');
};
const fail = (text) => {
  console.error('Error: ' + text);
  process.exit(1);
};
`;

const CLUSTER: HelmCluster = {
  version: 'v1.34.4',
  apis: ['v1', 'v1/ConfigMap', 'v1/Secret', 'apps/v1', 'apps/v1/Deployment'],
  lookUp: async () => ({object: undefined}),
};

type Rig = {readonly version?: string; readonly timeoutMs?: number};

/** A program in place of helm that reports a version and runs `body`. */
async function rig(body: string, {version = 'v3.19.5', timeoutMs = 20_000}: Rig = {}) {
  const root = await scratchDirectory();
  const bin = join(root, 'bin');
  await mkdir(bin);
  const text = `#!${process.execPath}\n${PRELUDE}\nif (args[0] === 'version') {\n  console.log('${version}');\n  process.exit(0);\n}\nwriteFileSync('${root}/args', JSON.stringify(args));\n${body}\n`;
  // The name without an ending is a script of CommonJS.
  await writeFile(join(bin, 'package.json'), '{"type": "module"}');
  await writeFile(join(bin, 'helm'), text);
  await chmod(join(bin, 'helm'), 0o755);
  const abort = new AbortController();
  const runs = join(root, 'run');
  const env = {
    PATH: bin,
    HOME: '/home/somebody',
    HELM_PLUGINS: '/somewhere',
    KUBECONFIG: '/k',
    AWS_SECRET_ACCESS_KEY: SECRET,
  };
  const helm = helmBy({env, signal: abort.signal, directory: () => temporaryDirectory(runs), timeoutMs});
  const chart = {path: '/charts/web', name: 'web', version: '1.0.0', digest: 'sha256:0'};
  const render: RenderChart = {
    chart,
    release: 'one',
    namespace: 'shop',
    isUpgrade: false,
    values: {},
    withCrds: true,
    crds: [],
    cluster: CLUSTER,
  };
  return {
    abort,
    root,
    render: (more: Partial<RenderChart> = {}) => helm({...render, ...more}),
    args: async () => JSON.parse(await readFile(join(root, 'args'), 'utf8')) as string[],
    left: () => readdir(runs),
  };
}

/** Reports whether a process runs. One that has ended and that nobody has waited for does not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const printed = (rendered: object): unknown => {
  const {text} = rendered as {readonly text: string};
  return JSON.parse(text.slice(text.indexOf('{')));
};

describe('the helm program', () => {
  it('a machine without helm gets an error that says how to install it', async () => {
    const directory = () => temporaryDirectory('/nowhere');
    const helm = helmBy({env: {PATH: '/nowhere'}, signal: new AbortController().signal, directory});
    expect(await helm({} as RenderChart)).toEqual({
      problem: 'helm was not found in PATH',
      hint: expect.stringContaining('Install helm 3.14.1 or later'),
    });
  });

  it.each([
    {version: 'v2.17.0', isRefused: true},
    {version: 'v3.13.3', isRefused: true},
    {version: 'v3.14.0', isRefused: true},
    {version: 'v3.14.1', isRefused: false},
    {version: 'v4.0', isRefused: false},
    {version: '(devel)', isRefused: false},
  ])('helm $version is refused: $isRefused', async ({version, isRefused}) => {
    const {render, root} = await rig("write('web/templates/a.yaml', 'a: 1');", {version});
    const problem = `${root}/bin/helm is helm ${version}: at least 3.14.1 is required`;
    expect(await render()).toMatchObject(isRefused ? {problem} : {text: expect.stringContaining('a: 1')});
  });

  it.each([
    {version: 'v3.19.5', validates: true},
    {version: 'v4.0', validates: false},
  ])('helm $version takes its capabilities from the server', async ({version, validates}) => {
    const {render, args} = await rig('', {version});
    await render();
    expect(await args()).toContain('--dry-run=server');
    expect((await args()).includes('--validate')).toBe(validates);
  });

  it('helm is not asked about a server if there is no cluster, and learns the APIs of CRDs', async () => {
    const {render, args} = await rig('');
    await render({cluster: undefined, crds: ['example.com/v1', 'example.com/v1/Widget']});
    expect((await args()).join(' ')).toContain('--api-versions=example.com/v1 --api-versions=example.com/v1/Widget');
    expect((await args()).join(' ')).not.toContain('--dry-run');
  });

  it('the values are read from stdin, and the release and the chart are arguments of their own', async () => {
    const {render, args} = await rig("write('web/templates/a.yaml', readFileSync(0, 'utf8'));");
    const values = {password: SECRET, list: [1, null]};
    const rendered = await render({values, isUpgrade: true, release: 'a b'});
    expect(printed(rendered)).toEqual(values);
    expect(await args()).toEqual(
      expect.arrayContaining(['template', 'a b', '/charts/web', '--is-upgrade', '--include-crds']),
    );
    expect((await args()).join(' ')).not.toContain(SECRET);
  });
});

describe('the environment of helm', () => {
  it('helm gets no variable, no file and no argument of the user', async () => {
    const {render, left} = await rig(`
      const below = (directory) => readdirSync(directory, {recursive: true, withFileTypes: true})
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
      write('web/templates/a.yaml', JSON.stringify({env: process.env, cwd: process.cwd(), files: below(process.cwd())}));
    `);
    const seen = printed(await render()) as {env: Record<string, string>; cwd: string; files: string[]};
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect(seen.env).toMatchObject({PATH: '', TZ: 'UTC', HTTPS_PROXY: 'http://127.0.0.1:1', HELM_NO_PLUGINS: '1'});
    for (const name of ['HOME', 'HELM_PLUGINS', 'HELM_CACHE_HOME', 'HELM_CONFIG_HOME', 'HELM_DATA_HOME', 'KUBECONFIG'])
      expect(seen.env[name]).toMatch(new RegExp(`^${seen.cwd}/`));
    expect(seen.env['AWS_SECRET_ACCESS_KEY']).toBeUndefined();
    expect(seen.files.map((text) => JSON.parse(text))).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [
          {name: 'facade', cluster: {server: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/)}},
        ],
        contexts: [{name: 'facade', context: {cluster: 'facade', user: ''}}],
        'current-context': 'facade',
      },
    ]);
    expect(await left()).toEqual([]);
  });

  it('the directory and the kubeconfig of a run are readable only by their owner', async () => {
    const {render} = await rig(`
      const {statSync} = await import('node:fs');
      const modes = ['.', 'kubeconfig'].map((name) => (statSync(name).mode & 0o777).toString(8));
      write('web/templates/a.yaml', JSON.stringify(Object.fromEntries(modes.entries())));
    `);
    expect(printed(await render())).toEqual({'0': '700', '1': '600'});
  });
});

describe('the server for helm', () => {
  it('a write ends the rendering with an error that names the request', async () => {
    const path = '/api/v1/namespaces/shop/ConfigMap';
    const {render} = await rig(`await fetch(server() + '${path}', {method: 'POST', body: '{}'});`);
    expect(await render()).toEqual({problem: `helm sent a request that is not a look-up: POST ${path}`});
  });

  it('it serves the CRDs of the stack beside the APIs of the cluster', async () => {
    const {render} = await rig(`
      const {items} = await (await fetch(server() + '/apis')).json();
      write('web/templates/a.yaml', JSON.stringify({groups: items.map(({metadata}) => metadata.name)}));
    `);
    const crds = ['example.com/v1', 'example.com/v1/Widget'];
    expect(printed(await render({crds}))).toEqual({groups: ['apps', 'example.com']});
  });

  it('it ends with the run', async () => {
    const {render} = await rig("write('web/templates/a.yaml', JSON.stringify({server: server()}));");
    const {server} = printed(await render()) as {server: string};
    await expect(fetch(`${server}/version`)).rejects.toThrow('fetch failed');
  });

  it('the error of a look-up is thrown as it is', async () => {
    const denied = new Error('denied');
    const {render} = await rig(`await fetch(server() + '/api/v1/ConfigMap'); fail('look-up failed');`);
    const lookUp = () => Promise.reject(denied);
    await expect(render({cluster: {...CLUSTER, lookUp}})).rejects.toBe(denied);
  });

  it('a refused look-up is the problem, with the place in the template that Helm names', async () => {
    const {render} = await rig(`
      const {status} = await fetch(server() + '/api/v1/namespaces/shop/Secret/a');
      fail('template: web/templates/a.yaml:3:12: executing "web/templates/a.yaml" at <lookup "v1">: error calling lookup: ' + status);
    `);
    const refused = {problem: 'not allowed', hint: 'Allow it.'};
    expect(await render({cluster: {...CLUSTER, lookUp: async () => ({refused})}})).toEqual({
      ...refused,
      place: {template: 'web/templates/a.yaml', line: 3, column: 13, expression: 'lookup "v1"'},
    });
  });

  it('an error of a template shows no value of a Secret that it looked up', async () => {
    const value = plainCanary('looked up');
    const object = {apiVersion: 'v1', kind: 'Secret', data: {token: Buffer.from(value).toString('base64')}};
    const {render} = await rig(`
      const {data} = await (await fetch(server() + '/api/v1/namespaces/shop/Secret/a')).json();
      fail('wrong token ' + data.token + ' is ' + Buffer.from(data.token, 'base64').toString());
    `);
    expect(await render({cluster: {...CLUSTER, lookUp: async () => ({object})}})).toEqual({
      problem: 'helm: wrong token *** is ***',
    });
  });

  it('an error of a template shows a looked-up value that is also a text of the chart', async () => {
    const data = {user: Buffer.from('admin').toString('base64'), password: Buffer.from('hunter22').toString('base64')};
    const object = {apiVersion: 'v1', kind: 'Secret', data};
    const {render} = await rig(`
      await fetch(server() + '/api/v1/namespaces/shop/Secret/a');
      fail('.Values.admin: admin has no password hunter22');
    `);
    const cluster = {...CLUSTER, lookUp: async () => ({object})};
    expect(await render({cluster, known: ['admin: {user: admin}']})).toEqual({
      problem: 'helm: .Values.admin: admin has no password ***',
    });
    expect(await render({cluster})).toEqual({problem: 'helm: .Values.***: *** has no password ***'});
  });
});

describe('output that is not YAML', () => {
  it.each([
    {kind: 'of one line', value: `@${plainCanary('one line')}: "`},
    {kind: 'of short lines', value: 'PIN=12345\nKEY: @no: yes'},
  ])('it is reported at its line without a looked-up value $kind', async ({value}) => {
    const object = {apiVersion: 'v1', kind: 'Secret', data: {token: Buffer.from(value).toString('base64')}};
    const {render} = await rig(`
      const {data} = await (await fetch(server() + '/api/v1/namespaces/shop/Secret/a')).json();
      console.log('---\\n# Source: web/templates/a.yaml\\nkind: A\\npassword: ' + Buffer.from(data.token, 'base64').toString());
      fail('YAML parse error on web/templates/a.yaml: error converting YAML to JSON: yaml: line 2: found character');
    `);
    const problem = await render({cluster: {...CLUSTER, lookUp: async () => ({object})}});
    if (!('broken' in problem)) throw new Error('no broken output');
    const templates = {
      textOf: () => 'kind: A\npassword: {{ $token }}\n',
      position: (file: string, {line}: {line: number}) => ({file, line, column: 1, endColumn: 2, text: ''}),
    } as unknown as ChartTemplates;
    const {diagnostics} = renderProblemOf(problem, {at: () => ({})}, templates);
    expect(diagnostics[0]?.message).toMatch(/^the output of the template is not valid YAML, line [23]: `.*\*\*\*.*`/);
    for (const line of value.split('\n')) expect(JSON.stringify(diagnostics)).not.toContain(line);
  });
});

describe('a run of helm that goes wrong', () => {
  it('a chart that prints more than the limit is refused', async () => {
    const {render} = await rig("write('web/templates/a.yaml', '# ' + 'x'.repeat(50 * 1024 * 1024));");
    expect(await render()).toEqual({problem: 'the chart printed more than 48 MiB'});
  });

  it('a chart that prints endlessly to stdout is stopped at the limit', async () => {
    const {render, left} = await rig("for (;;) writeSync(1, 'x'.repeat(2 ** 20));");
    expect(await render()).toEqual({problem: 'the chart printed more than 48 MiB'});
    expect(await left()).toEqual([]);
  });

  it('the error of a helm process that the kernel kills names the signal, and its output is not used', async () => {
    const {render, left} = await rig("write('web/templates/a.yaml', 'kind: A'); process.kill(process.pid, 'SIGKILL');");
    expect(await render()).toEqual({
      problem: 'helm was ended by SIGKILL before it had rendered the chart',
      hint: expect.stringContaining('memory'),
    });
    expect(await left()).toEqual([]);
  });

  it('a directory that cannot be written is an error that names it', async () => {
    const {render, root} = await rig("write('web/templates/a.yaml', 'kind: A');");
    await writeFile(join(root, 'run'), '');
    await expect(render()).rejects.toMatchObject({failure: {code: 'program/no-place', path: join(root, 'run')}});
  });

  it('a disk that is full while helm writes is reported in the words of helm', async () => {
    const {render} = await rig("fail('write /run/output/web/templates/a.yaml: no space left on device');");
    expect(await render()).toEqual({
      problem: 'helm: write /run/output/web/templates/a.yaml: no space left on device',
    });
  });

  it('a run that never ends is killed with the processes that it started', async () => {
    const {render, root} = await rig('', {timeoutMs: 1000});
    // A shell starts much faster than the time limit, also on a busy machine.
    const script = `if [ "$1" = version ]; then echo v3.19.5; exit; fi\n/bin/sleep 1000 &\necho $! > '${root}/pid'\nwait\n`;
    await writeFile(join(root, 'bin', 'helm'), `#!/bin/sh\n${script}`);
    expect(await render()).toEqual({problem: 'helm did not end within 1 s'});
    const pid = Number(await readFile(join(root, 'pid'), 'utf8'));
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('a stopped run ends helm, and leaves no directory', async () => {
    const {render, abort, left} = await rig(
      `await fetch(server() + '/api/v1/ConfigMap'); setInterval(() => {}, 1000);`,
    );
    const lookUp: HelmCluster['lookUp'] = async () => {
      abort.abort(new Error('stopped'));
      return {object: undefined};
    };
    await expect(render({cluster: {...CLUSTER, lookUp}})).rejects.toThrow('stopped');
    expect(await left()).toEqual([]);
  });
});
