import {once} from 'node:events';
import {hostname, userInfo} from 'node:os';
import {expect, it} from 'vitest';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {type Program, startGantry} from '../rig/program.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

type Listed = {
  readonly locked?: {readonly holder: string; readonly command: string};
  readonly releases: readonly {readonly revision: number; readonly phase: string; readonly current: boolean}[];
};

onCluster('two runs on one stack', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A stack whose apply waits until it is ended, in a process of its own; its lock is held when this answers. */
  async function heldStack(): Promise<{readonly stack: Stack; readonly holder: Program}> {
    const stack = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: manifests(deployment('web', {annotations: failing('never-ready')}), configMap('settings', {a: '1'})),
    });
    const holder = startGantry(stack, ['apply', '--yes', '-o', 'jsonl']);
    await holder.event('step-applied', ({id}) => String(id).endsWith(':web'));
    return {stack, holder};
  }

  it('a second run ends with 5 and names the holder of the lock and its command', async () => {
    const {stack, holder} = await heldStack();
    for (const args of [
      ['apply', '--yes'],
      ['destroy', '--yes'],
    ]) {
      const says = [`pid ${holder.child.pid}`, 'gantry apply --yes -o jsonl'];
      const refusal = {
        exit: 5,
        code: 'release/locked',
        says: [...says, 'The process of the holder runs on this machine', hostname()],
      };
      const {machine} = await expectRefused(stack, [...args, '--lock-timeout', '0'], refusal);
      const {pid} = holder.child;
      const told = {pid, host: hostname(), user: userInfo().username, leaseSeconds: 60, alive: 'runs'};
      expect(machine.document.error).toMatchObject({...told, renewedSecondsAgo: expect.any(Number)});
    }
    const {document} = await stack.json<Listed>(['release', 'list']);
    expect(document.locked?.holder).toContain(`pid ${holder.child.pid}`);
    expect(document.releases).toMatchObject([{phase: 'applying'}]);
    const preview = await stack.gantry(['preview']);
    expect(preview.code).toBe(0);
    expect(preview.stderr).toContain('is in progress (gantry apply --yes -o jsonl): the output may change');
  });

  it('one of two real processes wins, the other ends with 5, and there is one release', async () => {
    const stack = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: manifests(deployment('web', {annotations: failing('never-ready')})),
    });
    const args = ['apply', '--yes', '--lock-timeout', '0', '--timeout', '5', '-o', 'json'];
    const racers = [0, 1].map(() => startGantry(stack, args));
    const ended = await Promise.all(racers.map((racer) => racer.ended));
    // The winner waits for what never becomes ready: it is at work while the other comes.
    expect(
      ended.map(({code}) => code).toSorted((a, b) => a - b),
      JSON.stringify(ended),
    ).toEqual([5, 6]);
    const loser = JSON.parse(ended.find(({code}) => code === 5)?.stdout ?? '') as {error: {code: string}};
    expect(['release/locked', 'plan/stale']).toContain(loser.error.code);
    expect((await stack.json<Listed>(['release', 'list'])).document.releases).toMatchObject([{phase: 'failed'}]);
  });

  it('with --lock-timeout the second run waits, names the holder, and refuses its plan after another release', async () => {
    const {stack, holder} = await heldStack();
    const waiting = startGantry(stack, ['apply', '--yes', '--lock-timeout', '60', '-o', 'jsonl']);
    expect((await waiting.event('lock-waiting'))['holder']).toContain(`pid ${holder.child.pid}`);
    holder.child.kill('SIGTERM');
    expect((await holder.ended).code).toBe(143);
    const ended = await waiting.ended;
    expect(ended.code, ended.stdout).toBe(5);
    expect(ended.stdout).toContain('plan/stale');
  });

  it('a killed run holds nothing: unlock says that it is dead, and the next apply continues', async () => {
    const {stack, holder} = await heldStack();
    holder.child.kill('SIGKILL');
    await once(holder.child, 'close');
    const listed = (await stack.json<Listed>(['release', 'list'])).document;
    expect(listed).toMatchObject({releases: [{phase: 'interrupted'}]});
    expect(listed.locked).toBeUndefined();
    const asked = await stack.gantry(['release', 'unlock'], {typed: 'n\n'});
    expect(asked).toMatchObject({code: 1, stdout: expect.stringContaining('Nothing was changed')});
    expect(asked.stderr).toMatch(/gantry apply --yes -o jsonl[^]*is dead\. Free the lock\? \[y\/N\]/);
    const unlocked = await stack.json(['release', 'unlock']);
    expect(unlocked).toMatchObject({
      code: 0,
      document: {kind: 'unlocked', because: 'dead', holder: expect.stringContaining(`pid ${holder.child.pid}`)},
    });
    expect((await stack.json(['release', 'unlock'])).document).toMatchObject({kind: 'not-locked'});
    await stack.write(manifests(deployment('web'), configMap('settings', {a: '1'})));
    expect(await stack.gantry(['apply', '--yes', '--lock-timeout', '0'])).toMatchObject({code: 0});
  });

  it('unlock does not free the lock of a living run without --force', async () => {
    const {stack, holder} = await heldStack();
    // It is watched until it renews its lease: then it lives.
    const refused = await stack.json(['release', 'unlock']);
    expect(refused).toMatchObject({code: 5, document: {error: {code: 'release/locked'}}});
    expect(refused.stderr).toContain(`pid ${holder.child.pid}`);
    await expectRefused(stack, ['release', 'unlock', '--force'], {
      exit: 3,
      code: 'input/confirmation-needed',
      says: ['--yes'],
    });
  });

  it("a run that lost its lock by force after a write ends with 6, and the other run's release stays current", async () => {
    const {stack, holder} = await heldStack();
    // It sees that its lock is gone when the other one has released, not between its plan and its lock.
    holder.child.kill('SIGSTOP');
    expect((await stack.gantry(['release', 'unlock', '--force', '--yes'])).code).toBe(0);
    await stack.write(manifests(deployment('web'), configMap('settings', {a: '2'})));
    const applied = await stack.gantry(['apply', '--yes', '--lock-timeout', '0']);
    expect(applied.code, applied.stderr).toBe(0);
    holder.child.kill('SIGCONT');
    const ended = await holder.ended;
    expect(ended.code, ended.stdout).toBe(6);
    expect(ended.stdout).toContain('release/lease-lost');
    expect(ended.stdout).toContain('could not be recorded');
    const {releases} = (await stack.json<Listed>(['release', 'list'])).document;
    expect(releases.filter(({current}) => current)).toMatchObject([{revision: 2, phase: 'succeeded'}]);
  });
});
