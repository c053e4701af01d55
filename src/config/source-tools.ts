import type {Resource} from '../core/resource/resource.ts';
import type {RuntimeRegistry} from '../ports/runtime-registry.ts';
import type {Source, SourceKind} from './sources/source.ts';

/** The functions and values that reading the sources of a stack needs. */
export type SourceTools = {
  readonly source: (kind: SourceKind) => Promise<Source>;
  /** The resource types that a source may contain. Absent: only Kubernetes objects. */
  readonly runtimes?: RuntimeRegistry;
  /** Checked between two files: reading can stop after any file. */
  readonly signal?: AbortSignal;
};

/** Returns the resource types that have a runtime; undefined if the runtimes are not given. */
export const typesOf = ({runtimes}: SourceTools): readonly Resource['type'][] | undefined =>
  runtimes && (Object.keys(runtimes) as Resource['type'][]);
