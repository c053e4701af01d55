import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {DiagnosisOutput} from './diagnosis-output.ts';

/** A failure with its texts and facts. Each code adds its own fields. */
export const ErrorBody = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    hint: z.exactOptional(z.string()),
    diagnostics: z.array(DiagnosticOutput),
    trouble: z.exactOptional(DiagnosisOutput),
  })
  .meta({id: 'error'});

/** The document that a failed command writes with `-o json`. */
export const ErrorOutput = z
  .strictObject({formatVersion: FormatVersion, error: ErrorBody})
  .meta({title: 'Gantry error'});
