import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isList} from '../../core/json.ts';
import {nameOfWorkspaceFile} from '../../core/workspace/workspace-name.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {pathText} from '../issues/path-text.ts';
import {readText, shownPath} from '../read-text.ts';
import type {StackLocation} from '../stack-location.ts';
import {readYaml} from '../yaml/read-yaml.ts';

/** A workspace that a stack varies for: in a file in `patches/`, or under a key in stack.yaml. */
export type PatchedWorkspace = {readonly name: string} & (
  | {readonly file: string; readonly key?: never}
  | {readonly key: 'patches' | 'images' | 'namespace'; readonly file?: never}
);

/** Returns all workspaces that a stack has patches, images or a namespace for. */
export function patchedWorkspaces({stack}: Pick<StackLocation, 'stack'>): readonly PatchedWorkspace[] {
  const {patches = {}, images = {}, namespace = {}} = stack;
  const named = {
    patches: isList(patches) ? [] : Object.keys(patches),
    images: Object.keys(images).filter((name) => typeof images[name] !== 'string'),
    namespace: typeof namespace === 'string' ? [] : Object.keys(namespace),
  };
  return [
    ...filesIn(join(stack.dir, 'patches')).map((file) => ({name: nameOfWorkspaceFile(file), file})),
    ...KEYS.flatMap((key) => named[key].filter((name) => name !== '*').map((name) => ({name, key}))),
  ];
}

const KEYS = ['patches', 'images', 'namespace'] as const;

const SUBJECT: Readonly<Record<(typeof KEYS)[number], string>> = {
  patches: 'these patches are',
  images: 'these images are',
  namespace: 'this namespace is',
};

/** Returns a warning for the variation for an unknown workspace. It is never applied, and the name is probably misspelt. */
export function unknownWorkspace(
  {name, file, key}: PatchedWorkspace,
  {stack}: Pick<StackLocation, 'stack'>,
  known: readonly string[],
): Diagnostic {
  const nearest = didYouMean(name, known);
  return {
    severity: 'warning',
    code: 'patch/unknown-workspace',
    message: `${key === undefined ? `${shownPath(file)} is` : SUBJECT[key]} for the workspace ${name}, which is not known`,
    ...(key === undefined ? {} : placeIn(stack.file, [key, name])),
    hint: nearest === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean ${nearest}?`,
  };
}

function filesIn(directory: string): readonly string[] {
  try {
    const names = readdirSync(directory).filter((name) => /^[^.].*\.(?:ya?ml|json)$/.test(name));
    return names.toSorted(compareNaturally).map((name) => join(directory, name));
  } catch {
    // The directory does not exist, or is not a directory. Nothing is read from it in both cases.
    return [];
  }
}

function placeIn(stackFile: string, path: readonly string[]): Pick<Diagnostic, 'at' | 'path'> {
  const {text = '', file} = readText(stackFile);
  const at = readYaml(text, file).documents[0]?.origin.position(path);
  return {path: pathText(path), ...defined({at})};
}
