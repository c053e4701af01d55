import {z} from 'zod';
import {AnyObject, FormatVersion} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';

/** What `sandbox status -o json` writes. */
export const SandboxStatusOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    sandboxes: z.array(
      z.strictObject({name: z.string(), error: ErrorBody}).or(
        z.strictObject({
          name: z.string(),
          directory: z.string(),
          objects: z.exactOptional(z.int()).meta({description: 'Absent: nothing is kept yet.'}),
          bytes: z.int().meta({description: 'On disk.'}),
          served: z
            .exactOptional(z.strictObject({server: z.string(), pid: z.int()}))
            .meta({description: 'Absent: nobody serves it now.'}),
        }),
      ),
    ),
  })
  .meta({title: 'Gantry sandbox status'});

/** What `sandbox reset -o json` writes. */
export const SandboxResetOutput = z
  .strictObject({formatVersion: FormatVersion, name: z.string(), outcome: z.enum(['reset', 'absent', 'declined'])})
  .meta({title: 'Gantry sandbox reset'});

/** What `sandbox export -o json` writes. */
export const SandboxExportOutput = z
  .strictObject({formatVersion: FormatVersion, name: z.string(), objects: z.array(AnyObject)})
  .meta({title: 'Gantry sandbox export'});

/** What `sandbox serve -o json` writes, as soon as it is up. */
export const SandboxServeOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    server: z.string(),
    owner: z
      .boolean()
      .meta({description: 'False: another process serves it, and this one takes over when that one ends.'}),
  })
  .meta({title: 'Gantry sandbox serve'});
