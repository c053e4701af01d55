import {ListObjectsV2Command} from '@aws-sdk/client-s3';
import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {minioSession} from '../rig/minio-session.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {environmentOf, openS3TestBackend, withService} from '../rig/s3.ts';
import {makeStack} from '../rig/stack.ts';

type Statement = {readonly Action: string; readonly Resource: readonly string[]};
type Granted = {readonly grants: {readonly policy: {readonly Statement: readonly Statement[]}}};
type Refused = {readonly error: {readonly code: string; readonly action: string; readonly on: string}};
type Tried = {readonly role: string; readonly untried?: string; readonly missing: readonly {readonly role: string}[]};
type Checked = {readonly workspaces: readonly {readonly access: {readonly backend: Tried}}[]};

await withService('minio', 'roles in a bucket', () => {
  onCluster('who may read and edit a workspace in a bucket of S3', (cluster) => {
    async function bucketOfTeam() {
      const place = await openS3TestBackend({service: 'minio'});
      const backend = `s3://${place.config.bucket}/team`;
      const namespace = cluster.freshNamespace();
      const files = manifests(configMap('settings', {a: '1'}));
      const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files});
      const administrator = {GANTRY_BACKEND: backend, ...environmentOf(place)};
      const made = await stack.gantry(['apply', '--yes'], {env: administrator});
      expect(made, made.stderr).toMatchObject({code: 0});
      /** The environment of a user with the printed policy. */
      const as = async (role: string) => {
        const args = ['workspace', 'access', role];
        const {document, code, stderr} = await stack.json<Granted>(args, {env: {GANTRY_BACKEND: backend}});
        expect(code, stderr).toBe(0);
        const statements = document.grants.policy.Statement;
        const keys = await minioSession(
          place.service,
          statements.map(({Action, Resource}) => ({actions: [Action], resources: Resource})),
        );
        return {
          ...administrator,
          AWS_ACCESS_KEY_ID: keys.accessKeyId,
          AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
          AWS_SESSION_TOKEN: keys.sessionToken,
          // A machine of its own, which has tested nothing yet.
          GANTRY_HOME: `${stack.home}/${role}`,
        };
      };
      const keysIn = async (): Promise<readonly string[]> => {
        const {Contents = []} = await place.client.send(new ListObjectsV2Command({Bucket: place.config.bucket}));
        return Contents.flatMap(({Key}) => Key ?? []);
      };
      return {stack, as, keysIn};
    }

    it('users with the printed policies can do what their role permits, and nothing else', async () => {
      const {stack, as, keysIn} = await bucketOfTeam();
      const [reader, deployer, administrator] = [await as('reader'), await as('deployer'), await as('administrator')];
      for (const args of ['release list', 'release show', 'release log', 'release verify', 'drift', 'status']) {
        const ran = await stack.gantry(args.split(' '), {env: reader});
        expect(ran, `${args}: ${ran.stderr}`).toMatchObject({code: 0});
      }
      await stack.write(manifests(configMap('settings', {a: '2'})));
      const preview = await stack.json<Plan>(['preview'], {env: reader});
      expect(preview, preview.stderr).toMatchObject({code: 0, document: {summary: {update: 1}}});
      const before = await keysIn();
      const refused = await stack.json<Refused>(['apply', '--yes'], {env: reader});
      expect(refused).toMatchObject({code: 4, document: {error: {code: 'backend/denied', action: 's3:PutObject'}}});
      expect(refused.document.error.on).toContain('/team/locks/');
      expect(await keysIn()).toEqual(before);

      const applied = await stack.gantry(['apply', '--yes'], {env: deployer});
      expect(applied, applied.stderr).toMatchObject({code: 0});
      const create = ['workspace', 'create', 'prod', '--kubeconfig', cluster.kubeconfigPath, '--shared'];
      const denied = await stack.json<Refused>(create, {env: deployer});
      expect(denied).toMatchObject({code: 4, document: {error: {code: 'backend/denied', action: 's3:PutObject'}}});
      expect(denied.document.error.on).toContain('/team/workspaces/prod.yaml');
      for (const args of [create, ['release', 'prune', '--keep', '1', '--yes']]) {
        const ran = await stack.gantry(args, {env: administrator});
        expect(ran, ran.stderr).toMatchObject({code: 0});
      }
    });

    it('a check of permissions finds the role of each user, and leaves nothing in the bucket', async () => {
      const {stack, as, keysIn} = await bucketOfTeam();
      const before = await keysIn();
      for (const role of ['reader', 'deployer', 'administrator']) {
        const env = await as(role);
        const unasked = await stack.json<Checked>(['workspace', 'check', '--access'], {env});
        expect(unasked, unasked.stderr).toMatchObject({code: 0});
        expect(unasked.document.workspaces[0]?.access.backend).toMatchObject({role: 'reader', missing: []});
        expect(unasked.document.workspaces[0]?.access.backend.untried).toContain('--probe');
        const args = ['workspace', 'check', '--access', '--probe', '--role', role];
        const asked = await stack.json<Checked>(args, {env});
        expect(asked, asked.stderr).toMatchObject({code: 0});
        expect(asked.document.workspaces[0]?.access.backend).toMatchObject({role});
      }
      const env = await as('reader');
      const lacking = await stack.gantry(['workspace', 'check', '--access', '--probe', '--role', 'deployer'], {env});
      expect(lacking).toMatchObject({code: 4});
      expect(lacking.stdout).toContain('The role deployer lacks in the backend:');
      expect(lacking.stdout).toContain('"Action": "s3:PutObject"');
      expect(lacking.stdout).toMatch(/team\/releases\/\*/);
      expect(lacking.stdout).not.toMatch(/team\/workspaces\/\*/);
      expect(await keysIn()).toEqual(before);
    });
  });
});
