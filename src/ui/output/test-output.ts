import {z} from 'zod';
import {ClusterOutput, DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';

/** The document that `test -o json` writes. */
export const TestOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.string(),
    cluster: ClusterOutput,
    outcome: z.enum(['passed', 'failed', 'none']).meta({description: 'none: the charts of the stack have no tests.'}),
    seconds: z.number(),
    tests: z.array(
      z.strictObject({
        id: z.string().meta({description: 'The id of the object of the test, with `@test`.'}),
        source: z.string().meta({description: 'The name of the Helm release.'}),
        outcome: z.enum(['passed', 'failed', 'skipped']),
        seconds: z.number(),
        because: z.exactOptional(z.string()).meta({description: 'The test because of which it was skipped.'}),
        failure: z.exactOptional(ErrorBody),
      }),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry test'});
