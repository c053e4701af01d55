import {APPLICATION_FILE} from '../sources/app/application-file.ts';
import type {NewFile} from './write-new-files.ts';

/** Returns the files of a small module that works: a ConfigMap whose name the containers get. Its test passes. */
export const moduleFiles = (name: string): readonly NewFile[] => [
  {path: 'module.ts', text: moduleText(name)},
  {path: `tests/default/${APPLICATION_FILE}`, text: applicationText(name)},
  {path: 'tests/default/workspace.yaml', text: workspaceText(name)},
  {path: 'tests/default/expected.yaml', text: expectedText(name)},
];

/** Returns the name of an environment variable: `MESSAGE_QUEUE` for `message-queue`. */
const variable = (name: string): string => name.toUpperCase().replaceAll('-', '_');

const moduleText = (name: string): string => `import {defineModule, z} from 'gantry/module';

export default defineModule({
  name: '${name}',
  version: '0.1.0',
  description: 'A ConfigMap with a message. The containers get its name.',
  // Fields that the application sets in ${APPLICATION_FILE}.
  input: z.strictObject({
    message: z.string().describe('The text in the ConfigMap.'),
  }),
  // Fields that the platform sets in the workspace: modules.${name}.configs.
  platform: z.strictObject({
    team: z.string().default('none').describe('The team that owns the application.'),
  }),
  // Values for other accessories: \${output:${name}.name}.
  outputs: {name: 'The name of the ConfigMap.'},
  generate({name, labels, config}) {
    return {
      resources: [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: {name, labels},
          data: {message: config.message, team: config.team},
        },
      ],
      patches: [{env: [{name: '${variable(name)}', value: name}]}],
      outputs: {name},
    };
  },
});
`;

const applicationText = (
  name: string,
): string => `# The input of this test. "gantry module test ${name} --update" writes expected.yaml again.
web:
  workload:
    service:
      containers:
        web: {image: "nginx:1.29"}
  accessories:
    ${name}: {message: hello}
`;

const workspaceText = (name: string): string => `# The fields of the platform, and the context.
name: test
modules:
  ${name}:
    configs:
      default: {team: payments}
`;

/** Returns the objects as `gantry module test --update` writes them. */
const expectedText = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app.kubernetes.io/instance: default
    app.kubernetes.io/name: web
    app.kubernetes.io/part-of: test
  namespace: default
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: web
      app.kubernetes.io/part-of: test
      app.kubernetes.io/instance: default
  template:
    metadata:
      labels:
        app.kubernetes.io/instance: default
        app.kubernetes.io/name: web
        app.kubernetes.io/part-of: test
    spec:
      containers:
        - name: web
          image: nginx:1.29
          env:
            - name: ${variable(name)}
              value: web-${name}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-${name}
  labels:
    app.kubernetes.io/name: web
    app.kubernetes.io/part-of: test
    app.kubernetes.io/instance: default
  namespace: default
data:
  message: hello
  team: payments
`;
