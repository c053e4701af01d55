import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {encodeStored, type Stored} from '../../../../src/adapters/terraform/stored.ts';
import {watchByProcess} from '../../../../src/adapters/terraform/watch-by-process.ts';
import type {WatchListeners, WatchOrder} from '../../../../src/adapters/terraform/watch-order.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {TerraformStates} from '../../../../src/ports/terraform-states.ts';
import {atEndOfTest} from '../../../rig/end-of-test.ts';

const STORED: Stored = {ids: {}, run: 'run-1'};
const AWAY = {code: 'backend/io', detail: 'no route'} as const;

/** Runs an apply with a script of Node.js in place of the watcher. It has `say` and, for each line of its stdin, calls `heard`. */
async function watchWith(
  script: string,
  listeners: Partial<WatchListeners> = {},
  {
    program = process.execPath,
    env = {},
    makeOrder,
  }: {
    readonly program?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly makeOrder?: () => Promise<WatchOrder>;
  } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-watch-'));
  atEndOfTest(() => rm(directory, {recursive: true, force: true}));
  const file = join(directory, 'watcher.mjs');
  const rig = `import {writeFileSync} from 'node:fs';
    import {createInterface} from 'node:readline';
    const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
    const lines = createInterface({input: process.stdin});
    lines.on('close', () => writeFileSync(new URL('closed', import.meta.url), ''));
    const heard = (then) => lines.on('line', (line) => then(JSON.parse(line)));
    const ended = {code: 0, version: '2', begun: []};`;
  await writeFile(file, `${rig}\n${script}`);
  const written: string[] = [];
  const states: TerraformStates = {
    read: async () => ({text: encodeStored(STORED), version: '1'}),
    write: async (_, text) => String(written.push(text)),
    handOver: async () => ({backend: {}, key: {} as never}),
  };
  const watch = watchByProcess({command: [program, file], states, env, home: directory});
  const place = {lineage: 'a', directory, path: 'terraform', args: [], env: {}};
  const watched = watch(
    directory,
    makeOrder ?? (async () => ({...place, apply: 'apply-1', stored: STORED, version: '1'})),
    {
      signal: new AbortController().signal,
      onEvent: () => undefined,
      onWaiting: () => undefined,
      leaveTo: () => undefined,
      ...listeners,
    },
  );
  const isClosed = async (): Promise<boolean> =>
    readFile(join(directory, 'closed')).then(
      () => true,
      () => false,
    );
  return {watched, written, isClosed};
}

describe('an apply in a process of its own', () => {
  it('a run that does not wait any longer leaves the lock to the watcher, which learns of its end only then', async () => {
    const interrupt = new AbortController();
    const left: (() => void)[] = [];
    const {watched, isClosed} = await watchWith(
      `heard(({order}) => order && say({waiting: ${JSON.stringify(AWAY)}}))`,
      {
        signal: interrupt.signal,
        onWaiting: () => interrupt.abort('SIGINT'),
        leaveTo: (next) => void left.push(next),
      },
    );
    await expect(watched).rejects.toMatchObject({failure: AWAY});
    expect(left).toHaveLength(1);
    await delay(200);
    expect(await isClosed()).toBe(false);
    left[0]?.();
    while (!(await isClosed())) await delay(20);
  });

  it('a run whose state is stored keeps the lock', async () => {
    const left: (() => void)[] = [];
    const script = `heard((line) => (line.order ? say({ended}) : line.done && process.exit()))`;
    const {watched} = await watchWith(script, {leaveTo: (next) => void left.push(next)});
    expect(await watched).toMatchObject({code: 0, version: '2'});
    expect(left).toEqual([]);
  });

  it('a watcher that is killed in the middle of a line is replaced by the run', async () => {
    const script = `heard(() => process.stdout.write('{"ended":{"co', () => process.kill(process.pid, 'SIGKILL')))`;
    const {watched, written} = await watchWith(script);
    expect(await watched).toMatchObject({code: 'killed', stopped: 'the process that watches it was killed'});
    expect(written).toHaveLength(1);
  });

  it('a watcher that ends at once is replaced by the run, which reports its words', async () => {
    const {watched} = await watchWith(`console.error('no memory'); process.exit(3)`);
    expect(await watched).toMatchObject({stopped: 'the process that watches it was killed: no memory'});
  });

  it('a watcher that gets no order ends', async () => {
    const stale = new GantryError({code: 'plan/stale', detail: 'another run'});
    const {watched, isClosed} = await watchWith('', {}, {makeOrder: () => Promise.reject(stale)});
    await expect(watched).rejects.toBe(stale);
    while (!(await isClosed())) await delay(20);
  });

  it('a watcher that cannot start is refused: nothing was applied', async () => {
    const {watched} = await watchWith('', {}, {program: '/nowhere/node'});
    expect(await watched).toMatchObject({
      refused: {code: 'terraform/unusable', problem: '/nowhere/node is not installed'},
    });
  });

  it('NODE_OPTIONS of the user reaches the watcher, and its relative paths mean the same files', async () => {
    const script = `heard((line) => line.order ? say({ended: {...ended, stopped: process.env.NODE_OPTIONS + ' in ' + process.cwd()}}) : process.exit());`;
    const {watched} = await watchWith(script, {}, {env: {NODE_OPTIONS: '--use-system-ca'}});
    expect(await watched).toMatchObject({code: 0, stopped: `--use-system-ca in ${process.cwd()}`});
  });

  it('an option that Node.js does not know ends the watcher, and is in the reason', async () => {
    const {watched} = await watchWith('', {}, {env: {NODE_OPTIONS: '--no-such-option'}});
    expect(await watched).toMatchObject({stopped: expect.stringContaining('--no-such-option')});
  });
});
