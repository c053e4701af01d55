import type {JsonObject} from '../../core/json.ts';
import {APPLICATION_FILE} from '../sources/app/application-file.ts';
import {projectText} from './sample-stack.ts';
import {SAMPLE_WORKSPACE} from './sample-workspace.ts';
import type {NewFile} from './write-new-files.ts';

/** The file with the JSON Schema of the application file, beside it. Editors find it in any form of installation, and without a network. */
const SCHEMA_FILE = 'gantry.app.schema.json';

/** Returns the files of a small stack with an application: a web server with one page. @param schema the JSON Schema of the application file */
export const applicationFiles = (name: string, namespace: string, schema: JsonObject): readonly NewFile[] => [
  {path: 'project.yaml', text: projectText(name)},
  {
    path: 'stack.yaml',
    text: `# A stack is a set of resources that are built and applied together.
# Without \`sources\`, it contains the applications of ${APPLICATION_FILE}.
name: ${name}
# The namespace of objects that do not set one. It is created if it does not exist, and never deleted.
namespace: ${namespace}
`,
  },
  {path: APPLICATION_FILE, text: APPLICATION},
  {path: SCHEMA_FILE, text: `${JSON.stringify(schema, undefined, 2)}\n`},
  SAMPLE_WORKSPACE,
];

const APPLICATION = `# yaml-language-server: $schema=${SCHEMA_FILE}
# Applications by their names. \`gantry build\` prints the objects, \`gantry explain application\` the fields.
web:
  workload:
    service:
      replicas: 2
      containers:
        web:
          image: nginx:1.29
          resources: {cpu: 50m-500m, memory: 32Mi-128Mi}
          readinessProbe: {http: {url: http://localhost:80/}}
          files:
            /usr/share/nginx/html/index.html: {content: "<h1>Hello from Gantry</h1>"}
      ports: [{port: 80}]
`;
