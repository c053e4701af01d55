import {expect} from 'vitest';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import type {Stack} from './stack.ts';

/** Previews and answers what is to be done: unchanged resources are left out, but for fields that are worth telling. */
export async function pendingChanges(stack: Stack, args: readonly string[] = []): Promise<readonly Change[]> {
  const {document, code, stdout} = await stack.json<Plan>(['preview', ...args]);
  expect(code, stdout).toBe(0);
  return document.changes.filter(({action, fields}) => action !== 'unchanged' || fields.length > 0);
}

/** Applies and expects success. */
export async function applied(stack: Stack, args: readonly string[] = []): Promise<void> {
  const ran = await stack.gantry(['apply', '--yes', ...args]);
  expect(ran, ran.stderr).toMatchObject({code: 0});
}

/** Destroys, with all that holds data. */
export async function destroyed(stack: Stack, args: readonly string[] = ['--allow-delete', 'all']): Promise<void> {
  const ran = await stack.gantry(['destroy', '--yes', ...args]);
  expect(ran, ran.stderr).toMatchObject({code: 0});
}
