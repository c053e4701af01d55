import type {TestChart} from './chart-archive.ts';

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.charts.example.com}
spec:
  group: charts.example.com
  names: {kind: Gadget, plural: gadgets}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}"}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"}]}
`;

/** The default values of the chart. */
export const VALUES = `# the number of pods
replicas: 1
image:
  repository: registry.example/web
  tag: "1.0"
logLevel: info
`;

/** A chart with defaults, a README, notes and one Deployment. */
export const web = (version: string, files: Readonly<Record<string, string>> = {}): TestChart => ({
  name: 'web',
  version,
  more: {appVersion: '1.0', description: 'A web server for tests', keywords: ['http']},
  files: {
    'values.yaml': VALUES,
    'README.md': '# Web\n\nServes pages.\n',
    'templates/NOTES.txt': 'Open {{ .Release.Name }}.\n',
    'templates/web.yaml': DEPLOYMENT,
    ...files,
  },
});

/** The next major version: a key was renamed, a default changed, and a CRD was added. */
export const WEB_2 = web('2.0.0', {
  'values.yaml': VALUES.replace('replicas', 'replicaCount').replace('"1.0"', '"2.0"').replace('info', 'warn'),
  'templates/web.yaml': DEPLOYMENT.replace('.replicas', '.replicaCount'),
  'crds/gadget.yaml': CRD,
});
