import {invalid} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';

/** Checks a relative path that stays inside its directory. */
export const inside = (path: string, field: string): readonly Problem[] => [
  ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
  ...noBacksteps(path, field),
];

/** Reports a path with `..` among its parts. */
export const noBacksteps = (path: string, field: string): readonly Problem[] =>
  path.split('/').includes('..') ? [invalid(field, path, "must not contain '..'")] : [];

/** Checks such a path, and that it does not start with a name reserved for Kubernetes. */
export const insideAndUnreserved = (path: string, field: string): readonly Problem[] => [
  ...inside(path, field),
  ...(path.startsWith('..') && !path.startsWith('../') ? [invalid(field, path, "must not start with '..'")] : []),
];
