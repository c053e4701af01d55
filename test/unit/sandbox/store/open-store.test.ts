import {spawn, spawnSync} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {Store} from '../../../../src/sandbox/model/store.ts';
import {logLine} from '../../../../src/sandbox/store/log-line.ts';
import {openStore} from '../../../../src/sandbox/store/open-store.ts';

const WRITER = fileURLToPath(new URL('writer-process.ts', import.meta.url));

let root: string;
let directory: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gantry-store-'));
  directory = join(root, 'sandboxes', 'demo');
});
afterEach(() => rmSync(root, {recursive: true}));

const configMap = (name: string, text: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name, namespace: 'default'},
  data: {text},
});

function opened(path = directory): Store {
  const store = openStore(path);
  if (store === undefined) throw new Error('somebody else has it');
  return store;
}

function filled(): void {
  const store = opened();
  store.put('configmaps', configMap('a', 'ä one'));
  store.put('configmaps', configMap('b', 'two'));
  store.put('namespaces', {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'default'}});
  store.remove('configmaps', 'default', 'b');
  store.close();
}

const log = (path = directory): string => join(path, 'objects.log');
const mark = (): string => join(directory, 'objects.synced');
const files = (path: string): Record<string, string> =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'latin1')]));

function refusal(path = directory): unknown {
  try {
    openStore(path)?.close();
  } catch (error) {
    return error instanceof GantryError ? error.failure : error;
  }
  return 'opened';
}

describe('the stored data of a sandbox', () => {
  it('a reopened store has all its objects, without the removed ones, and its revision', () => {
    filled();
    const store = opened();
    expect(store.list('configmaps')).toEqual([
      {...configMap('a', 'ä one'), metadata: {name: 'a', namespace: 'default', resourceVersion: '2'}},
    ]);
    expect(store.get('namespaces', '', 'default')).toMatchObject({metadata: {resourceVersion: '4'}});
    expect(store.revision()).toBe(5);
    expect(store.put('configmaps', configMap('c', ''))).toMatchObject({metadata: {resourceVersion: '6'}});
    store.close();
  });

  it('a reopened store makes watchers with an older revision list again', () => {
    filled();
    const store = opened();
    expect(store.subscribe(() => {}, 4)).toBeUndefined();
    expect(store.subscribe(() => {}, 5)).toBeDefined();
    store.close();
  });

  it('the files of a store can only be read by their owner', () => {
    filled();
    const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    expect(mode(directory)).toBe('700');
    expect(readdirSync(directory).map((name) => [name, mode(join(directory, name))])).toEqual([
      ['objects.log', '600'],
      ['objects.synced', '600'],
      ['owner.lock', '600'],
    ]);
  });

  it('a log stays small regardless of the number of writes', () => {
    const store = opened();
    for (let i = 0; i < 3000; i++) store.put('configmaps', configMap(`c${i % 3}`, 'x'.repeat(5000)));
    store.close();
    expect(statSync(log()).size).toBeLessThan(5 * 1024 * 1024);
    const again = opened();
    expect(again.revision()).toBe(3001);
    expect(again.list('configmaps').map(({metadata}) => metadata)).toMatchObject(
      ['2999', '3000', '3001'].map((resourceVersion) => ({resourceVersion})),
    );
    again.close();
  });
});

describe('a sandbox that is open', () => {
  it('an open sandbox cannot be opened again by the same process until it is closed', () => {
    const store = opened();
    expect(openStore(directory)).toBeUndefined();
    store.put('configmaps', configMap('a', 'one'));
    expect(openStore(directory)).toBeUndefined();
    store.close();
    const next = opened();
    expect(next.list('configmaps')).toHaveLength(1);
    next.close();
  });

  it('a process that is killed while writing loses no acknowledged write', async () => {
    for (let round = 1; round <= 4; round++) {
      const told = await killedAfter(150 * round);
      const store = opened();
      const texts = store.list('configmaps').map((object) => {
        const {metadata, data} = object as unknown as {metadata: {name: string}; data: {text: string}};
        return [metadata.name, data.text.length];
      });
      // The process may have been killed before it printed its last write, but no printed write is missing.
      const last = told.at(-1) ?? {revision: Infinity, state: {}};
      expect(store.revision()).toBeGreaterThanOrEqual(last.revision);
      if (store.revision() === last.revision) expect(Object.fromEntries(texts)).toEqual(last.state);
      store.close();
    }
  });

  it('opening a sandbox writes nothing to stderr', () => {
    const script = `const {openStore} = await import(${JSON.stringify(new URL('../../../../src/sandbox/store/open-store.ts', import.meta.url).href)});
      openStore(${JSON.stringify(directory)}).close(); process.emitWarning('still told');`;
    const {status, stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', script], {encoding: 'utf8'});
    expect({status, warnings: stderr.split('\n').filter((line) => line.includes('Warning: '))}).toEqual({
      status: 0,
      warnings: [expect.stringContaining('still told')],
    });
  });
});

type Told = {readonly revision: number; readonly state: JsonObject};

/** Kills the writer after it has printed this number of writes. Returns them, and checks that no other process could open the store meanwhile. */
async function killedAfter(writes: number): Promise<readonly Told[]> {
  const child = spawn(process.execPath, [WRITER, directory], {stdio: ['ignore', 'pipe', 'inherit']});
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.split('\n').length <= writes || child.killed) continue;
    expect(openStore(directory)).toBeUndefined();
    child.kill('SIGKILL');
  }
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => {
    const [revision, ...state] = line.split(' ');
    return {revision: Number(revision), state: JSON.parse(state.join(' ')) as JsonObject};
  });
}

