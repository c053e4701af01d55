import {rename, rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it, vi} from 'vitest';
import {applied} from '../rig/changes.ts';
import {streamOf} from '../rig/event-stream.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {notifiedStack, outcomes} from './support/notified-stack.ts';

onCluster('a watch of drift', (cluster) => {
  it('a watch prints and reports only changes, survives a lost backend, and ends with 0 at Ctrl-C', async () => {
    const {stack, hook, edit} = await notifiedStack(cluster);
    await applied(stack);
    const stop = new AbortController();
    let [printed, quiet] = ['', ''];
    const options = {
      signal: stop.signal,
      onStdout: (text: string) => {
        printed += text;
      },
      onStderr: (text: string) => {
        quiet += text;
      },
    };
    const ended = stack.gantry(['drift', '--all', '-w', 'test', '--watch', '1s', '--notify', 'hook'], options);
    const until = (text: string): Promise<void> => vi.waitFor(() => expect(printed).toContain(text), {timeout: 20_000});
    await until('No drift');
    await edit('2');
    await until('has drifted: 1 changed');
    const age = /No change: 1 stack, 1 drifted; shop\/shop in test: drifted .+ ago/;
    await vi.waitFor(() => expect(quiet).toMatch(age), {timeout: 20_000});
    const index = join(stack.home, '.gantry', 'index');
    await rename(index, `${index}-away`);
    await symlink(index, index);
    await until('The drift check of the workspace test fails');
    await rm(index);
    await rename(`${index}-away`, index);
    await until('The drift check of the workspace test works again');
    await edit('1');
    await until('is as released again');
    await vi.waitFor(() => expect(hook.asked).toHaveLength(4), {timeout: 20_000});
    stop.abort('SIGINT');
    const ran = await ended;
    expect(ran.code, ran.stderr).toBe(0);
    expect(outcomes(hook)).toEqual(['drift', 'failed', 'recovered', 'recovered']);
    expect(printed.match(/has drifted/g)).toHaveLength(1);
  });

  it('a watch with -o jsonl prints an event for each round and each change, and the last report as its result', async () => {
    const {stack, edit} = await notifiedStack(cluster);
    await applied(stack);
    await edit('2');
    const stop = new AbortController();
    const onStdout = (text: string): void => {
      if (text.includes('"round":2')) stop.abort('SIGINT');
    };
    const ran = await stack.gantry(['drift', '--watch', '1s', '-o', 'jsonl'], {signal: stop.signal, onStdout});
    expect(ran.code).toBe(0);
    const lines = streamOf(ran, 'drift --watch');
    expect(lines.filter(({type}) => type.startsWith('drift-'))).toMatchObject([
      {type: 'drift-checked', round: 1, stacks: 1, drifted: 1, failed: 0},
      {type: 'drift-changed', change: 'began', objects: [{drift: 'changed', paths: ['data.a']}]},
      {type: 'drift-checked', round: 2, drifted: 1},
    ]);
    expect(lines.at(-1)).toMatchObject({type: 'result', stacks: [{summary: {changed: 1}}]});
  });

  it.each([
    {title: 'one document', args: ['-o', 'json'], says: 'Use -o jsonl.'},
    {title: 'an exit code for drift', args: ['--exit-code'], says: '--watch and --exit-code cannot be used together'},
    {title: 'no interval', args: ['--watch', '0'], says: 'at least one second'},
  ])('a watch with $title is refused', async ({args, says}) => {
    const {stack} = await notifiedStack(cluster);
    expect(await stack.gantry(['drift', '--watch', '1s', ...args])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(says) as string,
    });
  });

  it('a watch of a stack without a release ends at once', async () => {
    const {stack} = await notifiedStack(cluster);
    expect((await stack.gantry(['drift', '--watch', '1s'])).code).toBe(3);
  });
});
