import {readFileSync} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type ExtraCluster, startWithFlags} from '../controlplane/with-flags.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';
import {pathWith} from './support/gantry-side.ts';
import {HELMS} from './support/helm-side.ts';

const POLICY = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules: [{level: Metadata}]
`;

type AuditEvent = {
  readonly userAgent?: string;
  readonly user: {readonly username: string};
  readonly requestURI: string;
};

/** An API server that writes down every request. */
describe('the audit log of an API server whose stack has a chart', () => {
  beforeAllBuild(...HELMS);
  let [directory, cluster]: [string, ExtraCluster | undefined] = ['', undefined];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gantry-audit-'));
    await writeFile(join(directory, 'policy.yaml'), POLICY);
    cluster = await startWithFlags([
      `--audit-policy-file=${join(directory, 'policy.yaml')}`,
      `--audit-log-path=${join(directory, 'audit.log')}`,
    ]);
  });
  afterAll(async () => {
    await cluster?.stop();
    await rm(directory, {recursive: true, force: true});
  });

  const events = (): readonly AuditEvent[] =>
    readFileSync(join(directory, 'audit.log'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as AuditEvent);

  it.each(HELMS)('no request with the credentials of the workspace comes from %s', async (helm) => {
    if (cluster === undefined) throw new Error('no API server of ours can be started');
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace: `audit-${helm}`,
          sources: [{helm: {path: 'chart', release: 'web', namespace: `audit-${helm}`}}],
        },
        'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
        'chart/templates/facts.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: facts}
data:
  uid: {{ (lookup "v1" "Namespace" "" "default").metadata.uid }}
  api: {{ .Capabilities.APIVersions.Has "apps/v1/Deployment" | quote }}
`,
      },
    });
    const before = events().length;
    const PATH = await pathWith(helm);
    for (const command of [['preview'], ['apply', '--yes'], ['preview']]) {
      const ran = await stack.gantry(command, {env: {PATH}});
      expect(ran, ran.stderr).toMatchObject({code: 0});
    }
    const since = events().slice(before);
    // The server may write a request of the rig down after it has answered it.
    const ofOthers = ({user, userAgent}: AuditEvent): boolean =>
      user.username !== 'system:apiserver' && userAgent !== 'gantry-test';
    const agents = new Set(since.filter(ofOthers).map(({userAgent}) => userAgent));
    expect([...agents].filter((agent) => agent !== undefined && /helm/i.test(agent))).toEqual([]);
    // All of them are Gantry's own, and one answered the chart.
    expect([...agents]).toEqual(['gantry']);
    expect(since.map(({requestURI}) => requestURI)).toContainEqual(
      expect.stringMatching(/^\/api\/v1\/namespaces\/default(\?|$)/),
    );
  });
});
