import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {examinedWants} from '../../config/documents/trust-output.ts';
import {ChosenFromOutput, foundWorkspace} from '../../config/documents/workspace-output.ts';
import {ACCESS_ROLES} from '../../core/backend/access-rules.ts';
import {ErrorBody} from './error-output.ts';

/** The document that `workspace create --from-secrets -o json` writes. */
export const WorkspaceFromSecretsOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    backend: z.string(),
    through: z.string().meta({description: 'The workspace whose cluster contains the Secrets.'}),
    server: z.string(),
    workspaces: z.array(
      z.strictObject({
        name: z.string(),
        file: z.string(),
        outcome: z.enum(['created', 'updated', 'unchanged', 'failed']),
        secret: z.strictObject({namespace: z.string(), name: z.string(), key: z.string()}),
        error: z.exactOptional(ErrorBody),
      }),
    ),
    without: z.int().meta({description: 'The number of other Secrets without such a key.'}),
  })
  .meta({title: 'Gantry workspace create --from-secrets'});

/** The member of JSON outputs that shows a protected workspace. */
const ProtectedOutput = z
  .exactOptional(z.literal(true))
  .meta({description: 'Present if the workspace is protected: a change needs its typed name, or a signed approval.'});

/** The document that `workspace list -o json` writes. */
export const WorkspaceListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    current: z.exactOptional(z.strictObject({name: z.string(), from: ChosenFromOutput, found: z.boolean()})),
    workspaces: z.array(
      z.strictObject({
        ...foundWorkspace,
        current: z.boolean(),
        shadowed: z.boolean(),
        suspended: z.boolean(),
        protected: ProtectedOutput,
        labels: z.record(z.string(), z.string()),
        extends: z.exactOptional(z.string()),
        error: z.exactOptional(ErrorBody),
      }),
    ),
  })
  .meta({title: 'Gantry workspace list'});

/** The document that `workspace delete -o json` writes. */
export const WorkspaceDeleteOutput = z
  .union([
    z.strictObject({formatVersion: FormatVersion, name: z.string(), outcome: z.literal('declined')}),
    z.strictObject({
      formatVersion: FormatVersion,
      name: z.string(),
      file: z.string(),
      leftBehind: z.array(z.string()),
      needed: z.array(z.string()).meta({description: 'The workspaces that name it, with the positions.'}),
      wasSwitch: z.boolean(),
    }),
  ])
  .meta({title: 'Gantry workspace delete'});

const Value = z.json().meta({description: 'The value. A value that is or may be a secret is `***`.'});

/** The document that `workspace update -o json` writes. */
export const WorkspaceUpdateOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    file: z.string(),
    outcome: z.enum(['updated', 'unchanged', 'declined']),
    changes: z.array(z.strictObject({path: z.string(), before: z.exactOptional(Value), after: z.exactOptional(Value)})),
    leadsElsewhere: z.boolean().meta({description: 'The connection values of the cluster changed.'}),
  })
  .meta({title: 'Gantry workspace update'});

/** The document that `workspace export -o json` writes. */
export const WorkspaceExportOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...foundWorkspace,
    plaintext: z.array(z.string()).meta({description: 'The keys with credentials in plain text.'}),
    out: z.exactOptional(z.string()),
    text: z.exactOptional(z.string()),
  })
  .meta({title: 'Gantry workspace export'});

const check = {
  kind: z.enum([
    'workspace',
    'kubeconfig',
    'cluster',
    'clock',
    'pin',
    'expiry',
    'reference',
    'store',
    'environment',
    'access',
  ]),
  name: z.exactOptional(z.string()).meta({description: 'The reference or the store.'}),
};

const AccessRole = z.enum(ACCESS_ROLES);

const AccessRuleOutput = z.strictObject({
  root: z.string().meta({description: 'The first segment of the keys: `releases/`.'}),
  verbs: z.array(z.enum(['read', 'write', 'delete'])),
});

