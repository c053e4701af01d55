import {once} from 'node:events';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import type {Answer} from '../rig/backend-process.ts';
import {ask, startChild} from '../rig/child.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (stored: {readonly value: Uint8Array} | undefined): string | undefined =>
  stored && new TextDecoder().decode(stored.value);

describe('real processes on one local backend', () => {
  it('two processes have exactly one winner in each of 200 races', {timeout: 60_000}, async () => {
    const directory = await scratchDirectory();
    const racers = await Promise.all([1, 2].map(() => startChild('./backend-process.ts', [directory])));
    let expected: string | undefined;
    for (let round = 0; round < 200; round++) {
      const answers = await Promise.all(
        racers.map((racer, index) =>
          ask<Answer>(racer, {key: 'locks/race.json', value: `${round} by ${index}`, ...(expected && {expected})}),
        ),
      );
      const winners = answers.flatMap(({won}, index) => (won ? [index] : []));
      expect(winners).toHaveLength(1);
      const [winner = 0] = winners;
      const stored = await localBackend({directory}).get('locks/race.json');
      expect(text(stored)).toBe(`${round} by ${winner}`);
      expect(stored?.version).toBe(answers[winner]?.version);
      expected = stored?.version;
    }
  });

  it('a process killed before any file operation leaves the old or the new value, and no other process waits', {
    timeout: 120_000,
  }, async () => {
    const directory = await scratchDirectory();
    let backend = localBackend({directory});
    await backend.put('releases/x/head.json', bytes('0'), undefined);
    let survived = false;
    for (let at = 1; !survived; at++) {
      const before = await backend.get('releases/x/head.json');
      const child = await startChild('./backend-process.ts', [directory, String(at)]);
      const ended = once(child, 'exit').then(() => 'killed' as const);
      const answered = once(child, 'message').then(() => 'answered' as const);
      child.send({key: 'releases/x/head.json', value: `by the victim of ${at}`, expected: before?.version});
      survived = (await Promise.race([ended, answered])) === 'answered';
      backend = localBackend({directory}); // As the next process finds it.
      const after = await backend.get('releases/x/head.json');
      expect([text(before), `by the victim of ${at}`]).toContain(text(after));
      const started = performance.now();
      expect(await backend.put('releases/x/head.json', bytes(String(at)), after?.version)).not.toBe('conflict');
      expect(performance.now() - started).toBeLessThan(5_000); // It was proven dead, not waited for.
      expect(await backend.list('')).toEqual(['releases/x/head.json']);
      if (!survived) {
        expect(await readdir(join(directory, '.lock'))).toEqual(['free']);
        expect(await readdir(join(directory, '.stage'))).toEqual([]);
      }
      expect(at).toBeLessThan(60);
    }
  });
});
