import {describe, expect, it} from 'vitest';
import {gcsDescriptor} from '../../src/adapters/gcp/backend/gcs-descriptor.ts';
import {openGcsTestBackend} from '../rig/gcs.ts';
import {withService} from '../rig/s3.ts';
import {accessTrialContract} from './access-trial.ts';
import {backendContract} from './backend.ts';

await withService('fake-gcs', 'Google Cloud Storage', () => {
  describe('the emulator', () => {
    it('the GCS emulator refuses a wrong generation on uploads and on deletions', async () => {
      const {config, ask} = await openGcsTestBackend();
      const objects = `/storage/v1/b/${config.bucket}/o`;
      const upload = (query: string) => ask('POST', `/upload${objects}?uploadType=media&name=a%2Fb${query}`, 'value');
      const remove = async (query: string): Promise<number> => (await ask('DELETE', `${objects}/a%2Fb${query}`)).status;
      expect((await upload('&ifGenerationMatch=1')).status).toBe(412);
      const made = await upload('&ifGenerationMatch=0');
      const {generation} = JSON.parse(made.text) as {readonly generation: string};
      expect((await upload('&ifGenerationMatch=0')).status).toBe(412);
      expect((await upload('&ifGenerationMatch=1')).status).toBe(412);
      expect(await remove('?ifGenerationMatch=1')).toBe(412);
      expect((await upload(`&ifGenerationMatch=${generation}`)).status).toBe(200);
      expect(await remove(`?ifGenerationMatch=${generation}`)).toBe(412);
      expect(await remove('')).toBeLessThan(300);
      expect(await remove(`?ifGenerationMatch=${generation}`)).toBe(404);
    });
  });

  backendContract('gcs on an emulator', async () => (await openGcsTestBackend()).open());
  accessTrialContract('gcs', async () => (await openGcsTestBackend()).open(), gcsDescriptor.accessTrial);
  backendContract('gcs on an emulator, without a prefix', async () =>
    (await openGcsTestBackend()).open({prefix: undefined}),
  );
  backendContract('gcs on an emulator, with signs in its prefix', async () =>
    (await openGcsTestBackend()).open({prefix: 'a/deep prefix+with=signs&%'}),
  );

  it('a listing of a GCS bucket returns the keys of all pages', async () => {
    const backend = (await openGcsTestBackend()).open();
    const keys = Array.from({length: 1_005}, (_, index) => `r/${String(index).padStart(4, '0')}`);
    for (let start = 0; start < keys.length; start += 50)
      await Promise.all(keys.slice(start, start + 50).map((key) => backend.put(key, new Uint8Array([1]), undefined)));
    expect(await backend.list('r/')).toEqual(keys);
  }, 120_000);

  it('the error for a missing GCS bucket names it', async () => {
    const {open} = await openGcsTestBackend();
    const backend = open({bucket: 'not-there'});
    const failure = {failure: {code: 'backend/unusable', problem: 'the bucket not-there does not exist'}};
    await expect(backend.get('a/b')).rejects.toMatchObject(failure);
    await expect(backend.list('')).rejects.toMatchObject(failure);
    await expect(backend.put('a/b', new Uint8Array(), undefined)).rejects.toMatchObject(failure);
  });
});
