import {readVersion} from './chart-version.ts';

/** Reports whether a version is a pre-release: `1.0.0-rc.1`. */
export const isPrerelease = (version: string): boolean => (readVersion(version)?.prerelease ?? []).length > 0;
