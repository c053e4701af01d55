import type {GeneratedGroup} from '../../config/sources/generated.ts';
import {certificatesIn} from '../../core/chart/certificate.ts';
import {certificateDifference} from '../../core/chart/compare-certificates.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origins} from '../../core/diagnostic/origin.ts';
import {showPath} from '../../core/reference/path.ts';
import type {GeneratedRecord} from '../../core/release/generated-record.ts';
import {defined} from '../../lib/defined.ts';
import {type GeneratedPlace, type LiveValues, shownPlace} from './generated-places.ts';
import type {GeneratedValues} from './generated-request.ts';

/** Generated values that are kept from the cluster. */
export type KeptGroup = {
  readonly group: GeneratedGroup;
  readonly members: readonly GeneratedPlace[];
  readonly live: LiveValues;
  /** The record of the last run. */
  readonly record: GeneratedRecord | undefined;
  readonly origins: Origins;
  /** The values that are not those of the last release, although it was applied: somebody changed them in the cluster. */
  readonly changed: readonly GeneratedPlace[];
};

/** The generated values that a plan uses for one source. */
export type ResolvedGroup = {
  readonly source: string;
  readonly members: readonly GeneratedPlace[];
  readonly values: GeneratedValues;
  /** The values that the cluster does not have. */
  readonly fresh: GeneratedValues;
  /** True if all values are new. */
  readonly isNew: boolean;
  readonly diagnostics: readonly Diagnostic[];
};

/** Returns the diagnostics about generated values that are kept: an error if a change of the chart would be lost. */
export const keptDiagnostics = (kept: KeptGroup): readonly Diagnostic[] => [
  ...changedByOthers(kept),
  ...madeEarlier(kept),
  ...changedTexts(kept),
  ...changedCertificates(kept),
];

const changedByOthers = ({group, changed, origins}: KeptGroup): readonly Diagnostic[] =>
  changed.map((member) => ({
    ...problemAt(member, origins),
    severity: 'warning',
    message: `the generated value in ${shownPlace(member)} was changed in the cluster, and is kept${group.leaves.size > 1 ? `; other values of ${group.source} may depend on the previous value` : ''}`,
    hint: renewHint(group.source),
  }));

function madeEarlier({group: {source, inputs, record: now}, record}: KeptGroup): readonly Diagnostic[] {
  if (record === undefined || record.madeFrom === now.madeFrom || record.render === now.render) return [];
  const message = `the generated values of ${source} stay as they are in the cluster, although ${inputs} changed since they were generated`;
  return [{severity: 'note', code: 'chart/generated', message, hint: renewHint(source)}];
}

/** Reports texts around generated values that changed. The live text is kept as a whole, so that the change would be lost. */
function changedTexts({group, members, record, origins}: KeptGroup): readonly Diagnostic[] {
  // The same inputs give the same text. Then a generated part was equal in two renders by chance.
  if (record === undefined || record.render === group.record.render) return [];
  return members.flatMap((member) => {
    const [then, now] = [record.stable[member.reference], group.record.stable[member.reference]];
    if (then === undefined || now === undefined || then === now) return [];
    const message = `the chart changes the text around the generated value in ${shownPlace(member)}, but this text is kept from the cluster`;
    return [{...problemAt(member, origins), severity: 'error' as const, message, hint: renewHint(group.source)}];
  });
}

function changedCertificates({group, members, live, origins}: KeptGroup): readonly Diagnostic[] {
  return members.flatMap((member) => {
    const rendered = group.leaves.get(member.reference)?.certificates ?? [];
    const kept = certificatesIn(live.get(member.reference)?.text ?? '');
    const differences = kept.flatMap((one, index) => {
      const other = rendered[index];
      return other === undefined ? [] : (certificateDifference(one, other) ?? []);
    });
    return differences.slice(0, 1).map((difference) => ({
      ...problemAt(member, origins),
      severity: 'warning' as const,
      message: `the certificate in ${shownPlace(member)} is kept: ${difference}`,
      hint: renewHint(group.source),
    }));
  });
}

/** Returns the parts of a diagnostic about a generated value. */
export const problemAt = ({id, at}: GeneratedPlace, origins: Origins) => ({
  code: 'chart/generated',
  resource: id,
  path: showPath(at),
  ...defined({at: origins.get(id)?.position(at)}),
});

/** Returns the hint that names `--regenerate`. */
export const renewHint = (source: string): string =>
  `Pass --regenerate ${source} to renew all generated values of ${source}.`;
