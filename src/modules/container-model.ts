import {z} from 'zod';
import type {JsonObject} from '../core/json.ts';
import {limitsOf} from '../kubernetes/application/resource-limits.ts';
import {isSecretKey, secretKeyOf} from '../kubernetes/application/secret-key.ts';
import {directoryOf} from '../kubernetes/application/stored-files.ts';
import {quantityOf} from '../kubernetes/fields/quantity.ts';
import {Lifecycle, Probe} from './probe-model.ts';

/** The schema of a mapping of Kubernetes that is sent as it is. */
export const AnyObject = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;

/** The schema of a name that is a DNS label. */
export const Label = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
  error: 'must be at most 63 lowercase letters, digits and `-`, and must begin and end with a letter or digit',
});

/** The schema of the name of a variable. */
export const EnvironmentName = z.string().regex(/^[-._a-zA-Z][-._a-zA-Z0-9]*$/, {
  error: 'the name of a variable must have letters, digits, `-`, `_` and `.`, and must not begin with a digit',
});

const EnvironmentValue = z.string().refine((value) => !isSecretKey(value) || secretKeyOf(value)?.key !== undefined, {
  error: 'must be `secret://NAME/KEY`: the name of a Secret and one of its keys',
});

const Quantities = z.string().superRefine((value, context) => {
  const parts = limitsOf(value);
  const isValid = parts !== undefined && Object.values(parts).every((part) => quantityOf(part) !== undefined);
  if (isValid) return;
  const message = 'must be a limit, or a request and a limit';
  context.addIssue({code: 'custom', message, params: {hint: 'For example 500m, or 250m-500m.'}});
});

/** The schema of the resources of a container. */
export const Resources = z
  .record(z.string().min(1), Quantities)
  .optional()
  .meta({
    description: 'The limits, or requests and limits, by resource.',
    examples: [{cpu: '250m-500m', memory: '256Mi'}],
  });

const AbsolutePath = z.string().regex(/^(?:\/(?!\.{1,2}(?:\/|$))[^/:]+)+$/, {
  error: 'a path in a container must be absolute and plain, for example /etc/app/config.yaml',
});

const FileModel = z
  .strictObject({
    content: z.string().optional().meta({description: 'The content. It may contain `${ref://…}`.'}),
    contentFrom: z
      .string()
      .refine((value) => secretKeyOf(value)?.key !== undefined, {
        error: 'must be `secret://NAME/KEY`: the name of a Secret and one of its keys',
      })
      .optional()
      .meta({description: 'A key of a Secret of the cluster: `secret://NAME/KEY`.'}),
    mode: z
      .string()
      .regex(/^[0-7]{3,4}$/, {error: 'must be three or four octal digits in quotes, for example "0644"'})
      .optional()
      .meta({description: 'The permission bits in octal digits. Default: "0644".'}),
  })
  .superRefine(({content, contentFrom}, context) => {
    if ((content === undefined) === (contentFrom === undefined))
      context.addIssue({code: 'custom', message: 'a file must have either `content` or `contentFrom`'});
  })
  .meta({description: 'A file.'});

const DirectorySource = z.string().superRefine((value, context) => {
  const secret = secretKeyOf(value);
  if (secret !== undefined && secret.key === undefined) return;
  if (/^(?:configMap|volume):\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(value)) return;
  context.addIssue({
    code: 'custom',
    message: 'must be `secret://NAME`, `configMap://NAME` or `volume://NAME`',
    params: {hint: 'Use `files` with `contentFrom` for one key of a Secret.'},
  });
});

/** The schema of a container. */
export const ContainerModel = z
  .strictObject({
    image: z
      .string()
      .min(1)
      .meta({description: 'The image.', examples: ['nginx:1.28']}),
    command: z.array(z.string()).optional().meta({description: 'The entry point. Default: that of the image.'}),
    args: z.array(z.string()).optional().meta({description: 'The arguments of the entry point.'}),
    workingDir: z.string().optional().meta({description: 'The working directory.'}),
    env: z
      .record(EnvironmentName, EnvironmentValue)
      .optional()
      .meta({
        description:
          'The environment variables in their order. `ref://…` is a value of a secret store, `secret://NAME/KEY` a key of a Secret of the cluster.',
        examples: [{LOG: 'debug', TOKEN: 'ref://app/token'}],
      }),
    resources: Resources,
    files: z
      .record(AbsolutePath, FileModel)
      .optional()
      .meta({
        description: 'The files to create, by their absolute paths. Each directory with files is one volume.',
        examples: [{'/etc/app/config.yaml': {content: 'log: debug\n'}}],
      }),
    dirs: z
      .record(AbsolutePath, DirectorySource)
      .optional()
      .meta({
        description: 'The directories to mount, by their absolute paths.',
        examples: [{'/etc/tls': 'secret://tls', '/data': 'volume://data'}],
      }),
    livenessProbe: Probe.optional().meta({description: 'Restarts the container if it fails.'}),
    readinessProbe: Probe.optional().meta({description: 'While the probe fails, the pod receives no requests.'}),
    startupProbe: Probe.optional().meta({description: 'The other probes begin after it succeeds.'}),
    lifecycle: Lifecycle.optional().meta({description: 'Actions after the start and before the end.'}),
    imagePullPolicy: z
      .enum(['Always', 'IfNotPresent', 'Never'])
      .optional()
      .meta({description: 'The pull policy of the image. Default: the default of the cluster.'}),
    securityContext: AnyObject.optional().meta({description: 'The security context of the container.'}),
  })
  .superRefine(({files = {}, dirs = {}}, context) => {
    for (const path of Object.keys(files)) {
      const directory = directoryOf(path);
      if (directory === '') {
        const message = 'a file needs a directory other than /: its directory is mounted as a volume';
        context.addIssue({code: 'custom', path: ['files', path], message});
      } else if (Object.hasOwn(dirs, directory)) {
        const message = `is below ${directory}, which \`dirs\` mounts: a directory can be mounted only once`;
        context.addIssue({code: 'custom', path: ['files', path], message: `the file ${message}`});
      }
    }
  })
  .meta({description: 'A container.'});
