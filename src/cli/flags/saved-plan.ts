import {usageError} from '../usage.ts';
import {givenShape, type ShapeFlags} from './plan-flags.ts';

/** A saved plan has the flags that shaped it: given again they would say nothing, or something else. */
export function refuseShape(flags: ShapeFlags & {readonly revision?: string | undefined}, what: string): void {
  const given = [...givenShape(flags), ...(flags.revision === undefined ? [] : ['--revision'])];
  if (given.length === 0) return;
  throw usageError(
    `${given.join(', ')} cannot be said to ${what}: a saved plan keeps the flags that it was made with.`,
    'Make another plan with "gantry preview --save FILE" and these flags.',
  );
}

/** A saved plan was made of its stacks: which ones is no question any more. */
export function refuseSelection(): never {
  throw usageError('A saved plan knows its stacks: --all, --changed-since and a second -s would say something else.');
}

/** Whether what is given as a saved plan holds those of several stacks. */
export const isPlanDirectory = async (path: string): Promise<boolean> =>
  (await import('../../app/stacks/apply-plan-set.ts')).isPlanSet(path);

/** Each of them can be shown, and applied, alone. */
export const oneOf = (directory: string): string => `${directory.replace(/(?<!\/)\/+$/, '')}/PROJECT/STACK.plan.json`;

/** `--revision current` or a number, and what contradicts it. */
export function readRevision(flags: ShapeFlags & {readonly revision?: string | undefined}): {
  readonly revision?: 'current' | number;
} {
  const {revision, specFile, image, allowEmpty} = flags;
  if (revision === undefined) return {};
  const which = revision === 'current' ? revision : Number(revision);
  if (which !== 'current' && !(/^\d+$/.test(revision) && Number.isSafeInteger(which) && which > 0))
    throw usageError(
      `--revision ${revision}: there is no such release.`,
      'Use --revision current, or a number that "gantry release list" shows.',
    );
  const ofFiles = {'--spec-file': specFile, '--image': image, '--allow-empty': allowEmpty};
  const other = Object.entries(ofFiles).find(([, value]) => value !== undefined);
  if (other !== undefined)
    throw usageError(`${other[0]} and --revision say two different things.`, 'A release is applied as it was.');
  return {revision: which};
}
