/**
 * Where a file or document comes from, and so how far it is believed.
 *
 * - `mine`: it lies in `$GANTRY_HOME` or `~/.kube`, or at a path that the user gave outside of any project.
 * - `project`: it was found through a project, whoever owns its files: somebody else may have written it.
 * - `shared`: it lies in a backend that others can write.
 * - `fetched`: it came from an address, a bucket, or a Secret.
 */
export type TrustOrigin = 'mine' | 'project' | 'shared' | 'fetched';