describe('an interrupted write', () => {
  it.each([
    {name: 'a partial line', tail: (line: Buffer) => line.subarray(0, 20)},
    {name: 'a line without its end', tail: (line: Buffer) => line.subarray(0, -1)},
    {name: 'one byte', tail: (line: Buffer) => line.subarray(0, 1)},
    {name: 'the zeros of a disk that lost power', tail: () => Buffer.alloc(4096)},
    {
      name: 'zeros and the end of a line',
      tail: (line: Buffer) => Buffer.concat([Buffer.alloc(512), line.subarray(50)]),
    },
  ])('an interrupted write is ignored: $name', ({tail}) => {
    filled();
    const before = readFileSync(log());
    const line = logLine({put: 'configmaps', object: configMap('c', 'three')});
    writeFileSync(log(), Buffer.concat([before, tail(line)]));
    const store = opened();
    expect(store.revision()).toBe(5);
    store.put('configmaps', configMap('d', 'four'));
    store.close();
    const again = opened();
    expect(again.list('configmaps').map(({data}) => data)).toEqual([{text: 'ä one'}, {text: 'four'}]);
    again.close();
  });
});

describe('a damaged sandbox', () => {
  it('a log with any changed byte is refused and left unchanged', () => {
    filled();
    const good = readFileSync(log());
    for (let at = 0; at < good.length; at++) {
      const bytes = Buffer.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ 0x04;
      writeFileSync(log(), bytes);
      const before = files(directory);
      expect({at, refusal: refusal()}).toMatchObject({
        at,
        refusal: {code: 'sandbox/damaged', name: 'demo', file: log()},
      });
      expect(files(directory)).toEqual(before);
    }
  });

  it('a log truncated at any position is refused and left unchanged', () => {
    filled();
    for (let length = statSync(log()).size - 1; length >= 0; length--) {
      truncateSync(log(), length);
      const before = files(directory);
      expect({length, refusal: refusal()}).toMatchObject({length, refusal: {code: 'sandbox/damaged', file: log()}});
      expect(files(directory)).toEqual(before);
    }
  });

  it.each([
    {name: 'the log is missing', damage: () => rmSync(log()), file: 'objects.log', problem: 'is missing'},
    {name: 'the log is empty', damage: () => writeFileSync(log(), ''), file: 'objects.log', problem: 'is empty'},
    {
      name: 'the log is another file',
      damage: () => writeFileSync(log(), 'hello\n'.repeat(200)),
      file: 'objects.log',
      problem: 'has no valid header',
    },
    {
      name: 'the file with the synced length is invalid',
      damage: () => writeFileSync(mark(), '{'),
      file: 'objects.synced',
      problem: 'has invalid content',
    },
    {
      name: 'a lock file is not empty',
      damage: () => writeFileSync(join(directory, 'owner.lock'), 'x'.repeat(5000)),
      file: 'owner.lock',
      problem: 'is a lock file, but is not empty',
    },
    {
      name: 'a part of the log is duplicated',
      damage: () => writeFileSync(log(), Buffer.concat([readFileSync(log()), readFileSync(log()).subarray(-200)])),
      file: 'objects.log',
      problem: expect.stringMatching(/^(is corrupt|has a write out of order) in line \d+$/) as string,
    },
  ])('the damage is reported and the files stay unchanged: $name', ({damage, file, problem}) => {
    filled();
    damage();
    const before = files(directory);
    expect(refusal()).toEqual({code: 'sandbox/damaged', name: 'demo', file: join(directory, file), problem});
    expect(files(directory)).toEqual(before);
  });

  it('a sandbox of a newer Gantry is refused as such and left unchanged', () => {
    filled();
    writeFileSync(log(), logLine({sandbox: 2, id: 'x'}));
    expect(refusal()).toEqual({code: 'sandbox/newer', name: 'demo', directory, format: 2, known: 1});
    expect(readFileSync(log(), 'utf8')).toContain('"sandbox":2');
  });

  it('a damaged sandbox works again with a copy of its files', () => {
    filled();
    const copy = join(root, 'copy');
    cpSync(directory, copy, {recursive: true});
    truncateSync(log(), 100);
    rmSync(directory, {recursive: true});
    cpSync(copy, directory, {recursive: true});
    const store = opened();
    expect(store.revision()).toBe(5);
    store.close();
  });
});

describe('an unusable directory', () => {
  it('an unusable directory is reported with its path', () => {
    writeFileSync(join(root, 'sandboxes'), 'a file');
    expect(refusal()).toMatchObject({
      code: 'sandbox/unusable',
      name: 'demo',
      directory,
      problem: expect.stringContaining('ENOTDIR'),
    });
    expect(existsSync(directory)).toBe(false);
  });
});
