import {Readable} from 'node:stream';
import {boundBytes} from '../../../lib/bound-bytes.ts';

/** A secret has 64 KiB at most; an error is an answer as well. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** The name of the error for an answer that was not read to its end. */
export const TOO_LARGE = 'AnswerTooLarge';

/** Where the handler of the SDK has an answer, before the SDK collects it whole. */
export const AT_ANSWER = {step: 'deserialize', priority: 'low', name: 'gantryBoundsAnswers'} as const;

/** The same answer; whoever reads more of its body than any answer of AWS has gets an error, and the connection is closed. */
export function boundAnswer<T extends {readonly response: unknown}>(result: T): T {
  const response = result.response as {body?: unknown};
  if (response.body instanceof Readable) response.body = boundBytes(response.body, MAX_ANSWER_BYTES, tooMany);
  return result;
}

const tooMany = (): Error => Object.assign(new Error('the answer has more than 2 MiB'), {name: TOO_LARGE});
