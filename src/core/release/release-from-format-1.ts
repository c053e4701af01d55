import {defined} from '../../lib/defined.ts';
import type {Migration} from './migrate.ts';

/**
 * Converts a release of format 1 to format 2, in which fields have the names of the documentation. States keep their form: format 1 has
 * only states of Kubernetes objects.
 */
export const releaseFromFormat1: Migration = ({letsGo, own, ...release}) => ({
  ...release,
  ...defined({orphaned: letsGo, stackAttributes: own}),
});
