import type {GeneratedGroup} from '../../config/sources/generated.ts';
import type {GeneratedRecord} from '../../core/release/generated-record.ts';
import type {SourceRecord} from '../../core/release/source-record.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {ResolvedGroup} from './generated-group.ts';
import type {GeneratedRequest, GeneratedValues} from './generated-request.ts';

/** Returns the record of the last run that included the source. */
export const recordOf = (
  source: string,
  {last, interrupted}: Pick<ReleaseHistory, 'last' | 'interrupted'>,
): GeneratedRecord | undefined =>
  [...interrupted.toReversed(), ...(last === undefined ? [] : [last])]
    .flatMap(({sources = []}) => sources)
    .find(({name, generated}) => name === source && generated !== undefined)?.generated;

/** The value itself is the key of the digest, because no other use of it is permitted here. */
export const digestOf = (key: Secret, reference: string, value: Secret): string =>
  key.hmac(`generated ${value.hmac(reference)}`);

type Resolved = {readonly groups: readonly ResolvedGroup[]; readonly values: GeneratedValues};

/** Adds the data about generated values that the next build needs to the record of a source. */
export function recordWith(record: SourceRecord, {groups, values}: Resolved, request: GeneratedRequest): SourceRecord {
  const made = madeBy(record, request.loaded.generated);
  if (made === undefined) return record;
  const group = groups.find(({source}) => source === record.name);
  const before = recordOf(record.name, request.history);
  const isNew = group === undefined || group.isNew;
  const digests = (group?.members ?? []).flatMap(({reference}) => {
    const value = values.get(reference);
    return value === undefined ? [] : [[reference, digestOf(request.digestKey, reference, value)] as const];
  });
  const madeFrom = isNew ? made.madeFrom : (before?.madeFrom ?? made.madeFrom);
  return {...record, generated: {...made, madeFrom, values: Object.fromEntries(digests)}};
}

const madeBy = (
  {name, generated}: SourceRecord,
  groups: readonly GeneratedGroup[] | undefined,
): Omit<GeneratedRecord, 'values'> | undefined => groups?.find(({source}) => source === name)?.record ?? generated;
