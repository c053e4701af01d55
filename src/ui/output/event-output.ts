import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {ACTIONS} from '../../core/plan/plan.ts';
import {ErrorBody} from './error-output.ts';
import {LockFactsOutput} from './lock-output.ts';

const stamp = {
  seq: z.int().meta({description: 'The number of the line, from 1, without gaps.'}),
  time: z.iso.datetime().meta({description: 'The time when the line was written.'}),
};
/** On every line of a run over several stacks that is about one of them. */
const about = {project: z.exactOptional(z.string()), stack: z.exactOptional(z.string())};
const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({type: z.literal(type), ...stamp, ...about, ...shape});
const phase = z.enum(['build', 'read', 'plan', 'apply', 'wait', 'record']);
const step = {id: z.string(), action: z.enum(ACTIONS)};
const seconds = z.number();
const ofStack = {
  project: z.string(),
  stack: z.string(),
  step: z.enum(['look', 'plan', 'apply']).meta({
    description: '`plan`: the changes are planned; `apply`: the changes are made; `look`: the stack is only read.',
  }),
};

/** One line of `-o jsonl`: what happens, and as the last one the result or the error. */
export const EventOutput = z
  .discriminatedUnion('type', [
    event('run-started', {
      gantryVersion: z.string(),
      name: z.string().meta({description: 'The command without its flags: `release list`.'}),
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
      number: z.int().meta({description: 'The number of the stack in the run, from 1.'}),
      of: z.int(),
    }),
    event('stack-done', {
      ...ofStack,
      outcome: z.enum(['done', 'failed', 'skipped', 'stopped']),
      because: z.exactOptional(z.string()).meta({description: 'The stack that caused the skip.'}),
      seconds,
    }),
    event('cluster-reached', {server: z.string(), identity: z.string(), version: z.string(), source: z.string()}),
    event('phase-started', {phase, total: z.exactOptional(z.int())}),
    event('phase-done', {phase, seconds}),
    event('plan-made', {
      operation: z.enum(['apply', 'destroy']),
      revision: z.int().meta({description: 'The revision that applying the plan would record.'}),
      steps: z.array(z.strictObject({...step, after: z.array(z.string())})),
    }),
    event('diagnostic', {diagnostic: DiagnosticOutput}),
    event('lock-waiting', LockFactsOutput),
    event('step-started', step),
    event('step-applied', step),
    event('step-waiting', {id: z.string(), message: z.string()}),
    event('step-done', {...step, seconds}),
    event('step-failed', {...step, failure: ErrorBody}),
    event('step-skipped', {...step, because: z.string()}),
    event('log', {
      id: z.string(),
      pod: z.string(),
      container: z.string(),
      line: z.string(),
      loggedAt: z
        .exactOptional(z.string())
        .meta({description: 'When the container wrote it, according to the server.'}),
    }),
    event('retry', {request: z.string(), attempt: z.int(), reason: z.string(), delayMs: z.number()}),
    event('release-recorded', {revision: z.int(), phase: z.string()}),
    z
      .looseObject({
        type: z.literal('result'),
        ...stamp,
        // A release has the number of its own format.
        formatVersion: z.union([FormatVersion, z.literal(2)]),
      })
      .meta({description: 'The document that -o json prints.'}),
    event('error', {formatVersion: FormatVersion, error: ErrorBody}),
  ])
  .meta({title: 'Gantry event'});
