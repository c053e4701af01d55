import {dirname} from 'node:path';
import {isList, type Json} from '../core/json.ts';
import {itemsOf, type Located, listOf, locate, originOf, partOf, withField} from '../core/variation/located.ts';
import {extendContext, extendKeys, extendMap, type Overridden} from '../core/workspace/extend-context.ts';
import {wholePaths} from './whole-paths.ts';
import type {LoadedWorkspace, WorkspaceFile} from './workspace-file.ts';

/** A workspace with all that its bases say. */
export type ExtendedWorkspace = {
  readonly node: Located;
  readonly overridden: readonly Overridden[];
};

/** What no file takes from another one: it says which file that is. */
const OWN = new Set(['name', 'extends']);

/** Laid over each other key by key, mappings within as well. */
const DEEP = new Set(['labels', 'guards', 'modules']);

/** Laid over each other key by key; a store of secrets has one provider. */
const FLAT = new Set(['env', 'secretStores']);

/** A workspace that extends no other, in the shape of one that does. */
export const unextended = ({workspace, origin}: LoadedWorkspace): ExtendedWorkspace => ({
  node: locate(withoutAbsent(workspace), origin),
  overridden: [],
});

/**
 * A workspace laid over its base. Rules (`ignore`, `health`) are added up, its own first; labels, guards, modules, variables, named
 * stores and the context are laid over each other key by key; of all else its own counts: of who the user is and what is trusted
 * nobody wants the half.
 */
export function extendWorkspace(own: ExtendedWorkspace, base: ExtendedWorkspace): ExtendedWorkspace {
  let {node} = own;
  let overridden = [...own.overridden, ...base.overridden];
  for (const name of Object.keys(base.node.value ?? {})) {
    const theirs = partOf(base.node, name);
    if (OWN.has(name) || theirs === undefined) continue;
    const mine = partOf(own.node, name);
    if (mine === undefined) node = withField(node, name, theirs);
    else if (name === 'context') {
      const extended = extendContext(mine, theirs);
      overridden = [...overridden, ...extended.overridden];
      node = withField(node, name, extended.context);
    } else if (isList(mine.value))
      node = withField(node, name, listOf([...itemsOf(mine), ...itemsOf(theirs)], mine.place));
    else if (DEEP.has(name)) node = withField(node, name, extendMap(mine, theirs));
    else if (FLAT.has(name)) node = withField(node, name, extendKeys(mine, theirs));
  }
  return {node, overridden};
}

/** The same as files are read: typed, with the place of every value. */
export const asWorkspace = ({node}: ExtendedWorkspace): Pick<LoadedWorkspace, 'workspace' | 'origin'> => ({
  // Every part of it went through the model of workspace files.
  workspace: node.value as WorkspaceFile & {readonly name: string},
  origin: originOf(node),
});

/** An empty field says nothing: what the base says there stays. */
const withoutAbsent = (workspace: WorkspaceFile): Json =>
  Object.fromEntries(
    Object.entries(workspace).filter(([, value]) => value !== undefined && value !== null),
  ) as unknown as Json;

/** A base that lies elsewhere: its relative paths start at its own file, also in a workspace of another directory. */
export function withWholePaths(base: ExtendedWorkspace, baseFile: string, file: string): ExtendedWorkspace {
  const directory = dirname(baseFile);
  return directory === dirname(file) ? base : {...base, node: wholePaths(base.node, directory)};
}
