import type {JsonObject} from '../../core/json.ts';
import {qualifiedName} from '../kinds/formats.ts';
import {finalizersOf} from '../model/metadata.ts';

const STANDARD: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/** Returns warnings for new finalizers of a custom resource whose names are not qualified, so that they may collide with others. */
export function finalizerWarnings(object: JsonObject, before: JsonObject | undefined): readonly string[] {
  const known = new Set(before === undefined ? [] : finalizersOf(before));
  return finalizersOf(object)
    .filter((one) => !known.has(one))
    .toSorted()
    .flatMap((one) =>
      [...qualifiedName(one), ...unqualified(one)].map((what) => `metadata.finalizers: "${one}": ${what}`),
    );
}

function unqualified(finalizer: string): readonly string[] {
  if (finalizer.includes('/') || STANDARD.has(finalizer)) return [];
  const path = finalizer.includes('.') ? ' including a path (/)' : '';
  return [`prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`];
}
