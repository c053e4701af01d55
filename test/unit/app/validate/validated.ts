import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {onTestFinished} from 'vitest';
import {type ValidateRequest, validateStack} from '../../../../src/app/plan/validate-stack.ts';
import type {Diagnostic} from '../../../../src/core/diagnostic/diagnostic.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {depsOf} from '../../../rig/deps.ts';

/** Writes a stack, and returns what `gantry validate` finds in it. */
export async function validated(
  files: Readonly<Record<string, string>>,
  request: ValidateRequest = {},
): Promise<readonly Diagnostic[]> {
  const dir = mkdtempSync(join(tmpdir(), 'gantry-validate-'));
  onTestFinished(() => rmSync(dir, {recursive: true, force: true}));
  for (const [name, text] of Object.entries({'stack.yaml': 'name: dev\nnamespace: shop\n', ...files})) {
    mkdirSync(dirname(join(dir, name)), {recursive: true});
    writeFileSync(join(dir, name), text);
  }
  try {
    return (await validateStack({directory: dir, ...request}, depsOf({dir, home: dir}))).diagnostics;
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid') return error.failure.diagnostics;
    throw error;
  }
}
