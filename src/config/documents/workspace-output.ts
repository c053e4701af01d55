import {z} from 'zod';
import {AnyObject, ClusterOutput, type DocumentOf, FormatVersion} from './parts.ts';

/** The source that named a workspace, in JSON outputs. */
export const ChosenFromOutput = z
  .enum(['-w', 'GANTRY_WORKSPACE', 'stack.yaml', 'switch'])
  .meta({description: 'The source that named it.'});

/** The owner of a workspace, in JSON outputs. */
const ScopeOutput = z
  .enum(['mine', 'shared'])
  .meta({description: 'mine: in $GANTRY_HOME, found in every project. shared: of the project, or in its backend.'});

/** The names for a workspace whose name is not enough, in JSON outputs. */
const AmbiguousOutput = z
  .exactOptional(z.array(z.string()))
  .meta({description: 'The names that lead to one workspace only, if the user and others have one with this name.'});

/** The members that say which workspace was found, in JSON outputs. */
export const foundWorkspace = {
  name: z.string(),
  place: z.enum(['file', 'backend', 'built-in']),
  scope: z.exactOptional(ScopeOutput),
  file: z.string().meta({description: 'The path, the key in the backend, or a name for the built-in workspace.'}),
};

/** The document that `workspace create -o json` writes. */
export const WorkspaceCreateOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    scope: ScopeOutput,
    file: z.string(),
    backend: z.string(),
    kubeContext: z.exactOptional(z.string()),
    shadowedBy: z.exactOptional(z.string()),
    ambiguous: AmbiguousOutput,
  })
  .meta({title: 'Gantry workspace create'});

/** The result of `gantry workspace create`. */
export type CreatedWorkspace = DocumentOf<typeof WorkspaceCreateOutput>;

/** The document that `workspace show -o json` writes. */
export const WorkspaceShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...foundWorkspace,
    from: ChosenFromOutput,
    workspace: AnyObject,
    extends: z.exactOptional(z.array(z.string())).meta({description: 'The bases, nearest first.'}),
    inherited: z
      .exactOptional(z.array(z.strictObject({path: z.string(), file: z.string(), line: z.int()})))
      .meta({description: 'The values from a base, with their positions.'}),
  })
  .meta({title: 'Gantry workspace show'});

/** The result of `gantry workspace show`. */
export type ShownWorkspace = DocumentOf<typeof WorkspaceShowOutput>;

/** The document that `workspace current -o json` writes. */
export const WorkspaceCurrentOutput = z
  .strictObject({formatVersion: FormatVersion, ...foundWorkspace, from: ChosenFromOutput, suspended: z.boolean()})
  .meta({title: 'Gantry workspace current'});

/** The result of `gantry workspace current`. */
export type CurrentWorkspace = DocumentOf<typeof WorkspaceCurrentOutput>;

/** The document that `workspace switch -o json` writes. */
export const WorkspaceSwitchOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...foundWorkspace,
    overriddenBy: z.exactOptional(ChosenFromOutput),
    withoutEffect: z.exactOptional(z.literal(true)),
  })
  .meta({title: 'Gantry workspace switch'});

/** The result of `gantry workspace switch`. */
export type SwitchedWorkspace = DocumentOf<typeof WorkspaceSwitchOutput>;

/** The document that `workspace trust -o json` writes. */
export const WorkspaceTrustOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    from: ChosenFromOutput,
    before: z.exactOptional(ClusterOutput),
    now: ClusterOutput,
  })
  .meta({title: 'Gantry workspace trust'});

/** The result of `gantry workspace trust`. */
export type TrustedWorkspace = DocumentOf<typeof WorkspaceTrustOutput>;

/** The document that `workspace rename -o json` writes. */
export const WorkspaceRenameOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    to: z.string(),
    file: z.string(),
    outcome: z.enum(['renamed', 'declined']),
    series: z.array(z.string()).meta({description: 'The stacks (`project/stack`) whose releases were moved.'}),
    left: z
      .array(z.string())
      .meta({description: 'The releases that stay, because they belong to a file with the same name.'}),
    rewritten: z.array(z.string()).meta({description: 'The workspaces in the backend that now name the new one.'}),
    files: z.array(z.string()).meta({description: 'The files that still name the old one.'}),
    shadowedBy: z
      .exactOptional(z.string())
      .meta({description: 'The file of the project with the new name, which has precedence in that project.'}),
    ambiguous: AmbiguousOutput,
    wasSwitch: z.boolean(),
  })
  .meta({title: 'Gantry workspace rename'});

/** The result of `gantry workspace rename`. */
export type RenamedWorkspace = DocumentOf<typeof WorkspaceRenameOutput>;
