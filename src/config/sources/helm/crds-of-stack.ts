import {isCrdFile} from '../../../core/chart/crd-file.ts';
import {isObject, type Json} from '../../../core/json.ts';
import {crdApis} from '../../../kubernetes/chart/crd-apis.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {SourceEntry} from '../source.ts';
import {disabledCharts} from './disabled-charts.ts';
import type {HelmSettings} from './helm-model.ts';

/** The files and the whole values of a chart. */
export type CrdInputs = {readonly files: ChartFiles; readonly settings: HelmSettings; readonly values: Json};

/**
 * Returns the APIs of the CRDs that the cluster will have when the chart is applied: those of the earlier sources of the stack, and those in
 * `crds/` of the chart and of its subcharts that are switched on.
 */
export function crdsOfStack(
  {files, settings, values}: CrdInputs,
  {earlier = []}: Pick<SourceEntry, 'earlier'>,
): readonly string[] {
  const off = disabledCharts(files, values);
  const own = [...files].filter(
    ([path]) =>
      isCrdFile(path) && /\.(?:ya?ml|json)$/.test(path) && !off.some((directory) => path.startsWith(directory)),
  );
  const written = settings.skipCrds === true ? [] : own;
  const objects = written.flatMap(([path, text]) => readYaml(text, path).documents.map(({value}) => value));
  return crdApis([...earlier.map(({object}) => object), ...objects.filter(isObject)]);
}
