import {existsSync} from 'node:fs';
import {basename, join} from 'node:path';
import {shownPath} from '../../config/read-text.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import {writeWhole} from '../../config/write-whole.ts';
import {writeYaml} from '../../config/yaml/write-yaml.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {manifestPaths} from '../../kubernetes/import/manifest-path.ts';
import type {SurveyedObject} from '../../ports/survey.ts';

/**
 * Writes the manifest of an object to the files of a stack, in the directory of its first source of manifests. The file is complete or absent,
 * also after a crash. Overwrites nothing.
 * @returns the path of the file
 */
export async function writeManifest(surveyed: SurveyedObject, {stack}: StackLocation): Promise<string> {
  const name = basename(manifestPaths([surveyed]).get(surveyed.id) ?? '');
  const file = join(stack.dir, directoryOf(stack.sources ?? []), name);
  if (existsSync(file))
    throw new GantryError({
      code: 'input/usage',
      message: `${shownPath(file)} exists, but the stack has no ${surveyed.id}`,
      hint: 'Rename the file, or write the manifest yourself, and run the command again.',
    });
  await writeWhole(file, writeYaml(surveyed.object));
  return file;
}

/** Returns the directory before the first wildcard of a glob. */
function directoryOf(sources: NonNullable<StackLocation['stack']['sources']>): string {
  const [glob = 'manifests/*'] = sources.flatMap(({manifests}) => (typeof manifests === 'string' ? [manifests] : []));
  const segments = glob.split('/');
  const first = segments.findIndex((segment) => /[*?[{]/.test(segment));
  return segments.slice(0, first === -1 ? -1 : first).join('/');
}
