import {chmod, mkdir, readdir, rename, stat, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {withDirectoryLock} from '../../../../../src/adapters/local/backend/directory-lock.ts';
import {localBackend} from '../../../../../src/adapters/local/backend/local-backend.ts';
import {GantryError} from '../../../../../src/core/failure/failure.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof GantryError ? error.failure : error),
  );

async function modes(directory: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const name of await readdir(directory, {recursive: true})) {
    const {mode} = await stat(join(directory, name));
    found[name] = (mode & 0o777).toString(8);
  }
  return found;
}

describe('files of the local backend', () => {
  it('directories have mode 0700 and files 0600, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      const home = join(await scratchDirectory(), 'a', 'home');
      const backend = localBackend({directory: home});
      await backend.put('keys/hmac', bytes('k'), undefined);
      const found = await modes(join(home, '..'));
      expect(found).toMatchObject({home: '700', 'home/keys': '700', 'home/keys/hmac': '600'});
      expect(new Set(Object.values(found))).toEqual(new Set(['700', '600']));
    } finally {
      process.umask(before);
    }
  });

  it('each key is a plain file, and a finished write leaves nothing else', async () => {
    const directory = await scratchDirectory();
    const backend = localBackend({directory});
    await backend.put('workspaces/prod.yaml', bytes('name: prod\n'), undefined);
    expect((await readdir(directory, {recursive: true})).toSorted()).toEqual([
      '.lock',
      '.lock/free',
      '.stage',
      'workspaces',
      'workspaces/prod.yaml',
    ]);
  });

  it('a manual edit is a new version', async () => {
    const directory = await scratchDirectory();
    const backend = localBackend({directory});
    const outcome = await backend.put('workspaces/prod.yaml', bytes('name: prod\n'), undefined);
    await writeFile(join(directory, 'workspaces/prod.yaml'), 'name: prod # mine\n');
    const version = outcome === 'conflict' ? '' : outcome.version;
    expect(await backend.put('workspaces/prod.yaml', bytes('name: other\n'), version)).toBe('conflict');
  });

  it('hidden and temporary files are not listed as keys', async () => {
    const directory = await scratchDirectory();
    const backend = localBackend({directory});
    await backend.put('a/b', bytes('x'), undefined);
    await writeFile(join(directory, 'a', '.DS_Store'), '');
    await mkdir(join(directory, '.git'));
    expect(await backend.list('')).toEqual(['a/b']);
  });
});

describe('files that other processes left', () => {
  it('staged values of dead processes are removed, and those of live processes stay', async () => {
    const directory = await scratchDirectory();
    await localBackend({directory}).put('a/b', bytes('x'), undefined);
    const {ownProcess} = await import('../../../../../src/lib/process-identity.ts');
    const {bootId, pidNamespace, pid, start} = ownProcess();
    const dead = `${bootId}.${pidNamespace}.${pid}.${Number(start) + 1}.0123456789abcdef`;
    const living = `${bootId}.${pidNamespace}.${pid}.${start}.0123456789abcdef`;
    for (const name of [dead, living]) await writeFile(join(directory, '.stage', name), 'half a val');
    await localBackend({directory}).put('a/c', bytes('x'), undefined);
    expect(await readdir(join(directory, '.stage'))).toEqual([living]);
  });

  it('the lock of a dead process is taken over at once without its staged value', async () => {
    const directory = await scratchDirectory();
    const backend = localBackend({directory});
    await backend.put('a/b', bytes('x'), undefined);
    const {ownProcess} = await import('../../../../../src/lib/process-identity.ts');
    const {bootId, pidNamespace, pid, start} = ownProcess();
    const held = join(directory, '.lock', `${bootId}.${pidNamespace}.${pid}.${Number(start) + 1}.0123456789abcdef`);
    await rename(join(directory, '.lock', 'free'), held);
    await mkdir(join(held, 'desk'));
    await writeFile(join(held, 'desk', 'value'), 'never committed');
    await backend.put('a/c', bytes('y'), undefined);
    expect(await backend.list('')).toEqual(['a/b', 'a/c']);
    expect(await readdir(join(directory, '.lock'))).toEqual(['free']);
  });

  it('the lock of another machine, or of a copied directory, is taken over after a while', async () => {
    const directory = await scratchDirectory();
    const backend = localBackend({directory, staleMs: 20});
    await backend.put('a/b', bytes('x'), undefined);
    await mkdir(join(directory, '.lock', 'other-boot.none.1.1.0123456789abcdef', 'desk'), {recursive: true});
    await rename(join(directory, '.lock', 'free'), join(directory, '.lock', 'another-boot.none.1.1.0123456789abcdef'));
    await backend.put('a/c', bytes('y'), undefined);
    expect(await readdir(join(directory, '.lock'))).toEqual(['free']);
  });

  it('a deleted lock is created again', async () => {
    const directory = await scratchDirectory();
    const backend = localBackend({directory});
    await backend.put('a/b', bytes('x'), undefined);
    await mkdir(join(directory, 'elsewhere'));
    await rename(join(directory, '.lock'), join(directory, 'elsewhere', 'lock'));
    expect(await backend.put('a/c', bytes('y'), undefined)).not.toBe('conflict');
  });
});

