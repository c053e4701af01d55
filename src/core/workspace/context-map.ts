import type {Origin} from '../diagnostic/origin.ts';
import type {JsonObject} from '../json.ts';
import type {ValueSource} from './value-source.ts';

/** A map of connection values: the context of the workspace or of a spec file. */
export type ContextMap = {
  readonly values: JsonObject;
  readonly sourceOf: (key: string) => ValueSource;
  /** The base of relative paths. */
  readonly base: 'workspace' | 'stack';
  /** `variables`: every key is an environment variable, not only those in upper case. */
  readonly holds?: 'variables';
};

/** Returns the context of a workspace file, whose paths are relative to the file. */
export const workspaceContext = (values: JsonObject, origin: Origin): ContextMap => ({
  values,
  sourceOf: (key) => {
    const {file, line} = origin.position(['context', key]);
    return {kind: 'context', file, line, key};
  },
  base: 'workspace',
});

/** Returns the context of a spec file, whose paths are relative to the stack. */
export const specContext = (values: JsonObject): ContextMap => ({
  values,
  sourceOf: (key) => ({kind: 'spec', key}),
  base: 'stack',
});

/** Returns the variables in `env` of a workspace. */
export const workspaceVariables = (values: JsonObject, origin: Origin): ContextMap => ({
  values,
  sourceOf: (key) => workspaceField(['env', key], origin),
  base: 'workspace',
  holds: 'variables',
});

/** Returns the source of a field of a workspace file outside of its context. */
export function workspaceField(path: readonly string[], origin: Origin): ValueSource {
  const {file, line} = origin.position(path);
  return {kind: 'workspace', file, line, field: path.join('.')};
}
