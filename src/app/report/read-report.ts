import type {HistoryNames} from '../../core/release/history-names.ts';
import {redactIn} from '../../core/secret/redactor.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {mapAll, mapLimited} from '../../lib/limit-concurrency.ts';
import {once} from '../../lib/once.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {findHistories} from '../release/find-histories.ts';
import {interrupted} from './interrupted.ts';
import {reading} from './read-cell.ts';
import {readColumn} from './read-column.ts';
import type {Report, ReportCell, ReportRequest, ReportStack} from './report.ts';
import {depsOfWorkspace, reportDeps} from './report-deps.ts';
import {isReported, type ReportedStacks, reportedStacks, stacksInWorkspace} from './report-stacks.ts';
import {type ReportColumn, reportWorkspaces} from './report-workspaces.ts';

/** The number of workspaces that are read at once, so that a cluster that does not answer delays only its own workspace. */
const WORKSPACES_AT_ONCE = 4;

/**
 * Reads the releases, the health, the drift, the images and the plans of stacks in workspaces. A part that cannot be read is a failure of its
 * cell. Writes only the pins of clusters that are seen for the first time.
 * @throws GantryError input/invalid for stacks that cannot be selected, workspace/not-chosen, and an interrupt
 */
export async function readReport(request: ReportRequest, deps: Deps): Promise<Report> {
  const at = deps.clock.now().toISOString();
  // Resolved when the workspaces are known. The first list of a cluster comes later.
  const known = Promise.withResolvers<() => Promise<readonly string[]>>();
  await using shared = deps.shareClusters({lineages: async () => (await known.promise)()});
  const own = reportDeps(deps, shared);
  const scope = await scopeOf(request, own);
  known.resolve(once(() => lineagesIn(scope, request, own)));
  const read = await mapAll(scope.columns, WORKSPACES_AT_ONCE, (column) => readIn(column, {request, scope}, own));
  if (deps.signal.aborted) throw interrupted(deps.signal);
  const cells = read.flat().map((cell) => cleaned(cell, deps));
  const stacks = rowsOf(cells, scope);
  return {
    formatVersion: 1,
    at,
    stacks,
    workspaces: scope.columns.map(({name, suspended}) => ({name, suspended})),
    cells: stacks.flatMap((row) => cells.filter((cell) => stackText(cell) === stackText(row))),
  };
}

type Scope = {readonly columns: readonly ReportColumn[]; readonly stacks: ReportedStacks};

/** Finds the rows and the columns. The workspaces decide which stacks only the backend knows, and stacks with releases add workspaces. */
async function scopeOf(request: ReportRequest, deps: Deps): Promise<Scope> {
  const histories = await historiesOf(() => deps.backend());
  const known = reportedStacks(request, histories);
  const released = histories.filter((one) => isReported(known, one)).map(({workspace}) => workspace);
  const columns = await reportWorkspaces({...request, places: known.places}, new Set(released), deps);
  // A backend in the cluster of a workspace knows only the stacks of that workspace.
  const own = await mapLimited(columns, WORKSPACES_AT_ONCE, async ({name, wanted}) => {
    const {backend} = depsOfWorkspace(deps, request.directory, wanted);
    return (await historiesOf(backend)).filter(({workspace}) => workspace === name);
  });
  return {columns, stacks: reportedStacks(request, own.flat())};
}

/** Returns the release histories of a backend; none if it cannot be read: each cell reports why. */
async function historiesOf(backend: () => Promise<Backend>): Promise<readonly HistoryNames[]> {
  const found = await reading(async () => findHistories(await backend(), {}));
  return 'value' in found ? found.value : [];
}

type Asked = {readonly request: ReportRequest; readonly scope: Scope};

async function readIn(
  {name, wanted, isUnknown = false}: ReportColumn,
  {request, scope}: Asked,
  deps: Deps,
): Promise<readonly ReportCell[]> {
  const {directory, parallel} = request;
  const own = depsOfWorkspace(deps, directory, wanted);
  const stacks = await stacksInWorkspace(scope.stacks, {directory, workspace: wanted}, own);
  return readColumn({workspace: name, isUnknown, stacks, withFiles: scope.stacks.withFiles, parallel}, own);
}

/** Returns the lineages of all cells, so that one list of a kind serves them all. */
async function lineagesIn(
  {columns, stacks}: Scope,
  {directory}: ReportRequest,
  deps: Deps,
): Promise<readonly string[]> {
  const found = await mapLimited(columns, WORKSPACES_AT_ONCE, async ({name, wanted}) => {
    const {backend} = depsOfWorkspace(deps, directory, wanted);
    const histories = (await historiesOf(backend)).filter((one) => one.workspace === name && isReported(stacks, one));
    return Promise.all(histories.map((names) => reading(async () => readLineage(await backend(), names))));
  });
  return found.flat().flatMap((one) => ('value' in one ? (one.value ?? []) : []));
}

const rowsOf = (cells: readonly ReportCell[], {stacks: {withFiles}}: Scope): readonly ReportStack[] =>
  [...new Map(cells.map(({project, stack}) => [stackText({project, stack}), {project, stack}])).entries()]
    .toSorted(([a], [b]) => compareNaturally(a, b))
    .map(([name, names]) => ({...names, hasFiles: withFiles.has(name)}));

/** Returns a cell whose failures contain no secrets. Messages of servers and programs may quote secrets. */
const cleaned = (cell: ReportCell, {redactor}: Deps): ReportCell => ({
  ...cell,
  failures: redactIn(cell.failures, redactor.redact),
});
