import type {Failure, FailureCode} from '../core/failure/failure.ts';
import {isHookChange} from '../core/hook/hook.ts';
import {count} from './count.ts';
import type {Words} from './failure-words.ts';

type Limit = NonNullable<Extract<Failure, {readonly code: 'object/not-ready'}>['limit']>;

const WHOSE_TIME: Readonly<Record<Limit, string>> = {
  resource: 'the time limit of each resource',
  rule: 'the timeout of its health rule',
  run: 'the time limit of the whole run',
};

const MORE_TIME: Readonly<Record<Limit, string>> = {
  resource: 'To wait longer, set "timeout" in a "health" rule for it, or pass --timeout for all resources',
  rule: 'To wait longer, raise "timeout" of its rule in "health" of stack.yaml or of the workspace',
  run: 'To wait longer, pass --timeout',
};

/** The texts of failures of single objects. */
export const OBJECT_WORDS: Pick<Words, Extract<FailureCode, `object/${string}`>> = {
  'object/refused': ({diagnostics}) => ({
    message: `The cluster refuses ${count(diagnostics.filter((d) => d.severity === 'error').length, 'field or object', 'fields or objects')}; nothing was changed.`,
  }),
  'object/write-refused': ({resource, status, detail}) => ({
    message: `The cluster refused to write ${resource} (HTTP ${status}): ${detail}.`,
  }),
  'object/not-ready': ({resource, detail, seconds, limit}) => ({
    message: `${resource} is not ready after ${seconds} s${limit === undefined ? '' : `, ${WHOSE_TIME[limit]}`}: ${detail}.`,
    // A run always waits for the end of a hook, and no health rule is for it.
    hint: isHookChange(resource)
      ? `${MORE_TIME.run}. Objects that were already written stay in the cluster.`
      : `${MORE_TIME[limit ?? 'run']}. --no-wait skips the wait. Objects that were already written stay in the cluster.`,
  }),
  'object/not-gone': ({resource, detail, seconds, limit}) => ({
    message: `${resource} still exists after ${seconds} s${limit === undefined ? '' : `, ${WHOSE_TIME[limit]}`}: ${detail.startsWith('is ') ? 'it ' : ''}${detail}.`,
    hint: `Find out what blocks the deletion, for example a finalizer or an object that uses it. ${MORE_TIME[limit ?? 'run']}.`,
  }),
  'object/failed': ({resource, detail}) => ({message: `${resource} failed: ${detail}.`}),
};
