import type {ApiReply} from '../model/reply.ts';
import {Refusal, statusBody} from '../model/status.ts';

/** What is refused is an answer, too. A fault of the sandbox itself is an internal error: the next request finds it at work. */
export function answerOrRefusal(answer: () => ApiReply): ApiReply {
  try {
    return answer();
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): ApiReply {
  if (error instanceof Refusal) {
    const {status, warnings} = error;
    return {kind: 'json', status: status.code, body: statusBody(status), warnings};
  }
  const message = `Internal error occurred: ${faultText(error)}`;
  return {kind: 'json', status: 500, body: statusBody({code: 500, reason: 'InternalError', message, details: {}})};
}

/** What the system says no to (a full disk) has nothing to do with where it happened; a fault of ours has. */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error
    ? `the sandbox cannot keep what was written: ${error.message}`
    : (error.stack ?? error.message);
}
