import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {matchesLabels, parseLabelSelector} from '../../core/selection/label-selector.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {AccessWanted} from '../access/checked-access.ts';
import {tryAccess} from '../access/try-access.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {ownProtection} from '../protection/own-protection.ts';
import {examineWants} from '../trust/examine-wants.ts';
import {requireConsent} from '../trust/require-consent.ts';
import {wantsOfWorkspace} from '../trust/wants-of.ts';
import {checkCluster} from './check-cluster.ts';
import {checkSecrets} from './check-secrets.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import {knownWorkspaces, type WorkspacePlaces} from './known-workspaces.ts';
import {readWorkspace} from './read-workspace.ts';
import {named} from './show-workspace.ts';
import {surroundings} from './surroundings.ts';
import {type CheckedWorkspace, outcomeOf} from './workspace-check.ts';
import {workspaceLocations} from './workspace-locations.ts';

/** Which workspaces to check. */
export type CheckWorkspaces = StackRequest & {
  readonly name?: string;
  /** True for all known workspaces, or those that match the labels. Default: one. */
  readonly all: boolean;
  readonly labelSelector?: string;
  /** The maximum time for one cluster to answer. */
  readonly timeoutSeconds: number;
  /** Tries the permissions of the user, too. */
  readonly access?: AccessWanted;
  /** Called with each result. */
  readonly onChecked?: (checked: CheckedWorkspace) => void;
};

/** The answer of `gantry workspace check`. */
export type CheckedWorkspaces = {
  readonly formatVersion: 1;
  /** The workspaces, sorted by name. */
  readonly workspaces: readonly CheckedWorkspace[];
};

/** The number of clusters that are checked at once: remote clusters take most of the time. */
const AT_ONCE = 10;

/**
 * Checks that workspaces lead to the pinned cluster, with a credential that lasts, and to secrets that can be read. An error in one does
 * not hide the others. Nothing is written.
 */
export async function checkWorkspaces(request: CheckWorkspaces, deps: Deps): Promise<CheckedWorkspaces> {
  const {workspacesDir, location} = await surroundings(request, deps);
  const {backend} = await workspaceLocations(deps);
  const places: WorkspacePlaces = {directory: workspacesDir, backend, home: deps.home};
  const wanted = isWanted(request.labelSelector);
  const many = request.all || request.labelSelector !== undefined;
  const known = many
    ? onceEach((await knownWorkspaces(places)).filter(({place}) => place !== 'built-in'))
    : [await chooseWorkspace({request: named(request), location, workspacesDir}, deps)];
  const inTurn = limitConcurrency(AT_ONCE);
  const checked = await Promise.all(
    known.map((entry) =>
      inTurn(async () => {
        const found = await check(entry, {places, request, wanted, project: location?.project.name}, deps);
        if (found !== undefined) request.onChecked?.(found);
        return found;
      }),
    ),
  );
  return {formatVersion: 1, workspaces: checked.filter((entry) => entry !== undefined)};
}

/** Removes workspaces that another one with the same name hides. */
const onceEach = (known: readonly KnownWorkspace[]): readonly KnownWorkspace[] =>
  [...new Map(known.toReversed().map((entry) => [entry.name, entry])).values()].toSorted((a, b) =>
    compareNaturally(a.name, b.name),
  );

type Around = {
  readonly places: WorkspacePlaces;
  readonly request: CheckWorkspaces;
  readonly project: string | undefined;
  readonly wanted: (labels: Readonly<Record<string, string>>) => boolean;
};

async function check(
  entry: KnownWorkspace,
  {places, request, wanted, project}: Around,
  deps: Deps,
): Promise<CheckedWorkspace | undefined> {
  const found: Diagnostic[] = [];
  // Each workspace gets its own warnings.
  const own: Deps = {
    ...deps,
    onEvent: (event) => (event.type === 'diagnostic' ? void found.push(event.diagnostic) : undefined),
  };
  let chosen: FoundWorkspace;
  try {
    chosen = await readWorkspace({name: entry.name, place: entry.place, file: entry.file}, places);
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return failed(error.failure, {...whereOf(entry), suspended: false, labels: {}, diagnostics: []});
  }
  const labels = chosen.workspace.labels ?? {};
  if (!wanted(labels)) return undefined;
  const {timeoutSeconds} = request;
  const trust = await wantedBy(chosen, own);
  const notAllowed = await refusalOf(chosen, own);
  const guarded = ownProtection(chosen) === undefined ? {} : ({protected: true} as const);
  const known = {...whereOf(entry), suspended: chosen.workspace.suspended === true, ...guarded, labels, ...trust};
  if (notAllowed !== undefined) return failed(notAllowed, {...known, diagnostics: found});
  const access = request.access && tryAccess({chosen, project}, request.access, own);
  const [{checks: ofCluster, diagnostics, access: inCluster, ...cluster}, ofSecrets, ofBackend] = await Promise.all([
    checkCluster({chosen, backend: places.backend, timeoutSeconds, tryAccess: access?.tryCluster}, own),
    checkSecrets(chosen, own),
    access?.ofBackend(),
  ]);
  const ofAccess = ofBackend === undefined ? [] : [ofBackend.check];
  const checks = [{kind: 'workspace', outcome: 'passed'} as const, ...ofCluster, ...ofSecrets, ...ofAccess];
  const tried = ofBackend && {access: defined({backend: ofBackend.checked, cluster: inCluster})};
  return {...known, outcome: outcomeOf(checks), ...cluster, ...tried, checks, diagnostics: [...found, ...diagnostics]};
}

const failed = (failure: Failure, known: Omit<CheckedWorkspace, 'outcome' | 'checks'>): CheckedWorkspace => ({
  ...known,
  outcome: 'failed',
  checks: [{kind: 'workspace', outcome: 'failed', failure}],
});

async function wantedBy(chosen: FoundWorkspace, deps: Deps): Promise<Pick<CheckedWorkspace, 'wanted'>> {
  try {
    const {name: _, file: __, ...wanted} = await examineWants(await wantsOfWorkspace(chosen, deps), deps);
    return {wanted};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {};
  }
}

/** Returns the failure of a workspace that is not allowed yet; nothing of it is opened. */
async function refusalOf(chosen: FoundWorkspace, deps: Deps): Promise<Failure | undefined> {
  try {
    await requireConsent(chosen, deps);
    return undefined;
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    // Other errors are reported by the check that they belong to.
    return error.failure.code === 'workspace/not-allowed' ? error.failure : undefined;
  }
}

const whereOf = ({name, place, file}: KnownWorkspace): KnownWorkspace => ({name, place, file});

function isWanted(labelSelector: string | undefined): Around['wanted'] {
  if (labelSelector === undefined) return () => true;
  const selector = parseLabelSelector(labelSelector);
  if (selector === undefined)
    throw new GantryError({code: 'input/usage', message: `-l ${labelSelector} is not a label selector`});
  return (labels) => matchesLabels(selector, {metadata: {labels}});
}
