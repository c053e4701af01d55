import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {confirm, yesNo} from '../../../src/ui/confirm.ts';
import type {Io} from '../../../src/ui/io.ts';

describe('a question that is interrupted', () => {
  it('an interrupted question fails with the reason and releases the input', async () => {
    const stream = new PassThrough();
    const controller = new AbortController();
    const out = {write: () => controller.abort('SIGINT'), isTTY: true, columns: 80};
    const io: Io = {stdin: {isTTY: true, stream}, stdout: out, stderr: out, env: {}};
    await expect(confirm(yesNo('Go on?'), {io, signal: controller.signal, yes: false})).rejects.toBe('SIGINT');
    expect(stream.isPaused()).toBe(true);
  });
});
