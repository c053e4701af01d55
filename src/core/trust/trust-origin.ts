/**
 * The origin of a file or document, which decides how far it is trusted.
 *
 * - `mine`: a file in `$GANTRY_HOME` or `~/.kube`, or at a path outside of any project that the user gave.
 * - `project`: a file of a project. Somebody else may have written it.
 * - `shared`: a document in a backend that others can write.
 * - `fetched`: it came from an address, a bucket, or a Secret.
 */
export type TrustOrigin = 'mine' | 'project' | 'shared' | 'fetched';
