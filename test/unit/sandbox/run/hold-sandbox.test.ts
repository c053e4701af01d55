import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {connect} from 'node:http2';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {exportSandbox} from '../../../../src/sandbox/run/export-sandbox.ts';
import {type HeldSandbox, holdSandbox, type SandboxEvent} from '../../../../src/sandbox/run/hold-sandbox.ts';
import {resetSandbox} from '../../../../src/sandbox/run/reset-sandbox.ts';
import {sandboxStatus} from '../../../../src/sandbox/run/sandbox-status.ts';
import {ask, askAgain, askOver, plainServe, type Way} from './plain-serve.ts';

const HOLDER = fileURLToPath(new URL('holder-process.ts', import.meta.url));

let root: string;
let directory: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gantry-run-'));
  directory = join(root, 'demo');
});
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  rmSync(root, {recursive: true, force: true});
});

type Said = Way & {readonly type: string; readonly owner: boolean};
type Holder = {readonly child: ChildProcess; readonly next: () => Promise<Said>; readonly ended: Promise<unknown>};

/** Starts another process that holds the sandbox. */
function holder(): Holder {
  const child = spawn(process.execPath, [HOLDER, directory], {stdio: ['pipe', 'pipe', 'inherit']});
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  ends.push(() => {
    child.kill('SIGKILL');
    return ended;
  });
  return {child, ended, next: async () => JSON.parse(String((await lines.next()).value)) as Said};
}

async function held(onEvent?: (event: SandboxEvent) => void): Promise<HeldSandbox> {
  const sandbox = await holdSandbox({directory, serve: plainServe, ...(onEvent && {onEvent})});
  ends.push(() => sandbox.close());
  return sandbox;
}

const way = ({server, ca, token}: Way): Way => ({server, ca, token});

describe('the users of a sandbox', () => {
  it('the first process serves the sandbox, and the next ones connect to it', async () => {
    const first = await held();
    const second = holder();
    const said = await second.next();
    expect(first.owner).toBe(true);
    expect(said).toEqual({type: 'holds', owner: false, ...way(first)});
    expect(first.server).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    await ask(said, 'PUT', '/a');
    expect(await ask(first, 'GET', '/')).toEqual(['a']);
  });

  it('one of many processes that start together serves, and all get the same access', async () => {
    const holders = Array.from({length: 4}, holder);
    const said = await Promise.all(holders.map(({next}) => next()));
    expect(said.filter(({owner}) => owner)).toHaveLength(1);
    expect(new Set(said.map((one) => JSON.stringify(way(one)))).size).toBe(1);
  });

  it('a client needs the token, and the certificate is that of the run', async () => {
    const first = await held();
    await expect(ask({...way(first), token: 'x'}, 'GET', '/')).rejects.toThrow('HTTP 401');
    const other = await holdSandbox({directory: join(root, 'other'), serve: plainServe});
    ends.push(() => other.close());
    await expect(ask({...way(first), ca: other.ca}, 'GET', '/')).rejects.toThrow(/certificate|signature/);
  });

  it('a sandbox leaves no file that others can read, and the last process removes the token', async () => {
    const first = await held();
    const modes = Object.fromEntries(
      readdirSync(directory).map((name) => [name, (statSync(join(directory, name)).mode & 0o777).toString(8)]),
    );
    expect(modes).toMatchObject({'address.json': '600', 'users.lock': '600', 'owner.lock': '600'});
    expect(Object.values(modes).every((mode) => mode === '600')).toBe(true);
    expect(readFileSync(join(directory, 'address.json'), 'utf8')).toContain(first.token);
    await first.close();
    expect(readdirSync(directory).toSorted()).toEqual(['objects.log', 'objects.synced', 'owner.lock', 'users.lock']);
  });

  it('the next run has another token and certificate', async () => {
    const before = await held();
    await before.close();
    const after = await held();
    expect(after.owner).toBe(true);
    expect(after.token).not.toBe(before.token);
    expect(after.ca).not.toBe(before.ca);
  });

  it('the run after a killed process has another token, although the old one is still stored', async () => {
    const killed = holder();
    const before = await killed.next();
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(join(directory, 'address.json'))).toBe(true);
    const after = await held();
    expect([after.owner, after.token === before.token]).toEqual([true, false]);
  });
});

