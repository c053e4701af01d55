import type {Json} from '../../core/json.ts';
import {unifiedDiff} from './unified-diff.ts';

/** Returns the difference of two values as the server prints it: apimachinery's `diff.Diff`, a unified diff of their JSON. */
export const goDiff = (before: Json, after: Json): string =>
  unifiedDiff(JSON.stringify(before, undefined, 1), JSON.stringify(after, undefined, 1));
