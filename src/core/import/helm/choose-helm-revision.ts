/** One record of Helm: `deployed`, `superseded`, `failed`, `pending-upgrade`, … */
type Recorded = {readonly revision: number; readonly status: string};

/** The revision of a Helm release to import, or the reason why there is none. */
export type HelmChoice =
  | {
      readonly revision: number;
      /** What a person has to know of the choice. */
      readonly warnings: readonly string[];
    }
  | {readonly problem: string; readonly hint: string};

/** Which revision of a Helm release is imported: the one that the user names, else the one that is deployed. */
export function chooseHelmRevision(revisions: readonly Recorded[], wanted?: number): HelmChoice {
  const last = revisions.at(-1);
  const deployed = revisions.findLast(({status}) => status === 'deployed');
  if (wanted === undefined) return deployed === undefined ? noneDeployed(last) : ofDeployed(deployed, last);
  const found = revisions.find(({revision}) => revision === wanted);
  if (found === undefined)
    return {
      problem: `it has no revision ${wanted}`,
      hint: `Helm keeps: ${revisions.map(({revision, status}) => `${revision} (${status})`).join(', ')}.`,
    };
  if (found.status === 'deployed') return ofDeployed(found, last);
  return {revision: wanted, warnings: [`revision ${wanted} ${meaning(found.status)}`]};
}

function ofDeployed({revision}: Recorded, last: Recorded | undefined): HelmChoice {
  const isLast = last === undefined || last.revision === revision;
  return {
    revision,
    warnings: isLast
      ? []
      : [`revision ${last.revision} came after the deployed revision ${revision}, and ${meaning(last.status)}`],
  };
}

function noneDeployed(last: Recorded | undefined): HelmChoice {
  if (last === undefined) return {problem: 'it has no revision', hint: 'Helm records none.'};
  const {revision, status} = last;
  if (status === 'uninstalled' || status === 'uninstalling')
    return {
      problem: `it was uninstalled: revision ${revision} ${meaning(status)}`,
      hint: '"gantry import cluster -n NAMESPACE" writes what still runs.',
    };
  return {
    problem: `none of its revisions is deployed: the last one, ${revision}, ${meaning(status)}`,
    hint: `Finish it with Helm ("helm upgrade" or "helm rollback"), or take it as it is with --revision ${revision}.`,
  };
}

function meaning(status: string): string {
  if (status.startsWith('pending-'))
    return `is ${status}: Helm is at work, or was interrupted, and some of it may not be there`;
  return MEANINGS[status] ?? `is ${status || 'in no known status'}`;
}

const MEANINGS: Readonly<Record<string, string>> = {
  deployed: 'is deployed',
  superseded: 'is superseded: a later one took its place, and what runs may differ from it',
  failed: 'failed: some of it may have been written, and some not',
  uninstalled: 'is uninstalled: only the record was kept',
  uninstalling: 'is being uninstalled',
  unknown: 'is in a status that Helm did not know',
};