describe('a holder that was overtaken', () => {
  it('a holder that was overtaken cannot write, and the new holder saw the last value', async () => {
    const directory = await scratchDirectory();
    const locked = {directory, staleMs: 20};
    await writeFile(join(directory, 'key'), 'old');
    await writeFile(join(directory, 'staged'), 'from the sleeper');
    const asleep = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const sleeper = withDirectoryLock(locked, async (desk) => {
      await rename(join(directory, 'staged'), join(desk, 'value'));
      holding.resolve();
      await asleep.promise;
      return failureOf(rename(join(desk, 'value'), join(directory, 'key')));
    });
    await holding.promise;
    await withDirectoryLock(locked, async () => {
      asleep.resolve();
      expect(await sleeper).toMatchObject({code: 'ENOENT'});
    });
    expect(await readdir(join(directory, '.lock'))).toEqual(['free']);
  });
});

describe('an error of the file system', () => {
  it.each([
    {
      name: 'a directory in the place of a file',
      key: 'a/b',
      make: (home: string) => mkdir(join(home, 'a/b'), {recursive: true}),
      errno: 'EISDIR',
    },
    {
      name: 'a file in the place of a directory',
      key: 'a/b/c',
      make: async (home: string) => {
        await mkdir(join(home, 'a'));
        await writeFile(join(home, 'a/b'), '');
      },
      errno: 'a file is in the place of its directory',
    },
    {
      name: 'a loop of links',
      key: 'a/b',
      make: (home: string) => symlink(join(home, 'a'), join(home, 'a')),
      errno: 'ELOOP',
    },
    {name: 'a name that is too long', key: `a/${'x'.repeat(300)}`, make: async () => undefined, errno: 'ENAMETOOLONG'},
  ])('an error of the file system is reported: $name', async ({key, make, errno}) => {
    const directory = await scratchDirectory();
    await make(directory);
    const failure = await failureOf(localBackend({directory, label: '~/.gantry'}).put(key, bytes('x'), undefined));
    expect(failure).toMatchObject({
      code: 'backend/io',
      detail: expect.stringMatching(new RegExp(`cannot write ${key} in ~/.gantry: .*${errno}`)),
    });
  });

  it.skipIf(process.getuid?.() === 0)('an error of the file system is reported: a missing permission', async () => {
    const directory = await scratchDirectory();
    const backend = localBackend({directory});
    await backend.put('a/b', bytes('x'), undefined);
    await chmod(join(directory, 'a', 'b'), 0);
    expect(await failureOf(backend.get('a/b'))).toMatchObject({
      code: 'backend/io',
      detail: expect.stringContaining('permission denied (EACCES)'),
    });
  });
});
