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

/** A workspace that a stack has patches for: in a file in `patches/`, or under a key in stack.yaml. */
export type PatchedWorkspace = {readonly name: string; readonly file?: string};

/** Returns all workspaces that a stack has patches for. */
export function patchedWorkspaces({stack}: Pick<StackLocation, 'stack'>): readonly PatchedWorkspace[] {
  const {patches} = stack;
  const keys = patches === undefined || isList(patches) ? [] : Object.keys(patches);
  return [
    ...filesIn(join(stack.dir, 'patches')).map((file) => ({name: nameOfWorkspaceFile(file), file})),
    ...keys.filter((name) => name !== '*').map((name) => ({name})),
  ];
}

/** Returns a warning for patches of an unknown workspace. They are never applied, and the name is probably misspelt. */
export function unknownWorkspace(
  {name, file}: PatchedWorkspace,
  {stack}: Pick<StackLocation, 'stack'>,
  known: readonly string[],
): Diagnostic {
  const nearest = didYouMean(name, known);
  return {
    severity: 'warning',
    code: 'patch/unknown-workspace',
    message: `${file === undefined ? 'these patches are' : `${shownPath(file)} is`} for the workspace ${name}, which is not known`,
    ...(file === undefined ? placeIn(stack.file, name) : {}),
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

function placeIn(stackFile: string, name: string): Pick<Diagnostic, 'at' | 'path'> {
  const path = ['patches', name];
  const {text = '', file} = readText(stackFile);
  const at = readYaml(text, file).documents[0]?.origin.position(path);
  return {path: pathText(path), ...defined({at})};
}