describe('the end of the serving process', () => {
  it.each([
    {name: 'is killed', end: (child: ChildProcess) => child.kill('SIGKILL')},
    {name: 'exits', end: (child: ChildProcess) => child.stdin?.write('end\n')},
  ])('another process takes over at the same address with all objects when the first $name', async ({end}) => {
    const first = holder();
    const before = await first.next();
    const others = [holder(), holder()];
    await Promise.all(others.map(({next}) => next()));
    await ask(before, 'PUT', '/a');
    end(first.child);
    expect(await askAgain(before, 'PUT', '/b')).toEqual(['a', 'b']);
    const took = await Promise.race(others.map(({next}) => next()));
    expect(took).toEqual({type: 'took-over', server: before.server});
    const last = holder();
    expect(await last.next()).toEqual({type: 'holds', owner: false, ...way(before)});
    expect(await ask(before, 'GET', '/')).toEqual(['a', 'b']);
  });

  it.each(['HTTP/1.1', 'HTTP/2'])(
    'a process that is not killed answers pending requests over %s, and unanswered ones can be repeated',
    async (protocol) => {
      const first = holder();
      const before = await first.next();
      await held();
      const session = connect(before.server, {ca: before.ca});
      session.on('error', () => {});
      ends.push(async () => session.destroy());
      const isAnswered = async (path: string): Promise<boolean> =>
        protocol === 'HTTP/2'
          ? askOver(session, before.token, path)
          : ask(before, 'PUT', path).then(
              () => true,
              () => false,
            );
      const unanswered: string[] = [];
      let answered = 0;
      const enough = Promise.withResolvers<void>();
      const busy = async (who: number): Promise<void> => {
        for (let i = 0; unanswered.length < 20; i++) {
          if (!(await isAnswered(`/${who}-${i}`))) unanswered.push(`${who}-${i}`);
          else if (++answered === 100) enough.resolve();
        }
      };
      const all = Promise.all(Array.from({length: 20}, (_, who) => busy(who)));
      await enough.promise;
      first.child.stdin?.write('end\n');
      await all;
      const there = await askAgain(before, 'GET', '/');
      expect(there.length).toBeGreaterThanOrEqual(100);
      expect(unanswered.filter((name) => there.includes(name))).toEqual([]);
    },
  );

  it('the sandbox is served as long as one process is left, and repeated requests are answered', async () => {
    const first = holder();
    const before = await first.next();
    let serving = first;
    const written: string[] = [];
    for (let round = 0; round < 3; round++) {
      const next = holder();
      expect(await next.next()).toMatchObject({owner: false});
      const asking = Array.from({length: 10}, (_, i) => askAgain(before, 'PUT', `/r${round}-${i}`));
      serving.child.kill('SIGKILL');
      await Promise.all(asking);
      written.push(...asking.map((_, i) => `r${round}-${i}`));
      expect(await askAgain(before, 'GET', '/')).toEqual(written.toSorted());
      serving = next;
    }
  });

  it('the last process becomes the owner', async () => {
    const first = holder();
    await first.next();
    const events: SandboxEvent[] = [];
    const second = await held((event) => events.push(event));
    expect(second.owner).toBe(false);
    first.child.kill('SIGKILL');
    await askAgain(second, 'PUT', '/a');
    expect([second.owner, events]).toEqual([true, [{type: 'took-over', server: second.server}]]);
  });

  it('the remaining process gets an event if the stored data is damaged meanwhile', async () => {
    const first = holder();
    await first.next();
    const told = Promise.withResolvers<SandboxEvent>();
    const second = await held(told.resolve);
    rmSync(join(directory, 'objects.log'));
    first.child.kill('SIGKILL');
    expect(await told.promise).toMatchObject({type: 'lost', error: {failure: {code: 'sandbox/damaged'}}});
    expect(second.owner).toBe(false);
  });
});

