import {readFile} from 'node:fs/promises';
import {load} from 'js-yaml';
import {expect, it} from 'vitest';
import {httpsServer} from '../rig/https-server.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {pullRequest} from '../rig/pull-request.ts';

type Kubeconfig = {
  readonly users: readonly {readonly user: {readonly token: string}}[];
  readonly clusters: readonly {readonly cluster: object}[];
};

onCluster('the OIDC identity of a workspace in untrusted mode', (cluster) => {
  it('untrusted mode uses the issuer and the token of the base commit, and not those of the change', async () => {
    const {users, clusters} = load(await readFile(cluster.kubeconfigPath, 'utf8')) as Kubeconfig;
    const kubeconfig = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{name: 'c', context: {cluster: 'c'}}],
      clusters: [{name: 'c', cluster: clusters[0]?.cluster}],
    };
    const evil = await httpsServer((_, response) => response.writeHead(404).end('{}'));
    const workspace = (issuer: string, tokenEnv: string) => ({
      name: 'test',
      context: {kubeconfig_path: '../kubeconfig'},
      identity: {oidc: {issuer, clientId: 'gantry', tokenEnv}},
    });
    const namespace = cluster.freshNamespace();
    const request = await pullRequest({
      namespace,
      files: {
        kubeconfig,
        'project.yaml': {name: 'shop'},
        'stack.yaml': {name: 'shop', workspace: 'test', namespace},
        'workspaces/test.yaml': workspace('https://login.example.com', 'CI_TOKEN'),
        ...manifests(configMap('settings', {level: 'info'})),
      },
    });
    await request.allow('test');
    const env = {CI_TOKEN: users[0]?.user.token ?? '', OTHER_TOKEN: 'canary-of-another-step-5e0a'};
    const applied = await request.gantry(['apply', '--yes'], {env});
    expect(applied, applied.stderr).toMatchObject({code: 0});
    await request.write({
      ...manifests(configMap('settings', {level: 'debug'})),
      'workspaces/test.yaml': workspace(evil.address, 'OTHER_TOKEN'),
    });
    const ran = await request.look(['preview', '--detail'], env);
    expect(ran, ran.stderr).toMatchObject({code: 0, stdout: expect.stringMatching(/data\.level[^\n]*info[^\n]*debug/)});
    expect(evil.received).toEqual([]);
    // Without a token no login begins: it would lead a person to the issuer.
    const {CI_TOKEN: _, ...without} = env;
    const refused = await request.look(['preview'], without);
    expect(refused, refused.stderr).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('tokenEnv CI_TOKEN is not set'),
    });
    expect([...refused.sent, ...evil.received]).toEqual([]);
  });
});
