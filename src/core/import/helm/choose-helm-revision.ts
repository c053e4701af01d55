/** A revision in Helm's history. Its status is `deployed`, `superseded`, `failed`, `pending-upgrade` or another one. */
type Recorded = {readonly revision: number; readonly status: string};

/** The revision of a Helm release to import, or the reason why there is none. */
export type HelmChoice =
  | {
      readonly revision: number;
      /** Warnings about the choice. */
      readonly warnings: readonly string[];
    }
  | {readonly problem: string; readonly hint: string};

/** Chooses the revision of a Helm release to import: the one that the user names, else the deployed one. */
export function chooseHelmRevision(revisions: readonly Recorded[], wanted?: number): HelmChoice {
  const last = revisions.at(-1);
  const deployed = revisions.findLast(({status}) => status === 'deployed');
  if (wanted === undefined) return deployed === undefined ? noneDeployed(last) : ofDeployed(deployed, last);
  const found = revisions.find(({revision}) => revision === wanted);
  if (found === undefined)
    return {
      problem: `revision ${wanted} not found`,
      hint: `Use one of: ${revisions.map(({revision, status}) => `${revision} (${status})`).join(', ')}.`,
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
      : [`revision ${last.revision} is newer than the deployed revision ${revision}, and ${meaning(last.status)}`],
  };
}

function noneDeployed(last: Recorded | undefined): HelmChoice {
  if (last === undefined) return {problem: 'it has no revision', hint: 'Check its name: Helm has no record of it.'};
  const {revision, status} = last;
  if (status === 'uninstalled' || status === 'uninstalling')
    return {
      problem: `it was uninstalled: revision ${revision} ${meaning(status)}`,
      hint: 'Run "gantry import cluster -n NAMESPACE" to import the objects that still exist.',
    };
  return {
    problem: `none of its revisions is deployed: the last one, ${revision}, ${meaning(status)}`,
    hint: `Finish the release with Helm ("helm upgrade" or "helm rollback"), or pass --revision ${revision} to import it as it is.`,
  };
}

function meaning(status: string): string {
  if (status.startsWith('pending-'))
    return `is ${status}: Helm is running or was interrupted, and some of its objects may be missing`;
  return MEANINGS[status] ?? `is ${status || 'in an unknown status'}`;
}

const MEANINGS: Readonly<Record<string, string>> = {
  deployed: 'is deployed',
  superseded: 'is superseded by a later revision, and the live objects may differ from it',
  failed: 'failed: only some of its objects may have been written',
  uninstalled: 'is uninstalled: only its record was kept',
  uninstalling: 'is being uninstalled',
  unknown: 'has a status that Helm reports as unknown',
};
