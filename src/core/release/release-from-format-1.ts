import {defined} from '../../lib/defined.ts';
import type {Migration} from './migrate.ts';

/**
 * Leads a release of format 1 to format 2, in which fields have the words of the documentation. States keep their shape: format 1 knew those
 * of Kubernetes objects only.
 */
export const releaseFromFormat1: Migration = ({letsGo, own, ...release}) => ({
  ...release,
  ...defined({orphaned: letsGo, stackAttributes: own}),
});
