import {isObject} from '../../../core/json.ts';
import {crdApis} from '../../../kubernetes/chart/crd-apis.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {SourceEntry} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';

/**
 * Returns the APIs of the CRDs that the cluster will have when the chart is applied: those of the earlier sources of the stack, and those in
 * `crds/` of the chart.
 */
export function crdsOfStack(
  files: ChartFiles,
  {skipCrds}: HelmSettings,
  {earlier = []}: SourceEntry,
): readonly string[] {
  const own = skipCrds === true ? [] : [...files].filter(([path]) => /(?:^|\/)crds\/.*\.(?:ya?ml|json)$/.test(path));
  const written = own.flatMap(([path, text]) => readYaml(text, path).documents.map(({value}) => value));
  return crdApis([...earlier.map(({object}) => object), ...written.filter(isObject)]);
}
