import {z} from 'zod';
import {AnyObject, ClusterOutput, DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';
import {examinedWants} from './trust-output.ts';

const From = z.enum(['-w', 'GANTRY_WORKSPACE', 'stack.yaml', 'switch']).meta({description: 'What selected it.'});
const found = {
  name: z.string(),
  place: z.enum(['file', 'backend', 'built-in']),
  file: z.string().meta({description: 'The path, the key in the backend, or a name for a built-in workspace.'}),
};

/** The JSON document of `workspace create`. */
export const WorkspaceCreateOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    file: z.string(),
    backend: z.string(),
    kubeContext: z.exactOptional(z.string()),
    shadowedBy: z.exactOptional(z.string()),
  })
  .meta({title: 'Gantry workspace create'});

/** The JSON document of `workspace create --from-secrets`. */
export const WorkspaceFromSecretsOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    backend: z.string(),
    through: z.string().meta({description: 'The workspace whose cluster has the Secrets.'}),
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
    without: z.int().meta({description: 'Number of other Secrets that do not have this key.'}),
  })
  .meta({title: 'Gantry workspace create --from-secrets'});

/** The JSON document of `workspace list`. */
export const WorkspaceListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    current: z.exactOptional(z.strictObject({name: z.string(), from: From, found: z.boolean()})),
    workspaces: z.array(
      z.strictObject({
        ...found,
        current: z.boolean(),
        shadowed: z.boolean(),
        suspended: z.boolean(),
        labels: z.record(z.string(), z.string()),
        extends: z.exactOptional(z.string()),
        error: z.exactOptional(ErrorBody),
      }),
    ),
  })
  .meta({title: 'Gantry workspace list'});

/** The JSON document of `workspace show`. */
export const WorkspaceShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...found,
    from: From,
    workspace: AnyObject,
    extends: z.exactOptional(z.array(z.string())).meta({description: 'The files that it extends, the nearest first.'}),
    inherited: z
      .exactOptional(z.array(z.strictObject({path: z.string(), file: z.string(), line: z.int()})))
      .meta({description: 'The values that it inherits, and the places where they are set.'}),
  })
  .meta({title: 'Gantry workspace show'});

/** The JSON document of `workspace current`. */
export const WorkspaceCurrentOutput = z
  .strictObject({formatVersion: FormatVersion, ...found, from: From, suspended: z.boolean()})
  .meta({title: 'Gantry workspace current'});

/** The JSON document of `workspace switch`. */
export const WorkspaceSwitchOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...found,
    overriddenBy: z.exactOptional(From),
    withoutEffect: z.exactOptional(z.literal(true)),
  })
  .meta({title: 'Gantry workspace switch'});

/** The JSON document of `workspace delete`. */
export const WorkspaceDeleteOutput = z
  .union([
    z.strictObject({formatVersion: FormatVersion, name: z.string(), outcome: z.literal('declined')}),
    z.strictObject({
      formatVersion: FormatVersion,
      name: z.string(),
      file: z.string(),
      leftBehind: z.array(z.string()),
      needed: z.array(z.string()).meta({description: 'Workspaces that refer to it, and the places where they do.'}),
      wasSwitch: z.boolean(),
    }),
  ])
  .meta({title: 'Gantry workspace delete'});

/** The JSON document of `workspace trust`. */
export const WorkspaceTrustOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    from: From,
    before: z.exactOptional(ClusterOutput),
    now: ClusterOutput,
  })
  .meta({title: 'Gantry workspace trust'});

const Value = z.json().meta({description: 'The value; `***` if it is or may be a secret.'});

/** The JSON document of `workspace update`. */
export const WorkspaceUpdateOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    file: z.string(),
    outcome: z.enum(['updated', 'unchanged', 'declined']),
    changes: z.array(z.strictObject({path: z.string(), before: z.exactOptional(Value), after: z.exactOptional(Value)})),
    leadsElsewhere: z.boolean().meta({description: 'The location of its cluster changes.'}),
  })
  .meta({title: 'Gantry workspace update'});

/** The JSON document of `workspace rename`. */
export const WorkspaceRenameOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    to: z.string(),
    file: z.string(),
    outcome: z.enum(['renamed', 'declined']),
    series: z.array(z.string()).meta({description: '`project/stack` of the releases that were moved.'}),
    left: z.array(z.string()).meta({description: 'Releases that belong to a file with the old name.'}),
    rewritten: z.array(z.string()).meta({description: 'Workspaces of the backend that now refer to the new name.'}),
    files: z.array(z.string()).meta({description: 'Files that still refer to the old name.'}),
    shadowedBy: z
      .exactOptional(z.string())
      .meta({description: 'A file of the project that has the new name, and is used in that project.'}),
    wasSwitch: z.boolean(),
  })
  .meta({title: 'Gantry workspace rename'});

/** The JSON document of `workspace export`. */
export const WorkspaceExportOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...found,
    plaintext: z.array(z.string()).meta({description: 'Keys of credentials in plain text.'}),
    out: z.exactOptional(z.string()),
    text: z.exactOptional(z.string()),
  })
  .meta({title: 'Gantry workspace export'});

const check = {
  kind: z.enum(['workspace', 'kubeconfig', 'cluster', 'clock', 'pin', 'expiry', 'reference', 'store', 'environment']),
  name: z.exactOptional(z.string()).meta({description: 'The reference, or the store.'}),
};

const CheckedWorkspace = z.strictObject({
  ...found,
  outcome: z.enum(['passed', 'warning', 'failed']),
  suspended: z.boolean(),
  labels: z.record(z.string(), z.string()),
  wanted: z
    .exactOptional(z.strictObject(examinedWants))
    .meta({description: 'The access that it requests on this machine, and whether that is allowed.'}),
  server: z.exactOptional(z.string()),
  version: z.exactOptional(z.string()),
  user: z.exactOptional(z.string()),
  pin: z.exactOptional(z.enum(['same', 'other', 'none'])),
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
  name: z.exactOptional(z.string()).meta({description: 'The program.'}),
  found: z.exactOptional(z.string()).meta({description: 'A version, a path, a number; for people.'}),
};

/** The JSON document of `doctor`. */
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

/** The JSON document of `workspace check`. */
export const WorkspaceCheckOutput = z
  .strictObject({formatVersion: FormatVersion, workspaces: z.array(CheckedWorkspace)})
  .meta({title: 'Gantry workspace check'});
