import {dirname, join, relative, resolve} from 'node:path';
import {isList, isObject} from '../../../core/json.ts';
import {LOCK_FILE} from '../../own-files.ts';
import {readText} from '../../read-text.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {SourceEntry, SourceInputs} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';
import {VENDOR_DIRECTORY} from './vendored-chart.ts';

/** Returns the inputs of a chart: its directory and those of its dependencies, its values, its lock file, its copy in the project, and keys. */
export function chartInputs({written, place}: Pick<SourceEntry, 'written' | 'place'>): SourceInputs {
  const {path, valuesFiles = [], verify} = (written ?? {}) as HelmSettings;
  const files = valuesFiles.map((file) => file.replace(/\?$/, ''));
  const keys = [verify?.keyring, verify?.cosign?.key].filter((key) => key !== undefined);
  // The name of a file can depend on the workspace.
  const folders = files.filter((file) => !isFixed(file)).map((file) => dirname(file));
  return {
    directories: [
      ...(path === undefined
        ? [join(place.projectDir, VENDOR_DIRECTORY)]
        : // A build refuses what is outside of the project.
          chartDirectories(resolve(place.stackDir, path)).filter(
            (one) => !relative(place.projectDir, one).startsWith('..'),
          )),
      ...folders.map((name) => resolve(place.stackDir, name)),
    ],
    files: [LOCK_FILE, ...files.filter(isFixed), ...keys].map((file) => resolve(place.stackDir, file)),
  };
}

/** Reports whether the name of a file is the same in each workspace. */
const isFixed = (file: string): boolean => !file.includes('${');

/** Returns the directory of a chart, and those of its dependencies in other directories (`file://../common`). */
function chartDirectories(directory: string, found: readonly string[] = []): readonly string[] {
  if (found.includes(directory)) return found;
  return dependenciesIn(directory).reduce<readonly string[]>(
    (all, one) => chartDirectories(one, all),
    [...found, directory],
  );
}

function dependenciesIn(directory: string): readonly string[] {
  return ['Chart.yaml', 'requirements.yaml'].flatMap((name) => {
    const {file, text = ''} = readText(join(directory, name));
    const value = readYaml(text, file).documents[0]?.value;
    const dependencies = isObject(value) ? value['dependencies'] : undefined;
    return (isList(dependencies) ? dependencies : []).flatMap((one) => {
      const repository = isObject(one) ? one['repository'] : undefined;
      if (typeof repository !== 'string' || !repository.startsWith('file://')) return [];
      return [resolve(directory, repository.slice('file://'.length))];
    });
  });
}
