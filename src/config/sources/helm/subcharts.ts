import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import {readYaml} from '../../yaml/read-yaml.ts';

/** A chart, or a chart in it. */
export type SubChart = {
  /** The keys of its values in those of the whole chart. Empty for the chart itself. */
  readonly path: readonly string[];
  /** The directory of its files, with a slash at its end. Empty for the chart itself. */
  readonly directory: string;
  /** The name by which Helm and its parent call it. */
  readonly name: string;
  /** The entry of its parent's `dependencies`. Absent: it is only in `charts/`. */
  readonly wanted?: JsonObject;
};

/** Returns a chart and all charts in it, each after its parent. A dependency with an alias is in the values under its alias. */
export function subCharts(files: ChartFiles): readonly SubChart[] {
  const own = fieldsOf(files, '');
  return below(files, {path: [], directory: '', name: textOf(own['name']) ?? 'chart'});
}

function below(files: ChartFiles, chart: SubChart): readonly SubChart[] {
  const {directory} = chart;
  const pattern = new RegExp(
    `^${directory.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}charts/([^/]+)/Chart\\.yaml$`,
  );
  const folders = [...files.keys()].flatMap((file) => pattern.exec(file)?.[1] ?? []);
  const {dependencies} = fieldsOf(files, directory);
  const wanted = isList(dependencies) ? dependencies.filter(isObject) : [];
  const children = folders.flatMap((folder): readonly SubChart[] => {
    const inside = `${directory}charts/${folder}/`;
    const name = textOf(fieldsOf(files, inside)['name']) ?? folder;
    const uses = wanted.filter((one) => one['name'] === name);
    return (uses.length === 0 ? [undefined] : uses).map((use) => {
      const used = textOf(use?.['alias']) ?? name;
      return {path: [...chart.path, used], directory: inside, name: used, ...defined({wanted: use})};
    });
  });
  return [chart, ...children.flatMap((child) => below(files, child))];
}

function fieldsOf(files: ChartFiles, directory: string): Readonly<Record<string, Json>> {
  const value = readYaml(files.get(`${directory}Chart.yaml`) ?? '', 'Chart.yaml').documents[0]?.value;
  return isObject(value) ? value : {};
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
