import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {encodeStored, type Stored} from '../../../../src/adapters/terraform/stored.ts';
import {watchByProcess} from '../../../../src/adapters/terraform/watch-by-process.ts';
import type {TerraformStates} from '../../../../src/ports/terraform-states.ts';

const STORED: Stored = {ids: {}, run: 'run-1', state: {serial: 3}};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gantry-watcher-'));
});
afterEach(() => rm(directory, {recursive: true, force: true}));

/** Runs an apply with a script in place of the watcher. */
async function watch(script: string, env: Readonly<Record<string, string>> = {}) {
  const program = join(directory, 'watcher.mjs');
  await writeFile(program, script);
  const written: string[] = [];
  const states: TerraformStates = {
    read: async () => ({text: encodeStored(STORED), version: '1'}),
    write: async (_, text) => {
      written.push(text);
      return '2';
    },
    handOver: async () => ({}) as Awaited<ReturnType<TerraformStates['handOver']>>,
  };
  const watched = await watchByProcess({
    command: [process.execPath, program],
    states,
    env: {PATH: process.env['PATH'], ...env},
    home: directory,
  })(
    {lineage: 'l', directory, path: 'terraform', args: [], env: {}, apply: 'apply-1', stored: STORED, version: '1'},
    {signal: new AbortController().signal, onEvent: () => undefined, onWaiting: () => undefined},
  );
  return {watched, written};
}

describe('the process that watches an apply', () => {
  it('a watcher that is killed in the middle of a line counts as killed, and the state is stored', async () => {
    const {watched, written} = await watch(
      `process.stdin.once('data', () => process.stdout.write('{"ended":{"co', () => process.kill(process.pid, 9)));`,
    );
    expect(watched).toMatchObject({code: 'killed', version: '2', stopped: expect.stringContaining('was killed')});
    expect(written).toHaveLength(1);
  });

  it('a watcher that cannot start counts as killed, with its own words', async () => {
    const {watched} = await watch('', {NODE_OPTIONS: '--no-such-option'});
    expect(watched).toMatchObject({code: 'killed', stopped: expect.stringContaining('--no-such-option')});
  });

  it('NODE_OPTIONS of the user reaches the watcher, relative paths included', async () => {
    const script = `const said = JSON.stringify({ended: {code: 0, begun: [], stopped: process.env.NODE_OPTIONS + ' in ' + process.cwd()}});
process.stdin.once('data', () => process.stdout.write(said + '\\n', () => process.exit()));`;
    const {watched} = await watch(script, {NODE_OPTIONS: '--use-system-ca'});
    expect(watched).toMatchObject({code: 0, stopped: `--use-system-ca in ${process.cwd()}`});
  });
});
