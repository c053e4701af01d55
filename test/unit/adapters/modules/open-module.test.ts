import {once} from 'node:events';
import {readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {mkdir, mkdtemp, rm, symlink, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {openModuleBy} from '../../../../src/adapters/modules/open-module.ts';
import type {ModuleUse} from '../../../../src/core/module/run-module.ts';
import {outputCache} from '../../../../src/lib/output-cache.ts';
import {MODULE_PROGRAM} from '../../../rig/module-program.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gantry-module-'));
});
afterEach(() => rm(folder, {recursive: true, force: true}));

const USE: ModuleUse = {
  project: 'shop',
  stack: 'prod',
  workspace: 'prod',
  application: 'web',
  accessory: 'settings',
  name: 'web-settings',
  naming: 'short',
  namespace: 'shop',
  labels: {team: 'shop'},
  context: {domain: 'shop.example'},
  fields: {text: 'hello'},
};

const files = async (all: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), {recursive: true});
    await writeFile(join(folder, name), text);
  }
};

/** A module whose `generate` has this body. */
const moduleText = (body: string, before = '') => `import {defineModule, z} from 'gantry/module';
${before}
export default defineModule({
  name: 'settings',
  version: '1.2.0',
  description: 'A ConfigMap.',
  input: z.strictObject({text: z.string()}),
  platform: z.strictObject({prefix: z.string().default('')}),
  context: ['domain'],
  async generate({name, config, context}) {
    ${body}
  },
});
`;

const CONFIG_MAP = `return {
      resources: [{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, data: {text: config.prefix + config.text + ' ' + context.domain}}],
      outputs: {name},
    };`;

const open = async (limits = {timeoutMs: 20_000, maxBytes: 1024 * 1024}, cache?: ReturnType<typeof outputCache>) => {
  const opened = await openModuleBy({program: MODULE_PROGRAM, version: '1', cache, limits})('settings', folder);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened;
};

const messages = async (body: string, before = '', limits?: {timeoutMs: number; maxBytes: number}) => {
  await files({'module.ts': moduleText(body, before)});
  const run = await (await open(limits)).run(USE);
  return 'problems' in run ? run.problems.map(({message}) => message) : ['generated'];
};

describe('a module in a folder', () => {
  it.each([
    {name: 'TypeScript', file: 'module.ts', annotate: ': string'},
    {name: 'JavaScript', file: 'module.js', annotate: ''},
  ])('a module in $name is described and run, with the entry of the running Gantry', async ({file, annotate}) => {
    await files({
      'package.json': '{"type": "module"}',
      [`lib/join${file.slice(-3)}`]: `export const join = (text${annotate}) => text;\n`,
      [file]: moduleText(CONFIG_MAP, `import {join} from './lib/join${file.slice(-3)}';\njoin('x');`),
    });
    const module = await open();
    expect(await module.describe()).toMatchObject({
      name: 'settings',
      version: '1.2.0',
      context: ['domain'],
      input: {properties: {text: {type: 'string'}}, required: ['text']},
      platform: {properties: {prefix: {type: 'string', default: ''}}},
    });
    expect(await module.run({...USE, platform: {prefix: '> '}})).toEqual({
      generated: {
        resources: [
          {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'web-settings'}, data: {text: '> hello shop.example'}},
        ],
        patches: [],
        outputs: {name: 'web-settings'},
      },
    });
    expect(await module.run({...USE, fields: {txt: 'x'}})).toEqual({
      problems: [
        {side: 'application', path: ['text'], message: '`text` is missing'},
        {side: 'application', path: ['txt'], message: 'unknown field `txt`', hint: 'Did you mean `text`?'},
      ].toSorted((a, b) => (a.hint === undefined ? 1 : -1) - (b.hint === undefined ? 1 : -1)),
    });
  });

  it('a result is cached by the digest of the files and the use, and a changed file runs again', async () => {
    const cache = outputCache(join(folder, '..', `${folder.split('/').at(-1)}-cache`));
    await files({'module.ts': moduleText(CONFIG_MAP)});
    const first = await open(undefined, cache);
    const run = await first.run(USE);
    const asked: string[] = [];
    const watched = {
      ...cache,
      write: async (key: string, text: string) => {
        asked.push(key);
        await cache.write(key, text);
      },
    };
    const again = await open(undefined, watched);
    expect(again.integrity).toBe(first.integrity);
    expect(await again.run(USE)).toEqual(run);
    expect(asked).toEqual([]);
    await files({'note.txt': 'changed'});
    const changed = await open(undefined, watched);
    expect(changed.integrity).not.toBe(first.integrity);
    expect(await changed.run(USE)).toEqual(run);
    expect(asked).toHaveLength(1);
    await rm(`${folder}-cache`, {recursive: true, force: true});
  });

  it('a folder without a module, with a link, or that is missing is refused', async () => {
    const openIt = openModuleBy({program: MODULE_PROGRAM, version: '1'});
    expect(await openIt('settings', folder)).toMatchObject({problem: expect.stringContaining('module not found in')});
    expect(await openIt('settings', join(folder, 'none'))).toMatchObject({
      problem: expect.stringContaining('was not found'),
    });
    await files({'module.ts': moduleText(CONFIG_MAP)});
    await symlink('/etc/hostname', join(folder, 'secret'));
    expect(await openIt('settings', folder)).toMatchObject({problem: expect.stringContaining('secret is a link')});
  });

  it.each([
    {name: 'no module', text: 'export default 5;', want: 'it does not export a module'},
    {name: 'a syntax error', text: 'export default {', want: 'Unexpected'},
    {name: 'an invalid module', text: "export default {name: 'X'};", want: '`name` must be'},
  ])('a file with $name is described by its fault', async ({text, want}) => {
    await files({'package.json': '{"type": "module"}', 'module.js': text});
    const described = await (await open()).describe();
    expect('faults' in described && described.faults.join('\n')).toContain(want);
  });
});

