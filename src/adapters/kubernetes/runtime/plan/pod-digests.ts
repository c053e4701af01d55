import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {JsonObject, JsonPath} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {configName, DIGESTS_PATH} from '../../../../kubernetes/restart/config-digests.ts';
import type {ConfigReference} from '../../../../kubernetes/restart/config-references.ts';
import {namesText} from '../../../../kubernetes/restart/restart-reason.ts';
import {defined} from '../../../../lib/defined.ts';

/** The digests of the ConfigMaps and Secrets that a workload uses, for the annotation of its pod template. */
export type PodDigests = {
  /** The annotation at plan time; undefined if the pod template gets none. */
  readonly text: string | undefined;
  /** The objects whose content is known only after apply. */
  readonly late: readonly ConfigReference[];
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the annotation when everything that the workload needs was applied. */
  readonly settle: (live: LiveConfig) => string | undefined;
};

/** Returns a live object after its apply, by its id. */
export type LiveConfig = (id: string, path: JsonPath) => JsonObject | undefined;

/** Returns the digests as a field whose value is known only after apply. */
export const lateDigests = (digests: PodDigests | undefined): readonly FieldChange[] =>
  digests !== undefined && digests.late.length > 0
    ? [
        {
          path: formatFieldPath(DIGESTS_PATH),
          ...defined({before: digests.text}),
          unknown: true,
          cause: 'reference',
        },
      ]
    : [];

/** Returns why the digests of a workload are not known yet; undefined if they are. */
export const lateText = ({late}: PodDigests): string | undefined =>
  late.length === 0 ? undefined : `the content of ${namesText(late.map(configName))} is known only after apply`;
