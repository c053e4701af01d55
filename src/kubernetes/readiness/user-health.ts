import type {JsonObject} from '../../core/json.ts';
import type {Condition} from '../../core/readiness/condition.ts';
import type {HealthCheck, UserHealth} from '../../core/readiness/user-health.ts';
import {beforeAnyRule} from './generic.ts';
import {conditionOf, textAt} from './read.ts';
import {current, failed, inProgress, type Readiness} from './status.ts';

/**
 * Judges an object by the user's rules: `failed` before `ready`, and both after the rules that hold for every kind
 * (deletion, a status of an older generation). For parts that the user's rules leave out, the built-in rule decides.
 */
export function readinessByUser(health: UserHealth, object: JsonObject, builtIn: () => Readiness): Readiness {
  const generic = beforeAnyRule(object);
  if (generic !== undefined) return generic;
  const hasFailed = health.failed?.holds(object) ?? false;
  if (health.failed !== undefined && hasFailed === true) return failed('HealthRule', failedText(health.failed, object));
  const own = builtIn();
  // A rule that defines when the object has failed also defines when it has not.
  const isOverruled = own.status === 'Failed' && health.failed !== undefined;
  if (health.ready === undefined) return isOverruled ? inProgress('HealthRule', own.message) : own;
  const isReady = health.ready.holds(object);
  if (isReady === true) return current('ready by its health rule');
  if (own.status === 'Failed' && !isOverruled) return own;
  const doubt = typeof hasFailed === 'boolean' || hasFailed.absent ? '' : `; \`failed\`: ${hasFailed.problem}`;
  return inProgress('HealthRule', `${waitingText(health.ready, isReady)}${doubt}`);
}

function waitingText({expression}: HealthCheck, answer: ReturnType<Condition>): string {
  const shown = clip(expression);
  return typeof answer === 'object'
    ? `its health rule cannot be evaluated yet: ${answer.problem} (${shown})`
    : `its health rule is not met yet: ${shown}`;
}

function failedText({expression}: HealthCheck, object: JsonObject): string {
  const said = ownWords(object);
  return `its health rule reports a failure: ${clip(expression)}${said === '' ? '' : `; its status says: ${said}`}`;
}

/** Returns the object's own message about its problem. */
function ownWords(object: JsonObject): string {
  const ready = conditionOf(object, 'Ready');
  const unready = ready === undefined || ready.status === 'True' ? '' : ready.message;
  return unready || textAt(object, 'status', 'message');
}

const SHOWN = 160;

/** Shortens an expression to one readable line. */
function clip(expression: string): string {
  const line = expression.trim().replaceAll(/\s+/g, ' ');
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1)}…`;
}
