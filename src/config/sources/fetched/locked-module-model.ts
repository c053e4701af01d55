import {z} from 'zod';

const Text = z.string().min(1);
const Sha512 = z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, {error: 'must be a digest: sha512- and 88 characters'});
const Files = Sha512.meta({description: 'The digest of the files of the module.'});

/** The schema of a published module in the lock file. */
export const LockedModule = z.union([
  z.strictObject({
    npm: Text.meta({description: 'The package, as in the workspace.'}),
    registry: Text.exactOptional().meta({description: 'The registry, as in the workspace.'}),
    wanted: Text.meta({description: 'The version or the range in the workspace.'}),
    version: Text.meta({description: 'The version that is used.'}),
    integrity: Sha512.meta({description: 'The digest of its archive.'}),
    files: Files,
  }),
  z.strictObject({
    git: Text.meta({description: 'The address of the repository, as in the workspace.'}),
    path: Text.exactOptional().meta({description: 'The directory in it, as in the workspace.'}),
    wanted: Text.exactOptional().meta({description: 'The ref in the workspace.'}),
    pin: Text.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, {error: 'must be the full hash of a commit'}).meta({
      description: 'The commit that is used.',
    }),
    files: Files,
  }),
]);
/** A published module in the lock file: its version or commit, with the digests of the fetched files. */
export type LockedModule = z.infer<typeof LockedModule>;
