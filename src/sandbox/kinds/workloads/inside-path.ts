import {invalid} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';

/** A path within something, from which nobody climbs out. */
export const inside = (path: string, field: string): readonly Problem[] => [
  ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
  ...noBacksteps(path, field),
];

/** Reports a path with `..` among its parts. */
export const noBacksteps = (path: string, field: string): readonly Problem[] =>
  path.split('/').includes('..') ? [invalid(field, path, "must not contain '..'")] : [];

/** Nor one whose names are kept for what Kubernetes itself writes there. */
export const insideAndUnreserved = (path: string, field: string): readonly Problem[] => [
  ...inside(path, field),
  ...(path.startsWith('..') && !path.startsWith('../') ? [invalid(field, path, "must not start with '..'")] : []),
];
