import {ListObjectsV2Command, PutObjectCommand} from '@aws-sdk/client-s3';
import {expect, it} from 'vitest';
import type {ImportedKusion} from '../../src/app/import/kusion/import-kusion.ts';
import {writeYaml} from '../../src/config/yaml/write-yaml.ts';
import {kusionResource, releaseFile} from '../rig/kusion.ts';
import {configMap} from '../rig/objects.ts';
import {openS3TestBackend, type S3TestBackend, withService} from '../rig/s3.ts';
import {makeStack} from '../rig/stack.ts';

for (const service of ['moto', 'minio'] as const)
  await withService(service, "import kusion from Kusion's bucket", () => {
    it('an import reads the workspaces and releases below the prefix of the bucket, and writes nothing there', {
      timeout: 120_000,
    }, async () => {
      const backend = await openS3TestBackend({service});
      const {prefix = '', bucket} = backend.config;
      const object = configMap('a', {mode: 'fast'}, {namespace: 'shop'});
      const resources = [kusionResource(object)];
      const files = {
        'workspaces/.metadata.yml': {current: 'prod', availableWorkspaces: ['default', 'prod']},
        'workspaces/prod.yaml': {context: {KUBECONFIG_PATH: '/nowhere/config', AWS_REGION: 'eu-west-1'}},
        'releases/shop/prod/.metadata.yml': {latestRevision: 2},
        ...releaseFile({revision: 1, spec: [], state: [], phase: 'failed'}),
        ...releaseFile({revision: 2, spec: resources, state: resources}),
      };
      for (const [file, content] of Object.entries(files))
        await backend.client.send(
          new PutObjectCommand({Bucket: bucket, Key: `${prefix}/${file}`, Body: writeYaml(content)}),
        );
      const before = await keysIn(backend);
      const stack = await makeStack({});
      await stack.remove('stack.yaml');
      const ran = await stack.json<ImportedKusion>(
        ['import', 'kusion', urlOf(backend), ...(service === 'moto' ? ['--insecure'] : [])],
        {
          env: {
            AWS_ACCESS_KEY_ID: backend.service.accessKeyId,
            AWS_SECRET_ACCESS_KEY: backend.service.secretAccessKey,
            ...(backend.service.caFile === undefined ? {} : {AWS_CA_BUNDLE: backend.service.caFile}),
          },
        },
      );
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      const {sources, workspaces, stacks, left} = ran.document;
      expect(sources).toEqual([`s3://${bucket}/${prefix}`]);
      expect(workspaces).toMatchObject([{name: 'prod', result: 'created'}]);
      expect(stacks).toMatchObject([{project: 'shop', stack: 'web', workspaces: ['prod'], resources: 1}]);
      // No cluster is there: that is told, and the rest is taken over.
      expect(left).toMatchObject([
        {what: 'releases of shop/web/prod', because: expect.stringContaining('/nowhere/config')},
      ]);
      expect(await keysIn(backend)).toEqual(before);
      const built = await stack.gantry(['build', '-C', 'shop/web']);
      expect(built.stdout, built.stderr).toContain('mode: fast');
    });
  });

const urlOf = ({config, service}: S3TestBackend): string => {
  const {bucket, prefix = '', region = ''} = config;
  const {endpoint, caFile} = service;
  const query = new URLSearchParams({endpoint, region, ...(caFile === undefined ? {} : {caFile})});
  return `s3://${bucket}/${prefix}?${query.toString()}`;
};

async function keysIn({client, config: {bucket}}: S3TestBackend): Promise<readonly string[]> {
  const {Contents = []} = await client.send(new ListObjectsV2Command({Bucket: bucket}));
  return Contents.map(({Key = '', ETag = ''}) => `${Key} ${ETag}`);
}
