import {describe, expect, it} from 'vitest';
import {azureBackend} from '../../src/adapters/azure/backend/azure-backend.ts';
import {azureDescriptor} from '../../src/adapters/azure/backend/azure-descriptor.ts';
import {openAzureTestBackend} from '../rig/azurite.ts';
import {withService} from '../rig/s3.ts';
import {AZURE_ACCOUNT} from '../services/services.ts';
import {accessTrialContract} from './access-trial.ts';
import {backendContract} from './backend.ts';

await withService('azurite', 'Azure Blob Storage', () => {
  describe('the emulator', () => {
    it('the Azure emulator refuses a wrong ETag on PUT and on DELETE', async () => {
      const {ask} = await openAzureTestBackend();
      const put = (condition: Readonly<Record<string, string>>) =>
        ask('PUT', '/a/b', {'x-ms-blob-type': 'BlockBlob', ...condition});
      const remove = async (condition: Readonly<Record<string, string>>) =>
        (await ask('DELETE', '/a/b', condition)).status;
      const wrong = {'if-match': '"0x8D0000000000000"'};
      expect([404, 412]).toContain((await put(wrong)).status);
      const first = await put({'if-none-match': '*'});
      expect(first.status).toBe(201);
      expect([409, 412]).toContain((await put({'if-none-match': '*'})).status);
      expect((await put(wrong)).status).toBe(412);
      expect(await remove(wrong)).toBe(412);
      const second = await put({'if-match': first.etag});
      expect(second).toMatchObject({status: 201, etag: expect.not.stringMatching(first.etag)});
      expect(await remove({'if-match': first.etag})).toBe(412);
      expect(await remove({'if-match': second.etag})).toBe(202);
      // Azure itself answers 404.
      expect([404, 412]).toContain(await remove({'if-match': second.etag}));
    });
  });

  backendContract('Azure Blob on an emulator', async () => (await openAzureTestBackend()).open());
  accessTrialContract('azure', async () => (await openAzureTestBackend()).open(), azureDescriptor.accessTrial);
  backendContract('Azure Blob on an emulator, without a prefix', async () =>
    (await openAzureTestBackend()).open({prefix: undefined}),
  );
  backendContract('Azure Blob on an emulator, with signs in its prefix', async () =>
    (await openAzureTestBackend()).open({prefix: 'a/deep prefix+with=signs&%'}),
  );

  it('a listing of an Azure container returns the keys of all pages', async () => {
    const backend = (await openAzureTestBackend()).open();
    const keys = Array.from({length: 5_005}, (_, index) => `r/${String(index).padStart(4, '0')}`);
    for (let start = 0; start < keys.length; start += 50)
      await Promise.all(keys.slice(start, start + 50).map((key) => backend.put(key, new Uint8Array([1]), undefined)));
    expect(await backend.list('r/')).toEqual(keys);
  }, 120_000);

  it('the error for a missing Azure container names it', async () => {
    const {open} = await openAzureTestBackend();
    const backend = open({container: 'not-there'});
    const problem = `the storage account ${AZURE_ACCOUNT.name} has no container not-there`;
    const failure = {failure: {code: 'backend/unusable', problem}};
    await expect(backend.get('a/b')).rejects.toMatchObject(failure);
    await expect(backend.list('')).rejects.toMatchObject(failure);
    await expect(backend.put('a/b', new Uint8Array(), undefined)).rejects.toMatchObject(failure);
  });

  it.each(['AZURE_STORAGE_KEY', 'ARM_ACCESS_KEY'])('the key of the account is read from %s', async (variable) => {
    const {config} = await openAzureTestBackend();
    const env = {[variable]: AZURE_ACCOUNT.key, AZURE_STORAGE_ACCOUNT: AZURE_ACCOUNT.name};
    const backend = azureBackend({...config, credentials: undefined, storageAccount: undefined}, {env});
    expect(await backend.put('a/b', new Uint8Array([1]), undefined)).not.toBe('conflict');
  });
});
