import {chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink} from 'node:fs/promises';
import {hostname, tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {
  dropLasting,
  lastingDirectory,
  temporaryDirectory,
} from '../../../../../src/adapters/local/programs/private-directory.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import {ownProcess} from '../../../../../src/lib/process-identity.ts';
import {openToOthers} from '../../../../rig/canaries.ts';
import {failureOf} from '../../../app/workspace/rig.ts';

async function base(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-run-'));
  onTestFinished(() => rm(directory, {recursive: true, force: true}));
  return join(directory, 'run');
}

const machine = hostname().replaceAll(/[^A-Za-z0-9-]+/g, '_');
const {bootId, pidNamespace, pid, start} = ownProcess();

describe('files for programs', () => {
  it('directories for many programs at a time have one listener, and all are removed at the exit', async () => {
    const run = await base();
    const before = process.listeners('exit');
    const directories = await Promise.all(Array.from({length: 12}, () => temporaryDirectory(run)));
    const added = process.listeners('exit').filter((one) => !before.includes(one));
    expect(added).toHaveLength(1);
    await directories[0]?.remove();
    expect(await readdir(run)).toHaveLength(11);
    expect(process.listeners('exit')).toContain(added[0]);
    added[0]?.(0);
    expect(await readdir(run)).toEqual([]);
    for (const directory of directories) await directory.remove();
    expect(process.listeners('exit')).toEqual(before);
  });

  it('files for programs are for their owner only, and are removed with the directory', async () => {
    const run = await base();
    await mkdir(run);
    await chmod(run, 0o777);
    const directory = await temporaryDirectory(run);
    const file = await directory.write('GOOGLE_CREDENTIALS/key.json', new Secret('{}'));
    expect(await readFile(file, 'utf8')).toBe('{}');
    await directory.write('GOOGLE_CREDENTIALS/key.json', '{"new": 1}');
    expect(await readFile(file, 'utf8')).toBe('{"new": 1}');
    expect(await openToOthers(run)).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await directory.remove();
    expect(await readdir(run)).toEqual([]);
  });

  it.each([
    {name: 'of a process that is gone', left: ['run', machine, bootId, pidNamespace, '4194303', '1', 'aa'], gone: true},
    {
      name: 'of a later process with that number',
      left: ['run', machine, bootId, pidNamespace, pid, '1', 'aa'],
      gone: true,
    },
    {
      name: 'of before the machine was started',
      left: ['run', machine, 'other-boot', pidNamespace, pid, start, 'aa'],
      gone: true,
    },
    {
      name: 'of a terminal of that time',
      left: ['env', machine, 'other-boot', pidNamespace, '1', '1', 'aa'],
      gone: true,
    },
    {
      name: 'of a terminal that is closed',
      left: ['env', machine, bootId, pidNamespace, '4194303', '1', 'aa'],
      gone: true,
    },
    {name: 'of this process', left: ['run', machine, bootId, pidNamespace, pid, start, 'aa'], gone: false},
    {
      name: 'of another machine with the same home',
      left: ['run', 'elsewhere', 'other', pidNamespace, '9', '1', 'aa'],
      gone: false,
    },
    {name: 'of another container', left: ['run', machine, bootId, 'pid_1', '4194303', '1', 'aa'], gone: false},
    {name: 'of somebody else', left: ['notes'], gone: false},
  ])('a directory $name is removed by the next run: $gone', async ({left, gone}) => {
    const run = await base();
    await mkdir(join(run, left.join('.')), {recursive: true});
    const directory = await temporaryDirectory(run);
    await directory.remove();
    expect(await readdir(run)).toEqual(gone ? [] : [left.join('.')]);
  });

  it('files for a terminal stay until they are dropped, and no other path is dropped', async () => {
    const run = await base();
    const [lasting, temporary] = [await lastingDirectory(run), await temporaryDirectory(run)];
    const [kept, other] = [await lasting.write('kubeconfig', 'a'), await temporary.write('kubeconfig', 'b')];
    await dropLasting(run, other);
    await dropLasting(run, '/etc/passwd');
    await dropLasting(run, join(run, 'env.x', '..', '..', 'file'));
    expect(await readdir(run)).toHaveLength(2);
    await dropLasting(run, kept);
    expect(await readdir(run)).toHaveLength(1);
    await temporary.remove();
  });

  it('files for programs are not written through a link of another user', async () => {
    const run = await base();
    await mkdir(`${run}-theirs`);
    await symlink(`${run}-theirs`, run);
    expect(await failureOf(temporaryDirectory(run))).toMatchObject({code: 'program/no-place', path: run});
  });
});
