import {identityOf} from '../../../../core/resource/identity.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import type {HelmHistory} from '../../../../ports/other-tools.ts';
import type {KubernetesClient} from '../client/client.ts';
import {helmRecords, labelOf} from '../helm/helm-records.ts';

/** A release of Helm whose revisions are listed. */
export type HelmHistoryRequest = {
  readonly name: string;
  readonly namespace: string;
  readonly signal: AbortSignal;
};

/** Returns the recorded revisions of a release, or similar releases if it does not exist. */
export async function helmHistory(
  client: KubernetesClient,
  {name, namespace, signal}: HelmHistoryRequest,
): Promise<HelmHistory> {
  const records = await helmRecords({client, namespace, name, signal}, 'throw');
  const revisions = records
    .map((record) => ({revision: Number(labelOf(record, 'version')), status: labelOf(record, 'status')}))
    .filter(({revision}) => Number.isSafeInteger(revision) && revision > 0)
    .toSorted((a, b) => a.revision - b.revision);
  if (revisions.length > 0) return {namespace, revisions, others: [], elsewhere: []};
  const [here, same] = await Promise.all([
    helmRecords({client, namespace, signal}, 'nothing'),
    helmRecords({client, name, signal}, 'nothing'),
  ]);
  return {
    namespace,
    revisions,
    others: distinct(here.map((record) => labelOf(record, 'name'))),
    elsewhere: distinct(same.map((record) => identityOf(record).namespace ?? '')),
  };
}

const distinct = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => name !== '').toSorted(compareNaturally);
