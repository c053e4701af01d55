import {z} from 'zod';
import {AnyObject, FormatVersion} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';

/** The document that `sandbox status -o json` writes. */
export const SandboxStatusOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    sandboxes: z.array(
      z.strictObject({name: z.string(), error: ErrorBody}).or(
        z.strictObject({
          name: z.string(),
          directory: z.string(),
          objects: z
            .exactOptional(z.int())
            .meta({description: 'The number of stored objects. Absent if nothing is stored yet.'}),
          bytes: z.int().meta({description: 'The size on disk.'}),
          served: z
            .exactOptional(z.strictObject({server: z.string(), pid: z.int()}))
            .meta({description: 'The process that serves the sandbox. Absent if none does.'}),
        }),
      ),
    ),
  })
  .meta({title: 'Gantry sandbox status'});

/** The document that `sandbox reset -o json` writes. */
export const SandboxResetOutput = z
  .strictObject({formatVersion: FormatVersion, name: z.string(), outcome: z.enum(['reset', 'absent', 'declined'])})
  .meta({title: 'Gantry sandbox reset'});

/** The document that `sandbox export -o json` writes. */
export const SandboxExportOutput = z
  .strictObject({formatVersion: FormatVersion, name: z.string(), objects: z.array(AnyObject)})
  .meta({title: 'Gantry sandbox export'});

/** The document that `sandbox serve -o json` writes, as soon as it is up. */
export const SandboxServeOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    server: z.string(),
    owner: z
      .boolean()
      .meta({description: 'False if another process serves the sandbox. This process takes over when that one ends.'}),
  })
  .meta({title: 'Gantry sandbox serve'});