describe('many modules', () => {
  it('at most four idle processes are kept, one listener ends them, and a module without a process runs again', async () => {
    await files({'module.ts': moduleText(CONFIG_MAP)});
    const before = process.listenerCount('exit');
    const modules = await Promise.all(Array.from({length: 6}, () => open()));
    for (const module of modules) expect(await module.run(USE)).toHaveProperty('generated');
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(before + 1);
    await vi.waitFor(() => expect(childrenWith(folder).length).toBeLessThanOrEqual(4));
    expect(await modules[0]?.run(USE)).toHaveProperty('generated');
  });
});

/** Returns the processes that are children of this one and work in a directory. */
const childrenWith = (directory: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return parent === String(process.pid) && readlinkSync(`/proc/${pid}/cwd`) === directory;
    } catch {
      // It is not a process, or has ended.
      return false;
    }
  });

describe('a wrong module', () => {
  it.each([
    {name: 'the module', body: "throw new Error('no size');", want: 'no size (module.ts:11:11)'},
    {name: 'another file', body: 'sizeOf(undefined);', want: "reading 'size') (lib/size.ts:1:45)"},
  ])('an error thrown in $name has its line', async ({body, want}) => {
    await files({'lib/size.ts': 'export const sizeOf = (value: any) => value.size;\n'});
    expect(await messages(body, "import {sizeOf} from './lib/size.ts';")).toEqual([expect.stringContaining(want)]);
  });

  it('TypeScript that cannot be read has its line', async () => {
    await files({'module.ts': 'const size = 1;\nexport default {size: [ };\n'});
    const described = await (await open()).describe();
    expect(described).toEqual({faults: [expect.stringMatching(/^Expression expected \(module\.ts:2\)$/)]});
  });

  it('a missing folder has a hint with the key to correct', async () => {
    expect(await openModuleBy({program: MODULE_PROGRAM, version: '1'})('settings', join(folder, 'none'))).toMatchObject(
      {
        hint: expect.stringMatching(
          /^Correct `path` of the module in the workspace, or create the folder with module\.ts\./,
        ),
      },
    );
  });
});

