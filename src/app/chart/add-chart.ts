import {existsSync} from 'node:fs';
import {realpath} from 'node:fs/promises';
import {join, relative, resolve} from 'node:path';
import {findStack, type StackLocation} from '../../config/find-project.ts';
import {writeNewFiles} from '../../config/init/write-new-files.ts';
import {loadResources} from '../../config/load-resources.ts';
import {readText, shownPath} from '../../config/read-text.ts';
import {LOOK_UP_NAME, LOOK_UP_RULE} from '../../config/sources/helm/look-up-name.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {writeWhole} from '../../config/write-whole.ts';
import {appendItem} from '../../config/yaml/append-item.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';
import type {Chart, ChartPlace} from '../../ports/charts.ts';
import type {Deps} from '../deps.ts';
import {previewRelease} from '../plan/preview-release.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {withoutProblem} from './chart-problem.ts';
import {chartSourcesOf, settingsOfPlace} from './chart-sources.ts';
import {findChart, type NamedChart} from './find-chart.ts';
import {lockStack} from './lock-stack.ts';
import {loginsFor} from './logins-for.ts';
import {isNoStack, newStack} from './new-stack.ts';

/** Request of `gantry chart add CHART`. */
export type AddChart = StackRequest &
  NamedChart & {
    readonly version?: string | undefined;
    /** `--release`: the name of the Helm release. Default: the name of the chart. */
    readonly release?: string | undefined;
    /** `--namespace`: the namespace of the Helm release. Default: that of the stack. */
    readonly namespace?: string | undefined;
    /** `--lookup`: the Secrets that the templates may look up. */
    readonly lookups?: readonly string[] | undefined;
  };

/** The answer of `gantry chart add`. */
export type ChartAdded = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  readonly source: string;
  readonly chart: string;
  readonly version: string;
  /** The files that were written, absolute. */
  readonly written: readonly string[];
  /** The plan of an apply. Absent if no workspace is chosen, or if the plan failed: see `failure`. */
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Adds a chart to stack.yaml, with a file for its values and its lock, and plans the stack if a workspace is chosen. A directory without a
 * stack gets one. Nothing is written if the chart cannot be fetched.
 * @throws GantryError `input/invalid` if the chart cannot be found, or the stack already has a source of that name
 */
export async function addChart(
  request: AddChart,
  deps: Deps,
): Promise<{readonly added: ChartAdded; readonly failure?: Failure}> {
  refuseLookUps(request);
  const directory = resolve(request.directory ?? deps.cwd);
  const found = await stackOf(request, directory);
  const tools = await deps.charts();
  const login = await loginsFor(request, found, deps);
  const place = await findChart(request, {directory, home: deps.home, indexes: tools.indexes, login});
  const chart = withoutProblem(await tools.charts({place, ...defined({version: request.version, login})}));
  const name = request.release ?? chart.name;
  if (found !== undefined) await refuseUnsuitable(found, name, deps);
  const created = found === undefined ? writeNewFiles(directory, newStack(directory)) : [];
  const location = found ?? (await findStack({directory}));
  const written = await writeSource(location, {request, place, chart, name});
  const changed = await findStack({directory: location.stack.dir});
  const locked = await lockStack({...defined({workspace: request.workspace}), location: changed, only: name}, deps);
  const {plan, failure} = await planIn({...request, directory: location.stack.dir}, deps);
  const added: ChartAdded = {
    formatVersion: 1,
    project: location.project.name,
    stack: location.stack.name,
    source: name,
    chart: chart.name,
    version: chart.version,
    written: [...new Set([...created, ...written, locked.file])].toSorted(),
    ...defined({plan}),
    diagnostics: locked.diagnostics,
  };
  return {added, ...defined({failure})};
}

function refuseLookUps({lookups = []}: AddChart): void {
  const wrong = lookups.find((name) => !LOOK_UP_NAME.test(name));
  if (wrong !== undefined)
    throw new GantryError({code: 'input/usage', message: `--lookup ${wrong}: it ${LOOK_UP_RULE}`});
}

/** Returns the stack that gets the chart; undefined if the directory has none. */
async function stackOf({stack}: AddChart, directory: string): Promise<StackLocation | undefined> {
  try {
    return await findStack({directory, stack});
  } catch (error) {
    if (stack === undefined && isNoStack(error)) return undefined;
    throw error;
  }
}

async function refuseUnsuitable(location: StackLocation, name: string, deps: Deps): Promise<void> {
  const file = shownPath(location.stack.file);
  if (chartSourcesOf(location).some((source) => source.name === name))
    throw wrongInput(
      'chart/exists',
      `${file} already has a Helm source ${name}`,
      'Choose another name with --release.',
    );
  if (location.stack.sources !== undefined) return;
  const {resources} = await loadResources(location, {tools: deps, allowEmpty: true});
  if (resources.length === 0) return;
  throw wrongInput(
    'chart/no-sources',
    `${file} has no \`sources\`, so the stack is every manifest below it, which a first source would replace`,
    "List the manifests first, for example: sources: [{manifests: 'manifests/*.yaml'}]",
  );
}

type Adding = {
  readonly request: AddChart;
  readonly place: ChartPlace;
  readonly chart: Chart;
  readonly name: string;
};

async function writeSource({stack}: StackLocation, adding: Adding): Promise<readonly string[]> {
  const {request, place, chart, name} = adding;
  const values = `values-${name}.yaml`;
  const written = 'path' in place ? {path: relative(stack.dir, place.path) || '.'} : settingsOfPlace(place);
  const hasVersion = 'path' in place || /@sha256:|:[^:/]+$/.test('oci' in place ? place.oci.slice(6) : '');
  const helm: JsonObject = {
    ...written,
    ...defined({version: hasVersion ? undefined : (request.version ?? chart.version)}),
    release: name,
    ...defined({namespace: request.namespace}),
    valuesFiles: [values],
    ...defined({lookups: request.lookups}),
  };
  const path = join(stack.dir, values);
  const isNew = !existsSync(path);
  if (isNew) writeNewFiles(stack.dir, [{path: values, text: stub(adding, stack.dir)}]);
  await writeWhole(await realpath(stack.file), appendItem(readText(stack.file).text ?? '', 'sources', {helm}));
  return [stack.file, ...(isNew ? [path] : [])];
}

/** Returns a values file without values, which says where the defaults are. A chart in the project is named from the stack. */
function stub({place, chart}: Adding, stackDir: string): string {
  const named =
    'path' in place
      ? shownChart(relative(stackDir, place.path))
      : `${'repository' in place ? `${place.chart} --repository ${place.repository}` : place.oci} --version ${chart.version}`;
  return `# Your values for the chart ${chart.name}. All others are its defaults:
#   gantry chart show ${named} --values
`;
}

const shownChart = (path: string): string => (path.startsWith('..') ? path : `./${path}`);

/** Plans the stack. Returns no plan if no workspace is chosen. Any other failure is reported beside the written files. */
async function planIn(
  {directory, workspace}: StackRequest,
  deps: Deps,
): Promise<{readonly plan?: Plan; readonly failure?: Failure}> {
  try {
    const request = {operation: 'apply' as const, permissions: NO_PERMISSIONS, ...defined({directory, workspace})};
    return {plan: await previewRelease(request, deps)};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return error.failure.code === 'workspace/not-chosen' ? {} : {failure: error.failure};
  }
}
