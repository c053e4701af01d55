import {z} from 'zod';
import {ErrorBody} from './error-output.ts';
import {AnyObject, ClusterOutput, FormatVersion} from './parts.ts';

const From = z.enum(['-w', 'GANTRY_WORKSPACE', 'stack.yaml', 'switch']).meta({description: 'What named it.'});
const found = {
  name: z.string(),
  place: z.enum(['file', 'backend']),
  file: z.string().meta({description: 'The path, or the key of the backend.'}),
};

/** What `workspace create -o json` writes. */
export const WorkspaceCreateOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    file: z.string(),
    backend: z.string(),
    shadowedBy: z.exactOptional(z.string()),
  })
  .meta({title: 'Gantry workspace create'});

/** What `workspace list -o json` writes. */
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
        error: z.exactOptional(ErrorBody),
      }),
    ),
  })
  .meta({title: 'Gantry workspace list'});

/** What `workspace show -o json` writes. */
export const WorkspaceShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...found,
    from: From,
    workspace: AnyObject,
    extends: z.exactOptional(z.array(z.string())).meta({description: 'What it extends, the nearest first.'}),
    inherited: z
      .exactOptional(z.array(z.strictObject({path: z.string(), file: z.string(), line: z.int()})))
      .meta({description: 'Which of its values a base says, and where.'}),
  })
  .meta({title: 'Gantry workspace show'});

/** What `workspace current -o json` writes. */
export const WorkspaceCurrentOutput = z
  .strictObject({formatVersion: FormatVersion, ...found, from: From, suspended: z.boolean()})
  .meta({title: 'Gantry workspace current'});

/** What `workspace switch -o json` writes. */
export const WorkspaceSwitchOutput = z
  .strictObject({formatVersion: FormatVersion, ...found, overriddenBy: z.exactOptional(From)})
  .meta({title: 'Gantry workspace switch'});

/** What `workspace delete -o json` writes. */
export const WorkspaceDeleteOutput = z
  .union([
    z.strictObject({formatVersion: FormatVersion, name: z.string(), outcome: z.literal('declined')}),
    z.strictObject({
      formatVersion: FormatVersion,
      name: z.string(),
      file: z.string(),
      leftBehind: z.array(z.string()),
      wasSwitch: z.boolean(),
    }),
  ])
  .meta({title: 'Gantry workspace delete'});

/** What `workspace trust -o json` writes. */
export const WorkspaceTrustOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    from: From,
    before: z.exactOptional(ClusterOutput),
    now: ClusterOutput,
  })
  .meta({title: 'Gantry workspace trust'});
