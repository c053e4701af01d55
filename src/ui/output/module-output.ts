import {z} from 'zod';
import {AnyJson, DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';
import {ReleaseDiffOutput} from './release-diff-output.ts';

const Place = z.union([
  z.strictObject({from: z.literal('built-in')}),
  z.strictObject({
    from: z.literal('workspace'),
    workspace: z.string(),
    path: z.string().meta({description: '`path` in the workspace, as it is written.'}),
  }),
  z.strictObject({from: z.literal('folder'), folder: z.string().meta({description: 'The absolute path.'})}),
]);

/** The document that `module init -o json` writes. */
export const ModuleInitOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    folder: z.string().meta({description: 'The absolute path of the folder of the module.'}),
    created: z.array(z.string()),
    workspaceFile: z.exactOptional(z.string()).meta({description: 'The workspace file to which the module was added.'}),
  })
  .meta({title: 'Gantry module init'});

/** The document that `module list -o json` writes. */
export const ModuleListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.exactOptional(z.string()).meta({description: 'Absent: no workspace is chosen.'}),
    modules: z.array(
      z.strictObject({
        name: z.string(),
        version: z.exactOptional(z.string()).meta({description: 'Absent: the module cannot be used.'}),
        description: z.exactOptional(z.string()),
        place: Place,
      }),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry module list'});

const Field = z.strictObject({
  path: z.string().meta({description: 'The path from the name of the module, without indexes of lists.'}),
  name: z.string().meta({description: 'The name of the field. `<name>` if users choose it.'}),
  type: z.string().meta({description: 'As in `kubectl explain`: `string`, `[]Object`, `map[string]string`.'}),
  required: z.boolean(),
  description: z.exactOptional(z.string()),
  values: z.exactOptional(z.array(AnyJson)).meta({description: 'The allowed values.'}),
  example: z.exactOptional(z.string()).meta({description: 'An example in one line of YAML.'}),
  default: z.exactOptional(AnyJson),
  get fields() {
    return z.array(Field);
  },
});

/** The document that `module show -o json` and `module docs -o json` write. */
export const ModuleShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    version: z.string(),
    description: z.string(),
    place: Place,
    integrity: z.exactOptional(z.string()).meta({description: 'The digest of its files. Absent: it is built in.'}),
    fields: z.array(
      Field.extend({
        side: z.enum(['application', 'platform', 'both']).meta({
          description:
            'The part of the configuration that sets the field: the application, `modules` of the workspace, or both.',
        }),
      }),
    ),
    context: z.array(z.string()).meta({description: 'The keys of the context that it receives.'}),
    outputs: z.exactOptional(z.record(z.string(), z.string())).meta({
      description:
        'The declared outputs with their descriptions. Absent: the module declares none, and may still have some.',
    }),
  })
  .meta({title: 'Gantry module show'});

const OfStack = {project: z.string(), stack: z.string(), workspace: z.exactOptional(z.string())};

/** The document that `module impact -o json` writes. */
export const ModuleImpactOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    version: z.string().meta({
      description:
        'The other version of the module. Of a published one: the versions that were fetched, or the first digits of commits.',
    }),
    folder: z.string().optional().meta({description: 'The folder of the other version. Absent: it is published.'}),
    wanted: z.string().optional().meta({description: 'The version, the range or the ref of a published module.'}),
    among: z.int().meta({description: 'The number of stacks that were built. In several workspaces, each counts.'}),
    stacks: z
      .array(
        z.union([
          z.strictObject({
            ...OfStack,
            changes: ReleaseDiffOutput.shape.changes.meta({description: 'The changes of the objects, by id.'}),
            summary: ReleaseDiffOutput.shape.summary,
          }),
          z.strictObject({
            ...OfStack,
            with: z.enum(['now', 'other']).meta({
              description:
                'The module with which the stack cannot be built: its own (`now`), or only the other version (`other`).',
            }),
            failure: ErrorBody,
          }),
        ]),
      )
      .meta({description: 'The stacks that use the module, and those that cannot be built.'}),
  })
  .meta({title: 'Gantry module impact'});

/** The document that `module test -o json` writes. */
export const ModuleTestOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    modules: z.array(
      z.strictObject({
        name: z.string(),
        version: z.string(),
        folder: z.string(),
        seconds: z.number(),
        tests: z.array(
          z.strictObject({
            name: z.string(),
            outcome: z.enum(['passed', 'failed']),
            seconds: z.number(),
            isWritten: z.boolean().meta({description: 'True: `--update` wrote the expected objects.'}),
            problems: z.array(
              z.strictObject({
                check: z.enum(['build', 'objects', 'apply', 'repeat']).meta({
                  description:
                    '`build`: the files or the module. `objects`: the expected objects. `apply`: the cluster. `repeat`: a second apply.',
                }),
                message: z.string(),
                diff: z.exactOptional(z.array(z.string())).meta({description: 'The lines of a unified diff.'}),
                changed: z.exactOptional(z.array(z.string())).meta({description: 'The ids of changed objects.'}),
                failure: z.exactOptional(ErrorBody),
              }),
            ),
          }),
        ),
      }),
    ),
  })
  .meta({title: 'Gantry module test'});
