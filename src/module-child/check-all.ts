import type {Json, JsonObject} from '../core/json.ts';
import {plainJson} from '../core/module/plain-json.ts';
import type {ChangeRequest, PolicyDefinition} from '../core/program/policy-program.ts';
import {placedMessage} from './placed-message.ts';

/** Objects or changes to check by one function of a policy. `plan` is the same for all changes. */
export type Checking = {
  readonly part: 'checkObject' | 'checkChange';
  readonly plan: JsonObject;
  readonly of: readonly {readonly object: JsonObject; readonly change?: JsonObject}[];
};

/** Returns the breaches of each object or change. A check that throws is a breach, because a policy fails closed. */
export async function checkAll(policy: PolicyDefinition, {part, plan, of}: Checking, entry: string): Promise<Json> {
  const all: Json[] = [];
  for (const one of of) {
    const request = part === 'checkChange' ? {...one, plan} : one;
    all.push(await answerOf(() => policy[part]?.(request as ChangeRequest), entry));
  }
  return all;
}

async function answerOf(check: () => unknown, entry: string): Promise<Json> {
  try {
    const plain = plainJson((await check()) ?? []);
    if ('problem' in plain) return [{message: `the policy returned a value that cannot be used: ${plain.problem}`}];
    return [plain.json].flat().map((one) => (typeof one === 'string' ? {message: one} : one));
  } catch (error) {
    return [{message: `the policy failed: ${placedMessage(error, entry)}`}];
  }
}
