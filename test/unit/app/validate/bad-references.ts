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

const route = (body: string, kind = 'HTTPRoute'): string =>
  `apiVersion: gateway.networking.k8s.io/v1\nkind: ${kind}\nmetadata: {name: web}\nspec:\n${body.replaceAll(/^(?=.)/gm, '  ')}\n`;

const backend = (fields: string, kind?: string): string =>
  route(`rules:\n  - backendRefs:\n${fields.replace(/^/, '    - ').replaceAll(/\n(?=.)/g, '\n      ')}\n`, kind);

const GATEWAY =
  'apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: public}\nspec: {gatewayClassName: eg, listeners: [{name: https, port: 443, protocol: HTTPS}]}\n';

const webhook = (fields: string): string =>
  `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: shop}\nwebhooks:\n  - name: shop.example.com\n    admissionReviewVersions: [v1]\n    sideEffects: None\n    clientConfig:\n      service:\n${fields.replaceAll(/^(?=.)/gm, ' '.repeat(8))}\n`;

const apiService = (fields: string): string =>
  `apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.shop.example.com}\nspec:\n  group: shop.example.com\n  version: v1\n  groupPriorityMinimum: 100\n  versionPriority: 100\n  service:\n${fields.replaceAll(/^(?=.)/gm, ' '.repeat(4))}\n`;

const monitor = (kind: string, selector: string, endpoint: string): string =>
  `apiVersion: monitoring.coreos.com/v1\nkind: ${kind}\nmetadata: {name: web}\nspec:\n  selector:\n    matchLabels:\n      ${selector}\n  ${kind === 'PodMonitor' ? 'podMetricsEndpoints' : 'endpoints'}:\n    - ${endpoint}\n`;

