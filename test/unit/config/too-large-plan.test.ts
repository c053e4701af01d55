import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {savePlans} from '../../../src/app/stacks/save-plans.ts';
import {exitCodeOf} from '../../../src/cli/exit-code.ts';
import {readPlanFile, writePlanFile} from '../../../src/config/plan-file.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import type {PlanFile} from '../../../src/core/plan/plan-file.ts';
import {failureText} from '../../../src/ui/failure-text.ts';
import {stoppedClock} from '../../rig/stopped-clock.ts';

const SAVED = join(import.meta.dirname, '../../golden/formats/1/plan.json');
const PLAN = readPlanFile(SAVED);
const BYTES = Buffer.byteLength(`${JSON.stringify(PLAN, undefined, 2)}\n`);

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'gantry-plan-'));
  onTestFinished(() => rmSync(made, {recursive: true}));
  return made;
}

/** What a user sees of a refusal. */
function refusal(action: () => void): {readonly code: number; readonly message: string; readonly hint?: string} {
  try {
    action();
  } catch (error) {
    if (error instanceof GantryError) return {code: exitCodeOf(error.failure), ...failureText(error.failure)};
    throw error;
  }
  return expect.fail('it was not refused');
}

describe('a plan that is too large to be saved', () => {
  it('a plan that is too large to be saved is refused with its size and the limit, and leaves no file', () => {
    const dir = directory();
    const told = refusal(() => writePlanFile(join(dir, 'new', 'plan.json'), PLAN, BYTES - 1));
    expect(told.code).toBe(3);
    expect(told.message).toMatch(
      /--save .*plan\.json: the plan has [\d.]+ MiB, and "gantry apply" reads at most [\d.]+ MiB/,
    );
    expect(told.hint).toMatch(/--target.*"gantry apply"/);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('a plan that is too large to be saved leaves the plan that was saved there before', () => {
    const path = join(directory(), 'plan.json');
    writePlanFile(path, PLAN, BYTES);
    const before = readFileSync(path);
    refusal(() => writePlanFile(path, PLAN, BYTES - 1));
    expect(readFileSync(path)).toEqual(before);
    expect(readPlanFile(path)).toEqual(PLAN);
  });

  it('a plan that exceeds the length of a string is refused with the same message', () => {
    const endless = {toJSON: () => 'x'.repeat(2 ** 29)} as unknown as PlanFile;
    const told = refusal(() => writePlanFile(join(directory(), 'plan.json'), endless));
    expect(told).toMatchObject({code: 3, hint: expect.stringContaining('--target')});
    expect(told.message).toContain('the plan has more than 512 MiB, and "gantry apply" reads at most 256 MiB');
  });

  it('among those of several stacks keeps all of them from being saved', () => {
    const dir = directory();
    writeFileSync(join(dir, 'notes.txt'), 'mine');
    const large = {...PLAN, createdAt: `${PLAN.createdAt}${' '.repeat(1000)}`};
    const run = (stack: string, file: PlanFile) => ({
      kind: 'done',
      seconds: 0,
      stack: {project: 'shop', stack, name: `shop/${stack}`, after: [], request: {}},
      value: {name: `shop/${stack}`, plan: {...PLAN.plan, project: 'shop', stack}, file},
    });
    const runs = [run('a', PLAN), run('b', large)] as unknown as Parameters<typeof savePlans>[0]['runs'];
    const deps = {gantryVersion: '0.1.0', clock: stoppedClock()};
    const told = refusal(() => savePlans({directory: dir, runs, mostBytes: BYTES + 100}, deps));
    expect(told.message).toContain('b.plan.json: the plan has');
    expect(readdirSync(dir, {recursive: true})).toEqual(['notes.txt']);
    savePlans({directory: dir, runs, mostBytes: BYTES + 2000}, deps);
    expect(readdirSync(dir, {recursive: true}).map(String).toSorted()).toEqual([
      'notes.txt',
      'plans.json',
      'shop',
      'shop/a.plan.json',
      'shop/b.plan.json',
    ]);
  });
});
