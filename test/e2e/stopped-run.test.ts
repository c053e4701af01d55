import {once} from 'node:events';
import {expect, it} from 'vitest';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import type {Event} from '../../src/core/event.ts';
import type {Runtime} from '../../src/ports/runtime.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {mortal} from '../rig/mortal.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {type Program, startGantry} from '../rig/program.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {labelled, seriesOf} from './support/agreement.ts';

const many = (count: number) => Array.from({length: count}, (_, i) => configMap(`part-${i}`, {a: '1'}));

/** The first word of the recording is the last that the main thread does but work. */
const BUSY_WHILE_RECORDING = `--import=data:text/javascript,${encodeURIComponent(`
  const {write} = process.stdout;
  process.stdout.write = (text, ...rest) => {
    const isWritten = write.call(process.stdout, text, ...rest);
    if (/"phase-started".*"record"|"record".*"phase-started"/.test(String(text))) for (;;);
    return isWritten;
  };
`)}`;

onCluster('an interrupted run', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** It waits for what never becomes ready; `repaired` makes it ready. */
  async function waitingStack(): Promise<{readonly stack: Stack; readonly repair: () => Promise<void>}> {
    const stack = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: manifests(deployment('web', {annotations: failing('never-ready')}), configMap('settings', {a: '1'})),
    });
    return {stack, repair: () => stack.write(manifests(deployment('web'), configMap('settings', {a: '1'})))};
  }

  const applying = async (stack: Stack): Promise<Program> => {
    const program = startGantry(stack, ['apply', '--yes', '-o', 'jsonl']);
    await program.event('step-applied', ({id}) => String(id).endsWith(':web'));
    return program;
  };

  const lastPhase = async (stack: Stack) => {
    const {last, pending} = await seriesOf(stack);
    return pending?.phase ?? last?.phase;
  };

  it.each([
    {how: 'by Ctrl-C', signal: 'SIGINT', code: 130},
    {how: 'by its system', signal: 'SIGTERM', code: 143},
    {how: 'when its terminal is closed', signal: 'SIGHUP', code: 143},
  ] as const)('$how records the truth, says how to go on, and frees the lock', async ({signal, code}) => {
    const {stack, repair} = await waitingStack();
    const {child, ended} = await applying(stack);
    child.kill(signal);
    const ran = await ended;
    expect(ran.code, ran.stderr).toBe(code);
    const end = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '') as {phase: string; error: {hint: string}};
    expect(end).toMatchObject({phase: 'interrupted', error: {code: 'cancelled', run: {operation: 'apply', total: 3}}});
    expect(end.error.hint).toContain('repeat the same command');
    await repair();
    await applied(stack, ['--lock-timeout', '0']);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it('a second interrupt ends at once, and the next run continues without any other command', async () => {
    const {stack, repair} = await waitingStack();
    const {child, ended} = startGantry(stack, ['apply', '--yes']);
    child.stderr?.on('data', (text: Buffer) => {
      // Something is written. The second comes while the first is being heard: nothing is recorded any more, or all of it is.
      if (child.killed || !/^created /m.test(String(text))) return;
      child.kill('SIGINT');
      child.kill('SIGTERM');
    });
    const {code, stderr} = await ended;
    expect(child.signalCode ?? code).toSatisfy((end) => ['SIGINT', 'SIGTERM', 130, 143].includes(end));
    // A second one that it did not have to hear ends it in the kernel, before it can say anything.
    if (child.signalCode === null) expect(stderr).toMatch(/Stopped at once\.|goes on|go on/);
    await repair();
    await applied(stack, ['--lock-timeout', '0']);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it.each([
    {first: 'SIGINT', second: 'SIGINT'},
    {first: 'SIGTERM', second: 'SIGTERM'},
    {first: 'SIGINT', second: 'SIGTERM'},
    {first: 'SIGTERM', second: 'SIGHUP'},
  ] as const)('a process that is busy forever after $first is ended by $second', async ({first, second}) => {
    const {stack, repair} = await waitingStack();
    const program = startGantry(stack, ['apply', '--yes', '-o', 'jsonl'], {NODE_OPTIONS: BUSY_WHILE_RECORDING});
    await program.event('step-applied', ({id}) => String(id).endsWith(':web'));
    program.child.kill(first);
    await program.event('phase-started', ({phase}) => phase === 'record');
    program.child.kill(second);
    await program.ended;
    expect(program.child.signalCode).toBe(second);
    await repair();
    await applied(stack, ['--lock-timeout', '0']);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it('a run prints during its writes what a second signal does', async () => {
    const {stack} = await waitingStack();
    const {child, ended} = startGantry(stack, ['apply', '--yes']);
    // What goes first is done, and the other is waited for.
    child.stderr?.on('data', (text: Buffer) => {
      if (!child.killed && /^created /m.test(String(text))) child.kill('SIGINT');
    });
    const {code, stderr} = await ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/^Stopping: .*A second signal ends the process at once/m);
    await destroyed(stack);
  });

  it('a run that waits for a lock ends at once, and has started nothing', async () => {
    const {stack} = await waitingStack();
    const holder = await applying(stack);
    const waiting = startGantry(stack, ['apply', '--yes', '--lock-timeout', '60', '-o', 'jsonl']);
    await waiting.event('lock-waiting');
    waiting.child.kill('SIGINT');
    expect((await waiting.ended).code).toBe(130);
    holder.child.kill('SIGINT');
    expect((await holder.ended).code).toBe(130);
    expect((await seriesOf(stack)).last?.revision).toBe(1);
  });

  it.each([
    {
      when: 'while it plans',
      at: (event: Event) => event.type === 'phase-started' && event.phase === 'plan',
      phase: undefined,
    },
    {
      when: 'while it records',
      at: (event: Event) => event.type === 'phase-started' && event.phase === 'record',
      phase: 'succeeded',
    },
  ])('an interrupt $when leaves nothing half done', async ({at, phase}) => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: manifests(...many(3))});
    const interrupt = new AbortController();
    const deps = depsOf(stack, {
      signal: interrupt.signal,
      onEvent: (event) => {
        if (at(event)) interrupt.abort('SIGINT');
      },
    });
    const outcome = await applyRelease(applyOf(stack), deps).catch((error: unknown) => error);
    expect(phase === undefined ? outcome : (outcome as {phase?: string}).phase).toBe(phase ?? 'SIGINT');
    expect(await lastPhase(stack)).toBe(phase);
    await applied(stack, ['--lock-timeout', '0']);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it('a run whose output nobody reads continues, and is recorded', async () => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: manifests(...many(30))});
    const {child, ended} = startGantry(stack, ['apply', '--yes', '-o', 'jsonl']);
    ended.catch(() => undefined); // Its streams are broken off below.
    const closed = once(child, 'exit');
    child.stderr?.destroy();
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await closed).toEqual([0, null]);
    expect(await lastPhase(stack)).toBe('succeeded');
    await destroyed(stack);
  });

  it('a run whose lock is broken by force from another process writes nothing more', async () => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: manifests(...many(12))});
    const {deps, writes} = mortal(stack);
    const lost = Promise.withResolvers<void>();
    let begun = 0;
    const onEvent = (event: Event): void => {
      if (event.type === 'step-skipped') lost.resolve();
    };
    const running = applyRelease(applyOf(stack, {parallelism: 1}), {
      ...deps,
      onEvent,
      cluster: async (access) => {
        const cluster = await deps.cluster(access);
        const plan: Runtime['plan'] = async (request) => {
          const plan = await cluster.runtime.plan(request);
          const changes = plan.changes.map((change) => ({
            ...change,
            execute: async (run: Parameters<typeof change.execute>[0]) => {
              if (++begun !== 5) return change.execute(run);
              expect((await stack.gantry(['release', 'unlock', '--force', '--yes'])).code).toBe(0);
              await once(run.signal, 'abort');
              return change.execute(run);
            },
          }));
          return {...plan, changes};
        };
        return {...cluster, runtime: {...cluster.runtime, plan}};
      },
    });
    await lost.promise;
    const before = writes.length;
    const outcome = await running;
    expect(before).toBe(4);
    expect(writes).toHaveLength(before);
    expect(outcome).toMatchObject({phase: 'failed', failure: {causes: [{code: 'release/lease-lost'}]}});
    const {lineage = ''} = await seriesOf(stack);
    // The namespace is the first of the four.
    expect((await labelled(cluster, lineage)).size).toBe(3);
    await applied(stack);
    await destroyed(stack);
  });
});
