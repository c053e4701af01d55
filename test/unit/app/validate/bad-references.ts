import type {BadManifest} from './bad-manifests.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web, tier: front}}
  template:
    metadata: {labels: {app: web, tier: front}}
    spec:
      containers:
        - name: web
          image: nginx:1.28
          ports: [{name: http, containerPort: 8080}]
`;

const FIELD = 'spec.template.spec.containers[0]';

const env = (from: string): string =>
  `${WEB}          env:\n            - name: A\n              valueFrom:\n${from.replaceAll(/^(?=.)/gm, ' '.repeat(16))}`;

const and = (...documents: readonly string[]): string => documents.join('---\n');

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {level: debug}\n';
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: db-login}\nstringData: {password: x}\n';
const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec: {ports: [{name: http, port: 80}]}\n';

const service = (selector: string, port: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  selector:\n    ${selector}\n  ports:\n    - ${port}\n`;

const ingress = (backend: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec:\n  defaultBackend:\n    service:\n${backend.replaceAll(/^(?=.)/gm, ' '.repeat(6))}\n`;

/** Manifests with wrong references: to names, keys, ports and labels. */
export const BY_REFERENCE: readonly BadManifest[] = [
  {
    what: 'a key that a ConfigMap does not have',
    yaml: and(env('configMapKeyRef:\n  name: settings\n  key: levle #!\n'), CONFIG),
    message: `${FIELD}.env[0].valueFrom.configMapKeyRef.key is levle, which ConfigMap settings does not have`,
    hint: 'Did you mean level?',
  },
  {
    what: 'a key that a Secret does not have',
    yaml: and(env('secretKeyRef:\n  name: db-login\n  key: user #!\n'), SECRET),
    message: `${FIELD}.env[0].valueFrom.secretKeyRef.key is user, which Secret db-login does not have`,
    hint: 'It has password.',
  },
  {
    what: 'a volume item with a key that a ConfigMap does not have',
    yaml: and(
      `${WEB}      volumes:\n        - name: config\n          configMap:\n            name: settings\n            items:\n              - {key: app.yaml, path: app.yaml} #!\n`,
      CONFIG,
    ),
    message: 'spec.template.spec.volumes[0].configMap.items[0].key is app.yaml, which ConfigMap settings does not have',
    hint: 'It has level.',
  },
  {
    what: 'a misspelt ConfigMap',
    yaml: and(env('configMapKeyRef:\n  name: setings #!\n  key: level\n'), CONFIG),
    message: `${FIELD}.env[0].valueFrom.configMapKeyRef.name is setings, but the stack has no ConfigMap of that name`,
    hint: 'Did you mean settings?',
    severity: 'warning',
  },
  {
    what: 'a misspelt Secret',
    yaml: and(`${WEB}          envFrom:\n            - secretRef: {name: db-logins} #!\n`, SECRET),
    message: `${FIELD}.envFrom[0].secretRef.name is db-logins, but the stack has no Secret of that name`,
    hint: 'Did you mean db-login?',
    severity: 'warning',
  },
  {
    what: 'a ConfigMap that the stack does not have',
    yaml: env('configMapKeyRef:\n  name: settings #!\n  key: level\n'),
    message: `${FIELD}.env[0].valueFrom.configMapKeyRef.name is settings, but the stack has no ConfigMap of that name`,
    hint: 'It must exist in namespace shop before the apply.',
    severity: 'note',
  },
  {
    what: 'a misspelt ServiceAccount',
    yaml: and(
      WEB.replace('      containers:', '      serviceAccountName: web-runer #!\n      containers:'),
      'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web-runner}\n',
    ),
    message: 'spec.template.spec.serviceAccountName is web-runer, but the stack has no ServiceAccount of that name',
    hint: 'Did you mean web-runner?',
    severity: 'warning',
  },
  {
    what: 'a PersistentVolumeClaim that the stack does not have',
    yaml: `${WEB}      volumes:\n        - name: data\n          persistentVolumeClaim: {claimName: data} #!\n`,
    message:
      'spec.template.spec.volumes[0].persistentVolumeClaim.claimName is data, but the stack has no PersistentVolumeClaim of that name',
    hint: 'It must exist in namespace shop before the apply.',
    severity: 'note',
  },
  {
    what: 'a target port that the pods do not have',
    yaml: and(WEB, service('app: web', '{port: 80, targetPort: htpp} #!')),
    message: 'spec.ports[0].targetPort is htpp, but no port of the selected pods has that name',
    hint: 'Did you mean http?',
  },
  {
    what: 'a target port number that the pods do not declare',
    yaml: and(WEB, service('app: web', '{port: 80, targetPort: 8000} #!')),
    message: 'spec.ports[0].targetPort is 8000, but the selected pods declare 8080',
    severity: 'warning',
  },
  {
    what: 'a Service that selects no pods because of a misspelt value',
    yaml: and(WEB, service('app: wbe #!', '{port: 80, targetPort: http}')),
    message: 'spec.selector.app is wbe, so the Service selects no pods of the stack',
    hint: 'The pods of Deployment web have app=web.',
    severity: 'warning',
  },
  {
    what: 'a Service that selects no pods because of one of its labels',
    yaml: and(WEB, service('app: web\n    tier: back #!', '{port: 80, targetPort: http}')),
    message: 'spec.selector.tier is back, so the Service selects no pods of the stack',
    hint: 'The pods of Deployment web have tier=front.',
    severity: 'warning',
  },
  {
    what: 'an Ingress to a port that the Service does not have',
    yaml: and(ingress('name: shop\nport: {number: 8080} #!'), SERVICE),
    message: 'spec.defaultBackend.service.port.number is 8080, which Service shop does not have',
    hint: 'Its ports are http (80).',
  },
  {
    what: 'an Ingress to a misspelt Service',
    yaml: and(ingress('name: shpo #!\nport: {number: 80}'), SERVICE),
    message: 'spec.defaultBackend.service.name is shpo, but the stack has no Service of that name',
    hint: 'Did you mean shop?',
    severity: 'warning',
  },
  {
    what: 'an autoscaler of a Deployment that the stack does not have',
    yaml: 'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec:\n  maxReplicas: 3\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web} #!\n',
    message: 'spec.scaleTargetRef.name is web, but the stack has no Deployment of that name',
    hint: 'It must exist in namespace shop before the apply.',
    severity: 'note',
  },
  {
    what: 'a RoleBinding of a misspelt Role',
    yaml: and(
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: web}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: raeder} #!\nsubjects: []\n',
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: reader}\nrules: []\n',
    ),
    message: 'roleRef.name is raeder, but the stack has no Role of that name',
    hint: 'Did you mean reader?',
    severity: 'warning',
  },
  {
    what: 'a disruption budget that selects no pods',
    yaml: and(
      WEB,
      'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec:\n  minAvailable: 1\n  selector:\n    matchLabels:\n      app: webb #!\n',
    ),
    message: 'spec.selector.matchLabels.app is webb, so the PodDisruptionBudget selects no pods of the stack',
    hint: 'The pods of Deployment web have app=web.',
    severity: 'warning',
  },
];

