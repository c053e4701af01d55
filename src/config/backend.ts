import {z} from 'zod';
import type {DeclaredBackend} from '../core/backend/backend-config.ts';
import {BUCKET_NAME, plainPrefix} from '../core/backend/bucket-names.ts';
import {parseBackendUrl} from '../core/backend/parse-backend-url.ts';
import {holdsLogin, LOGIN_PROBLEM, withoutCredentials} from '../core/backend/without-credentials.ts';
import {NOT_SUPPORTED} from './issues/not-supported-text.ts';
import {Name, Namespace} from './names.ts';
import {SecretReference} from './secret-reference.ts';
import {SecretStore} from './secret-store.ts';

const Local = z.strictObject({path: z.string().min(1).optional().meta({description: 'Default: $GANTRY_HOME.'})});

const S3 = z.strictObject({
  bucket: z.string().regex(BUCKET_NAME, {error: 'a bucket has 3 to 63 small letters, digits, `.` and `-`'}),
  // One line for a backend is printed and read again: what would end its path there is no part of it.
  prefix: z
    .string()
    .regex(/^[^?#]+$/, {error: 'a prefix is neither empty nor holds `?` or `#`'})
    .optional()
    .meta({description: 'Comes before each key.'}),
  region: z.string().min(1).optional().meta({description: 'Default: AWS_REGION, or the one of the profile.'}),
  endpoint: z
    .string()
    .min(1)
    .refine((address) => !holdsLogin(address), {error: LOGIN_PROBLEM})
    .optional()
    .meta({description: 'Another server than Amazon’s: https://host[:port].'}),
  pathStyle: z.boolean().optional().meta({description: 'https://host/bucket/key; default: true with an `endpoint`.'}),
  profile: z.string().min(1).optional().meta({description: 'A profile of the shared AWS files.'}),
  caFile: z.string().min(1).optional().meta({description: 'PEM certificates to trust besides those of the system.'}),
  encryption: z
    .union([
      z.strictObject({algorithm: z.literal('AES256')}),
      z.strictObject({algorithm: z.literal('aws:kms'), keyId: z.string().min(1).optional()}),
    ])
    .optional()
    .meta({description: 'Server-side encryption.'}),
  credentials: z
    .strictObject({
      accessKeyId: SecretReference,
      secretAccessKey: SecretReference,
      sessionToken: SecretReference.optional(),
    })
    .optional()
    .meta({description: 'References to secrets; default: the chain of sources of the AWS SDK.'}),
  secretStore: SecretStore.meta({description: 'Where `credentials` are read; default: the environment.'}),
});

const Kubernetes = z.strictObject({
  namespace: Namespace.meta({description: 'Holds the Secrets. It must exist.'}),
  workspace: z
    .string()
    .min(1)
    .optional()
    .meta({description: 'Whose cluster: a workspace of the project, or a file. Default: the workspace of the run.'}),
});

const LATER = ['gcs', 'azure', 'oss', 'consul', 'git', 'mysql'] as const;
const later = (name: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null, {error: `\`${name}\` backends are ${NOT_SUPPORTED}`})
    .optional()
    .meta({description: `Not supported yet: \`${name}\` backends.`, type: 'null'});

const Mapping = z
  .strictObject({
    local: Local.nullish(),
    s3: S3.optional(),
    kubernetes: Kubernetes.optional(),
    ...(Object.fromEntries(LATER.map((name) => [name, later(name)])) as Record<
      (typeof LATER)[number],
      ReturnType<typeof later>
    >),
  })
  .refine((mapping) => Object.keys(mapping).length === 1, {
    error: 'a backend is exactly one of `local`, `s3` and `kubernetes`',
  });

const Line = z.string().superRefine(checkLine);

function checkLine(text: string, context: z.RefinementCtx): void {
  const parsed = parseBackendUrl(text);
  if ('problem' in parsed)
    context.addIssue({code: 'custom', message: `\`${withoutCredentials(text)}\` is no backend: ${parsed.problem}`});
}

/** What has no `:` is a name, but for the one backend that needs no more words. */
const LineOrName = z.string().superRefine((text, context) => {
  if (text.includes(':')) checkLine(text, context);
  else if (!Name.safeParse(text).success)
    context.addIssue({code: 'custom', message: `\`${withoutCredentials(text)}\` is neither a backend nor a name`});
});

/** Where workspaces, releases and locks are kept: one line, or a mapping where there is more to say. */
export const Backend = z.union([Line, Mapping]).meta({
  description:
    'Where workspaces, releases and locks are kept: `local`, `s3://BUCKET/PREFIX?region=…`, `kubernetes://NAMESPACE`, or a mapping.',
});
export type Backend = z.infer<typeof Backend>;

/** The same, or the name of one that the user has given it. */
export const BackendOrName = z.union([LineOrName, Mapping]);

/** @throws Error for a text that its model would not let through. */
export function declaredBackend(written: Backend): DeclaredBackend {
  if (typeof written === 'string') {
    const parsed = parseBackendUrl(written);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return parsed;
  }
  const {s3, kubernetes, local} = written;
  if (s3 !== undefined) return given({kind: 's3', ...s3, prefix: s3.prefix && plainPrefix(s3.prefix)});
  if (kubernetes !== undefined) return given({kind: 'kubernetes', ...kubernetes});
  return given({kind: 'local', ...local});
}

/** Without the fields that are undefined: zod writes them, exactOptionalPropertyTypes does not take them. */
const given = (declared: object): DeclaredBackend =>
  Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== undefined)) as DeclaredBackend;
