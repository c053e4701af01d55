import type {ApiReply} from '../model/reply.ts';
import {Refusal, statusBody} from '../model/status.ts';

/** Calls `answer` and turns a thrown Refusal into a response. Any other error becomes an internal error (500), so that the server keeps running. */
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

/** Returns the message of an unexpected error. An error of the system (such as a full disk) is given without a stack trace. */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error
    ? `the sandbox cannot write to its storage: ${error.message}`
    : (error.stack ?? error.message);
}
