/** A manifest with one mistake. The comment `#!` marks the line that the message must be at. */
export type BadManifest = {
  readonly what: string;
  readonly yaml: string;
  readonly message: string;
  readonly hint?: string;
  readonly severity?: 'error' | 'warning' | 'note';
};

const object = (apiVersion: string, kind: string, name: string, rest: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\n${rest}`;

const indent = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

/** A Deployment whose pod has these fields. */
const pods = (spec: string): string =>
  object(
    'apps/v1',
    'Deployment',
    'web',
    `spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
${indent(spec, 6)}`,
  );

const container = (fields: string): string =>
  pods(`containers:\n  - name: web\n    image: nginx:1.28\n${indent(fields, 4)}`);

const service = (spec: string): string => object('v1', 'Service', 'web', `spec:\n${indent(spec, 2)}`);

/** Manifests that violate the schemas of Kubernetes. */
export const BY_SCHEMA: readonly BadManifest[] = [
  {
    what: 'a misspelt field',
    yaml: container('imagePullPolcy: Always #!'),
    message: 'spec.template.spec.containers[0].imagePullPolcy is not a field of this object',
    hint: 'did you mean imagePullPolicy?',
  },
  {
    what: 'a field with the wrong case',
    yaml: object('v1', 'Service', 'web', 'spec: {ports: [{port: 80, targetport: 8080}]} #!\n'),
    message: 'spec.ports[0].targetport is not a field of this object',
    hint: 'did you mean targetPort?',
  },
  {
    what: 'a field with too much indentation',
    yaml: container('ports:\n  - containerPort: 80\n    resources: {} #!'),
    message: 'spec.template.spec.containers[0].ports[0].resources is not a field of this object',
    hint: 'It is a field of spec.template.spec.containers[0]: check the indentation.',
  },
  {
    what: 'containers of a Pod in a Deployment',
    yaml: object(
      'apps/v1',
      'Deployment',
      'web',
      'spec:\n  selector: {matchLabels: {a: b}}\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}\n  containers: [] #!\n',
    ),
    message: 'spec.containers is not a field of this object',
    hint: 'It is a field of spec.template.spec.',
  },
  {
    what: 'a number in quotes',
    yaml: object(
      'apps/v1',
      'Deployment',
      'web',
      'spec:\n  replicas: "2" #!\n  selector: {matchLabels: {a: b}}\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}\n',
    ),
    message: 'spec.replicas is a string, must be an integer of 32 bits: remove the quotes',
  },
  {
    what: 'a number as the value of a variable',
    yaml: container('env:\n  - name: LIMIT\n    value: 5 #!'),
    message: 'spec.template.spec.containers[0].env[0].value is a number, must be a string: quote it',
  },
  {
    what: 'a boolean in a ConfigMap',
    yaml: object('v1', 'ConfigMap', 'web', 'data:\n  debug: true #!\n'),
    message: 'data.debug is a boolean, must be a string: quote it',
  },
  {
    what: 'a list that is a map',
    yaml: container('ports: {containerPort: 80} #!'),
    message: 'spec.template.spec.containers[0].ports is an object, must be a list',
  },
  {
    what: 'a value that is not allowed',
    yaml: container('imagePullPolicy: always #!'),
    message:
      'spec.template.spec.containers[0].imagePullPolicy is "always", must be one of "Always", "IfNotPresent", "Never"',
    hint: 'did you mean Always?',
  },
  {
    what: 'an unknown type of Service',
    yaml: service('type: LoadBalancr #!\nports: [{port: 80}]'),
    message: 'spec.type is "LoadBalancr", must be one of "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
    hint: 'did you mean LoadBalancer?',
  },
  {
    what: 'a protocol in lower case',
    yaml: service('ports:\n  - port: 80\n    protocol: tcp #!'),
    message: 'spec.ports[0].protocol is "tcp", must be one of "SCTP", "TCP", "UDP"',
    hint: 'did you mean TCP?',
  },
  {
    what: 'an unknown access mode',
    yaml: object(
      'v1',
      'PersistentVolumeClaim',
      'data',
      'spec:\n  accessModes:\n    - ReadWriteOnc #!\n  resources: {requests: {storage: 1Gi}}\n',
    ),
    message:
      'spec.accessModes[0] is "ReadWriteOnc", must be one of "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    hint: 'did you mean ReadWriteOnce?',
  },
  {
    what: 'an invalid quantity',
    yaml: container('resources: {limits: {memory: 1 GB}} #!'),
    message:
      'spec.template.spec.containers[0].resources.limits.memory is "1 GB", must be a quantity, for example 500m or 1Gi',
  },
  {
    what: 'data of a Secret that is not base64',
    yaml: object('v1', 'Secret', 'db', 'data:\n  password: plain text #!\n'),
    message: 'data.password is not base64',
    hint: 'in a Secret, plain text goes under stringData',
  },
  {
    what: 'two variables with one name',
    yaml: container('env:\n  - {name: A, value: "1"}\n  - {name: A, value: "2"} #!'),
    message: 'spec.template.spec.containers[0].env[1] has the same key {"name":"A"} as item 0 of this list',
  },
  {
    what: 'a container without a name',
    yaml: pods('containers:\n  - image: nginx #!'),
    message: 'spec.template.spec.containers[0] has no name, which identifies the items of this list',
  },
  {
    what: 'a Deployment without a selector',
    yaml: object(
      'apps/v1',
      'Deployment',
      'web',
      'spec: #!\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}\n',
    ),
    message: 'spec.selector is missing',
  },
  {
    what: 'a Deployment without a spec',
    yaml: 'apiVersion: apps/v1 #!\nkind: Deployment\nmetadata: {name: web}\n',
    message: 'spec is missing',
  },
  {
    what: 'an Ingress path without its type',
    yaml: object(
      'networking.k8s.io/v1',
      'Ingress',
      'web',
      'spec:\n  rules:\n    - http:\n        paths:\n          - path: / #!\n            backend: {service: {name: shop, port: {number: 80}}}\n',
    ),
    message: 'spec.rules[0].http.paths[0].pathType is missing',
  },
  {
    what: 'an autoscaler without a maximum',
    yaml: object(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      'web',
      'spec: #!\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: other}\n',
    ),
    message: 'spec.maxReplicas is missing',
  },
];

/** Manifests with unknown kinds and API versions. */
export const BY_KIND: readonly BadManifest[] = [
  {
    what: 'a removed API',
    yaml: 'apiVersion: policy/v1beta1 #!\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec: {minAvailable: 1, selector: {matchLabels: {a: b}}}\n',
    message: 'policy/v1beta1 PodDisruptionBudget was removed in Kubernetes 1.25',
    hint: 'Use policy/v1. In that version, an empty selector selects all pods instead of none.',
  },
  {
    what: 'a removed API without a replacement',
    yaml: 'apiVersion: policy/v1beta1 #!\nkind: PodSecurityPolicy\nmetadata: {name: web}\nspec: {}\n',
    message: 'policy/v1beta1 PodSecurityPolicy was removed in Kubernetes 1.25',
    hint: 'It has no replacement. Label the namespace for Pod Security admission, or use the policy `podSecurity` of the workspace.',
  },
  {
    what: 'a removed API of CronJobs',
    yaml: 'apiVersion: batch/v1beta1 #!\nkind: CronJob\nmetadata: {name: web}\nspec: {schedule: "* * * * *", jobTemplate: {spec: {template: {spec: {containers: [{name: a, image: a}], restartPolicy: Never}}}}}\n',
    message: 'batch/v1beta1 CronJob was removed in Kubernetes 1.25',
    hint: 'Use batch/v1.',
  },
  {
    what: 'an API that was removed in a known version',
    yaml: 'apiVersion: flowcontrol.apiserver.k8s.io/v1beta3 #!\nkind: FlowSchema\nmetadata: {name: web}\nspec: {priorityLevelConfiguration: {name: exempt}}\n',
    message: 'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema was removed in Kubernetes 1.32',
    hint: 'Use flowcontrol.apiserver.k8s.io/v1.',
  },
  {
    what: 'a kind of another group',
    yaml: 'apiVersion: v1 #!\nkind: Deployment\nmetadata: {name: web}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}}\n',
    message: 'v1 has no kind Deployment in Kubernetes 1.36',
    hint: 'Use apps/v1.',
  },
  {
    what: 'a version that does not exist',
    yaml: 'apiVersion: apps/v2 #!\nkind: DaemonSet\nmetadata: {name: web}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}}\n',
    message: 'apps/v2 has no kind DaemonSet in Kubernetes 1.36',
    hint: 'Use apps/v1.',
  },
  {
    what: 'a misspelt kind',
    yaml: 'apiVersion: apps/v1\nkind: Deploymnet #!\nmetadata: {name: web}\nspec: {}\n',
    message: 'apps/v1 has no kind Deploymnet in Kubernetes 1.36',
    hint: 'Did you mean Deployment?',
  },
  {
    what: 'a misspelt group',
    yaml: 'apiVersion: networking.k8.io/v1 #!\nkind: NetworkPolicy\nmetadata: {name: web}\nspec: {podSelector: {}}\n',
    message: 'networking.k8.io/v1 has no kind NetworkPolicy',
    hint: 'Did you mean networking.k8s.io/v1?',
  },
];

/** Manifests that match the schema, but that the server rejects. */
export const BY_RULE: readonly BadManifest[] = [
  {
    what: 'a name with an underscore',
    yaml: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: Web_config #!\n',
    message: 'metadata.name is "Web_config", must consist of lower case letters, digits, - and .',
    hint: 'For example web-config.',
  },
  {
    what: 'a label with a space',
    yaml: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n  labels:\n    team: team a #!\n',
    message:
      'metadata.labels.team is "team a", must consist of letters, digits, -, _ and ., with a letter or a digit at both ends',
  },
  {
    what: 'a selector that does not select the pods',
    yaml: object(
      'apps/v1',
      'Deployment',
      'web',
      'spec:\n  selector:\n    matchLabels:\n      app: wbe #!\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: a, image: a}]}}\n',
    ),
    message:
      'spec.selector selects app=wbe, but the pods do not have that label (spec.template.metadata.labels): they have app=web',
  },
  {
    what: 'a Job with the restart policy Always',
    yaml: object(
      'batch/v1',
      'Job',
      'web',
      'spec:\n  template:\n    spec: #!\n      containers: [{name: a, image: a}]\n',
    ),
    message: 'spec.template.spec.restartPolicy is missing: a Job needs OnFailure or Never',
  },
  {
    what: 'a container without an image',
    yaml: pods('containers:\n  - name: web #!'),
    message: 'spec.template.spec.containers[0].image is missing',
  },
  {
    what: 'a variable with two values',
    yaml: container('env:\n  - {name: A, value: a, valueFrom: {fieldRef: {fieldPath: metadata.name}}} #!'),
    message: 'spec.template.spec.containers[0].env[0] has both value and valueFrom',
    hint: 'Remove one of them.',
  },
  {
    what: 'a request above its limit',
    yaml: container('resources:\n  limits: {memory: 512Mi}\n  requests:\n    memory: 1Gi #!'),
    message: 'spec.template.spec.containers[0].resources.requests.memory is 1Gi, more than the limit of 512Mi',
  },
  {
    what: 'a port above 65535',
    yaml: container('ports:\n  - containerPort: 80800 #!'),
    message: 'spec.template.spec.containers[0].ports[0].containerPort is 80800, must be from 1 to 65535',
  },
  {
    what: 'a long name of a port',
    yaml: container('ports:\n  - containerPort: 80\n    name: a-very-long-port-name #!'),
    message:
      'spec.template.spec.containers[0].ports[0].name is "a-very-long-port-name", must have at most 15 lower case letters, digits and single -, with a letter',
  },
  {
    what: 'a probe of an unknown port name',
    yaml: container('ports: [{containerPort: 80, name: http}]\nreadinessProbe:\n  httpGet:\n    port: htpp #!'),
    message:
      'spec.template.spec.containers[0].readinessProbe.httpGet.port is htpp, but no port of the container has that name',
    hint: 'Did you mean http?',
  },
  {
    what: 'a probe without a check',
    yaml: container('livenessProbe: {periodSeconds: 5} #!'),
    message:
      'spec.template.spec.containers[0].livenessProbe checks nothing: it needs one of exec, grpc, httpGet, tcpSocket',
  },
  {
    what: 'a mount of an unknown volume',
    yaml: pods(
      'volumes: [{name: config, emptyDir: {}}]\ncontainers:\n  - name: web\n    image: nginx\n    volumeMounts:\n      - name: confg #!\n        mountPath: /etc/web',
    ),
    message: 'spec.template.spec.containers[0].volumeMounts[0].name is confg, but the pod has no volume of that name',
    hint: 'Did you mean config?',
  },
  {
    what: 'a volume with two sources',
    yaml: pods('containers: [{name: a, image: a}]\nvolumes:\n  - {name: x, emptyDir: {}, hostPath: {path: /x}} #!'),
    message: 'spec.template.spec.volumes[0] has emptyDir and hostPath: a volume has one source',
  },
  {
    what: 'a Service whose second port has no name',
    yaml: service('ports:\n  - {port: 80, name: http}\n  - port: 81 #!'),
    message: 'spec.ports[1].name is missing: in a Service with several ports, each port needs a name',
  },
  {
    what: 'a Service without ports',
    yaml: 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: #!\n  selector: {a: b}\n',
    message: 'spec.ports is missing',
  },
  {
    what: 'an Ingress path that does not begin with a slash',
    yaml: object(
      'networking.k8s.io/v1',
      'Ingress',
      'web',
      'spec:\n  rules:\n    - http:\n        paths:\n          - path: api #!\n            pathType: Prefix\n            backend: {service: {name: shop, port: {number: 80}}}\n',
    ),
    message: 'spec.rules[0].http.paths[0].path is "api", must begin with /',
  },
  {
    what: 'an Ingress backend without a port',
    yaml: object('networking.k8s.io/v1', 'Ingress', 'web', 'spec:\n  defaultBackend:\n    service: {name: shop} #!\n'),
    message: 'spec.defaultBackend.service.port is missing: write its name or number',
  },
  {
    what: 'an autoscaler with a minimum above its maximum',
    yaml: object(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      'web',
      'spec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: other}\n  minReplicas: 5 #!\n  maxReplicas: 3\n',
    ),
    message: 'spec.minReplicas is 5, more than spec.maxReplicas (3)',
  },
  {
    what: 'an autoscaler of a DaemonSet',
    yaml: object(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      'web',
      'spec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: DaemonSet, name: other} #!\n  maxReplicas: 3\n',
    ),
    message: 'spec.scaleTargetRef.kind is DaemonSet, which cannot be scaled',
  },
  {
    what: 'a schedule of four fields',
    yaml: object(
      'batch/v1',
      'CronJob',
      'web',
      'spec:\n  schedule: "0 3 * *" #!\n  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}}\n',
    ),
    message: 'spec.schedule is "0 3 * *", not a schedule of five fields: minute, hour, day, month, weekday',
  },
  {
    what: 'a PersistentVolumeClaim without a size',
    yaml: object('v1', 'PersistentVolumeClaim', 'data', 'spec: #!\n  accessModes: [ReadWriteOnce]\n'),
    message: 'spec.resources.requests.storage is missing',
  },
  {
    what: 'a disruption budget with two limits',
    yaml: object(
      'policy/v1',
      'PodDisruptionBudget',
      'web',
      'spec: #!\n  selector: {}\n  minAvailable: 1\n  maxUnavailable: 1\n',
    ),
    message: 'spec has both minAvailable and maxUnavailable',
    hint: 'Remove one of them.',
  },
  {
    what: 'a TLS Secret without its key',
    yaml: object('v1', 'Secret', 'web', 'type: kubernetes.io/tls\nstringData: {tls.crt: x}\n').replace(
      'apiVersion: v1',
      'apiVersion: v1 #!',
    ),
    message: 'data["tls.key"] is missing: a Secret of type kubernetes.io/tls needs it',
  },
  {
    what: 'a ClusterRoleBinding of a Role',
    yaml: object(
      'rbac.authorization.k8s.io/v1',
      'ClusterRoleBinding',
      'web',
      'roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: Role #!\n  name: web\nsubjects: []\n',
    ),
    message: 'roleRef.kind is Role: a ClusterRoleBinding binds a ClusterRole',
  },
];
