import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Release} from '../release/release.ts';
import {isPending} from '../release/release-document.ts';

/** The namespace of signatures of releases, so that a signature for another purpose is never accepted as one. */
export const RELEASE_NAMESPACE = 'gantry-release';

/** The text that a run signs: this content belongs to this place of this release history. */
export type ReleaseStatement = Pick<Release, 'project' | 'stack' | 'workspace' | 'lineage' | 'revision' | 'epoch'> & {
  readonly formatVersion: 1;
  /** `intent`: written before the first object. `release`: written when the run has ended. */
  readonly signs: 'intent' | 'release';
  /** The place of the backend. */
  readonly backend: string;
  /** The SHA-256 of the canonical text of the release. That text names the digest of the release before it. */
  readonly digest: string;
};

/** Returns the statement about a release with this digest in this backend. */
export const statementOf = (
  {project, stack, workspace, lineage, revision, epoch, phase}: Release,
  {digest, backend}: Pick<ReleaseStatement, 'digest' | 'backend'>,
): ReleaseStatement => ({
  formatVersion: 1,
  signs: isPending(phase) ? 'intent' : 'release',
  backend,
  project,
  stack,
  workspace,
  lineage,
  revision,
  epoch,
  digest,
});

/** Returns the exact text that is signed. */
export const statementText = (statement: ReleaseStatement): string => canonicalJson(statement);
