import {boundSdkAnswer} from './bound-sdk-answer.ts';

/** The maximum size of a response in bytes. A secret has at most 64 KiB, and errors are responses, too. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** The name of the error for a response that was not read to its end. */
export const TOO_LARGE = 'AnswerTooLarge';

/** Limits the size of a response. A larger response does not come from AWS. */
export const boundAnswer = <T extends {readonly response: unknown}>(result: T): T =>
  boundSdkAnswer(result, MAX_ANSWER_BYTES, tooMany);

const tooMany = (): Error => Object.assign(new Error('the response is larger than 2 MiB'), {name: TOO_LARGE});
