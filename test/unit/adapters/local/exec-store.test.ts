import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type ExecConfig, type ExecDeps, execStore} from '../../../../src/adapters/local/secret-store/exec-store.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {textOf} from '../../../rig/read-secret.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

/** A store whose program is this script. */
const store = (script: string, config: Partial<ExecConfig> = {}, deps: Partial<ExecDeps> = {}) =>
  execStore(
    {kind: 'exec', command: [process.execPath, '-e', script], env: {}, timeoutSeconds: 30, ...config},
    {env: {PATH: process.env['PATH']}, ...deps},
  );

describe('a program that prints secrets', () => {
  it("a program gets the secret's name on stdin and in its environment, without a shell", async () => {
    const script = `const {env} = process;
      const stdin = require('node:fs').readFileSync(0, 'utf8');
      console.log(JSON.stringify({stdin, name: env.GANTRY_SECRET_NAME, version: env.GANTRY_SECRET_VERSION,
        own: env.TOKEN, arg: process.argv[1], home: String(env.HOME), cwd: process.cwd()}));`;
    const directory = await scratchDirectory();
    const command = [process.execPath, '-e', script, '$(id) `id` *'];
    const asked = store('', {command, directory, env: {TOKEN: new Secret('t-1')}});
    const value = async (property: string) => textOf(asked, `ref://prod/db/${property}?version=3`);
    expect(await value('stdin')).toBe('{"name":"prod/db","version":"3"}');
    expect(await value('name')).toBe('prod/db');
    expect(await value('version')).toBe('3');
    expect(await value('own')).toBe('t-1');
    expect(await value('arg')).toBe('$(id) `id` *');
    expect(await value('home')).toBe('undefined');
    expect(await value('cwd')).toBe(directory);
  });

  it.each([
    {name: 'a text', script: 'console.log(JSON.stringify("x"))', uri: 'ref://a', want: 'x'},
    {name: 'a number', script: 'console.log(5432)', uri: 'ref://a', want: '5432'},
    {name: 'a map', script: 'console.log(\'{"p":"x"}\')', uri: 'ref://a/p', want: 'x'},
    {name: 'without reading', script: 'process.stdin.destroy(); console.log("1")', uri: 'ref://a', want: '1'},
  ])('a program prints JSON: $name', async ({script, uri, want}) =>
    expect(await textOf(store(script), uri)).toBe(want),
  );

  it.each([
    {name: 'has none', script: 'console.log("null")', says: 'has no a'},
    {name: 'prints no JSON', script: 'console.log("canary")', says: 'is not JSON'},
    {name: 'prints nothing', script: '', says: 'is not JSON'},
    {name: 'is not there', command: ['/no/program'], says: 'the program program is not installed'},
    {
      name: 'ends with an error',
      script: 'console.error("no\\nlogin\\u001b[2J"); process.exit(3)',
      says: 'ended with 3: no login [2J',
    },
    {
      name: 'is ended',
      script: 'process.kill(process.pid, "SIGTERM"); setTimeout(() => 0, 9e5)',
      says: 'ended with SIGTERM',
    },
    {
      name: 'prints too much',
      script: 'const more = () => process.stdout.write("canary".repeat(1e5), more); more()',
      says: 'prints more than',
    },
    {name: 'takes too long', script: 'setTimeout(() => 0, 9e5)', seconds: 0.3, says: 'did not end within 0.3 s'},
  ])('an error explains a program that $name', async ({script = '', command, seconds = 30, says}) => {
    const answer = await textOf(store(script, {...(command && {command}), timeoutSeconds: seconds}), 'ref://a');
    expect(answer).toContain(says);
    expect(answer).not.toContain('canary');
  });

  it('an error contains neither the input nor the output of a program', async () => {
    const script = `console.log('{"p":"canary-printed"}');
      console.error('login with', process.env.TOKEN, 'gave canary-printed'); process.exit(1)`;
    const answer = await textOf(store(script, {env: {TOKEN: new Secret('canary-given')}}), 'ref://a/p');
    expect(answer).toContain('login with *** gave ***');
    expect(answer).not.toContain('canary');
  });

  it('a program and its children end with the run', async () => {
    const file = join(await scratchDirectory(), 'pids');
    const script = `const {spawn} = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setTimeout(() => 0, 9e5)'], {stdio: 'inherit'});
      require('node:fs').writeFileSync(${JSON.stringify(file)}, process.pid + ' ' + child.pid);
      setTimeout(() => 0, 9e5);`;
    const run = new AbortController();
    const asked = store(script, {}, {signal: run.signal}).fetch({name: ['a']});
    const pids = await until(async () => (await readFile(file, 'utf8').catch(() => '')).split(' ').filter(Boolean));
    run.abort(new Error('interrupted'));
    await expect(asked).rejects.toThrow('interrupted');
    await until(async () => (pids.some((pid) => isAlive(Number(pid))) ? [] : ['gone']));
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What is there as soon as it is there. */
async function until(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  for (;;) {
    const found = await look();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
