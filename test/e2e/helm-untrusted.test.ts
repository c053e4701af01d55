import {mkdir, symlink} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import {canary} from '../rig/canaries.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {pullRequest} from '../rig/pull-request.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const CHART = 'apiVersion: v2\nname: web\nversion: 1.0.0\n';
const WEB = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {size: small}\n';
const LOOK_UP = `apiVersion: v1
kind: ConfigMap
metadata: {name: web}
data:
  size: large
  stolen: {{ dig "data" "value" "nothing" (lookup "v1" "ConfigMap" .Release.Namespace "settings") }}
  token: {{ dig "data" "value" "nothing" (lookup "v1" "Secret" .Release.Namespace "token") }}
`;

onCluster('a Helm chart in untrusted mode', (cluster) => {
  beforeAllBuild('helm', 'helm4');

  describe.each(['helm', 'helm4'] as const)('rendered by %s', (tool) => {
    let program = '';
    beforeAll(async () => {
      program = (await toolPath(tool)) ?? '';
    });

    const changeOf = async (files: Readonly<Record<string, unknown>>) => {
      const namespace = cluster.freshNamespace();
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
      const request = await pullRequest({
        kubeconfigPath: cluster.kubeconfigPath,
        files: {
          'stack.yaml': {
            name: 'shop',
            workspace: 'test',
            namespace,
            sources: [{helm: {path: 'chart', lookups: ['token']}}],
          },
          'chart/Chart.yaml': CHART,
          'chart/templates/web.yaml': WEB,
        },
      });
      const directory = await scratchDirectory();
      await mkdir(join(directory, 'bin'));
      await symlink(program, join(directory, 'bin', 'helm'));
      const env = {PATH: [join(directory, 'bin'), process.env['PATH']].join(delimiter)};
      const applied = await request.gantry(['apply', '--yes'], {env});
      expect(applied, applied.stderr).toMatchObject({code: 0});
      await request.write(files);
      return {request, namespace, look: () => request.look(['preview', '--detail'], env)};
    };

    it('untrusted mode renders the chart of the change, with helm and git alone', async () => {
      const {look} = await changeOf({'chart/templates/web.yaml': WEB.replace('small', 'large')});
      const ran = await look();
      expect(ran, ran.stderr).toMatchObject({code: 0});
      expect(ran.stdout).toMatch(/data\.size[^\n]*small[^\n]*large/);
      expect([...new Set(ran.programs)].toSorted()).toEqual(['git', 'helm']);
    });

    it('untrusted mode looks up no live object for a chart, and says so at the line', async () => {
      const {look, namespace} = await changeOf({
        'chart/templates/web.yaml': LOOK_UP,
      });
      const secret = canary('of the cluster');
      await cluster.create(configMap('settings', {value: secret}, {namespace}));
      const metadata = {name: 'token', namespace};
      await cluster.create({apiVersion: 'v1', kind: 'Secret', metadata, stringData: {value: secret}});
      const ran = await look();
      expect(ran, ran.stderr).toMatchObject({code: 0});
      expect(ran.stdout).toMatch(/data\.stolen[^\n]*nothing/);
      expect(ran.stdout + ran.stderr + ran.bodies).not.toContain(secret);
      expect(ran.sent.filter((one) => /settings|token/.test(one))).toEqual([]);
      expect(ran.stderr).toMatch(/chart\/templates\/web\.yaml:6:\d+: warning: the template looks up an object/);
    });

    it.each([
      {name: 'a file of the machine', target: '/etc/hostname', at: 'chart/files/link'},
      {name: 'the metadata of the clone', target: '../../.git/config', at: 'chart/files/link'},
    ])('untrusted mode refuses a chart with a link to $name', async ({target, at}) => {
      const {request, look} = await changeOf({'chart/files/README': ''});
      await symlink(target, join(request.dir, at));
      const ran = await look();
      expect(ran, ran.stderr).toMatchObject({code: 3});
      expect(ran.stderr).toContain('untrusted mode does not read files outside of the checkout or in its .git: ');
      expect(ran.stderr).toContain(at);
      expect(ran.programs).not.toContain('helm');
    });
  });
});
