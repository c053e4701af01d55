import {z} from 'zod';
import {REPORT_PARTS} from '../../app/report/report.ts';
import {FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {PlanOutput} from '../../config/documents/plan-output.ts';
import {StackDriftOutput} from './drift-output.ts';
import {ErrorBody} from './error-output.ts';
import {PhaseOutput, SourceOutput} from './release-output.ts';
import {Status} from './status-output.ts';

const ReleaseOutput = z.strictObject({
  revision: z.int(),
  operation: z.enum(['apply', 'destroy']),
  phase: PhaseOutput,
  startedAt: z.string(),
  finishedAt: z.exactOptional(z.string()),
  by: z.string(),
  run: z.exactOptional(z.string()).meta({description: 'The URL of the CI run.'}),
  source: z.exactOptional(SourceOutput),
  resources: z.int().meta({description: 'The number of resources after the release.'}),
});

const CellOutput = z.strictObject({
  ...SeriesOutput,
  release: z.exactOptional(ReleaseOutput).meta({description: 'The last release. Absent before the first apply.'}),
  status: z.exactOptional(Status).meta({description: 'The document of `gantry status`.'}),
  drift: z.exactOptional(StackDriftOutput).meta({description: 'As in the document of `gantry drift`.'}),
  images: z
    .exactOptional(z.array(z.strictObject({id: z.string(), container: z.string(), image: z.string()})))
    .meta({description: 'The images of the last release, with the digests that its containers run.'}),
  plan: z.exactOptional(PlanOutput).meta({description: 'The document of `gantry preview`.'}),
  failures: z
    .array(z.strictObject({parts: z.array(z.enum(REPORT_PARTS)), error: ErrorBody}))
    .meta({description: 'The reasons why parts are absent.'}),
});

/** The document that `report -o json` writes. */
export const ReportOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    at: z.string().meta({description: 'The time when the reading began.'}),
    stacks: z.array(z.strictObject({project: z.string(), stack: z.string(), hasFiles: z.boolean()})).meta({
      description: 'The stacks. `hasFiles` is false if only the backend knows the stack. Such a stack has no plan.',
    }),
    workspaces: z.array(z.strictObject({name: z.string(), suspended: z.boolean()})),
    cells: z.array(CellOutput).meta({description: 'Each stack in each workspace.'}),
  })
  .meta({title: 'Gantry report'});
