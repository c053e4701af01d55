import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {load} from 'js-yaml';
import {expect, inject, it} from 'vitest';
import {clientKubeconfig} from '../controlplane/pki.ts';
import {authority, httpsServer} from '../rig/https-server.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {filesBelow} from './support/refusal.ts';

const configMap = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {a: '1'}};
const DAY = 86_400_000;

// A given cluster's authority is not ours to sign with, and a sandbox knows no certificates of users.
const given = inject('cluster');
const signsUsers = given.kind === 'up' && given.signsUsers;

onCluster('a kubeconfig over https', (cluster) => {
  it.skipIf(!signsUsers)(
    'a kubeconfig over https is requested with a secret, cached, warned about before its expiry, and never shown',
    async () => {
      const admin = load(readFileSync(cluster.kubeconfigPath, 'utf8')) as {clusters: {cluster: {server: string}}[]};
      const kubeconfig = clientKubeconfig(dirname(cluster.kubeconfigPath), admin.clusters[0]?.cluster.server ?? '', {
        name: 'admin',
        organizations: ['system:masters'],
        notAfter: new Date(Date.now() + 3.5 * DAY),
      });
      const server = await httpsServer(({headers}, response) => {
        if (headers.authorization !== 'Bearer s3cr3t-token') response.writeHead(401).end('who are you?');
        else if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
        else response.writeHead(200, {etag: '"1"'}).end(kubeconfig);
      });
      const stack = await makeStack({namespace: cluster.freshNamespace(), files: {'manifests/a.yaml': configMap}});
      const place = {url: `${server.address}/prod?sig=s3cr3t-query`, caFile: '../ca.crt', bearer: 'ref://GIT_TOKEN'};
      await stack.write({
        'ca.crt': authority.cert,
        'workspaces/test.yaml': {secretStore: {provider: {env: {}}}, context: {kubeconfig_path: place}},
      });
      await stack.allow();
      const preview = (token: string) => stack.gantry(['preview', '-v'], {env: {GIT_TOKEN: token}});

      const first = await preview('s3cr3t-token');
      expect(first.code, first.stderr).toBe(0);
      expect(first.stderr).toContain('the client certificate of the workspace "test"');
      expect(first.stderr).toContain('expires in 3 days');
      const second = await preview('s3cr3t-token');
      expect(second.code, second.stderr).toBe(0);
      expect(server.received.map(({headers}) => headers['if-none-match'])).toEqual([undefined, '"1"']);

      const refused = await preview('s3cr3t-other');
      expect(refused.code, refused.stderr).toBe(4);
      expect(refused.stderr).toMatch(/\/prod refused to return the kubeconfig .*: the login was refused \(401\)/);
      await server.close();
      const gone = await preview('s3cr3t-token');
      expect(gone.code, gone.stderr).toBe(1);
      expect(gone.stderr).toContain('connection refused');
      for (const {stdout, stderr} of [first, second, refused, gone]) {
        expect(stdout + stderr).not.toMatch(/s3cr3t|who are you/);
        expect(stdout + stderr).not.toContain('PRIVATE KEY');
      }
      // Nothing but the copy knows the kubeconfig, and nothing the token.
      const files = await filesBelow(join(stack.home, '.gantry'));
      const holding = (text: string) => files.filter((file) => readFileSync(file, 'utf8').includes(text));
      expect(holding('s3cr3t')).toEqual([]);
      expect(holding('client-key-data').map((file) => dirname(file))).toEqual([
        join(stack.home, '.gantry', 'cache', 'kubeconfigs'),
      ]);
    },
  );
});
