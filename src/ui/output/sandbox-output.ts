import {z} from 'zod';
import {AnyObject, FormatVersion} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';

/** The JSON document of `sandbox status`. */
export const SandboxStatusOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    sandboxes: z.array(
      z.strictObject({name: z.string(), error: ErrorBody}).or(
        z.strictObject({
          name: z.string(),
          directory: z.string(),
          objects: z.exactOptional(z.int()).meta({description: 'Number of objects. Absent: the sandbox is empty.'}),
          bytes: z.int().meta({description: 'Size on disk.'}),
          served: z
            .exactOptional(z.strictObject({server: z.string(), pid: z.int()}))
            .meta({description: 'The process that serves it. Absent: no process serves it now.'}),
        }),
      ),
    ),
  })
  .meta({title: 'Gantry sandbox status'});

/** The JSON document of `sandbox reset`. */
export const SandboxResetOutput = z
  .strictObject({formatVersion: FormatVersion, name: z.string(), outcome: z.enum(['reset', 'absent', 'declined'])})
  .meta({title: 'Gantry sandbox reset'});

/** The JSON document of `sandbox export`. */
export const SandboxExportOutput = z
  .strictObject({formatVersion: FormatVersion, name: z.string(), objects: z.array(AnyObject)})
  .meta({title: 'Gantry sandbox export'});

/** The JSON document of `sandbox serve`, printed as soon as it listens. */
export const SandboxServeOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    server: z.string(),
    owner: z
      .boolean()
      .meta({description: 'False: another process serves it, and this process takes over when the other one ends.'}),
  })
  .meta({title: 'Gantry sandbox serve'});
