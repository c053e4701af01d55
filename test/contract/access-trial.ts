import {expect, it} from 'vitest';
import {tryBackend} from '../../src/app/access/try-backend.ts';
import type {Backend} from '../../src/ports/backend.ts';
import type {AccessTrial} from '../../src/ports/backend-access.ts';

/** Defines the tests of a permission trial, which each kind of backend passes. */
export function accessTrialContract(name: string, open: () => Promise<Backend>, trial: AccessTrial): void {
  it(`a trial of all permissions succeeds for the owner, and changes nothing: ${name}`, {
    timeout: 120_000,
  }, async () => {
    const backend = await open();
    const key = 'releases/some/head.json';
    const made = await backend.put(key, new TextEncoder().encode('{}'), undefined);
    for (const probe of [false, true]) {
      const tried = await tryBackend({backend, trial, probe});
      expect(tried).toMatchObject({role: probe ? 'administrator' : 'reader', missing: []});
    }
    expect(await backend.list('')).toEqual([key]);
    expect((await backend.get(key))?.version).toBe(made === 'conflict' ? made : made.version);
  });
}
