import {z} from 'zod';
import {Label} from '../../modules/container-model.ts';

const Texts = z.record(z.string().min(1), z.string());

/** Returns the schema of an unsupported field: its error names the field, and its hint shows the replacement. */
const refused = (what: string, hint: string) =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (value === undefined) return;
      context.addIssue({
        code: 'custom',
        message: `${what} are not supported by this version of Gantry`,
        params: {hint},
      });
    })
    .optional();

const Port = z.strictObject({
  port: z.int().min(1).max(65535),
  targetPort: z.int().min(1).max(65535).optional(),
  protocol: z.enum(['TCP', 'UDP', 'SCTP']).optional(),
});

const FILE = {
  mode: z.string().optional(),
  content: z.string(),
  noExpand: z.boolean().optional(),
  source: refused('files from other files (`source`)', 'Write the text into `content`.'),
  binaryContent: refused('binary files (`binaryContent`)', 'Write the text into `content`.'),
};

const VOLUME = {
  source: z.string(),
  path: refused('parts of volumes (`path`)', 'Mount the whole volume.'),
  readOnly: refused('volumes that are `readOnly`', 'Remove `readOnly`.'),
};

const Handler = {
  httpGet: z
    .strictObject({
      host: z.string().optional(),
      scheme: z.enum(['HTTP', 'HTTPS']).optional(),
      path: z.string(),
      port: z.int().min(1).max(65535),
      httpHeaders: z.array(z.strictObject({name: z.string(), value: z.string()})).optional(),
    })
    .optional(),
  exec: z.strictObject({command: z.array(z.string()).min(1)}).optional(),
};

const Amounts = z.strictObject({cpu: z.string().optional(), memory: z.string().optional()}).optional();

/** In Score, `.` stands for an image that the deployment names. Gantry has no step that names one. */
const Image = z
  .string()
  .min(1)
  .superRefine((value, context) => {
    if (value !== '.') return;
    context.addIssue({
      code: 'custom',
      message: 'images that are named later (`.`) are not supported by this version of Gantry',
      params: {hint: 'Write the image. `images` of stack.yaml sets its tag, also for one workspace.'},
    });
  });

const Container = z.strictObject({
  image: Image,
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  variables: Texts.optional(),
  files: z
    .union([z.array(z.strictObject({target: z.string(), ...FILE})), z.record(z.string(), z.strictObject({...FILE}))])
    .optional(),
  volumes: z
    .union([
      z.array(z.strictObject({target: z.string(), ...VOLUME})),
      z.record(z.string(), z.strictObject({...VOLUME})),
    ])
    .optional(),
  resources: z.strictObject({limits: Amounts, requests: Amounts}).optional(),
  livenessProbe: z.strictObject(Handler).optional(),
  readinessProbe: z.strictObject(Handler).optional(),
  before: refused('start orders of containers (`before`)', 'Use `init` or `sidecars` of gantry.app.yaml.'),
});

/** The schema of a Score file of the version `score.dev/v1b1`. */
export const ScoreFile = z.strictObject({
  apiVersion: z.literal('score.dev/v1b1'),
  metadata: z.strictObject({name: Label, annotations: Texts.optional()}),
  service: z.strictObject({ports: z.record(z.string(), Port).optional()}).optional(),
  containers: z.record(Label, Container),
  resources: z
    .record(
      Label,
      z.strictObject({
        type: z.string().min(1),
        class: refused(
          'classes of resources (`class`)',
          'Remove `class`, and set the fields of the module in `modules` of the workspace.',
        ),
        id: refused('shared resources (`id`)', 'Declare the resource in one file.'),
        metadata: refused('metadata of resources (`metadata`)', 'Remove `metadata`.'),
        params: z.record(z.string(), z.json()).optional(),
      }),
    )
    .optional(),
});
