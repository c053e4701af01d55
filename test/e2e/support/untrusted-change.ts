import {readFile} from 'node:fs/promises';
import {load} from 'js-yaml';
import {expect} from 'vitest';
import type {Cluster} from '../../rig/cluster.ts';
import {httpsServer} from '../../rig/https-server.ts';
import {configMap, manifests} from '../../rig/objects.ts';
import {type Looked, type PullRequest, pullRequest} from '../../rig/pull-request.ts';

export const PASSWORD = 'canary-of-the-store-7c1d';

/** A kubeconfig of an attacker: it logs in by a program, at a server of theirs. */
export const evilKubeconfig = (mark: string, server: string) => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'c',
  contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
  clusters: [{name: 'c', cluster: {server, 'insecure-skip-tls-verify': true}}],
  users: [
    {
      name: 'u',
      user: {
        exec: {
          apiVersion: 'client.authentication.k8s.io/v1',
          command: 'sh',
          args: ['-c', `touch '${mark}'`],
          interactiveMode: 'Never',
        },
      },
    },
  ],
});

export const login = (reference = 'ref://DB_PASSWORD') => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'login'},
  stringData: {password: reference, user: 'shop'},
});

/** Pull requests to a repository that releases to this cluster. */
export function changesOn(cluster: Cluster) {
  const server = async (): Promise<string> => {
    const {clusters} = load(await readFile(cluster.kubeconfigPath, 'utf8')) as {
      readonly clusters: readonly {readonly cluster: {readonly server: string}}[];
    };
    return clusters[0]?.cluster.server ?? '';
  };

  /** A repository whose main branch was applied, and a change of it: one honest line, and whatever an attacker adds. */
  async function change({apply = true} = {}) {
    const namespace = cluster.freshNamespace();
    const evil = await httpsServer((_, response) => response.writeHead(404).end('{}'));
    const request = await pullRequest({
      namespace,
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'project.yaml': {name: 'shop'},
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {env: {prefix: 'CI_'}}},
        },
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/*', references: true}],
        },
        ...manifests(configMap('settings', {level: 'info'}), login()),
      },
    });
    await request.allow('test');
    if (apply) {
      const applied = await request.gantry(['apply', '--yes'], {env: {CI_DB_PASSWORD: PASSWORD}});
      expect(applied, applied.stderr).toMatchObject({code: 0});
    }
    await request.write(manifests(configMap('settings', {level: 'debug'}), login()));
    return {request, evil, namespace};
  }

  /** Nothing has left but requests to the pinned server, and no program was started but git. */
  async function expectHarmless(request: PullRequest, evil: Awaited<ReturnType<typeof httpsServer>>, ran: Looked) {
    expect(request.hasRun(), ran.stderr).toBe(false);
    expect(evil.received).toEqual([]);
    const pinned = await server();
    expect(ran.sent.filter((line) => !line.includes(` ${pinned}/`))).toEqual([]);
    expect(ran.programs.filter((name) => name !== 'git')).toEqual([]);
    expect(ran.bodies).not.toContain('ref://');
    expect(ran.bodies).not.toContain(PASSWORD);
  }

  return {change, expectHarmless};
}