const LABELLED =
  'apiVersion: v1\nkind: Service\nmetadata: {name: web, labels: {app: web}}\nspec: {selector: {app: web}, ports: [{name: http, port: 80, targetPort: http}]}\n';

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
  {
    what: 'a route to a port that the Service does not have',
    yaml: and(backend('name: shop\nport: 8080 #!'), SERVICE),
    message: 'spec.rules[0].backendRefs[0].port is 8080, which Service shop does not have',
    hint: 'Its ports are http (80).',
  },
  {
    what: 'a route to a misspelt Service',
    yaml: and(backend('name: shpo #!\nport: 80', 'GRPCRoute'), SERVICE),
    message: 'spec.rules[0].backendRefs[0].name is shpo, but the stack has no Service of that name',
    hint: 'Did you mean shop?',
    severity: 'warning',
  },
  {
    what: 'a route to a Service that the stack does not have',
    yaml: backend('name: shop #!\nport: 80'),
    message: 'spec.rules[0].backendRefs[0].name is shop, but the stack has no Service of that name',
    hint: 'It must exist in namespace shop before the apply.',
    severity: 'note',
  },
  {
    what: 'a mirror of a route to a port that the Service does not have',
    yaml: and(
      route(
        'rules:\n  - filters:\n      - type: RequestMirror\n        requestMirror:\n          backendRef:\n            name: shop\n            port: 81 #!\n',
      ),
      SERVICE,
    ),
    message: 'spec.rules[0].filters[0].requestMirror.backendRef.port is 81, which Service shop does not have',
    hint: 'Its ports are http (80).',
  },
  {
    what: 'a route of a misspelt Gateway',
    yaml: and(route('parentRefs:\n  - name: publik #!\n'), GATEWAY),
    message: 'spec.parentRefs[0].name is publik, but the stack has no Gateway of that name',
    hint: 'Did you mean public?',
    severity: 'warning',
  },
  {
    what: 'a route of a listener that the Gateway does not have',
    yaml: and(route('parentRefs:\n  - name: public\n    sectionName: htps #!\n'), GATEWAY),
    message: 'spec.parentRefs[0].sectionName is htps, which is not a listener of Gateway public',
    hint: 'Did you mean https?',
  },
  {
    what: 'a webhook of a misspelt Service',
    yaml: and(webhook('name: shpo #!\nnamespace: shop\nport: 80'), SERVICE),
    message: 'webhooks[0].clientConfig.service.name is shpo, but the stack has no Service of that name',
    hint: 'Did you mean shop?',
    severity: 'warning',
  },
  {
    what: 'a webhook with the namespace of no Service',
    yaml: and(webhook('name: shop\nnamespace: default #!\nport: 80'), SERVICE),
    message:
      'webhooks[0].clientConfig.service.namespace is default, but Service shop of the stack is in namespace shop',
    hint: 'Did you mean shop?',
    severity: 'warning',
  },
  {
    what: 'a webhook with a port that its Service does not have',
    yaml: and(webhook('name: shop\nnamespace: shop\nport: 8443 #!'), SERVICE),
    message: 'webhooks[0].clientConfig.service.port is 8443, which Service shop does not have',
    hint: 'Its ports are http (80).',
  },
  {
    what: 'a webhook with the default port, which its Service does not have',
    yaml: and(webhook('name: shop\nnamespace: shop').replace('service:', 'service: #!'), SERVICE),
    message: 'webhooks[0].clientConfig.service has the port 443 by default, which Service shop does not have',
    hint: 'Its ports are http (80).',
  },
  {
    what: 'an APIService with a port that its Service does not have',
    yaml: and(apiService('name: shop\nnamespace: shop\nport: 444 #!'), SERVICE),
    message: 'spec.service.port is 444, which Service shop does not have',
    hint: 'Its ports are http (80).',
  },
  {
    what: 'an APIService of a Service that the stack does not have',
    yaml: apiService('name: shop #!\nnamespace: other'),
    message: 'spec.service.name is shop, but the stack has no Service of that name',
    hint: 'It must exist in namespace other before the apply.',
    severity: 'note',
  },
  {
    what: 'a ServiceMonitor that selects no Service because of a misspelt value',
    yaml: and(WEB, LABELLED, monitor('ServiceMonitor', 'app: wbe #!', '{port: http}')),
    message: 'spec.selector.matchLabels.app is wbe, so the ServiceMonitor selects no Services of the stack',
    hint: 'Service web has app=web.',
    severity: 'warning',
  },
  {
    what: 'a ServiceMonitor of Services that the stack does not have',
    yaml: and(
      WEB,
      LABELLED,
      monitor('ServiceMonitor', 'team: payments', '{port: http}').replace('matchLabels:', 'matchLabels: #!'),
    ),
    message: 'spec.selector.matchLabels selects no Services of the stack',
    severity: 'note',
  },
  {
    what: 'a ServiceMonitor of a port that the Service does not have',
    yaml: and(WEB, LABELLED, monitor('ServiceMonitor', 'app: web', '{port: htpp} #!')),
    message: 'spec.endpoints[0].port is htpp, but no port of the selected Services has that name',
    hint: 'Did you mean http?',
    severity: 'warning',
  },
  {
    what: 'a ServiceMonitor of a Service whose port has no name',
    yaml: and(
      WEB,
      LABELLED.replace('name: http, port', 'port'),
      monitor('ServiceMonitor', 'app: web', '{port: metrics} #!'),
    ),
    message: 'spec.endpoints[0].port is metrics, but no port of the selected Services has that name',
    hint: 'Their ports have no names.',
    severity: 'warning',
  },
  {
    what: 'a PodMonitor that selects no pods because of a misspelt value',
    yaml: and(WEB, monitor('PodMonitor', 'app: wbe #!', '{port: http}')),
    message: 'spec.selector.matchLabels.app is wbe, so the PodMonitor selects no pods of the stack',
    hint: 'The pods of Deployment web have app=web.',
    severity: 'warning',
  },
  {
    what: 'a PodMonitor of a port that no container declares',
    yaml: and(WEB, monitor('PodMonitor', 'app: web', '{port: metrics} #!')),
    message: 'spec.podMetricsEndpoints[0].port is metrics, but no port of the selected pods has that name',
    hint: 'Their ports are http.',
    severity: 'warning',
  },
  {
    what: 'a disruption budget of pods that the stack does not have',
    yaml: and(
      WEB,
      'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: db}\nspec:\n  minAvailable: 1\n  selector:\n    matchLabels: {cluster: pg} #!\n',
    ),
    message: 'spec.selector.matchLabels selects no pods of the stack',
    severity: 'note',
  },
  {
    what: 'a network policy that selects no pods because of a misspelt value',
    yaml: and(
      WEB,
      'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web}\nspec:\n  podSelector:\n    matchLabels:\n      app: wbe #!\n',
    ),
    message: 'spec.podSelector.matchLabels.app is wbe, so the NetworkPolicy selects no pods of the stack',
    hint: 'The pods of Deployment web have app=web.',
    severity: 'warning',
  },
  {
    what: 'a StatefulSet with a misspelt Service',
    yaml: and(
      WEB.replace('kind: Deployment', 'kind: StatefulSet').replace('spec:\n', 'spec:\n  serviceName: shpo #!\n'),
      SERVICE,
    ),
    message: 'spec.serviceName is shpo, but the stack has no Service of that name',
    hint: 'Did you mean shop?',
    severity: 'warning',
  },
  {
    what: 'an Ingress with a misspelt TLS Secret',
    yaml: and(
      ingress('name: shop\nport: {number: 80}').replace('spec:\n', 'spec:\n  tls:\n    - secretName: db-logins #!\n'),
      SERVICE,
      SECRET,
    ),
    message: 'spec.tls[0].secretName is db-logins, but the stack has no Secret of that name',
    hint: 'Did you mean db-login?',
    severity: 'warning',
  },
  {
    what: 'a misspelt Secret for pulling images',
    yaml: and(
      WEB.replace('      containers:', '      imagePullSecrets: [{name: db-logins}] #!\n      containers:'),
      SECRET,
    ),
    message: 'spec.template.spec.imagePullSecrets[0].name is db-logins, but the stack has no Secret of that name',
    hint: 'Did you mean db-login?',
    severity: 'warning',
  },
  {
    what: 'a ServiceAccount with a misspelt Secret for pulling images',
    yaml: and(
      'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web}\nimagePullSecrets:\n  - name: db-logins #!\n',
      SECRET,
    ),
    message: 'imagePullSecrets[0].name is db-logins, but the stack has no Secret of that name',
    hint: 'Did you mean db-login?',
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
  ['a route to a port of its Service', and(backend('name: shop\nport: 80'), SERVICE)],
  [
    'a route to a Service in another namespace of the stack',
    and(
      backend('name: shop\nnamespace: other\nport: 80'),
      SERVICE.replace('name: shop', 'name: shop, namespace: other'),
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n',
    ),
  ],
  [
    'a route of a Gateway, a listener and a Service of another team, and of a Service as its parent',
    and(
      route(
        'parentRefs:\n  - {name: shared, namespace: gateways, sectionName: https}\n  - {group: "", kind: Service, name: shop, port: 80}\n',
      ),
      SERVICE,
      GATEWAY,
    ),
  ],
  ['a route to a backend that is no Service', backend('group: storage.example.com\nkind: Bucket\nname: assets')],
  ['a route of a listener of its Gateway', and(route('parentRefs: [{name: public, sectionName: https}]\n'), GATEWAY)],
  [
    'a webhook of the default port',
    and(webhook('name: shop\nnamespace: shop'), SERVICE.replace('port: 80', 'port: 443')),
  ],
  ['a webhook with a URL', webhook('').replace('service:', 'url: https://hooks.example.com')],
  ['an APIService that Kubernetes serves itself', apiService('').replace('  service:\n', '')],
  [
    'a ServiceMonitor of its Service, and of a number of the pods',
    and(WEB, LABELLED, monitor('ServiceMonitor', 'app: web', '{port: http}\n    - {targetPort: 9090}')),
  ],
  [
    'a ServiceMonitor of another namespace',
    and(
      WEB,
      LABELLED,
      monitor('ServiceMonitor', 'app: api', '{port: web}').replace(
        'spec:\n',
        'spec:\n  namespaceSelector: {matchNames: [other]}\n',
      ),
    ),
  ],
  ['a PodMonitor of a port of the pods', and(WEB, monitor('PodMonitor', 'app: web', '{port: http}'))],
  [
    'a network policy for all pods',
    and(
      WEB,
      'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: all}\nspec: {podSelector: {}, policyTypes: [Ingress]}\n',
    ),
  ],
  [
    'a TLS Secret that another program creates',
    and(
      ingress('name: shop\nport: {name: http}').replace('spec:\n', 'spec:\n  tls: [{secretName: shop-tls}]\n'),
      SERVICE,
    ),
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
