import {boundSdkAnswer} from '../login/bound-sdk-answer.ts';

/** A secret has 64 KiB at most; an error is an answer as well. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** The name of the error for an answer that was not read to its end. */
export const TOO_LARGE = 'AnswerTooLarge';

/** More than this is no answer of AWS. */
export const boundAnswer = <T extends {readonly response: unknown}>(result: T): T =>
  boundSdkAnswer(result, MAX_ANSWER_BYTES, tooMany);

const tooMany = (): Error => Object.assign(new Error('the answer has more than 2 MiB'), {name: TOO_LARGE});
