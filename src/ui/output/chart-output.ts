import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';

const Repository = z.strictObject({
  name: z.exactOptional(z.string()).meta({description: 'Absent: only a stack or a flag names the repository.'}),
  url: z.string(),
});

const VERSION = {
  version: z.string(),
  appVersion: z.exactOptional(z.string()),
  created: z.exactOptional(z.string()),
  deprecated: z.exactOptional(z.literal(true)),
};

/** The document that `chart search -o json` writes. */
export const ChartSearchOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    charts: z
      .array(z.strictObject({repository: Repository, name: z.string(), description: z.string(), ...VERSION}))
      .meta({description: 'The charts, best match first.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry chart search'});
