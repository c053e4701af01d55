import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {childCommand} from '../../../../src/adapters/modules/child-command.ts';

const run = promisify(execFile);
const PERMITTED = await run('/usr/bin/unshare', ['--map-root-user', '--net', '--', '/bin/true']).then(
  () => true,
  () => false,
);
const MAJOR = Number(process.versions.node.split('.')[0]);

describe('the process of a module', () => {
  it('the process reads its folder and the code of Gantry, and has no variables of the user', async () => {
    const {command, env} = await childCommand({node: '/node', file: '/gantry/child.js', reads: ['/gantry/*']}, '/m');
    expect(command).toEqual(
      expect.arrayContaining(['--permission', '--allow-fs-read=/gantry/*', '--allow-fs-read=/m/*']),
    );
    expect(command.filter((one) => one.startsWith('--allow'))).toHaveLength(2);
    expect(command.at(-1)).toBe('/gantry/child.js');
    expect(env).toEqual({TZ: 'UTC', LC_ALL: 'C'});
  });

  it('the single executable gets its permissions in a variable, also for a folder with spaces and quotes', async () => {
    const {command, env} = await childCommand({node: '/gantry', reads: []}, '/a "b" c');
    expect(command.slice(-2)).toEqual(['/gantry', '__module']);
    expect(env['NODE_OPTIONS']).toContain('"--permission" "--allow-fs-read=/a \\"b\\" c/*"');
  });

  it.runIf(PERMITTED && MAJOR < 25)(
    'before Node.js 25 the process is in a network namespace without a network',
    async () => {
      const {command} = await childCommand({node: '/node', file: '/child.js', reads: []}, '/m');
      const [first = '', ...rest] = command.slice(0, command.indexOf('/node'));
      const {stdout} = await run(first, [...rest, '/bin/cat', '/proc/net/dev']);
      const names = stdout.split('\n').flatMap((line) => /^\s*([\w.-]+):/.exec(line)?.[1] ?? []);
      expect(names.filter((name) => name !== 'lo' && !/^(?:tunl|sit|gre|gretap|erspan|ip_vti|ip6)/.test(name))).toEqual(
        [],
      );
      await expect(run(first, [...rest, process.execPath, '-e', CONNECT])).rejects.toThrow(/ENETUNREACH|ECONNREFUSED/);
    },
  );
});

/** Connects to an address of a documentation network, at which no machine answers. */
const CONNECT = "require('node:net').connect(80, '192.0.2.1').on('error', (error) => { throw error; });";
