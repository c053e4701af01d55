import {defined} from '../../lib/defined.ts';
import type {Release} from './release.ts';

/** The settings of a stack that its releases record. */
export type ReleaseSettings = Partial<Pick<Release, 'namespace' | 'createdNamespace' | 'ignore' | 'health' | 'guards'>>;

/** Returns the settings in a release, or in a part of it. */
export const settingsOf = ({namespace, createdNamespace, ignore, health, guards}: ReleaseSettings): ReleaseSettings =>
  defined({namespace, createdNamespace, ignore, health, guards});
