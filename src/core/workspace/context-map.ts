import type {Origin} from '../diagnostic/origin.ts';
import type {JsonObject} from '../json.ts';
import type {ValueSource} from './value-source.ts';

/** One map of connection values: the workspace's context, or the one that a spec file brings along. */
export type ContextMap = {
  readonly values: JsonObject;
  readonly sourceOf: (key: string) => ValueSource;
  /** What a relative path in it starts at. */
  readonly base: 'workspace' | 'stack';
};

export const workspaceContext = (values: JsonObject, origin: Origin): ContextMap => ({
  values,
  sourceOf: (key) => {
    const {file, line} = origin.position(['context', key]);
    return {kind: 'context', file, line, key};
  },
  base: 'workspace',
});

export const specContext = (values: JsonObject): ContextMap => ({
  values,
  sourceOf: (key) => ({kind: 'spec', key}),
  base: 'stack',
});
