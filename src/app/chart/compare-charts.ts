import {findStack} from '../../config/find-project.ts';
import {readValues} from '../../config/sources/helm/read-values.ts';
import {type ChangedDefault, changedDefaults} from '../../core/chart/changed-defaults.ts';
import {unknownValues} from '../../core/chart/unknown-values.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import type {Change, Plan} from '../../core/plan/plan.ts';
import {showPath} from '../../core/reference/path.ts';
import {type Located, locatedAt} from '../../core/variation/located.ts';
import {maskedValue} from '../../core/workspace/mask.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';
import {chartEntry} from './chart-entry.ts';
import {withoutProblem} from './chart-problem.ts';
import {fetchChart} from './fetch-chart.ts';
import {knownValues} from './known-values.ts';
import {readLockedChart} from './locked-charts.ts';
import {type TriedChart, triedCharts} from './with-charts.ts';

/** A value of the user that the tried version does not know any more. */
export type DroppedValue = {
  readonly path: string;
  readonly file: string;
  readonly line: number;
  /** The known value whose name is nearest. */
  readonly nearest?: string;
};

/** A default that differs in the tried version, and that the user does not set. */
export type OtherDefault = {readonly path: string; readonly before?: Json; readonly after?: Json};

/** What another version of a chart changes, besides the plan. */
export type ChartTrial = {
  readonly source: string;
  readonly chart: string;
  readonly from: string;
  readonly to: string;
  readonly droppedValues: readonly DroppedValue[];
  readonly defaults: readonly OtherDefault[];
};

/** What the tried versions of a plan change, and the custom resource definitions and images that change with them. */
export type ChartTrials = {
  readonly charts: readonly ChartTrial[];
  readonly crds: readonly {readonly id: string; readonly action: Change['action']}[];
  readonly images: readonly {
    readonly id: string;
    readonly container: string;
    readonly before?: Json;
    readonly after?: Json;
  }[];
};

/**
 * Compares the tried versions of charts with those that the stack uses.
 * @throws GantryError `input/invalid` if a chart or the values cannot be read
 */
export async function compareCharts(request: PreviewRequest, plan: Plan, deps: Deps): Promise<ChartTrials> {
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const tried = triedCharts(location, request.charts);
  const workspace = await workspaceValues(request, location, deps);
  const charts: ChartTrial[] = [];
  for (const one of tried) {
    const read = readValues(one.source.settings, chartEntry(one.source, workspace));
    // The plan of the same values has reported what is wrong with them.
    if (!('diagnostics' in read)) charts.push(await compare(one, {values: read.values, login: workspace?.login}, deps));
  }
  return {charts, ...changedParts(plan)};
}

type Given = {readonly values: Located; readonly login: Parameters<typeof fetchChart>[1]['login']};

async function compare({source, version}: TriedChart, {values, login}: Given, deps: Deps): Promise<ChartTrial> {
  const tools = await deps.charts();
  const now = await fetchChart(source, {login, locked: readLockedChart(source)}, tools);
  const next = await fetchChart(source, {login, version}, tools);
  const [before, after] = [
    knownValues(withoutProblem(await tools.files(now))),
    knownValues(withoutProblem(await tools.files(next))),
  ];
  const own: JsonObject = isObject(values.value) ? values.value : {};
  const wasUnknown = new Set(unknownValues(own, before).map(({path}) => showPath(path)));
  return {
    source: source.name,
    chart: next.name,
    from: now.version,
    to: next.version,
    droppedValues: unknownValues(own, after)
      .filter(({path}) => !wasUnknown.has(showPath(path)))
      .map(({path, nearest}) => {
        const place = (locatedAt(values, path) ?? values).place;
        const {file, line} = place.origin.position(place.path);
        return {path: showPath(path), file, line, ...defined({nearest: nearest && showPath(nearest)})};
      }),
    defaults: changedDefaults(before.defaults, after.defaults)
      .filter(({path}) => jsonAt(own, path) === undefined)
      .map(shownDefault),
  };
}

const shownDefault = ({path, before, after}: ChangedDefault): OtherDefault => {
  const shown = (value: Json | undefined) =>
    value === undefined ? undefined : maskedValue(String(path.at(-1)), value);
  return {path: showPath(path), ...defined({before: shown(before), after: shown(after)})};
};

const IMAGE = /(?:^|\.)(?:containers|initContainers|ephemeralContainers)\[(?:name="([^"]+)"|(\d+))\]\.image$/;

/** Returns the custom resource definitions and the images that a plan changes. */
function changedParts({changes}: Plan): Pick<ChartTrials, 'crds' | 'images'> {
  const crds = changes.filter(({id, action}) => /:CustomResourceDefinition:/.test(id) && action !== 'unchanged');
  const images = changes.flatMap(({id, fields}) =>
    fields.flatMap(({path, before, after}) => {
      const [found, name, index] = IMAGE.exec(path) ?? [];
      return found === undefined ? [] : [{id, container: name ?? index ?? '', ...defined({before, after})}];
    }),
  );
  return {crds: crds.map(({id, action}) => ({id, action})), images};
}
