import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {DRIFT_CHANGES} from '../../core/notify/watched-state.ts';
import {DRIFTS} from '../../core/plan/drift.ts';
import {ACTIONS} from '../../core/plan/plan.ts';
import {ErrorBody} from './error-output.ts';
import {LockFactsOutput} from './lock-output.ts';

const stamp = {
  seq: z.int().meta({description: 'The number of the line, from 1 and without gaps.'}),
  time: z.iso.datetime().meta({description: 'The time at which the line was written.'}),
};
/** The members of every line about one stack, in a run over several stacks. */
const about = {
  project: z.exactOptional(z.string()),
  stack: z.exactOptional(z.string()),
  workspace: z.exactOptional(z.string()).meta({description: 'The workspace, in a run over several workspaces.'}),
};
const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({type: z.literal(type), ...stamp, ...about, ...shape});
const phase = z.enum(['build', 'read', 'plan', 'apply', 'wait', 'record']);
const step = {id: z.string(), action: z.enum(ACTIONS)};
const seconds = z.number();
const ofStack = {
  project: z.string(),
  stack: z.string(),
  step: z.enum(['look', 'plan', 'apply']).meta({
    description: '`plan`: compute the changes. `apply`: make the changes. `look`: only read the stack.',
  }),
};

/** One line of `-o jsonl`: an event, or as the last line the result or the error. */
export const EventOutput = z
  .discriminatedUnion('type', [
    event('run-started', {
      gantryVersion: z.string(),
      name: z.string().meta({description: 'The name of the command: `release list`.'}),
      command: z.string(),
    }),
    event('workspace-chosen', {
      workspace: z.string(),
      from: z.string(),
      file: z.string(),
      project: z.exactOptional(z.string()),
      stack: z.exactOptional(z.string()),
    }),
    event('stack-started', {
      ...ofStack,
      number: z.int().meta({description: 'The number of the stack, from 1.'}),
      of: z.int(),
    }),
    event('stack-done', {
      ...ofStack,
      outcome: z.enum(['done', 'failed', 'skipped', 'deferred', 'stopped']),
      because: z
        .exactOptional(z.string())
        .meta({description: 'The stack that caused the skip, or that has to be applied first.'}),
      seconds,
    }),
    event('cluster-reached', {
      server: z.string(),
      identity: z.string(),
      version: z.string(),
      source: z.string(),
      context: z.string().meta({description: 'The name of the context in the kubeconfig.'}),
      namespace: z
        .strictObject({name: z.string(), from: z.enum(['stack', 'kubeconfig', 'default'])})
        .meta({description: 'The namespace of objects that set none, and its source.'}),
    }),
    event('phase-started', {phase, total: z.exactOptional(z.int())}),
    event('phase-done', {phase, seconds}),
    event('plan-made', {
      operation: z.enum(['apply', 'destroy']),
      revision: z.int().meta({description: 'The revision that an apply of the plan records.'}),
      steps: z.array(z.strictObject({...step, after: z.array(z.string())})),
    }),
    event('diagnostic', {diagnostic: DiagnosticOutput}),
    event('lock-waiting', LockFactsOutput),
    event('data-key-unwrapped', {
      backend: z.string(),
      way: z.string().meta({description: 'The way that `encryption` declares: `age`, `passphrase`, or a key service.'}),
      outcome: z.enum(['opened', 'refused']),
      seconds,
    }),
    event('step-started', step),
    event('step-applied', step),
    event('step-waiting', {id: z.string(), message: z.string()}),
    event('step-done', {...step, seconds}),
    event('step-failed', {...step, failure: ErrorBody}),
    event('step-skipped', {...step, because: z.string()}),
    event('log', {
      id: z.string(),
      action: z.exactOptional(step.action).meta({
        description: 'The action of the step that prints the log of a hook. Absent in the lines of `gantry logs`.',
      }),
      pod: z.string(),
      container: z.string(),
      line: z.string(),
      loggedAt: z.exactOptional(z.string()).meta({description: 'The time from the server.'}),
    }),
    event('retry', {request: z.string(), attempt: z.int(), reason: z.string(), delayMs: z.number()}),
    event('release-recorded', {revision: z.int(), phase: z.string()}),
    event('drift-checked', {
      round: z.int().meta({description: 'The number of the round of `drift --watch`, from 1.'}),
      stacks: z.int(),
      drifted: z.int(),
      failed: z.int().meta({description: 'The number of stacks that could not be checked.'}),
      failure: z
        .exactOptional(ErrorBody)
        .meta({description: 'The check as a whole failed. The next round tries again.'}),
    }),
    event('drift-changed', {
      project: z.string().meta({description: 'Empty, like `stack`, if the change is about the whole check.'}),
      stack: z.string(),
      workspace: z.string(),
      change: z.enum(DRIFT_CHANGES),
      since: z.string().meta({description: 'The time at which the state that began or ended was first seen.'}),
      revision: z.exactOptional(z.int()),
      objects: z.exactOptional(
        z.array(z.strictObject({id: z.string(), drift: z.enum(DRIFTS), paths: z.array(z.string())})),
      ),
      failure: z.exactOptional(ErrorBody),
    }),
    z
      .looseObject({
        type: z.literal('result'),
        ...stamp,
        // A release has the number of its own format.
        formatVersion: z.union([FormatVersion, z.literal(2)]),
      })
      .meta({description: 'The document that `-o json` writes.'}),
    event('error', {formatVersion: FormatVersion, error: ErrorBody}),
  ])
  .meta({title: 'Gantry event'});
