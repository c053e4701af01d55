import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import {askServer} from './ask-server.ts';
import {blockPlanned} from './block-change.ts';
import {decideRequest} from './decide-request.ts';
import {explainObject} from './explain-object.ts';
import type {Moved} from './finding.ts';
import {judgeObject} from './judge-object.ts';
import type {ObjectRequest} from './object-request.ts';
import type {PlannedObject} from './planned-object.ts';
import {recognizeObject} from './recognize-object.ts';
import {resolveSent, sentAsWanted} from './resolve-sent.ts';

/** The most repeated reads of an object that a controller writes all the time. Then the answer is compared with the version that was read last. */
const MOST_READ_AGAIN = 3;

/**
 * Plans one object: compares the wanted object with the live one, and asks the server only where engine rule 2 does not decide. An object that
 * somebody created or wrote since it was read is planned as it is now.
 */
export async function planObject(given: ObjectRequest): Promise<PlannedObject> {
  let {live} = given;
  for (let again = 0; ; again++) {
    const planned = await planRead(leaveIgnored({...given, live}), again < MOST_READ_AGAIN);
    if (!('kind' in planned)) return planned;
    live = planned.live;
  }
}

/** Plans an object as it was read. `mayMove`: the server may answer about a later version of it. */
async function planRead(object: ObjectRequest, mayMove: boolean): Promise<PlannedObject | Moved> {
  // Recognize an object whose fields need no comparison.
  const recognized = recognizeObject(object);
  // Resolve the fields that are sent, taken over and removed.
  const sent = recognized === undefined ? await resolveSent(object) : sentAsWanted(object);
  // Decide without a request where that is possible; else ask the server.
  const finding = recognized ?? decideRequest(object, sent) ?? (await askServer(object, sent, mayMove));
  if (finding.kind === 'moved') return finding;
  // Explain the cause of each change.
  const explained = explainObject(object, sent, finding);
  // Judge which action follows, and block it where it lacks a permission.
  return blockPlanned(object, judgeObject({object, sent, finding, explained}), finding);
}

/** An object that is being deleted is created again, with all its fields. */
function leaveIgnored(object: ObjectRequest): ObjectRequest {
  const {live, target} = object;
  return live === undefined || isEnding(live) ? object : {...object, target: target.leave?.(live) ?? target};
}
