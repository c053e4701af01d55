import type {SecretVersion} from '../../../ports/secret-objects.ts';

/** The parts of a value that one Secret cannot hold. */
export type Parts = {readonly generation: string; readonly count: number};

/** The version of a value: uid and resourceVersion are unique, and the parts show a writer what it replaces. */
export type Version = Pick<SecretVersion, 'uid' | 'resourceVersion'> & {readonly parts?: Parts};

/** Returns the version of a value as text: uid, resourceVersion and, for large values, the parts. */
export function versionText({uid, resourceVersion, parts}: Version): string {
  return [uid, resourceVersion, ...(parts === undefined ? [] : [partsText(parts)])].join('/');
}

/** Parses a version; returns undefined for a version of another backend. */
export function parseVersion(text: string): Version | undefined {
  const [uid, resourceVersion, written, ...rest] = text.split('/');
  if (!uid || !resourceVersion || rest.length > 0) return undefined;
  if (written === undefined) return {uid, resourceVersion};
  const parts = parseParts(written);
  return parts === undefined ? undefined : {uid, resourceVersion, parts};
}

/** Shows parts as `GENERATION.COUNT`, the form that `parseParts` reads. */
export const partsText = ({generation, count}: Parts): string => `${generation}.${count}`;

/** Parses `GENERATION.COUNT`; returns undefined for another form. */
export function parseParts(text: string): Parts | undefined {
  const [, generation, count] = /^([0-9a-f]+)\.(\d{1,6})$/.exec(text) ?? [];
  return generation === undefined ? undefined : {generation, count: Number(count)};
}
