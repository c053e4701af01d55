import {z} from 'zod';
import {FormatVersion, SeriesOutput, SummaryOutput} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';
import {MadeFromOutput, PhaseOutput, RebuiltOutput, SourceOutput} from './release-output.ts';
import {UseOutput} from './use-output.ts';

const lockHeld = {holder: z.string(), since: z.string(), command: z.string()};

/** A line of `gantry release list` in JSON. */
export const LineOutput = z.strictObject({
  revision: z.int(),
  operation: z.enum(['apply', 'destroy']),
  from: z.exactOptional(MadeFromOutput),
  rebuilt: z.exactOptional(RebuiltOutput),
  phase: PhaseOutput,
  unsettled: z
    .exactOptional(z.literal(true))
    .meta({description: 'Objects that the run excluded or did not wait for may not be ready.'}),
  startedAt: z.string(),
  finishedAt: z.exactOptional(z.string()),
  by: z.string(),
  user: z.string(),
  host: z.string(),
  account: z.exactOptional(z.string()).meta({description: 'The name that the cluster reports for the user.'}),
  run: z.exactOptional(z.string()).meta({description: 'The URL of the CI run.'}),
  source: z.exactOptional(SourceOutput),
  charts: z
    .exactOptional(z.array(z.strictObject({release: z.string(), chart: z.string(), version: z.string()})))
    .meta({description: 'The charts that the release was made with, by the names of their Helm releases.'}),
  uses: z.exactOptional(z.array(UseOutput)).meta({description: 'The shared resources that the release used.'}),
  command: z.string(),
  server: z.string(),
  resources: z.int().meta({description: 'The number of resources after the release.'}),
  summary: SummaryOutput,
  current: z.boolean().meta({description: 'True for the release that the next plan starts from.'}),
});

const Unreadable = z.array(z.strictObject({revision: z.int(), error: ErrorBody}));

const OneStack = z.strictObject({
  formatVersion: FormatVersion,
  ...SeriesOutput,
  lineage: z.exactOptional(z.string()),
  locked: z.exactOptional(z.strictObject(lockHeld)),
  releases: z.array(LineOutput).meta({description: 'The releases, newest first.'}),
  unreadable: Unreadable,
});

/** The document that `release list -o json` writes; with `--all-stacks` the second. */
export const ReleaseListOutput = z
  .union([OneStack, z.strictObject({formatVersion: FormatVersion, stacks: z.array(OneStack)})])
  .meta({title: 'Gantry release list'});

/** The document that `release log -o json` writes. */
export const ReleaseLogOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    lineage: z.exactOptional(z.string()),
    entries: z
      .array(
        z.discriminatedUnion('kind', [
          LineOutput.extend({kind: z.literal('release')}),
          z.strictObject({
            kind: z.literal('unlock'),
            at: z.string(),
            by: z.string(),
            because: z.enum(['dead', 'expired', 'forced']),
            holder: z.string(),
            since: z.string(),
            command: z.string(),
          }),
        ]),
      )
      .meta({description: 'The entries, newest first.'}),
    unreadable: Unreadable,
    usedBy: z
      .exactOptional(
        z.array(
          z.strictObject({
            id: z.string().meta({description: 'The id of the shared resource.'}),
            stack: z.string().meta({description: 'The stack that uses it: PROJECT/STACK.'}),
            workspace: z.exactOptional(z.string()).meta({description: 'Its workspace, if it is another one.'}),
            revision: z.int().meta({description: 'Its newest release with the use.'}),
            sharedRevision: z.exactOptional(z.int()).meta({description: 'The revision of the shared stack.'}),
            since: z
              .exactOptional(z.strictObject({revision: z.int(), at: z.string()}))
              .meta({description: 'The release of the user since which it has always used the resource.'}),
          }),
        ),
      )
      .meta({description: 'The stacks that use a shared stack now. Absent for other stacks.'}),
  })
  .meta({title: 'Gantry release log'});
