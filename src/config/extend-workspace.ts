import {dirname} from 'node:path';
import {isList, type Json} from '../core/json.ts';
import {itemsOf, type Located, listOf, locate, originOf, partOf, withField} from '../core/variation/located.ts';
import {extendContext, extendKeys, extendMap, type Overridden} from '../core/workspace/extend-context.ts';
import {wholePaths} from './whole-paths.ts';
import type {LoadedWorkspace, WorkspaceFile} from './workspace-file.ts';

/** A workspace merged with its bases. */
export type ExtendedWorkspace = {
  readonly node: Located;
  readonly overridden: readonly Overridden[];
};

/** Fields that are never inherited, because they identify the file. */
const OWN = new Set(['name', 'extends']);

/** Fields that are merged key by key, including nested mappings. */
const DEEP = new Set(['labels', 'guards']);

/** Fields that are merged key by key, but not below: a secret store has one provider. */
const FLAT = new Set(['env', 'secretStores']);

/** Returns a workspace without bases as an extended workspace. */
export const unextended = ({workspace, origin}: LoadedWorkspace): ExtendedWorkspace => ({
  node: locate(withoutAbsent(workspace), origin),
  overridden: [],
});

/**
 * Merges a workspace over its base. Rules (`ignore`, `health`, `policy`) are concatenated, the workspace's own first. Labels, guards, modules,
 * variables, named stores, named providers, credentials of charts and the context are merged key by key. Every other field of the workspace replaces the field of the base:
 * an identity or a trust that is merged from two files would surprise its author.
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
    else if (name === 'modules') node = withField(node, name, extendModules(mine, theirs));
    else if (FLAT.has(name)) node = withField(node, name, extendKeys(mine, theirs));
    else if (name === 'providers') node = withField(node, name, extendProviders(mine, theirs));
    else if (name === 'charts') node = withField(node, name, extendCharts(mine, theirs));
  }
  return {node, overridden};
}

/** The fields that name the place and the version of a module. */
const PLACE = ['path', 'npm', 'git', 'registry', 'version'];

/** Merges modules key by key. If a module sets a place, all place fields of the base are dropped, because a module has only one place. */
function extendModules(own: Located, base: Located): Located {
  const replaced = Object.keys(base.value ?? {}).reduce((modules, name) => {
    const [mine, theirs] = [partOf(own, name), partOf(modules, name)];
    const named = ['path', 'npm', 'git'].some((field) => mine !== undefined && partOf(mine, field) !== undefined);
    if (!named || theirs === undefined) return modules;
    return withField(
      modules,
      name,
      PLACE.reduce((module, field) => withField(module, field, undefined), theirs),
    );
  }, base);
  return extendMap(own, replaced);
}

/** Merges the credentials of charts by their addresses. Those of one address are never merged. */
function extendCharts(own: Located, base: Located): Located {
  const [mine, theirs] = [partOf(own, 'credentials'), partOf(base, 'credentials')];
  if (mine === undefined || theirs === undefined) return extendKeys(own, base);
  return withField(own, 'credentials', extendKeys(mine, theirs));
}

/** Merges providers by their names. The configuration of one name is never merged: it is complete in itself. */
const extendProviders = (own: Located, base: Located): Located =>
  Object.keys(own.value ?? {}).reduce(
    (extended, provider) => {
      const [mine, theirs] = [partOf(own, provider), partOf(base, provider)];
      return mine === undefined || theirs === undefined
        ? extended
        : withField(extended, provider, extendKeys(mine, theirs));
    },
    extendKeys(own, base),
  );

/** Returns an extended workspace in the form of a loaded file, with the position of every value. */
export const asWorkspace = ({node}: ExtendedWorkspace): Pick<LoadedWorkspace, 'workspace' | 'origin'> => ({
  // Every part of it went through the model of workspace files.
  workspace: node.value as WorkspaceFile & {readonly name: string},
  origin: originOf(node),
});

/** Removes empty fields, so that the base's values stay. */
const withoutAbsent = (workspace: WorkspaceFile): Json =>
  Object.fromEntries(
    Object.entries(workspace).filter(([, value]) => value !== undefined && value !== null),
  ) as unknown as Json;

/** Resolves the relative paths of a base in another directory against the base's own file. */
export function withWholePaths(base: ExtendedWorkspace, baseFile: string, file: string): ExtendedWorkspace {
  const directory = dirname(baseFile);
  return directory === dirname(file) ? base : {...base, node: wholePaths(base.node, directory)};
}
