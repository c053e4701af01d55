import {readYaml} from '../../config/yaml/read-yaml.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import type {ChartFiles} from '../../ports/chart-files.ts';

/** A dependency of a chart, as Chart.yaml names it. */
export type ChartDependency = {
  readonly name: string;
  readonly version: string;
  readonly repository?: string;
  readonly alias?: string;
};

/** The facts in Chart.yaml, and what the files of a chart contain. */
export type ChartDetails = {
  readonly name: string;
  readonly version: string;
  readonly appVersion?: string;
  readonly kubeVersion?: string;
  readonly type?: string;
  readonly description?: string;
  readonly home?: string;
  readonly deprecated?: true;
  readonly dependencies: readonly ChartDependency[];
  /** The names of the custom resource definitions in `crds/`. */
  readonly crds: readonly string[];
};

/** Returns the facts of a chart from its files. */
export function chartDetails(files: ChartFiles): ChartDetails {
  const chart = yamlOf(files, 'Chart.yaml');
  const text = (key: string): string | undefined => textOf(chart[key]);
  return {
    name: text('name') ?? '',
    version: text('version') ?? '',
    ...defined({
      appVersion: text('appVersion'),
      kubeVersion: text('kubeVersion'),
      type: text('type'),
      description: text('description'),
      home: text('home'),
    }),
    ...(chart['deprecated'] === true ? {deprecated: true as const} : {}),
    dependencies: dependenciesOf(chart['dependencies'] ?? yamlOf(files, 'requirements.yaml')['dependencies']),
    crds: crdsOf(files),
  };
}

/** Returns the mapping in a YAML file of a chart. A file that is missing or broken is empty: Helm reports it. */
export function yamlOf(files: ChartFiles, path: string): JsonObject {
  const value = readYaml(files.get(path) ?? '', path).documents[0]?.value;
  return isObject(value) ? value : {};
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const dependenciesOf = (written: Json | undefined): readonly ChartDependency[] =>
  (isList(written) ? written : []).filter(isObject).map(({name, version, repository, alias}) => ({
    name: textOf(name) ?? '',
    version: textOf(version) ?? '',
    ...defined({repository: textOf(repository) || undefined, alias: textOf(alias)}),
  }));

function crdsOf(files: ChartFiles): readonly string[] {
  const names = [...files].flatMap(([path, text]) =>
    /(?:^|\/)crds\/.+\.ya?ml$/.test(path)
      ? readYaml(text, path).documents.flatMap(({value}) => {
          const metadata =
            isObject(value) && value['kind'] === 'CustomResourceDefinition' ? value['metadata'] : undefined;
          return (isObject(metadata) && textOf(metadata['name'])) || [];
        })
      : [],
  );
  return [...new Set(names)].toSorted();
}