/** Correct manifests that look like a mistake. */
export const GOOD: readonly (readonly [what: string, yaml: string])[] = [
  ['an optional key', and(env('configMapKeyRef: {name: settings, key: other, optional: true}\n'), CONFIG)],
  [
    'a Secret without keys, which a program adds later',
    and(env('secretKeyRef: {name: login, key: a}\n'), 'apiVersion: v1\nkind: Secret\nmetadata: {name: login}\n'),
  ],
  [
    'a Secret that an operator creates',
    and(
      env('secretKeyRef: {name: db-tls, key: tls.crt}\n'),
      'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: db}\nspec: {secretName: db-tls}\n',
    ),
  ],
  ['a Service of pods that an operator creates', and(WEB, service('cluster: pg', '{port: 5432}'))],
  [
    'a Service of a role that changes at run time',
    and(WEB, service('app: web\n    role: primary', '{port: 80, targetPort: http}')),
  ],
  [
    'a port that the pods do not declare, beside one that they do',
    and(WEB, service('app: web', '{name: a, port: 80, targetPort: http}\n    - {name: b, port: 81, targetPort: 9000}')),
  ],
  [
    'ConfigMaps whose names differ only in a number',
    and(
      env('configMapKeyRef: {name: shard-2, key: a, optional: true}\n'),
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shard-1}\n',
    ),
  ],
  [
    'a binding of a ClusterRole of Kubernetes',
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: web}\nroleRef: {kind: ClusterRole, name: view}\nsubjects: [{kind: ServiceAccount, name: other}]\n',
  ],
  [
    'a name of RBAC with a colon',
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: "shop:Reader"}\nrules: [{apiGroups: [""], resources: [pods], verbs: [get]}]\n',
  ],
  ['empty enum values of a template', service('app: other', '{port: 80, protocol: ""}')],
  [
    'a kind of a CRD in the cluster',
    'apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: {name: web}\nspec: {anything: 1}\n',
  ],
  [
    'fields that are null',
    WEB.replace('image: nginx:1.28', 'image: nginx:1.28\n          command: null\n          resources: null'),
  ],
  [
    'a sidecar with a probe',
    WEB.replace(
      '      containers:',
      '      initContainers: [{name: proxy, image: envoy, restartPolicy: Always, startupProbe: {tcpSocket: {port: 80}}}]\n      containers:',
    ),
  ],
];
