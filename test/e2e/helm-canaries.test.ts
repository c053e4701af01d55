import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {leaks, openToOthers, plainCanary} from '../rig/canaries.ts';
import {expectNoLeak} from '../rig/leak-check.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {startGantry} from '../rig/program.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {HELMS} from './support/helm-side.ts';
import {watchedHelm} from './support/watched-helm.ts';

const encoded = (text: string): string => Buffer.from(text).toString('base64');

onCluster('secrets near a chart', (cluster) => {
  beforeAllBuild(...HELMS);

  describe.each(HELMS)('rendered by %s', (helm) => {
    it.each([
      {way: 'by its name', template: 'lookup "v1" "Secret" .Release.Namespace "canary"'},
      {way: 'in the list of a namespace', template: 'lookup "v1" "Secret" .Release.Namespace ""'},
      {way: 'in the list of all namespaces', template: 'lookup "v1" "Secret" "" ""'},
      {way: 'by a name in another namespace', template: 'lookup "v1" "Secret" "OTHER" "own"'},
    ])('a chart cannot look up a Secret $way', async ({template}) => {
      const [namespace, other] = [cluster.freshNamespace(), cluster.freshNamespace()];
      const secrets = {own: plainCanary('own'), other: plainCanary('other')};
      for (const [where, name, value] of [
        [namespace, 'canary', secrets.own],
        [other, 'own', secrets.other],
      ] as const) {
        await cluster.create(namespaceObject(where));
        const metadata = {name, namespace: where};
        await cluster.create({apiVersion: 'v1', kind: 'Secret', metadata, data: {value: encoded(value)}});
      }
      const written = `{{ ${template.replace('OTHER', other)} | toJson | quote }}`;
      const stack = await stackOf(cluster.kubeconfigPath, namespace, {
        // A Secret that the source allows opens no other one.
        source: {lookups: ['own']},
        files: {
          'chart/templates/copy.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: copy}\ndata:\n  found: ${written}\n`,
        },
      });
      const {PATH, given} = await watchedHelm(helm);
      const printed: string[] = [];
      for (const command of [['preview'], ['apply', '--yes'], ['preview', '-o', 'json']]) {
        const ran = await stack.gantry(command, {env: {PATH}});
        expect(ran.code, `${command.join(' ')}: ${ran.stdout}`).toBe(3);
        printed.push(ran.stdout, ran.stderr);
      }
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'copy'})).toBeUndefined();
      const texts = [...(await given()).values(), ...printed].join('\n');
      await expectNoLeak(stack, texts, secrets);
    });

    it('a chart cannot print a Secret that it may look up into an object that plans show', async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create(namespaceObject(namespace));
      const secrets = {allowed: plainCanary('allowed')};
      const metadata = {name: 'allowed', namespace};
      await cluster.create({apiVersion: 'v1', kind: 'Secret', metadata, data: {key: encoded(secrets.allowed)}});
      const stack = await stackOf(cluster.kubeconfigPath, namespace, {
        source: {lookups: ['allowed']},
        files: {'chart/templates/printed.yaml': PRINTED},
      });
      const {PATH} = await watchedHelm(helm);
      const printed: string[] = [];
      // The second command finds what the first one left in the cache.
      for (const command of [
        ['preview', '--detail'],
        ['apply', '--yes', '-v'],
        ['preview', '-o', 'json', '--detail', '--save', 'plan.json'],
      ]) {
        const ran = await stack.gantry(command, {env: {PATH}});
        expect(ran.code, ran.stdout).toBe(3);
        printed.push(ran.stdout, ran.stderr);
      }
      expect(printed[1]).toContain('into data.url,');
      expect(printed[1]).toContain('into spec.containers[0].env[0].value,');
      await expectNoLeak(stack, printed.join('\n'), secrets);
    });

    it('values of secrets are in no file, argument, cache, state or output of a stack with a chart', async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create(namespaceObject(namespace));
      const secrets = {referenced: plainCanary('referenced'), allowed: plainCanary('allowed')};
      const metadata = {name: 'allowed', namespace};
      await cluster.create({apiVersion: 'v1', kind: 'Secret', metadata, data: {key: encoded(secrets.allowed)}});
      const stack = await stackOf(cluster.kubeconfigPath, namespace, {
        source: {lookups: ['allowed'], values: {password: 'ref://web/password', user: 'anna'}},
        files: {
          'workspaces/test.yaml': {
            name: 'test',
            context: {kubeconfig_path: cluster.kubeconfigPath},
            secretStore: {provider: {file: {path: '../secrets'}}},
          },
          'secrets/web': JSON.stringify({password: secrets.referenced}),
          'chart/templates/secrets.yaml': TEMPLATES,
        },
      });
      const {PATH, given} = await watchedHelm(helm);
      const temporary = await scratchDirectory();
      const printed: string[] = [];
      for (const command of [
        ['preview', '--detail'],
        ['apply', '--yes', '-v'],
        ['preview', '-o', 'json', '--detail'],
        ['apply', '--yes', '-o', 'jsonl'],
        ['release', 'show', '-o', 'json'],
        ['drift'],
      ]) {
        const ran = await startGantry(stack, command, {PATH, TMPDIR: temporary}).ended;
        expect(ran.code, ran.stderr).toBe(0);
        printed.push(ran.stdout, ran.stderr);
      }
      const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'web'});
      // Both values reached the cluster.
      expect(live?.['data']).toEqual({
        password: encoded(secrets.referenced),
        url: encoded(`https://anna:${secrets.referenced}@db`),
        copied: encoded(secrets.allowed),
      });
      await expectNoLeak(stack, printed.join('\n'), secrets);
      // Helm renders without the value of a reference. A Secret that the source allows is read through its requests only.
      const givenTexts = [...(await given()).values()].join('\n');
      expect(givenTexts).toContain('anna');
      expect(leaks(givenTexts, secrets)).toEqual([]);
      expect(await readdir(temporary)).toEqual([]);
      expect(await openToOthers(join(stack.home, '.gantry'))).toEqual([]);
    });
  });
});

const TEMPLATES = `apiVersion: v1
kind: Secret
metadata: {name: web}
stringData:
  url: "https://{{ .Values.user }}:{{ .Values.password }}@db"
data:
  password: {{ .Values.password | b64enc }}
  copied: {{ (lookup "v1" "Secret" .Release.Namespace "allowed").data.key }}
`;

const PRINTED = `{{ $found := (lookup "v1" "Secret" .Release.Namespace "allowed").data.key }}
apiVersion: v1
kind: ConfigMap
metadata: {name: printed}
data:
  url: "https://web:{{ $found | b64dec }}@db"
---
apiVersion: v1
kind: Pod
metadata: {name: printed}
spec:
  containers:
    - name: web
      image: web
      env:
        - {name: KEY, value: {{ $found | b64dec | quote }}}
`;

type Content = {readonly source: object; readonly files: Readonly<Record<string, unknown>>};

const stackOf = (kubeconfigPath: string, namespace: string, {source, files}: Content): Promise<Stack> =>
  makeStack({
    kubeconfigPath,
    namespace,
    files: {
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace,
        sources: [{helm: {path: 'chart', release: 'web', namespace, ...source}}],
      },
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      ...files,
    },
  });