describe('a sandbox that cannot be used', () => {
  it('a serving process that does not answer is reported with its id', async () => {
    const first = holder();
    await first.next();
    first.child.kill('SIGSTOP');
    const failed = await holdSandbox({directory, serve: plainServe, patienceMs: 200}).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(GantryError);
    expect((failed as GantryError).failure).toEqual({code: 'sandbox/silent', name: 'demo', pid: first.child.pid});
  });

  it('a sandbox can be opened by the next process after serving has failed', async () => {
    const broken = holdSandbox({directory, serve: () => Promise.reject(new Error('no port'))});
    await expect(broken).rejects.toThrow('no port');
    expect((await held()).owner).toBe(true);
  });

  it('a process that takes over gets another port if its own was taken meanwhile', async () => {
    const first = holder();
    const before = await first.next();
    const taken = Object.assign(new Error('taken'), {code: 'EADDRINUSE'});
    const second = await holdSandbox({
      directory,
      serve: (store, run) => (run.port === 0 ? plainServe(store, run) : Promise.reject(taken)),
      onEvent: () => moved.resolve(),
    });
    const moved = Promise.withResolvers<void>();
    ends.push(() => second.close());
    first.child.kill('SIGKILL');
    await moved.promise;
    expect(second.server).not.toBe(before.server);
    expect(await ask(second, 'GET', '/')).toEqual([]);
    expect(sandboxStatus(directory)).toMatchObject({served: {server: second.server}});
  });
});

describe('the commands of a sandbox', () => {
  it('the commands report that a sandbox does not exist, and create nothing', () => {
    expect([sandboxStatus(directory), exportSandbox(directory), resetSandbox(directory)]).toEqual([
      {bytes: 0},
      [],
      false,
    ]);
    expect(existsSync(directory)).toBe(false);
  });

  it('the status contains the objects and the serving process, while it is served and afterwards', async () => {
    const sandbox = await held();
    await ask(sandbox, 'PUT', '/b');
    await ask(sandbox, 'PUT', '/a');
    const bytes = statSync(join(directory, 'objects.log')).size;
    expect(sandboxStatus(directory)).toEqual({objects: 2, bytes, served: {server: sandbox.server, pid: process.pid}});
    expect(exportSandbox(directory).map(({metadata}) => (metadata as {name: string}).name)).toEqual(['a', 'b']);
    await sandbox.close();
    expect(sandboxStatus(directory)).toEqual({objects: 2, bytes});
    expect(exportSandbox(directory)).toHaveLength(2);
  });

  it('a reset removes all data, but not while the sandbox is served', async () => {
    const sandbox = await held();
    await ask(sandbox, 'PUT', '/a');
    expect(() => resetSandbox(directory)).toThrow(
      expect.objectContaining({failure: {code: 'sandbox/in-use', name: 'demo', pid: process.pid}}),
    );
    expect(await ask(sandbox, 'GET', '/')).toEqual(['a']);
    await sandbox.close();
    expect(resetSandbox(directory)).toBe(true);
    expect(resetSandbox(directory)).toBe(false);
    expect(sandboxStatus(directory)).toEqual({bytes: 0});
    const next = await held();
    expect(await ask(next, 'GET', '/')).toEqual([]);
  });

  it.each(['objects.log', 'objects.synced', 'owner.lock', 'users.lock'])(
    'a reset also repairs a sandbox whose %s is damaged',
    async (file) => {
      await (await held()).close();
      writeFileSync(join(directory, file), 'x'.repeat(5000));
      await expect(held()).rejects.toMatchObject({failure: {code: 'sandbox/damaged', file: join(directory, file)}});
      expect(resetSandbox(directory)).toBe(true);
      expect((await held()).owner).toBe(true);
    },
  );
});
