import {usageError} from '../usage.ts';
import type {ImagesFromFlag} from './images-from-flag.ts';
import {givenShape, type ShapeFlags} from './plan-flags.ts';

/** Refuses the flags that shape a plan. A saved plan already contains them. */
export function refuseShape(flags: ShapeFlags & {readonly revision?: string | undefined}, what: string): void {
  const given = [...givenShape(flags), ...(flags.revision === undefined ? [] : ['--revision'])];
  if (given.length === 0) return;
  throw usageError(
    `${given.join(', ')} cannot be used to ${what}: a saved plan keeps the flags that it was created with.`,
    'Create another plan with "gantry preview --save FILE" and these flags.',
  );
}

/** Refuses the flags that select stacks. A saved plan already contains its stacks. */
export function refuseSelection(): never {
  throw usageError('A saved plan contains its stacks: --all, --changed-since and a second -s cannot be used with it.');
}

/** Reports whether a path is a directory with the saved plans of several stacks. */
export const isPlanDirectory = async (path: string): Promise<boolean> =>
  (await import('../../app/stacks/apply-plan-set.ts')).isPlanSet(path);

/** Returns the path of one plan in a directory of saved plans, as an example for messages. */
export const oneOf = (directory: string): string => `${directory.replace(/(?<!\/)\/+$/, '')}/PROJECT/STACK.plan.json`;

/** Returns the revision of `--revision`. @throws GantryError `input/usage` for an invalid revision, or a flag that excludes it. */
export function readRevision(flags: ShapeFlags & ImagesFromFlag & {readonly revision?: string | undefined}): {
  readonly revision?: 'current' | number;
} {
  const {revision, specFile, image, imagesFrom, regenerate, allowEmpty} = flags;
  if (revision === undefined) return {};
  const which = revision === 'current' ? revision : Number(revision);
  if (which !== 'current' && !(/^\d+$/.test(revision) && Number.isSafeInteger(which) && which > 0))
    throw usageError(
      `--revision ${revision}: not a valid revision.`,
      'Use current, or a number from "gantry release list".',
    );
  const ofFiles = {
    '--spec-file': specFile,
    '--image': image,
    '--images-from': imagesFrom,
    '--regenerate': regenerate,
    '--allow-empty': allowEmpty,
  };
  const other = Object.entries(ofFiles).find(([, value]) => value !== undefined);
  if (other !== undefined)
    throw usageError(`${other[0]} and --revision cannot be used together.`, 'A release is applied without changes.');
  return {revision: which};
}
