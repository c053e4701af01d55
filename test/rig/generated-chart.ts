import {symlink} from 'node:fs/promises';
import {join} from 'node:path';
import type {JsonObject} from '../../src/core/json.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import type {Cluster} from './cluster.ts';
import {scratchDirectory} from './scratch.ts';
import {makeStack} from './stack.ts';

/** Templates with a certificate, its authority, a password and a checksum of them: values that are new in every render. */
export const GENERATED: Readonly<Record<string, string>> = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'values.yaml': 'host: web.example.com\ndays: 365\nlevel: info\nregion: eu\n',
  'templates/tls.yaml': `{{- $ca := genCA "web-ca" (int .Values.days) }}
{{- $cert := genSignedCert .Values.host nil (list .Values.host) (int .Values.days) $ca }}
{{- $password := randAlphaNum 20 }}
apiVersion: v1
kind: Secret
metadata: {name: web-tls}
type: kubernetes.io/tls
data:
  ca.crt: {{ $ca.Cert | b64enc }}
  tls.crt: {{ $cert.Cert | b64enc }}
  tls.key: {{ $cert.Key | b64enc }}
---
apiVersion: v1
kind: Secret
metadata: {name: web-password}
stringData:
  password: {{ $password }}
  settings.ini: |
    user = admin
    password = {{ $password }}
    level = {{ .Values.level }}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: "web-{{ .Release.Namespace }}"}
webhooks:
  - name: web.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    failurePolicy: Ignore
    rules: [{apiGroups: [example.com], apiVersions: [v1], operations: [CREATE], resources: [widgets]}]
    clientConfig:
      caBundle: {{ $ca.Cert | b64enc }}
      service: {name: web, namespace: {{ .Release.Namespace }}, path: /check}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
      annotations:
        checksum/tls: {{ $cert.Cert | sha256sum }}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
        - name: app
          image: nginx:1.27
          env: [{name: REGION, value: {{ .Values.region }}}]
`,
};

/** The place of the chart in a stack. */
export const chartFiles = (templates: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(templates).map(([file, text]) => [`charts/web/${file}`, text]));

/** A stack of one chart, and a helm of the suite's choice alone in PATH. */
export async function generatedStack(
  cluster: Cluster,
  tool: 'helm' | 'helm4',
  {
    templates = GENERATED,
    helm = {},
  }: {
    readonly templates?: Readonly<Record<string, string>>;
    readonly helm?: JsonObject;
  } = {},
) {
  const namespace = cluster.freshNamespace();
  await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
  const stackFile = (more: JsonObject) => ({
    name: 'shop',
    workspace: 'test',
    namespace,
    sources: [{helm: {path: 'charts/web', ...helm, ...more}}],
  });
  const stack = await makeStack({
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    files: {'stack.yaml': stackFile({}), ...chartFiles(templates)},
  });
  const bin = await scratchDirectory();
  const program = await toolPath(tool);
  if (program === undefined) throw new Error(`there is no ${tool}, and no Go to build it`);
  await symlink(program, join(bin, 'helm'));
  const env = {PATH: bin};
  return {
    stack,
    namespace,
    env,
    gantry: (...args: string[]) => stack.gantry(args, {env}),
    json: <T>(...args: string[]) => stack.json<T>(args, {env}),
    /** Writes stack.yaml with other settings of the source. */
    set: (more: JsonObject) => stack.write({'stack.yaml': stackFile(more)}),
    live: async (kind: string, name: string, apiVersion = 'v1') =>
      (await cluster.get({apiVersion, kind, namespace, name})) as Record<string, Record<string, unknown>> | undefined,
  };
}
