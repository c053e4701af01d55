import {expect, it} from 'vitest';
import {createSigning} from '../../../../src/app/signing/create-signing.ts';
import type {FoundSignatureRules} from '../../../../src/core/signature/signature-rules.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';

const unused = async (): Promise<never> => {
  throw new Error('nothing is signed');
};

it('the signers of a workspace are read again when its rules were chosen again, and after a failure', async () => {
  const chosen = new Map<string, readonly FoundSignatureRules[]>();
  let [reads, isAway] = [0, true];
  const backend = memoryBackend();
  const places = () => ({
    backend: {
      ...backend,
      get: async (key: string) => {
        reads++;
        if (isAway) throw new Error('away');
        return backend.get(key);
      },
    },
  });
  const deps = {keyless: unused, cwd: '/', clock: handClock(), programs: unused, places, chosen};
  const {signers} = createSigning(deps, backend);
  await expect(signers('prod')).rejects.toThrow('away');
  isAway = false;
  expect(await signers('prod')).toMatchObject({isRequired: false});
  const before = reads;
  expect(await signers('prod')).toMatchObject({isRequired: false});
  expect(reads).toBe(before);
  chosen.set('prod', [{file: 'prod.yaml', isStored: false, isRequired: true, signers: []}]);
  expect(await signers('prod')).toMatchObject({isRequired: true});
});
