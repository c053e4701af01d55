import {defined} from '../../lib/defined.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';
import {entriesOf} from './context-keys.ts';
import {nameOfReference} from './workspace-scope.ts';

/** A shared resource of another workspace that holds the kubeconfig of a workspace. */
export type SharedKubeconfig = {
  /** The name of the workspace of the shared resource. */
  readonly workspace: string;
  readonly id: string;
  /** The value of a Secret: `data.KEY`. */
  readonly path?: string;
  /** The shared stack, `shared/STACK`. */
  readonly stack?: string;
};

/** Returns the shared resource that a context names as its kubeconfig; undefined if it names none, or not in a valid way. */
export function sharedKubeconfig(context: JsonObject): SharedKubeconfig | undefined {
  const value = entriesOf(context, 'kubeconfig_content')[0]?.value;
  if (!isObject(value)) return undefined;
  const {shared: id, workspace, path, stack} = value;
  if (!isText(id) || !isText(workspace)) return undefined;
  return {workspace: nameOfReference(workspace), id, ...defined({path: textOf(path), stack: textOf(stack)})};
}

const isText = (value: Json | undefined): value is string => typeof value === 'string';
const textOf = (value: Json | undefined): string | undefined => (isText(value) ? value : undefined);
