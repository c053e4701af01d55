import type {NewFile} from './write-new-files.ts';

/** A small stack that runs anywhere: a web server with its page, to be replaced by the reader's own. */
export const sampleFiles = (name: string, namespace: string): readonly NewFile[] => [
  {path: 'project.yaml', text: projectText(name)},
  {
    path: 'stack.yaml',
    text: `# A stack is what is built and applied together. Without \`sources\`, it is every manifest below this directory.
name: ${name}
# Filled into objects that have no namespace. It is made if it is missing, and never deleted.
namespace: ${namespace}
sources:
  - manifests: manifests/*.yaml
`,
  },
  {path: 'manifests/web.yaml', text: WEB},
  {path: 'manifests/page.yaml', text: PAGE},
  {
    path: 'workspaces/dev.yaml',
    text: `# A workspace binds one cluster: \`gantry preview -w dev\` shows what would change there.
name: dev
context:
  kubeconfig_path: ~/.kube/config
  # kube_context: dev-admin    # which context inside that file; default: its current-context
`,
  },
];

/** Returns the project.yaml that `gantry init` writes. */
export const projectText = (
  name: string,
): string => `# A project owns stacks: directories with a stack.yaml, here or below.
name: ${name}
`;

const WEB = `# No namespace is written here: the stack says it once for all.
apiVersion: v1
kind: ServiceAccount
metadata:
  name: web
automountServiceAccountToken: false
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      serviceAccountName: web
      containers:
        - name: web
          image: nginx:1.29
          ports:
            - name: http
              containerPort: 80
          readinessProbe:
            httpGet:
              path: /
              port: http
          resources:
            requests:
              cpu: 50m
              memory: 32Mi
          volumeMounts:
            - name: page
              mountPath: /usr/share/nginx/html
      volumes:
        - name: page
          configMap:
            name: page
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - name: http
      port: 80
      targetPort: http
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app: web
`;

const PAGE = `apiVersion: v1
kind: ConfigMap
metadata:
  name: page
data:
  index.html: |
    <h1>Hello from Gantry</h1>
`;
