import type {SourceRecord} from '../../../core/release/source-record.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';

/** Returns the record of this Helm release in the newest run that had it. */
export async function recordedSource(name: string, facts: SourceFacts | undefined): Promise<SourceRecord | undefined> {
  const past = await facts?.past();
  return [past?.last, ...(past?.interrupted ?? [])]
    .flatMap((run) => run?.sources ?? [])
    .findLast((one) => one.kind === 'helm' && one.name === name);
}
