import {once} from 'node:events';
import {mkdir, mkdtemp, rm, symlink, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {openProgramsBy} from '../../../../src/adapters/modules/open-programs.ts';
import {MODULE_PROGRAM} from '../../../rig/module-program.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gantry-program-'));
});
afterEach(() => rm(folder, {recursive: true, force: true}));

const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await mkdir(dirname(path), {recursive: true});
  await writeFile(path, text);
  return path;
};

const LIMITS = {timeoutMs: 20_000, maxBytes: 1024 * 1024};
const open = (files: readonly string[], limits = LIMITS) => openProgramsBy({program: MODULE_PROGRAM, limits})(files);

const REQUEST = {project: 'p', stack: 's', workspace: 'w', context: {}};

/** Calls a program of applications, and returns its value or its faults. */
const applications = async (text: string, {name = 'gantry.app.ts', limits = LIMITS} = {}) => {
  const file = await write(name, text);
  return await open([file], limits).call('applications', file, REQUEST);
};

describe('a program of applications', () => {
  it.each([
    {name: 'a map', text: 'export default {web: {labels: {a: "1"}}};'},
    {
      name: 'a function',
      text: 'export default ({stack}: {stack: string}) => ({web: {labels: {a: stack === "s" ? "1" : "2"}}});',
    },
    {name: 'an async function', text: 'export default async () => ({web: {labels: {a: "1", b: undefined}}});'},
    {
      name: 'defineApplications',
      text: "import {defineApplications} from 'gantry/module';\nexport default defineApplications({web: {labels: {a: '1'}}});",
    },
    {name: 'a file that it imports', text: "import {a} from './lib/a.ts';\nexport default {web: {labels: {a}}};"},
    {
      name: 'a text that it reads',
      text: "import {readFileSync} from 'node:fs';\nexport default {web: {labels: {a: readFileSync(new URL('a.txt', import.meta.url), 'utf8')}}};",
    },
  ])('$name gives the applications', async ({text}) => {
    await write('lib/a.ts', "export const a: string = '1';");
    await write('a.txt', '1');
    expect(await applications(text)).toEqual({value: {web: {labels: {a: '1'}}}});
  });

  it('JavaScript runs as TypeScript does', async () => {
    expect(await applications('export default {web: {}};', {name: 'gantry.app.js'})).toEqual({value: {web: {}}});
  });

  it('the requested context keys of a program are described before the program runs', async () => {
    const file = await write(
      'gantry.app.ts',
      "import {defineApplications} from 'gantry/module';\nexport default defineApplications({context: ['domain']}, () => { throw new Error('ran'); });",
    );
    expect(await open([file]).call('describeApplications', file, null)).toEqual({value: {context: ['domain']}});
  });

  it.each([
    {
      name: 'an error',
      text: "export default () => {\n  throw new Error('no size');\n};",
      want: 'no size (gantry.app.ts:2:9)',
    },
    {name: 'a syntax error', text: 'export default {\n  web: [ };', want: /\(gantry\.app\.ts:2\)$/},
    {name: 'a date', text: 'export default {web: {at: new Date(0)}};', want: '`web.at` is a Date'},
    {
      name: 'a cycle',
      text: 'const a: any = {};\na.a = a;\nexport default {web: a};',
      want: 'a value that contains itself',
    },
    {name: 'a missing file', text: "import './none.ts';\nexport default {};", want: "none.ts'"},
  ])('$name is a fault', async ({text, want}) => {
    expect(await applications(text)).toEqual({
      faults: [typeof want === 'string' ? expect.stringContaining(want) : expect.stringMatching(want)],
    });
  });

  it('a file without applications is a fault', async () => {
    const file = await write('gantry.app.ts', 'export const web = {};');
    expect(await open([file]).call('describeApplications', file, null)).toEqual({
      faults: [expect.stringContaining('it does not export applications')],
    });
  });
});

describe('a hostile program', () => {
  const body = (text: string) =>
    `import fs from 'node:fs';\nexport default async () => {\n  ${text}\n  return {web: {}};\n};`;

  it.each([
    {name: 'never ends', text: 'for (;;) {}', want: 'it did not answer within 2 s', timeoutMs: 2_000},
    {
      name: 'exhausts its heap',
      text: 'const all = []; for (;;) all.push({text: String(all.length)});',
      want: 'it used more than 512 MiB',
    },
    {
      name: 'prints its environment',
      text: 'console.log(process.env);',
      want: 'it lists the environment variables, but it has no access to them',
    },
    {
      name: 'opens a socket',
      text: "await import('node:net');",
      want: 'it uses node:net, but it must not use the network',
    },
    {
      name: 'forges an answer',
      text: `fs.writeSync(1, '{"kind":"called"}\\n'); process.exit();`,
      want: 'not a valid response',
    },
    {name: 'ends', text: 'process.exit(3);', want: 'it ended before it answered (3)'},
  ])(
    'a program that $name is stopped with a message',
    async ({text, want, timeoutMs = 20_000}) => {
      const result = await applications(body(text), {limits: {...LIMITS, timeoutMs}});
      expect(result).toEqual({faults: [expect.stringContaining(want)]});
    },
    60_000,
  );

  it('a program that fetches sends no request', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const {port} = server.address() as AddressInfo;
      const result = await applications(body(`await fetch('http://127.0.0.1:${port}/');`));
      expect(result).toEqual({faults: [expect.stringContaining('it uses fetch, but it must not use the network')]});
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });

  it.each([
    {name: 'a file outside of its folder', file: '../outside.txt'},
    {name: 'a link', file: 'link.txt'},
    {name: 'a file behind a linked directory', file: 'linked/outside.txt'},
    {name: 'a hidden file', file: '.env'},
    {name: 'an installed package', file: 'node_modules/a/a.js'},
  ])('a program that reads $name is refused', async ({file}) => {
    await write('outside.txt', 'canary-1');
    await mkdir(join(folder, 'app'));
    await symlink(join(folder, 'outside.txt'), join(folder, 'app/link.txt'));
    await symlink(folder, join(folder, 'app/linked'));
    await write('app/.env', 'canary-1');
    await write('app/node_modules/a/a.js', 'canary-1');
    const text = body(`fs.readFileSync(new URL(${JSON.stringify(file)}, import.meta.url), 'utf8');`);
    expect(await applications(text, {name: 'app/gantry.app.ts'})).toEqual({
      faults: [
        expect.stringMatching(
          /^it may not read \/.*: only files of its own folder, and no hidden files, links or packages \(gantry\.app\.ts:\d+:\d+\)$/,
        ),
      ],
    });
  });

  it('a program that writes a file is refused', async () => {
    expect(await applications(body("fs.writeFileSync(new URL('x', import.meta.url), 'x');"))).toEqual({
      faults: [`it may not write ${join(folder, 'x')}, or any other file (gantry.app.ts:3:6)`],
    });
  });

  it('the problem of a program with `await` outside of a function says what to write', async () => {
    const text = 'await Promise.resolve();\nexport default {web: {}};';
    expect(await applications(text)).toEqual({faults: ['it has `await` outside of a function: move it into one']});
  });
});
