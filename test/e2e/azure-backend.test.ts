import {expect, it} from 'vitest';
import {openAzureTestBackend} from '../rig/azurite.ts';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {repository} from '../rig/repository.ts';
import {withService} from '../rig/s3.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {AZURE_ACCOUNT} from '../services/services.ts';

type Listed = {readonly releases: readonly {readonly revision: number; readonly phase: string}[]};

await withService('azurite', 'releases in a container of Azure Blob Storage', () => {
  onCluster('the Azure backend on a cluster', (cluster) => {
    it('two runners with empty homes work on one stack in Azure, and no credential is printed or stored', async () => {
      const {config} = await openAzureTestBackend();
      const {container, storageAccount, endpoint = '', caFile = ''} = config;
      const env = {
        GANTRY_BACKEND: `azblob://${container}/team?storage_account=${storageAccount}&endpoint=${endpoint}&caFile=${caFile}`,
        AZURE_STORAGE_KEY: AZURE_ACCOUNT.key,
      };
      const namespace = cluster.freshNamespace();
      const runner = (): Promise<Stack> =>
        makeStack({
          kubeconfigPath: cluster.kubeconfigPath,
          namespace,
          files: {...manifests(configMap('settings', {a: '1'})), ...repository('shop')},
        });
      const [first, second] = [await runner(), await runner()];
      const applied = await first.gantry(['apply', '--yes'], {env});
      expect(applied.code, applied.stderr).toBe(0);
      const listed = await second.json<Listed>(['release', 'list'], {env});
      expect(listed.document.releases).toMatchObject([{revision: 1, phase: 'succeeded'}]);
      await second.write(manifests(configMap('settings', {a: '2'})));
      const again = await second.gantry(['apply', '--yes', '-v'], {env});
      expect(again.code, again.stderr).toBe(0);
      const destroyed = await first.gantry(['destroy', '--yes'], {env});
      expect(destroyed.code, destroyed.stderr).toBe(0);

      const wrong = {...env, AZURE_STORAGE_KEY: Buffer.from('of another account').toString('base64')};
      const refused = await first.gantry(['release', 'list'], {env: wrong});
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).toMatch(/credentials/);
      const ran = [applied, listed, again, destroyed, refused];
      const said = ran.map(({stdout, stderr}) => stdout + stderr);
      const written = (await Promise.all([first.home, second.home].map(everythingWritten))).flatMap((files) => [
        ...files.values(),
      ]);
      const texts = [...said, ...written].join('\n');
      expect(leaks(texts, {key: AZURE_ACCOUNT.key, wrong: wrong.AZURE_STORAGE_KEY})).toEqual([]);
    });
  });
});
