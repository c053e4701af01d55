import {z} from 'zod';
import {FormatVersion} from './parts.ts';

/** The kind in a file of `gantry release verify --save`. */
export const RELEASE_CHAIN = 'release-chain';

/** The model of a file of `gantry release verify --save`: the stored documents of one release history. */
export const ReleaseChain = z.strictObject({
  formatVersion: FormatVersion,
  kind: z.literal(RELEASE_CHAIN),
  project: z.string(),
  stack: z.string(),
  workspace: z.string(),
  lineage: z.string(),
  /** The place of the backend, which signatures name. */
  backend: z.string(),
  savedAt: z.string(),
  gantryVersion: z.string(),
  /** The texts of the documents by their keys, byte for byte as they are stored. */
  documents: z.record(z.string(), z.string()),
});
/** The stored documents of one release history. */
export type ReleaseChain = z.infer<typeof ReleaseChain>;