const GrantsOutput = z
  .union([
    z.strictObject({form: z.literal('manifests'), manifests: z.array(z.record(z.string(), z.json()))}),
    z.strictObject({form: z.literal('policy'), policy: z.record(z.string(), z.json())}),
    z.strictObject({form: z.literal('commands'), commands: z.array(z.string())}),
  ])
  .meta({
    description:
      'The permissions for the tools of the system: manifests for kubectl, a policy of a bucket or a user, lines for a POSIX shell.',
  });

const triedAccess = {
  role: z.enum(['none', ...ACCESS_ROLES]).meta({description: 'The highest role of the user, as far as it was tried.'}),
  missing: z.array(
    z.strictObject({
      role: AccessRole.meta({description: 'The first role that needs the permission.'}),
      rule: z.exactOptional(AccessRuleOutput).meta({description: 'The rule that grants it.'}),
      error: ErrorBody,
    }),
  ),
  untried: z.exactOptional(z.string()).meta({description: 'The reason why writes were not tried.'}),
};

const CheckedAccess = z
  .strictObject({
    backend: z.exactOptional(
      z.strictObject({
        name: z.string(),
        ...triedAccess,
        grants: z.exactOptional(GrantsOutput).meta({description: 'The permissions that the next role lacks.'}),
      }),
    ),
    cluster: z.exactOptional(z.strictObject(triedAccess)),
  })
  .meta({description: 'The permissions of the user, with `--access`.'});

const CheckedWorkspace = z.strictObject({
  ...foundWorkspace,
  outcome: z.enum(['passed', 'warning', 'failed']),
  suspended: z.boolean(),
  protected: ProtectedOutput,
  labels: z.record(z.string(), z.string()),
  wanted: z
    .exactOptional(z.strictObject(examinedWants))
    .meta({description: 'The wants of the workspace on this machine, and whether they are allowed.'}),
  server: z.exactOptional(z.string()),
  version: z.exactOptional(z.string()),
  user: z.exactOptional(z.string()),
  pin: z.exactOptional(z.enum(['same', 'other', 'none'])),
  access: z.exactOptional(CheckedAccess),
  expires: z.exactOptional(z.strictObject({what: z.enum(['client certificate', 'token']), at: z.string()})),
  checks: z.array(
    z.union([
      z.strictObject({...check, outcome: z.enum(['passed', 'not-bound'])}),
      z.strictObject({...check, outcome: z.literal('warning'), message: z.string()}),
      z.strictObject({...check, outcome: z.literal('failed'), error: ErrorBody}),
    ]),
  ),
  diagnostics: z.array(DiagnosticOutput),
});

const machineCheck = {
  kind: z.enum(['node', 'program', 'home', 'backend', 'workspace']),
  name: z.exactOptional(z.string()).meta({description: 'The name of the program.'}),
  found: z.exactOptional(z.string()).meta({description: 'A version, a path or a number, for messages.'}),
};

/** The document that `doctor -o json` writes. */
export const DoctorOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    checks: z.array(
      z.union([
        z.strictObject({...machineCheck, outcome: z.literal('passed')}),
        z.strictObject({...machineCheck, outcome: z.enum(['missing', 'warning']), message: z.string()}),
        z.strictObject({...machineCheck, outcome: z.literal('failed'), error: ErrorBody}),
      ]),
    ),
    workspace: z.exactOptional(CheckedWorkspace).meta({description: 'The result of `workspace check`.'}),
  })
  .meta({title: 'Gantry doctor'});

/** The document that `workspace check -o json` writes. */
export const WorkspaceCheckOutput = z
  .strictObject({formatVersion: FormatVersion, workspaces: z.array(CheckedWorkspace)})
  .meta({title: 'Gantry workspace check'});

/** The document that `workspace access -o json` writes. */
export const WorkspaceAccessOutput = z.strictObject({
  formatVersion: FormatVersion,
  role: AccessRole,
  system: z.enum(['backend', 'cluster']),
  name: z.string().meta({description: 'The backend in one line, or the workspace.'}),
  rules: z.exactOptional(z.array(AccessRuleOutput)).meta({description: 'The permissions in the backend.'}),
  grants: GrantsOutput,
});
