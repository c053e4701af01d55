import {SAMPLE_WORKSPACE} from './sample-workspace.ts';
import type {NewFile} from './write-new-files.ts';

/** Returns the files of a small stack that runs anywhere: a web server with one page, to be replaced by the user's own. */
export const sampleFiles = (name: string, namespace: string): readonly NewFile[] => [
  {path: 'project.yaml', text: projectText(name)},
  {
    path: 'stack.yaml',
    text: `# A stack is a set of resources that are built and applied together.
# Without \`sources\`, it contains every manifest below this directory.
name: ${name}
# The namespace of objects that do not set one. It is created if it does not exist, and never deleted.
namespace: ${namespace}
sources:
  - manifests: manifests/*.yaml
`,
  },
  {path: 'manifests/web.yaml', text: WEB},
  {path: 'manifests/page.yaml', text: PAGE},
  SAMPLE_WORKSPACE,
];

/** Returns the project.yaml that `gantry init` writes. */
export const projectText = (
  name: string,
): string => `# A project contains stacks: directories with a stack.yaml, here or below.
name: ${name}
`;

const WEB = `# These objects set no namespace: stack.yaml sets it for all of them.
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
