import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {SourceRecord} from '../../core/release/source-record.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';

/** Generated values by their reference. */
export type GeneratedValues = ReadonlyMap<string, Secret>;

/** Resources with generated values, and the facts about these values. */
export type GeneratedRequest = {
  readonly loaded: LoadedResources;
  /** The resources and the hooks in the plan. */
  readonly planned: Pick<LoadedResources, 'resources' | 'expandable'>;
  /** The ids that the plan leaves out. */
  readonly leftOut: ReadonlySet<string>;
  readonly history: ReleaseHistory;
  readonly digestKey: Secret;
  /** `--regenerate`: names of Helm releases, or ids of objects with generated values. */
  readonly regenerate: readonly string[];
  /** The values that an earlier plan of the same run, or a saved plan, has chosen. */
  readonly chosen?: GeneratedValues | undefined;
  /** Receives a value of `--regenerate` that names nothing here. Absent: it is an error. */
  readonly onUnused?: ((warning: Diagnostic) => void) | undefined;
  readonly now: Date;
};

/** The generated values of a plan. */
export type ResolvedGenerated = {
  readonly values: GeneratedValues;
  /** The values that the cluster does not have yet. */
  readonly fresh: GeneratedValues;
  /** The values in the cluster that the plan replaces. */
  readonly former: GeneratedValues;
  /** The records of the sources for the release. */
  readonly records: readonly SourceRecord[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
};
