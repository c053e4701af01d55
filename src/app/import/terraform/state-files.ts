import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {NewFile} from '../../../config/init/write-new-files.ts';
import {writeYaml} from '../../../config/yaml/write-yaml.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {defined} from '../../../lib/defined.ts';
import type {ArgumentForm, FormOf, TakenState} from '../../../ports/terraform-tool.ts';
import {removeWritten} from '../remove-written.ts';

/** The name of the first file that an import of a state writes. */
export const STACK = 'stack.yaml';
/** The name of the file with the resources of a state, if the stack has no other source. */
export const SPEC = 'spec.yaml';

/** The forms of the arguments, in the order in which they are tried. */
export const FORMS: readonly ArgumentForm[] = ['tidy', 'sparse', 'exact', 'lean'];

/** Returns the spec with the resources of a state. */
export const specText = ({resources}: Pick<TakenState, 'resources'>, formOf: FormOf): string =>
  `${HEAD}${resources.map(({id, resource}) => (resource === undefined ? '' : itemText(resource(formOf(id))))).join('')}`;

const HEAD = 'resources:\n';

const itemText = ({dependsOn, ...rest}: Resource): string =>
  writeYaml({
    resources: [{...rest, ...defined({dependsOn: dependsOn.length === 0 ? undefined : [...dependsOn]})}],
  }).slice(HEAD.length);

/**
 * Removes the files that a killed import of the same state has left, so that this one can write its own. A file that somebody has changed stays,
 * and is then an error.
 */
export function removeLeft(directory: string, files: readonly NewFile[], taken: Pick<TakenState, 'resources'>): void {
  const left = files.map(({path}) => join(directory, path)).filter((path) => existsSync(path));
  const isOurs = files.every(({path, text}) => {
    const found = existsSync(join(directory, path)) ? readFileSync(join(directory, path), 'utf8') : undefined;
    return found === undefined ? path !== STACK : found === text || (path === SPEC && isSpec(found, taken));
  });
  if (isOurs) removeWritten(left, directory, true);
}

/** Reports whether a text is a spec of the state, with any form of each resource. */
function isSpec(text: string, {resources}: Pick<TakenState, 'resources'>): boolean {
  if (!text.startsWith(HEAD)) return false;
  const rest = resources.reduce<string | undefined>((left, {resource}) => {
    const texts = FORMS.flatMap((form) => (resource === undefined ? [] : itemText(resource(form))));
    const own = texts.filter((one) => left?.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
    return own === undefined ? undefined : left?.slice(own.length);
  }, text.slice(HEAD.length));
  return rest === '';
}
