import {dirname, resolve} from 'node:path';
import {isList, isObject, type Json, type JsonPath} from '../core/json.ts';
import {jsonAt} from '../core/json-at.ts';
import {itemsOf, type Located, listOf, locate, originOf, partOf, withField} from '../core/variation/located.ts';
import {entriesOf} from '../core/workspace/context-keys.ts';
import {extendContext, extendMap, type Overridden} from '../core/workspace/extend-context.ts';
import type {LoadedWorkspace, WorkspaceFile} from './workspace-file.ts';

/** A workspace with all that its bases say. */
export type ExtendedWorkspace = {
  readonly node: Located;
  readonly overridden: readonly Overridden[];
};

/** What no file takes from another one: it says which file that is. */
const OWN = new Set(['name', 'extends']);

export const unextended = ({workspace, origin}: LoadedWorkspace): ExtendedWorkspace => ({
  node: locate(withoutAbsent(workspace), origin),
  overridden: [],
});

/**
 * A workspace laid over its base. Rules (`ignore`, `health`) are added up, its own first; labels, guards and the context are laid over
 * each other key by key; of all else its own counts.
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
    else if (name === 'labels' || name === 'guards') node = withField(node, name, extendMap(mine, theirs));
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

const STORE_PATH: JsonPath = ['secretStore', 'provider', 'file', 'path'];

/** A base that lies elsewhere: its relative paths start at its own file, also in a workspace of another directory. */
export function withWholePaths(base: ExtendedWorkspace, baseFile: string, file: string): ExtendedWorkspace {
  const directory = dirname(baseFile);
  if (directory === dirname(file)) return base;
  const context = partOf(base.node, 'context')?.value ?? {};
  const paths = [
    ...(isObject(context) ? entriesOf(context, 'kubeconfig_path') : []).map(({key}): JsonPath => ['context', key]),
    STORE_PATH,
  ];
  return {
    ...base,
    node: paths.reduce((node, path) => mapAt(node, path, (text) => wholePath(text, directory)), base.node),
  };
}

const wholePath = (text: string, directory: string): string =>
  /^(?:[~$/\\]|[A-Za-z]:|[a-z][a-z0-9+.-]*:\/\/)/i.test(text) ? text : resolve(directory, text);

function mapAt(node: Located, [step, ...rest]: JsonPath, map: (text: string) => string): Located {
  if (step === undefined) return typeof node.value === 'string' ? {...node, value: map(node.value)} : node;
  const part = jsonAt(node.value, [step]) === undefined ? undefined : partOf(node, step);
  return part === undefined ? node : withField(node, String(step), mapAt(part, rest, map));
}