describe('a hostile module', () => {
  it('a module that loops is stopped at the time limit', async () => {
    expect(await messages('for (;;) {}', '', {timeoutMs: 2_000, maxBytes: 1024})).toEqual([
      expect.stringMatching(/^module .*: did not answer within 2 s$/),
    ]);
  });

  it.each([
    {name: 'its heap', body: 'const all = []; for (;;) all.push({text: String(all.length)});'},
    {name: 'buffers', body: 'const all = []; for (;;) all.push(Buffer.alloc(8 * 1024 * 1024, 1));'},
  ])(
    'a module that exhausts memory with $name is stopped',
    async ({body}) => {
      expect(await messages(body)).toEqual([expect.stringMatching(/^module .*: used more than 512 MiB of memory$/)]);
    },
    60_000,
  );

  it('a module that prints or returns its environment finds no variable of the user', async () => {
    process.env['GANTRY_CANARY'] = 'canary-5e1f';
    try {
      expect(await messages('console.log(process.env); return {resources: []};')).toEqual([
        expect.stringContaining('it lists the environment variables, but it has no access to them'),
      ]);
      await files({
        'module.ts': moduleText(
          "console.log('printed'); return {resources: [], outputs: {canary: String(process.env.GANTRY_CANARY), path: String(process.env.PATH)}};",
        ),
      });
      const run = await (await open()).run(USE);
      expect(run).toMatchObject({generated: {outputs: {canary: 'undefined', path: 'undefined'}}});
    } finally {
      delete process.env['GANTRY_CANARY'];
    }
  });

  it.each([
    {name: 'net', body: "await import('node:net');", want: 'it uses node:net'},
    {name: 'a static import of http', body: '', before: "import 'http';", want: 'it uses http'},
    {name: 'fetch', body: "await fetch('http://127.0.0.1:PORT/');", want: 'it uses fetch'},
    {name: 'a built-in module of the process', body: "process.getBuiltinModule('node:tls');", want: 'it uses node:tls'},
    {name: 'a program', body: "(await import('child_process')).execSync('id');", want: 'it uses child_process'},
    {name: 'a thread', body: "await import('node:worker_threads');", want: 'it uses node:worker_threads'},
    {name: 'its own hooks', body: "await import('node:module');", want: 'it uses node:module'},
  ])('a module that uses $name is refused, and no request is sent', async ({body, before, want}) => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const {port} = server.address() as AddressInfo;
      const found = await messages(`${body.replace('PORT', String(port))} return {resources: []};`, before);
      expect(found).toEqual([expect.stringContaining(want)]);
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });

  it.each([
    {name: 'reads a file outside of its folder', body: "fs.readFileSync('/etc/hostname');"},
    {name: 'writes a file', body: "fs.writeFileSync('out.txt', 'x');"},
    {name: 'imports a file outside of its folder', body: "await import('../other.ts');"},
  ])('a module that $name is refused by the permission model', async ({body}) => {
    const [message] = await messages(`${body} return {resources: []};`, "import fs from 'node:fs';");
    expect(message).toMatch(/it may not (?:read|write) |Cannot find module|ERR_ACCESS_DENIED/);
  });

  it.each([
    {name: 'text to stdout', body: "fs.writeSync(1, 'rubbish\\n'); for (;;) {}", want: 'not a valid response'},
    {
      name: 'a forged answer',
      body: `fs.writeSync(1, '{"kind":"generated","generated":{"resources":[1]}}\\n'); process.exit();`,
      want: '`resources[0]` must be an object',
    },
    {
      name: 'too much output',
      body: "return {resources: [], outputs: {x: 'x'.repeat(2 * 1024 * 1024)}};",
      want: 'returned more than 1 MiB',
    },
    {name: 'no object', body: 'return 5;', want: 'must be an object with `resources`'},
    {name: 'nothing because it ends', body: 'process.exit(3);', want: 'ended before it answered (3)'},
  ])('a module that returns $name is refused', async ({body, want}) => {
    expect(await messages(body, "import fs from 'node:fs';")).toEqual([expect.stringContaining(want)]);
  });

  it('a module that was stopped is started again for the next use', async () => {
    await files({'module.ts': moduleText(`if (config.text === 'loop') for (;;) {}\n${CONFIG_MAP}`)});
    const module = await open({timeoutMs: 10_000, maxBytes: 1024});
    const [stopped, run] = await Promise.all([module.run({...USE, fields: {text: 'loop'}}), module.run(USE)]);
    expect(stopped).toMatchObject({problems: [{message: expect.stringContaining('did not answer within 10 s')}]});
    expect(run).toHaveProperty('generated');
  });
});
